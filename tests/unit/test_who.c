// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_who: a shell writes a file or a harmless sysctl, and who says which process it was.
 *
 * Invariant: the sysctl has its old value afterwards. Where fanotify is not allowed (ordinary users,
 * most containers) only that answer is tested.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"
#include "../lib/tempdir.h"
#include "settings/who.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SYSCTL	 "/proc/sys/kernel/printk_ratelimit_burst"
#define TOO_LONG (20 * NSEC_PER_SEC)

struct place {
	struct who *w;
	struct err e;
	char dir[256], file[300], other[300];
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	if (!p)
		return -1;
	tempdir_make(p->dir, sizeof(p->dir));
	tempdir_write(p->dir, "1\n", "a");
	tempdir_write(p->dir, "1\n", "b");
	snprintf(p->file, sizeof(p->file), "%s/a", p->dir);
	snprintf(p->other, sizeof(p->other), "%s/b", p->dir);
	who_open(&p->w, &p->e);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	who_close(p->w);
	tempdir_remove(p->dir);
	free(p);
	return 0;
}

static void need(const struct place *p)
{
	if (p->w)
		return;
	assert_true(p->e.code && p->e.text[0]);
	skip_for("%s", p->e.text);
}

/* A shell that writes @text into @path; its process id, after it ended. */
static pid_t shell_writes(const char *path, const char *text)
{
	char line[512];
	int status;
	pid_t pid;

	snprintf(line, sizeof(line), "echo '%s' > '%s'", text, path);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) && !WEXITSTATUS(status) ? pid : -1;
}

static void wait_for(struct place *p, const char *path, int64_t before, int64_t after,
		     struct writer *out)
{
	int64_t end = now_ns() + TOO_LONG;

	for (;;) {
		who_read(p->w);
		if (who_find(p->w, path, before, after, out))
			return;
		if (now_ns() > end)
			fail_msg("nobody was seen writing %s", path);
		usleep(1000);
	}
}

static void a_writer_is_named(void **state)
{
	struct place *p = *state;
	struct writer who;
	int64_t before;
	pid_t pid;

	need(p);
	assert_int_equal(who_add(p->w, p->file), 0);
	assert_int_equal(who_add(p->w, p->file), 0);
	before = now_ns();
	pid = shell_writes(p->file, "2");
	wait_for(p, p->file, before, now_ns(), &who);
	assert_int_equal(who.pid, pid);
	assert_false(who.ours);
	assert_true(who.t_ns >= before && who.t_ns <= now_ns());
	assert_true(who.comm[0] != '\0');
	assert_false(who_find(p->w, p->other, before, now_ns(), &who));
}

static void a_write_before_or_long_after_is_another_matter(void **state)
{
	struct place *p = *state;
	struct writer who;
	int64_t before, after;

	need(p);
	assert_int_equal(who_add(p->w, p->file), 0);
	before = now_ns();
	shell_writes(p->file, "2");
	after = now_ns();
	wait_for(p, p->file, before, after, &who);
	after = who.t_ns;
	assert_true(who_find(p->w, p->file, after, after, &who));
	assert_false(who_find(p->w, p->file, after + 1, after + NSEC_PER_SEC, &who));
	assert_true(who_find(p->w, p->file, 0, after - WHO_NEAR_NS, &who));
	assert_false(who_find(p->w, p->file, 0, after - WHO_NEAR_NS - 1, &who));
}

static void the_last_of_several_made_the_value(void **state)
{
	struct place *p = *state;
	struct writer who = { 0 };
	int64_t before, end;
	pid_t last;

	need(p);
	assert_int_equal(who_add(p->w, p->file), 0);
	before = now_ns();
	shell_writes(p->file, "2");
	last = shell_writes(p->file, "3");
	end = now_ns() + TOO_LONG;
	while (who.pid != last && now_ns() < end)
		wait_for(p, p->file, before, now_ns(), &who);
	assert_int_equal(who.pid, last);
	who_ours(p->w, last);
	assert_true(who_find(p->w, p->file, before, now_ns(), &who));
	assert_true(who.ours);
}

static void reading_is_not_writing(void **state)
{
	struct place *p = *state;
	struct writer who;
	char line[400];
	int64_t before = now_ns();

	need(p);
	assert_int_equal(who_add(p->w, p->file), 0);
	assert_int_equal(who_add(p->w, p->other), 0);
	snprintf(line, sizeof(line), "cat '%s' >/dev/null", p->file);
	assert_int_equal(system(line), 0);
	shell_writes(p->other, "2"); /* comes after it, so once this is seen the other would be */
	wait_for(p, p->other, before, now_ns(), &who);
	assert_false(who_find(p->w, p->file, before, now_ns(), &who));
}

static bool read_sysctl(char *value, size_t size)
{
	FILE *f = fopen(SYSCTL, "r");
	bool got = f && fgets(value, (int)size, f);

	if (f)
		fclose(f);
	if (got)
		value[strcspn(value, "\n")] = '\0';
	return got;
}

static void sysctls_have_their_writers_too(void **state)
{
	struct place *p = *state;
	char old[32], other[32], now[32];
	struct writer who;
	int64_t before, after;
	pid_t pid;

	need(p);
	if (!read_sysctl(old, sizeof(old)) || access(SYSCTL, W_OK) || who_add(p->w, SYSCTL))
		skip_for("%s cannot be written or watched", SYSCTL);
	before = now_ns();
	pid = shell_writes(SYSCTL, old); /* the same value: an event, but no change */
	if (pid < 0)
		skip_for("no process can be started");
	wait_for(p, SYSCTL, before, now_ns(), &who);
	assert_int_equal(who.pid, pid);
	snprintf(other, sizeof(other), "%ld", strtol(old, NULL, 10) + 1);
	before = now_ns() + WHO_NEAR_NS; /* so that the first write is out of reach */
	while (now_ns() < before + NSEC_PER_MSEC)
		usleep(10000);
	before = now_ns();
	pid = shell_writes(SYSCTL, other);
	after = now_ns();
	assert_true(read_sysctl(now, sizeof(now)));
	shell_writes(SYSCTL, old);
	assert_string_equal(now, other);
	assert_true(read_sysctl(now, sizeof(now)));
	assert_string_equal(now, old);
	assert_true(pid > 0);
	wait_for(p, SYSCTL, before, after, &who);
	assert_int_equal(who.pid, pid);
}

static void without_a_watch_nobody_is_found(void **state)
{
	struct writer w;

	(void)state;
	assert_false(who_find(NULL, "/", 0, 0, &w));
	who_close(NULL);
}

#define test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_writer_is_named),
		test(a_write_before_or_long_after_is_another_matter),
		test(the_last_of_several_made_the_value),
		test(reading_is_not_writing),
		test(sysctls_have_their_writers_too),
		cmocka_unit_test(without_a_watch_nobody_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
