// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_pick: substitutes for unknown terminals.
 *
 * Invariant: a table by name; nothing is looked up here.
 */
#include "term_pick.h"

#include <stddef.h>
#include <string.h>

static const char *const like_xterm[] = { "xterm-256color", "xterm", "vt100", NULL };
static const char *const like_tmux[] = { "tmux-256color", "screen-256color", "screen", "vt100",
					 NULL };
static const char *const plain[] = { "vt100", NULL };

/* What ncurses-base of the usual distributions lacks. */
static const struct {
	const char *prefix;
	const char *const *names;
} kin[] = {
	{ "xterm-", like_xterm },      { "foot", like_xterm },	  { "alacritty", like_xterm },
	{ "wezterm", like_xterm },     { "ghostty", like_xterm }, { "kitty", like_xterm },
	{ "konsole", like_xterm },     { "vte", like_xterm },	  { "gnome", like_xterm },
	{ "contour", like_xterm },     { "mintty", like_xterm },  { "rxvt-unicode", like_xterm },
	{ "st-256color", like_xterm }, { "tmux", like_tmux },	  { "screen", like_tmux },
};

const char *const *term_substitutes(const char *term, const char *colorterm)
{
	for (size_t i = 0; term && i < sizeof(kin) / sizeof(kin[0]); i++)
		if (!strncmp(term, kin[i].prefix, strlen(kin[i].prefix)))
			return kin[i].names;
	return colorterm && *colorterm ? like_xterm : plain;
}
