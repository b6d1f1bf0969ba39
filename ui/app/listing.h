/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * listing: `ctxtop list`: what there is, and why something is unavailable here.
 */
#ifndef CTXTOP_LISTING_H
#define CTXTOP_LISTING_H

#include "app/config.h"

/* @what: "methods", "placements", "probes", "views", "themes". Exit status 0, or 2 for another word. */
int listing_print(const struct config *c, const char *what);

#endif
