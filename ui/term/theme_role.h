/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * theme_role: which slots of a theme file make a style, and how well it must be readable.
 *
 * Invariant: slots of btop's have btop's names.
 */
#ifndef CTXTOP_THEME_ROLE_H
#define CTXTOP_THEME_ROLE_H

#include <stdbool.h>
#include <stdint.h>

#include "term/style.h"

/* Least contrast of what is derived: text (WCAG 2.1, 1.4.3), graphics (1.4.11), ornament. */
#define ROLE_TEXT     4.5
#define ROLE_GRAPHIC  3.0
#define ROLE_ORNAMENT 1.3

struct role {
	const char *name;    /* slots NAME or NAME_fg, and NAME_bg */
	const char *from[3]; /* btop's slots for the foreground */
	const char *bg_from; /* and for the background */
	bool ground;	     /* without a slot of its own it keeps the built-in background */
	double contrast;
	uint8_t mono; /* attributes where there are no colours */
};

/* The gradient's three fixed points. */
extern const struct role role_anchors[3];

/* The role of any style; @name holds the made-up names of numbered ones. */
struct role role_of(style_t style, char name[16]);
/* Does any style take the slot @name? */
bool role_has_slot(const char *name);

#endif
