/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * methods: the table of all methods, look-up by name and by group.
 *
 * Pure. Invariant: names and group names never clash.
 */
#ifndef CTXTOP_METHODS_H
#define CTXTOP_METHODS_H

#include "base/base.h"
#include "bench/method.h"

extern const struct method *const methods[METHODS];

/* NULL for an unknown name. */
const struct method *method_find(const char *name);

/*
 * Read a comma separated list of names and groups ("classic", "ipc", "sched", "all") into
 * @chosen[METHODS]; "-name" takes one out again. 0, or -EINVAL with words that list what there is.
 */
int methods_select(const char *list, bool chosen[METHODS], struct err *e);

/* The groups, for help: name and what is in it; ended by a NULL name. */
struct method_group {
	const char *name, *members;
};
extern const struct method_group method_groups[];

#endif
