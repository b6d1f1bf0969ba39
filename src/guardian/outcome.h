/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * outcome: what became of each file of a change: changed, put back, left alone and why.
 *
 * Invariant: every text is set ("" where there is nothing to say) and owned by the list.
 */
#ifndef CTXTOP_OUTCOME_H
#define CTXTOP_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>

enum outcome_kind {
	OUTCOME_SET,	   /* written, reads back as asked */
	OUTCOME_DIFFERS,   /* written, reads back otherwise: rounded or clamped by the kernel */
	OUTCOME_SAVED,	   /* a companion: only kept for the undo */
	OUTCOME_REFUSED,   /* not written: code and words say why */
	OUTCOME_WITHDRAWN, /* written, then put back since another file of the change failed */
	OUTCOME_IN_FORCE,  /* list: changed by this ctxtop */
	OUTCOME_INHERITED, /* list: left changed by a ctxtop that was killed */
	OUTCOME_RESTORED,  /* has the value from before again */
	OUTCOME_LEFT,	   /* somebody else changed it since: not touched */
	OUTCOME_GONE,	   /* the file is not there any more */
	OUTCOME_FAILED,	   /* could not be put back: code and words say why */
	OUTCOME_KEPT,	   /* stays changed as wanted */
	OUTCOMES
};

struct outcome {
	enum outcome_kind kind;
	int code;     /* errno; 0 */
	char *name;   /* the setting, as the caller named it */
	char *path;   /* as the kernel has it; in a refusal as it was given */
	char *before; /* set: before this change; else the value at start */
	char *now;    /* as read after */
	char *words;  /* one line for a person; "" where all went well */
	char *shell;  /* the line that does the same, or would put the value back */
};

struct outcome_list {
	struct outcome *o;
	size_t n;
};

/* "set", "restored", "left alone", ... */
const char *outcome_name(enum outcome_kind kind);
/* Append a copy of @o; NULL texts become "". 0 or -ENOMEM. */
int outcome_add(struct outcome_list *l, const struct outcome *o);
/* How many are of @kind. */
size_t outcome_count(const struct outcome_list *l, enum outcome_kind kind);
/* Is it about a limit that is held, no file's value? */
bool outcome_is_held(const struct outcome *o);
void outcome_free(struct outcome_list *l);

#endif
