// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * changing: set-up, teardown and the calls of tests that change settings.
 *
 * Invariant: nothing stays changed behind changing_teardown().
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "skip.h"

#include <string.h>
#include <unistd.h>

#include "changing.h"
#include "guardian/sysfile.h"
#include "ownworld.h"
#include "tempdir.h"

struct changing changing;

void changing_begin(long pid, bool read_only)
{
	changes_init(&changing.ch, changing.place, pid, read_only);
	outcome_free(&changing.out);
	changing.e = (struct err){ 0 };
}

int changing_setup(void **state)
{
	(void)state;
	if (ownworld_missing())
		return 0;
	tempdir_make(changing.dir, sizeof(changing.dir));
	text_format(changing.place, sizeof(changing.place), "%s/journal", changing.dir);
	changing_begin(getpid(), false);
	return 0;
}

int changing_teardown(void **state)
{
	(void)state;
	if (ownworld_missing())
		return 0;
	outcome_free(&changing.out);
	changes_undo_all(&changing.ch, true, &changing.out);
	changes_give_up(&changing.ch);
	changes_end(&changing.ch);
	outcome_free(&changing.out);
	tempdir_remove(changing.dir);
	return 0;
}

void changing_need(const char *path)
{
	if (ownworld_missing()) {
		skip_for("%s", ownworld_missing());
	}
	if (path && !strcmp(ownworld_read(path), "?")) {
		skip_for("no %s here", path);
	}
}

int changing_by_guardian(const struct guardian *g, const char *name, const char *path,
			 const char *value, struct outcome_list *out, struct err *e)
{
	bool held = !strcmp(path, SYSFILE_HELD);
	struct write_item item = { .kind = held ? WRITE_HELD : WRITE_FILE,
				   .path = path,
				   .value = value };

	return asking_set(g, &(struct writes){ .name = name, .item = &item, .n = 1 }, out, e);
}

int changing_try(const char *name, const char *path, const char *value)
{
	struct write_item item = { .path = path, .value = value };
	struct writes o = { .name = name, .item = &item, .n = 1 };

	outcome_free(&changing.out);
	return changes_set(&changing.ch, &o, &changing.out, &changing.e);
}

void changing_set(const char *path, const char *value)
{
	if (changing_try(path, path, value))
		fail_msg("%s", changing.e.text);
	assert_int_equal(changing.out.n, 1);
	assert_int_equal(changing.out.o[0].kind, OUTCOME_SET);
}

void changing_reads(const char *path, const char *text)
{
	assert_string_equal(ownworld_read(path), text);
}

void changing_undo_last(void)
{
	outcome_free(&changing.out);
	assert_int_equal(changes_undo_last(&changing.ch, &changing.out, &changing.e), 0);
}

void changing_undo_all(bool force)
{
	outcome_free(&changing.out);
	changes_undo_all(&changing.ch, force, &changing.out);
}

bool changing_has_journal(void)
{
	return !access(changing.place, F_OK);
}
