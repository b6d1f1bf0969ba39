// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_journal: what a journal says, and which file may be one.
 *
 * Invariant: every file stands in a temporary folder of the test.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian/identity.h"
#include "guardian/journal_file.h"
#include "../lib/tempdir.h"

#define BOOT "11111111-2222-3333-4444-555555555555"
#define V1   "v1 " BOOT " 7 99 4026531840 "

static struct change_list replay(const char *text, struct journal_note *note)
{
	struct change_list l = { 0 };

	assert_int_equal(journal_replay(&l, text, strlen(text), BOOT, note), 0);
	return l;
}

static void test_last_state_per_path(void **state)
{
	struct journal_note note;
	struct change_list l = replay("owner " BOOT " 7\n" V1 "/proc/sys/a file 1\\012 0\n"
				      "set /proc/sys/a 0\\012\n" V1 "/sys/b file \\e x\\040y\n"
				      "want /proc/sys/a 5\n" V1 "/sys/c also 1 /sys/b\n" V1
				      "/sys/d file 1 2\nset /sys/d 2\ndone /sys/d restored\n",
				      &note);

	(void)state;
	assert_int_equal(note.bad, 0);
	assert_int_equal(note.owner, 7);
	assert_int_equal(l.n, 3);
	assert_string_equal(l.c[0]->path, "/proc/sys/a");
	assert_string_equal(l.c[0]->old, "1\n");
	assert_string_equal(l.c[0]->ours, "0\n");
	assert_string_equal(l.c[0]->want, "5");
	assert_true(l.c[0]->inherited && l.c[0]->pid == 7 && l.c[0]->start == 99);
	assert_int_equal(l.c[0]->netns, 4026531840u);
	assert_string_equal(l.c[1]->old, "");
	assert_string_equal(l.c[1]->want, "x y");
	assert_null(l.c[1]->ours);
	assert_int_equal(l.c[2]->kind, WRITE_ALSO);
	assert_string_equal(l.c[2]->main, "/sys/b");
	change_free_all(&l);
}

static void test_first_old_value_stands(void **state)
{
	struct journal_note note;
	struct change_list l = replay(V1 "/sys/a file 1 2\nset /sys/a 2\n" V1 "/sys/a file 2 3\n",
				      &note);

	(void)state;
	assert_int_equal(l.n, 1);
	assert_string_equal(l.c[0]->old, "1");
	assert_string_equal(l.c[0]->ours, "2");
	assert_string_equal(l.c[0]->want, "3");
	change_free_all(&l);
	/* done, and begun anew: another first value */
	l = replay(V1 "/sys/a file 1 2\ndone /sys/a kept\n" V1 "/sys/a file 2 3\n", &note);
	assert_string_equal(l.c[0]->old, "2");
	change_free_all(&l);
}

static void test_torn_bad_and_foreign(void **state)
{
	static const char *const bad[] = {
		"v2 " BOOT " 7 99 1 /sys/a file 1 2\n",
		V1 "/sys/a file 1\n",
		V1 "/sys/a file 1 2 3\n",
		V1 "/sys/a thing 1 2\n",
		V1 "sys/a file 1 2\n",
		V1 "/sys/a file \\1 2\n",
		V1 "/sys/a file \\000 2\n",
		V1 "/sys/a file  2\n",
		"v1 " BOOT " x 99 1 /sys/a file 1 2\n",
		"v1 " BOOT " 7 -9 1 /sys/a file 1 2\n",
		"set /sys/a\n",
		"\n",
		"owner " BOOT "\n",
		"owner " BOOT " 99999999999\n",
		"v1 " BOOT " 7 99 99999999999999999999 /sys/a file 1 2\n",
	};
	struct journal_note note;
	struct change_list l;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		l = replay(bad[i], &note);
		assert_int_equal(l.n, 0);
		assert_int_equal(note.bad, 1);
		assert_int_equal(note.complete, strlen(bad[i]));
	}
	/* every cut of a journal is the journal up to its last whole line */
	for (size_t cut = 0; cut < strlen(V1 "/sys/a file 1 2\n"); cut++) {
		l = (struct change_list){ 0 };
		assert_int_equal(journal_replay(&l, V1 "/sys/a file 1 2\n", cut, BOOT, &note), 0);
		assert_true(l.n == 0 && note.complete == 0 && note.bad == 0);
	}
	l = replay("owner 0 7\nv1 0 7 99 1 /sys/a file 1 2\nset /sys/a 2\n", &note);
	assert_true(l.n == 0 && note.foreign == 2 && note.owner == 0 && note.bad == 0);
	/* a NUL is no end of a line */
	assert_int_equal(journal_replay(&l, "owner " BOOT " 7\0x\n", 47, BOOT, &note), 0);
	assert_true(note.owner == 0 && note.bad == 1);
}

