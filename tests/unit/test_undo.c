// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_undo: what killed processes left is shown and put back, whatever the journal looks like.
 *
 * Invariant: every test ends with nothing changed and no journal.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guardian/undo.h"
#include "../lib/changing.h"
#include "../lib/ownworld.h"
#include "../lib/tempdir.h"

/* What killed processes left: shown, put back by undo, or inherited and undone by name. */
static void test_left_by_the_dead(void **state)
{
	struct outcome_list list = { 0 };

	(void)state;
	changing_need(TTL);
	changing_set(TTL, "65");
	changing_set(FIN, "61");
	assert_int_equal(undo_pending(changing.place, &list, &changing.e), -EBUSY);
	close(changing.ch.j.fd); /* as if killed */
	changing.ch.j.fd = -1;
	change_free_all(&changing.ch.list);
	changes_end(&changing.ch);
	assert_int_equal(undo_pending(changing.place, &list, &changing.e), 0);
	assert_int_equal(list.n, 2);
	assert_int_equal(list.o[0].kind, OUTCOME_INHERITED);
	assert_string_equal(list.o[0].shell, "sysctl -w net.ipv4.ip_default_ttl=64");
	outcome_free(&list);
	/* the next ctxtop: not its own, so `U` leaves it; by name it goes */
	changing_begin(getpid(), false);
	changes_show(&changing.ch, &changing.out);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_INHERITED), 2);
	changing_undo_all(false);
	assert_int_equal(changing.out.n, 0);
	assert_int_equal(changes_undo(&changing.ch, FIN, false, &changing.out, &changing.e), 0);
	changing_reads(FIN, "60");
	/* touched again, it is its own, and goes back to the very first value */
	changing_set(TTL, "66");
	changing_undo_all(false);
	changing_reads(TTL, "64");
	assert_false(changing_has_journal());
}

static void test_undo_restore(void **state)
{
	struct outcome_list list = { 0 };

	(void)state;
	changing_need(TTL);
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e), 0);
	assert_int_equal(list.n, 0);
	changing_set(TTL, "65");
	changing_set(FIN, "61");
	changing_set(MSGMNI, "78");
	assert_true(ownworld_write(FIN, "50"));
	close(changing.ch.j.fd);
	changing.ch.j.fd = -1;
	change_free_all(&changing.ch.list);
	changes_end(&changing.ch);
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e), 0);
	assert_int_equal(outcome_count(&list, OUTCOME_RESTORED), 2);
	assert_int_equal(outcome_count(&list, OUTCOME_LEFT), 1);
	changing_reads(FIN, "50");
	changing_reads(TTL, "64");
	assert_false(changing_has_journal());
	outcome_free(&list);
	assert_true(ownworld_write(FIN, "60"));
	changing_begin(getpid(), false);
}

static void write_journal(const char *netns, const char *rest)
{
	char text[1024], boot[64];

	text_copy(boot, sizeof(boot), ownworld_read("/proc/sys/kernel/random/boot_id"));
	text_format(text, sizeof(text), "v1 %s 1 1 %s %s", boot, netns, rest);
	tempdir_write(changing.dir, text, "journal");
	assert_int_equal(chmod(changing.place, 0600), 0);
}

/* Killed between any two steps of an order. */
static void test_killed_half_way(void **state)
{
	struct outcome_list list = { 0 };

	(void)state;
	changing_need(TTL);
	/* journalled, not written */
	write_journal("0", TTL " file 64\\012 65\n");
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e), 0);
	assert_int_equal(list.o[0].kind, OUTCOME_RESTORED);
	/* written, not read back */
	assert_true(ownworld_write(TTL, "65"));
	write_journal("0", TTL " file 64\\012 65\n");
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e), 0);
	assert_int_equal(list.o[1].kind, OUTCOME_RESTORED);
	changing_reads(TTL, "64");
	/* something else stands there: nobody knows whose it is */
	assert_true(ownworld_write(TTL, "77"));
	write_journal("0", TTL " file 64\\012 65\n");
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e), 0);
	assert_int_equal(list.o[2].kind, OUTCOME_LEFT);
	changing_reads(TTL, "77");
	assert_true(ownworld_write(TTL, "64"));
	/* in a network namespace that is not this one */
	assert_true(ownworld_write(TTL, "65"));
	write_journal("12345", TTL " file 64\\012 65\nset " TTL " 65\n");
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e), 0);
	assert_int_equal(list.o[3].kind, OUTCOME_LEFT);
	assert_non_null(strstr(list.o[3].words, "network namespace"));
	changing_reads(TTL, "65");
	assert_true(ownworld_write(TTL, "64"));
	/* a journal cannot name what is no setting */
	write_journal("0", "/etc/hostname file x y\nset /etc/hostname y\n");
	assert_int_equal(undo_restore(changing.place, true, &list, &changing.e), -EIO);
	assert_int_equal(list.o[4].kind, OUTCOME_FAILED);
	assert_int_equal(list.o[4].code, EPERM);
	assert_true(changing_has_journal());
	outcome_free(&list);
}

/* A file system that turned read-only: it stays in the journal until it can be put back. */
static void test_cannot_be_put_back(void **state)
{
	struct outcome_list list = { 0 };

	(void)state;
	changing_need(TTL);
	changing_set(TTL, "65");
	assert_int_equal(mount(SYS, SYS, NULL, MS_BIND, NULL), 0);
	assert_int_equal(mount(NULL, SYS, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL), 0);
	changing_undo_all(false);
	assert_int_equal(changing.out.o[0].kind, OUTCOME_FAILED);
	assert_int_equal(changing.out.o[0].code, EROFS);
	assert_non_null(strstr(changing.out.o[0].words, "read-only"));
	assert_int_equal(changing_try("fin", FIN, "61"), -EROFS);
	changes_give_up(&changing.ch);
	changes_end(&changing.ch);
	assert_true(changing_has_journal());
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e), -EIO);
	assert_true(changing_has_journal());
	assert_int_equal(umount(SYS), 0);
	changing_reads(TTL, "65");
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e),
			 -EIO); /* counts the first one too */
	assert_int_equal(list.o[1].kind, OUTCOME_RESTORED);
	changing_reads(TTL, "64");
	assert_false(changing_has_journal());
	outcome_free(&list);
	changing_begin(getpid(), false);
}

static void test_damaged_journal(void **state)
{
	struct outcome_list list = { 0 };

	(void)state;
	changing_need(TTL);
	assert_true(ownworld_write(TTL, "65"));
	write_journal("0", TTL " file 64\\012 65\nrubbish\nset " TTL " 65\nset torn");
	assert_int_equal(undo_pending(changing.place, &list, &changing.e), 0);
	assert_int_equal(list.n, 2);
	assert_int_equal(list.o[1].code, EBADMSG);
	outcome_free(&list);
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e), -EIO);
	assert_int_equal(outcome_count(&list, OUTCOME_RESTORED), 1);
	changing_reads(TTL, "64");
	outcome_free(&list);
	assert_int_equal(undo_restore(changing.place, false, &list, &changing.e), 0);
}

#define T(name) cmocka_unit_test_setup_teardown(name, changing_setup, changing_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(test_left_by_the_dead),   T(test_undo_restore),    T(test_killed_half_way),
		T(test_cannot_be_put_back), T(test_damaged_journal),
	};

	ownworld_enter(NULL, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
