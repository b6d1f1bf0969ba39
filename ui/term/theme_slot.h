/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * theme_slot: the syntax of theme files: lines theme[name]="value" as named slots.
 *
 * Pure. Invariant: a slot that is given has a colour at every depth; missing columns are filled from
 * the ones that are there.
 */
#ifndef CTXTOP_THEME_SLOT_H
#define CTXTOP_THEME_SLOT_H

#include "term/theme.h"

#define SLOTS_MAX 256

struct slot {
	char name[24];
	bool color;    /* a colour is given */
	bool ansi;     /* ... and the ANSI column was, it need not be corrected */
	bool has_mono; /* the mono column is given */
	struct color c;
	uint8_t attr, mono;
};

struct slots {
	struct slot slot[SLOTS_MAX];
	size_t n;
};

/*
 * Read @text. Lines whose name @known() does not know are skipped unread; of lines with the same
 * name the last one counts. 0, or -EINVAL with line number and words, or -E2BIG.
 */
int slots_parse(struct slots *s, const char *text, bool (*known)(const char *name), struct err *e);
/* The slot @name, or NULL. */
const struct slot *slots_find(const struct slots *s, const char *name);
/* Fill the columns of a colour that was given only as 24 bits. */
struct color color_of_rgb(int32_t rgb);

#endif
