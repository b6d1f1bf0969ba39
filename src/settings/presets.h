/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * presets: settings that make a quick demonstration, each with what one will see.
 *
 * Invariant: values only, in the catalogue's own words and normalised; a preset is carried out like a value that
 * was typed, so that it is checked, journalled and undone as that is.
 */
#ifndef CTXTOP_PRESETS_H
#define CTXTOP_PRESETS_H

#include <stdbool.h>

struct preset {
	const char *name;     /* a few words */
	const char *value;    /* "setting=value" */
	const char *shows;    /* what one will see */
	const char *in_guest; /* in a virtual machine, NULL: the same */
	bool needs_pair;      /* shows on pairs that run across two CPUs alone */
};

/* Ended by a NULL name; at most 9. */
extern const struct preset presets[];

/* What it will show in a @guest or not, where a @pair across two CPUs is measured or none. */
const char *preset_shows(const struct preset *p, bool guest, bool pair);

#endif