static void test_held_ends_with_its_process(void **state)
{
	struct journal_note note;
	struct change_list l = replay(V1 "/dev/cpu_dma_latency held 2000000000 0\n"
					 "set /dev/cpu_dma_latency 0\n",
				      &note);

	(void)state;
	assert_int_equal(l.n, 0);
	change_free_all(&l);
}

static void test_escape(void **state)
{
	char raw[256], *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	(void)state;
	for (int i = 1; i < 256; i++)
		raw[i - 1] = (char)i;
	raw[255] = '\0';
	assert_non_null(f);
	journal_escape(f, raw);
	assert_int_equal(fclose(f), 0);
	for (size_t i = 0; i < len; i++)
		assert_true(text[i] > ' ' && text[i] < 0x7f);
	assert_int_equal(journal_unescape(text), 0);
	assert_string_equal(text, raw);
	free(text);
}

/* ---- the file ---- */

static char dir[256], place[300];

static int make_dir(void **state)
{
	(void)state;
	tempdir_make(dir, sizeof(dir));
	text_format(place, sizeof(place), "%s/ctxtop.journal", dir);
	return 0;
}

static int remove_dir(void **state)
{
	(void)state;
	tempdir_remove(dir);
	return 0;
}

static int open_it(struct journal_file *j, enum journal_mode mode, struct change_list *l,
		   struct err *e)
{
	*l = (struct change_list){ 0 };
	*e = (struct err){ 0 };
	return journal_open(j, place, mode, getpid(), l, e);
}

static void put(struct journal_file *j, const char *text)
{
	assert_int_equal(journal_append(j, text, strlen(text), NULL), 0);
}

static void print_v1(const struct journal_file *j, char *buf, size_t size, const char *rest)
{
	text_format(buf, size, "v1 %s 7 99 1 %s", j->boot, rest);
}

static void test_file_comes_and_goes(void **state)
{
	struct journal_file j;
	struct change_list l;
	struct stat st;
	char line[256];
	struct err e;

	(void)state;
	assert_int_equal(open_it(&j, JOURNAL_TAKE, &l, &e), -ENOENT);
	assert_int_equal(open_it(&j, JOURNAL_LOOK, &l, &e), -ENOENT);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), 0);
	assert_int_equal(stat(place, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	print_v1(&j, line, sizeof(line), "/sys/a file 1 2\n");
	put(&j, line);
	put(&j, "set /sys/a 2\n");
	put(&j, "want /sys/a 3");
	journal_close(&j, false);
	/* the torn line is cut off before anything is added */
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), 0);
	assert_int_equal(l.n, 1);
	assert_null(l.c[0]->want);
	change_free_all(&l);
	put(&j, "done /sys/a restored\n");
	journal_close(&j, false);
	assert_int_equal(open_it(&j, JOURNAL_TAKE, &l, &e), 0);
	assert_int_equal(l.n, 0);
	journal_close(&j, true);
	assert_int_equal(access(place, F_OK), -1);
}

static void test_stale_is_thrown_away(void **state)
{
	struct journal_file j;
	struct change_list l;
	struct stat st;
	struct err e;

	(void)state;
	tempdir_write(dir, "owner 0 1\nv1 0 7 99 1 /sys/a file 1 2\nset /sys/a 2\n",
		      "ctxtop.journal");
	assert_int_equal(chmod(place, 0600), 0);
	assert_int_equal(open_it(&j, JOURNAL_LOOK, &l, &e), 0);
	assert_int_equal(l.n, 0);
	journal_close(&j, false);
	assert_int_equal(stat(place, &st), 0);
	assert_true(st.st_size > 40);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), 0);
	assert_int_equal(l.n, 0);
	assert_int_equal(stat(place, &st), 0);
	assert_int_equal(st.st_size, j.len);
	journal_close(&j, true);
}

static void test_who_may_not_be_trusted(void **state)
{
	struct journal_file j;
	struct change_list l;
	char other[300];
	struct err e;

	(void)state;
	tempdir_write(dir, "", "other");
	text_format(other, sizeof(other), "%s/other", dir);
	assert_int_equal(symlink(other, place), 0);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), -ELOOP);
	assert_non_null(strstr(e.text, "symbolic link"));
	assert_int_equal(unlink(place), 0);
	assert_int_equal(link(other, place), 0);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), -EPERM);
	assert_int_equal(unlink(place), 0);
	assert_int_equal(rename(other, place), 0);
	assert_int_equal(chmod(place, 0666), 0);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), -EPERM);
	assert_int_equal(chmod(place, 0600), 0);
	if (!geteuid()) {
		assert_int_equal(chown(place, 12345, 0), 0);
		assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), -EPERM);
		assert_non_null(strstr(e.text, "12345"));
	}
	assert_int_equal(unlink(place), 0);
	assert_int_equal(mkfifo(place, 0600), 0);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), -EPERM);
	assert_int_equal(unlink(place), 0);
	assert_int_equal(mkdir(place, 0700), 0);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), -EISDIR);
	assert_int_equal(rmdir(place), 0);
	text_format(place, sizeof(place), "%s/none/ctxtop.journal", dir);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), -ENOENT);
	assert_true(e.text[0] && j.fd < 0);
}

