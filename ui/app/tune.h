/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tune: what the user wants of a setting, turned into an order to the guardian, and its answer into one
 * line for the screen.
 *
 * Invariant: writes nothing itself. A value is checked and encoded here, journalled and written by the
 * guardian.
 */
#ifndef CTXTOP_TUNE_H
#define CTXTOP_TUNE_H

#include "guardian/guardian_client.h"
#include "settings/setting.h"

struct tune {
	struct catalogue catalogue;
	struct sysroot root; /* of the running machine */
	const struct guardian *guardian;
	bool writable;
	bool ipc_joined;  /* IPC sysctls are those of the workers */
	char note[160];	  /* why not, "" = writable */
	unsigned changes; /* settings that would be put back now */
};

/* The settings whose value a call changed: ids are positions in the catalogue. */
struct tuned {
	int id[32];
	size_t n;
	char answer
		[160]; /* one line: what happened and how a shell would have done it, or why not */
};

/* The built-in catalogue, then the sections of @config (NULL: none). 0 or -errno with words. */
int tune_init(struct tune *t, const char *config, struct err *e);
/* Ask the guardian whether anything can be written. */
void tune_guardian(struct tune *t, const struct guardian *g);
void tune_free(struct tune *t);

/* The position of setting @name in the catalogue, -1 = none. */
int tune_id(const struct tune *t, const char *name);
/* To the next (@dir > 0) or previous of its values. */
void tune_step(struct tune *t, const char *name, int dir, struct tuned *out);
/* "name=value" as it was typed. */
void tune_set(struct tune *t, const char *assignment, struct tuned *out);
void tune_undo(struct tune *t, bool all, struct tuned *out);
/* Look again how many are changed: others change settings, too. */
void tune_count(struct tune *t);
/* A setting by name or path that is not in the catalogue yet; NULL with words. */
const struct setting *tune_add(struct tune *t, const char *name, struct err *e);
/*
 * The end: put everything back (@keep: leave it so), and print what was restored, kept, or left and why,
 * to standard error. 0, or -EIO when something could not be put back.
 */
int tune_finish(struct tune *t, bool keep);
/* One line an outcome, to standard error; returns how many failed. */
int tune_print(const struct outcome_list *l);

#endif
