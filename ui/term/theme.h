/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * theme: what each style looks like. btop's file syntax: theme[name]="#rrggbb"; ctxtop widens a value
 * to "truecolor | 256 index | ANSI name or number | mono attributes", derives what is left out, and
 * falls back from btop's slot names, so that a btop theme drops in.
 *
 * Invariant: after theme_parse() every style is defined at every depth.
 */
#ifndef CTXTOP_THEME_H
#define CTXTOP_THEME_H

#include "base/base.h"
#include "term/color.h"
#include "term/style.h"

enum depth { DEPTH_MONO, DEPTH_16, DEPTH_256, DEPTH_RGB };

enum look_attr { LOOK_BOLD = 1, LOOK_DIM = 2, LOOK_REVERSE = 4, LOOK_UNDERLINE = 8 };

#define COLOR_DEFAULT (-1)

/* A colour at each depth; COLOR_DEFAULT is the terminal's own. */
struct color {
	int32_t rgb;		/* 0xrrggbb */
	int16_t index256, ansi; /* 0..255, 0..15 */
};

struct look {
	struct color fg, bg;
	uint8_t attr;	   /* enum look_attr with colours */
	uint8_t mono_attr; /* without */
};

struct theme {
	char name[64];
	char path[4096]; /* "" = built in */
	struct look look[STYLES];
	bool named[STYLES]; /* the text gives this style itself; else it was derived */
};

/*
 * Parse theme text. 0, or -EINVAL with line number and words in @e; @t is then undefined. Unknown
 * slots are ignored; name and path are left empty.
 */
int theme_parse(struct theme *t, const char *text, struct err *e);
/* The built-in default theme: themes/default.theme as it was when the program was built. */
void theme_builtin(struct theme *t);
/*
 * Load by name: @dir if given, then the user's, the installed and the source tree's folders, then
 * btop's. A name with a '/' is a path. 0, -ENOENT with the names there are, -EINVAL with file, line and words.
 */
int theme_load(struct theme *t, const char *name, const char *dir, struct err *e);

struct theme_list {
	struct theme_entry {
		char name[64], path[4096];
	} * entry;
	size_t n;
};
/* All themes found, sorted by name, first folder wins; "default" is always there. 0 or -ENOMEM. */
int theme_list(struct theme_list *l, const char *dir);
void theme_list_free(struct theme_list *l);

/* The colour that text in @c shows as, where the terminal's own colour is @unset. */
int32_t theme_rgb(struct color c, enum depth depth, int32_t unset);
/* What the terminal's own background is taken for: black, or white if the theme's text is dark. */
int32_t theme_assumed_bg(const struct theme *t);

#endif
