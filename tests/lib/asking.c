// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * asking: one call after the other.
 *
 * Invariant: a call is over before its function returns.
 */
#include "asking.h"

#include <errno.h>

static int asking_ask(const struct guardian *g, enum wire_op op, unsigned flags, const char *name,
		      struct outcome_list *out, struct err *e)
{
	struct guardian_call c;

	if (guardian_call_begin(&c, g, op, flags, name))
		return err_set(e, ENOMEM, "no memory");
	return guardian_wait(&c, out, e);
}

int asking_set(const struct guardian *g, const struct writes *w, struct outcome_list *out,
	       struct err *e)
{
	struct guardian_call c;

	if (guardian_call_set(&c, g, w))
		return err_set(e, ENOMEM, "no memory");
	return guardian_wait(&c, out, e);
}

int asking_undo_last(const struct guardian *g, struct outcome_list *out, struct err *e)
{
	return asking_ask(g, WIRE_UNDO_LAST, 0, "", out, e);
}

int asking_undo(const struct guardian *g, const char *name, bool force, struct outcome_list *out,
		struct err *e)
{
	return asking_ask(g, WIRE_UNDO, force ? WIRE_FORCE : 0, name, out, e);
}

int asking_undo_all(const struct guardian *g, bool force, struct outcome_list *out, struct err *e)
{
	return asking_ask(g, WIRE_UNDO_ALL, force ? WIRE_FORCE : 0, "", out, e);
}

int asking_list(const struct guardian *g, struct outcome_list *out, struct err *e)
{
	return asking_ask(g, WIRE_LIST, 0, "", out, e);
}

int asking_finish(const struct guardian *g, bool keep, struct outcome_list *out, struct err *e)
{
	return asking_ask(g, WIRE_FINISH, keep ? WIRE_KEEP_ALL : 0, "", out, e);
}
