/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * probe: a plug-in that turns one text of /proc into a table of counters. All that a probe file
 * needs to include.
 *
 * Invariant: a probe is pure: it opens, allocates and keeps nothing. The core owns descriptors,
 * memory, cost and rhythm (probes.c).
 */
#ifndef CTXTOP_PROBE_H
#define CTXTOP_PROBE_H

#include "probes/scan.h"
#include "probes/table.h"

struct probe {
	const char *name;    /* "interrupts" */
	const char *summary; /* one line of help */
	const char *path;    /* the file it reads, below the root */
	/*
	 * Fill @t (cleared) from @text (terminated, @len bytes). 0; -EAGAIN when the text
	 * contradicts itself (a CPU went while it was read) and must be read again; -EINVAL when it
	 * is not of this format at all; -ENOMEM. On failure @t holds rubbish.
	 */
	int (*parse)(struct table *t, const char *text, size_t len);
};

/* probes.def: one line a probe. */
enum probe_id {
#define PROBE(name) PROBE_##name,
#include "probes/probes.def"
#undef PROBE
	PROBES
};

#define PROBE(name) extern const struct probe probe_##name;
#include "probes/probes.def"
#undef PROBE

/* The table of all probes, by enum probe_id. */
extern const struct probe *const probes[PROBES];

#endif
