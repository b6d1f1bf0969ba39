// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * undoing: restoring from the journal that a killed ctxtop left.
 *
 * Invariant: the plain terminal is used, before curses.
 */
#include "app/undoing.h"
#include "guardian/undo.h"
#include "app/measuring.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static int complain(const struct err *e)
{
	fprintf(stderr, "ctxtop: %s\n", e->text);
	return 1;
}

static int restore(bool force)
{
	struct outcome_list l = { 0 };
	struct err e = { 0 };
	int ret = undo_restore(NULL, force, &l, &e);

	measuring_print(&l);
	outcome_free(&l);
	return ret ? complain(&e) : 0;
}

int undo_left(const struct config *c, bool force)
{
	struct outcome_list l = { 0 };
	struct err e = { 0 };
	int ret;

	ret = undo_pending(NULL, &l, &e);
	if (!ret && !l.n)
		fprintf(stderr, "ctxtop: nothing is left to undo\n");
	if (c->read_only)
		measuring_print(&l);
	outcome_free(&l);
	if (ret)
		return complain(&e);
	return c->read_only ? 0 : restore(force);
}

static bool said_yes(void)
{
	char line[16] = "";

	fprintf(stderr, "ctxtop: put it back now? [Y/n] ");
	if (!fgets(line, sizeof(line), stdin))
		return false;
	return line[0] == '\n' || line[0] == 'y' || line[0] == 'Y';
}

void undo_offer(const struct config *c)
{
	struct outcome_list l = { 0 };
	struct err e = { 0 };

	/* a journal that cannot be read is reported by the guardian, which then writes nothing */
	if (!undo_pending(NULL, &l, &e) && l.n) {
		fprintf(stderr, "ctxtop: a ctxtop that was killed left this changed:\n");
		measuring_print(&l);
		if (!c->read_only && isatty(STDIN_FILENO) && said_yes())
			restore(false);
		else
			fprintf(stderr, "ctxtop: 'ctxtop undo' puts it back\n");
	}
	outcome_free(&l);
}
