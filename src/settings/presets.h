/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * presets: settings that make a quick demonstration, each with what one will see.
 *
 * Invariant: values only, in the catalogue's own words; a preset is carried out like values that were
 * typed, so that it is checked, journalled and undone as they are.
 */
#ifndef CTXTOP_PRESETS_H
#define CTXTOP_PRESETS_H

#define PRESET_VALUES 3

struct preset {
	const char *name;		  /* a few words */
	const char *shows;		  /* what one will see */
	const char *value[PRESET_VALUES]; /* "setting=value", the first unused one is NULL */
};

/* Ended by a NULL name; at most 9. */
extern const struct preset presets[];

#endif
