/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * watch: notices changes of settings, whoever made them, by reading them again on kept descriptors.
 *
 * Invariant: a change is reported once, with the two instants between which it happened; watching
 * takes no more than 0.1 % of a CPU: after a scan that cost c none is due before 1000 c have passed.
 */
#ifndef CTXTOP_WATCH_H
#define CTXTOP_WATCH_H

#include "settings/setting.h"

/* A scan that costs c is not repeated before WATCH_BUDGET * c: 0.1 % of a CPU. */
#define WATCH_BUDGET 1000

struct watch;

enum watch_what {
	WATCH_CHANGED, /* old and new are values */
	WATCH_GONE,    /* new is "": none of its files can be read any more; reason says why */
	WATCH_CAME,    /* old is "": it can be read (again) */
};

struct watch_change {
	const struct setting *setting;
	size_t index; /* as watch_add() gave it */
	enum watch_what what;
	char old[SETTING_TEXT], new[SETTING_TEXT]; /* normalised, see struct setting_value */
	int64_t before_ns; /* CLOCK_MONOTONIC: when it was seen last as it was */
	int64_t after_ns;  /* when it was seen first as it is now */
	const char *path;  /* a file that changed, for who; valid during the call */
	char reason[160];  /* WATCH_GONE */
};

struct watch_state {
	const struct setting *setting;
	const struct setting_here *here; /* files, access, reason; valid until the next scan */
	bool known;			 /* value holds one */
	struct setting_value value;
	int64_t seen_ns; /* when it was read last */
};

/* NULL without memory. @root must outlive it. */
struct watch *watch_new(const struct sysroot *root);
void watch_free(struct watch *w);
/*
 * Resolve @s, read it, and watch it from now on. One that goes is looked for once a second; those that
 * never were here take turns, four a second, all at once when something came that may bring them (arrivals.h). Its index, the same every time; -ENOMEM.
 */
int watch_add(struct watch *w, const struct setting *s);
void watch_state(const struct watch *w, size_t index, struct watch_state *out);
/* May a scan be made at @now_ns without passing the budget? */
bool watch_due(const struct watch *w, int64_t now_ns);
/*
 * Read all and call @each (may be NULL) for every change, in the order of the indexes. Settings with
 * several files take turns in being resolved anew, so that new CPUs and policies are seen. Number
 * of changes.
 */
int watch_scan(struct watch *w, void (*each)(void *arg, const struct watch_change *c), void *arg);
/*
 * Look for the files of one setting and read it now, outside the rhythm (around an order to the guardian). As
 * watch_scan().
 */
int watch_look(struct watch *w, size_t index, void (*each)(void *arg, const struct watch_change *c),
	       void *arg);

#endif
