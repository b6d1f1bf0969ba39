// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_pick: $TERM, and substitutes for unknown terminals.
 *
 * Invariant: a table by name; whether a description is there is asked of the caller.
 */
#include "term/term_pick.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
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
	for (size_t i = 0; term && i < ARRAY_SIZE(kin); i++)
		if (!strncmp(term, kin[i].prefix, strlen(kin[i].prefix)))
			return kin[i].names;
	return colorterm && *colorterm ? like_xterm : plain;
}

int term_pick(struct term_caps *caps, enum usable (*try)(const char *name, int fd), int fd,
	      struct err *e)
{
	const char *name = getenv("TERM");
	const char *const *other = term_substitutes(name, getenv("COLORTERM"));
	bool set = name && *name;
	enum usable u = set ? try(name, fd) : UNKNOWN;

	if (u == NO_CURSOR)
		return err_set(
			e, ENOTTY,
			"TERM=%.40s cannot move the cursor; use 'ctxtop run' there, or set TERM to "
			"what this terminal is",
			name);
	if (u == USABLE) {
		text_copy(caps->name, sizeof(caps->name), name);
		return 0;
	}
	for (; *other; other++) {
		if (try(*other, fd) != USABLE)
			continue;
		text_copy(caps->name, sizeof(caps->name), *other);
		text_format(caps->note, sizeof(caps->note), "TERM%s%.40s is unknown here, using %s",
			    set ? "=" : " ", set ? name : "(unset)", *other);
		return 0;
	}
	return err_set(e, ENODEV,
		       "TERM=%.40s is unknown and no terminal description was found; install "
		       "ncurses-base or ncurses-term, or use 'ctxtop run'",
		       set ? name : "");
}