static void test_one_holder(void **state)
{
	struct journal_file a, b;
	struct change_list l;
	char pid[32];
	struct err e;

	(void)state;
	assert_int_equal(open_it(&a, JOURNAL_MAKE, &l, &e), 0);
	for (enum journal_mode m = JOURNAL_MAKE; m <= JOURNAL_LOOK; m++) {
		assert_int_equal(open_it(&b, m, &l, &e), -EBUSY);
		text_format(pid, sizeof(pid), "(pid %ld)", (long)getpid());
		assert_non_null(strstr(e.text, pid));
	}
	journal_close(&a, true);
	assert_int_equal(open_it(&b, JOURNAL_MAKE, &l, &e), 0);
	journal_close(&b, true);
}

static void test_lock_ends_with_its_process(void **state)
{
	struct journal_file j;
	struct change_list l;
	int fd[2], status;
	struct err e;
	char byte;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(fd), 0);
	pid = fork();
	if (!pid) {
		if (!open_it(&j, JOURNAL_MAKE, &l, &e) && write(fd[1], "x", 1) == 1)
			pause();
		_exit(1);
	}
	assert_int_equal(read(fd[0], &byte, 1), 1);
	assert_int_equal(open_it(&j, JOURNAL_TAKE, &l, &e), -EBUSY);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(open_it(&j, JOURNAL_TAKE, &l, &e), 0);
	journal_close(&j, true);
	close(fd[0]);
	close(fd[1]);
}

/* A full disk: the line that did not fit is taken back, and the words say that nothing is changed. */
static void test_no_room(void **state)
{
	struct rlimit old, small;
	struct journal_file j;
	struct change_list l;
	struct stat st;
	struct err e;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = old;
	small.rlim_cur = j.len + 8;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_true(journal_append(&j, "set /sys/a 2\n", 13, &e) < 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_non_null(strstr(e.text, "nothing is changed"));
	assert_int_equal(stat(place, &st), 0);
	assert_int_equal(st.st_size, j.len);
	put(&j, "set /sys/a 2\n");
	journal_close(&j, true);
}

static void test_compact(void **state)
{
	struct journal_file j, other;
	struct change_list l, again;
	char line[256];
	struct stat st;
	struct err e;

	(void)state;
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), 0);
	print_v1(&j, line, sizeof(line), "/sys/a file 1 2\n");
	put(&j, line);
	journal_close(&j, false);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), 0);
	assert_int_equal(l.n, 1);
	change_text(&l.c[0]->ours, "2");
	change_text(&l.c[0]->want, NULL);
	while (j.len < 256 * 1024)
		put(&j, "set /sys/a 2\n");
	journal_compact(&j, &l, getpid());
	assert_true(j.len < 512);
	assert_int_equal(stat(place, &st), 0);
	assert_int_equal(st.st_size, j.len);
	assert_int_equal(open_it(&other, JOURNAL_TAKE, &again, &e), -EBUSY);
	put(&j, "want /sys/a 4\n");
	journal_close(&j, false);
	change_free_all(&l);
	assert_int_equal(open_it(&j, JOURNAL_MAKE, &l, &e), 0);
	assert_int_equal(l.n, 1);
	assert_string_equal(l.c[0]->old, "1");
	assert_string_equal(l.c[0]->ours, "2");
	assert_string_equal(l.c[0]->want, "4");
	change_free_all(&l);
	journal_close(&j, true);
}

static void test_place(void **state)
{
	char buf[JOURNAL_PATH];

	(void)state;
	journal_place(buf, sizeof(buf));
	assert_true(buf[0] == '/' && strlen(buf) > strlen(".journal"));
	assert_string_equal(buf + strlen(buf) - strlen(".journal"), ".journal");
	assert_true(identity_start_time(getpid()) > 0);
	assert_true(identity_start_time(-1) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_last_state_per_path),
		cmocka_unit_test(test_first_old_value_stands),
		cmocka_unit_test(test_torn_bad_and_foreign),
		cmocka_unit_test(test_held_ends_with_its_process),
		cmocka_unit_test(test_escape),
		cmocka_unit_test(test_place),
		cmocka_unit_test_setup_teardown(test_file_comes_and_goes, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_stale_is_thrown_away, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_who_may_not_be_trusted, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_one_holder, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_lock_ends_with_its_process, make_dir,
						remove_dir),
		cmocka_unit_test_setup_teardown(test_no_room, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_compact, make_dir, remove_dir),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
