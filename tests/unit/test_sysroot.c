// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_sysroot: reading below a root folder that the test makes itself.
 *
 * Invariant: the folder is removed at the end.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/sysroot.h"

static char top[64];
static struct sysroot root;

static void put(const char *name, const char *text, size_t len)
{
	char path[128];
	FILE *f;

	text_format(path, sizeof(path), "%s/%s", top, name);
	f = fopen(path, "we");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void make_link(const char *to, const char *name)
{
	char path[128];

	text_format(path, sizeof(path), "%s/%s", top, name);
	assert_int_equal(symlink(to, path), 0);
}

static int set_up(void **state)
{
	char path[128];

	(void)state;
	text_copy(top, sizeof(top), "/tmp/ctxtop-sysroot-XXXXXX");
	if (!mkdtemp(top))
		return -1;
	text_format(path, sizeof(path), "%s/root", top);
	if (mkdir(path, 0755))
		return -1;
	put("outside", "not yours\n", 10);
	put("root/one", "first line\nsecond\n", 18);
	put("root/bare", "no newline", 10);
	put("root/empty", "", 0);
	return sysroot_open(&root, path);
}

static int tear_down(void **state)
{
	static const char *const names[] = { "root/one",  "root/bare", "root/empty", "root/big",
					     "root/link", "root/up",   "root/near",  "outside" };
	char path[128];

	(void)state;
	sysroot_close(&root);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		text_format(path, sizeof(path), "%s/%s", top, names[i]);
		unlink(path);
	}
	text_format(path, sizeof(path), "%s/root", top);
	rmdir(path);
	return rmdir(top);
}

static void test_open(void **state)
{
	struct sysroot r;

	(void)state;
	assert_false(root.live);
	assert_int_equal(sysroot_open(&r, "/"), 0);
	assert_true(r.live);
	sysroot_close(&r);
	assert_int_equal(r.dirfd, -1);
	sysroot_close(&r); /* twice does no harm */
	assert_int_equal(sysroot_open(&r, "/no such folder"), -ENOENT);
	assert_int_equal(sysroot_open(&r, "/dev/null"), -ENOTDIR);
}

static void test_lines(void **state)
{
	char buf[64], small[6];

	(void)state;
	assert_int_equal(sysroot_line(&root, "/one", buf, sizeof(buf)), 0);
	assert_string_equal(buf, "first line");
	assert_int_equal(sysroot_line(&root, "/bare", buf, sizeof(buf)), 0);
	assert_string_equal(buf, "no newline");
	assert_int_equal(sysroot_line(&root, "/empty", buf, sizeof(buf)), 0);
	assert_string_equal(buf, "");
	assert_int_equal(sysroot_line(&root, "/one", small, sizeof(small)), 0);
	assert_string_equal(small, "first");
	text_copy(buf, sizeof(buf), "old");
	assert_int_equal(sysroot_line(&root, "/none", buf, sizeof(buf)), -ENOENT);
	assert_string_equal(buf, "");
	assert_true(sysroot_exists(&root, "/one"));
	assert_false(sysroot_exists(&root, "/none"));
}

static void test_whole_files(void **state)
{
	static char big[100000];
	struct textbuf b = { 0 };
	int fd;

	(void)state;
	for (size_t i = 0; i < sizeof(big); i++)
		big[i] = (char)('a' + i % 26);
	put("root/big", big, sizeof(big));
	assert_int_equal(sysroot_read(&root, "/big", &b), 0);
	assert_int_equal(b.len, sizeof(big));
	assert_memory_equal(b.data, big, sizeof(big));
	assert_int_equal(b.data[b.len], '\0');
	/* a smaller one in the same memory */
	assert_int_equal(sysroot_read(&root, "/one", &b), 0);
	assert_string_equal(b.data, "first line\nsecond\n");
	assert_int_equal(sysroot_read(&root, "/empty", &b), 0);
	assert_int_equal(b.len, 0);
	assert_string_equal(b.data, "");
	assert_int_equal(sysroot_read(&root, "/none", &b), -ENOENT);
	/* a kept descriptor always reads from the beginning */
	fd = sysroot_fd(&root, "/one");
	assert_true(fd >= 0);
	assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(textbuf_read_fd(&b, fd), 0);
		assert_string_equal(b.data, "first line\nsecond\n");
	}
	close(fd);
	assert_int_equal(textbuf_read_fd(&b, fd), -EBADF);
	textbuf_free(&b);
	assert_null(b.data);
}

/* Neither ".." nor a link of a captured machine may lead to the running one. */
static void test_nothing_outside(void **state)
{
	char buf[64], outside[128];

	(void)state;
	text_format(outside, sizeof(outside), "%s/outside", top);
	make_link(outside, "root/link");
	make_link("../outside", "root/up");
	make_link("one", "root/near");
	assert_int_equal(sysroot_line(&root, "/near", buf, sizeof(buf)), 0);
	assert_string_equal(buf, "first line");
	assert_int_not_equal(sysroot_line(&root, "/../outside", buf, sizeof(buf)), 0);
	assert_int_not_equal(sysroot_line(&root, "/link", buf, sizeof(buf)), 0);
	assert_int_not_equal(sysroot_line(&root, "/up", buf, sizeof(buf)), 0);
	assert_false(sysroot_exists(&root, "/link"));
	assert_false(sysroot_exists(&root, "/../outside"));
}

/* A pipe in a captured machine is waited for by nobody. */
static void test_pipe(void **state)
{
	struct textbuf b = { 0 };
	char path[128];

	(void)state;
	text_format(path, sizeof(path), "%s/root/pipe", top);
	assert_int_equal(mkfifo(path, 0600), 0);
	alarm(10);
	assert_int_not_equal(sysroot_read(&root, "/pipe", &b), 0);
	alarm(0);
	textbuf_free(&b);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_open),	    cmocka_unit_test(test_lines),
		cmocka_unit_test(test_whole_files), cmocka_unit_test(test_nothing_outside),
		cmocka_unit_test(test_pipe),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
