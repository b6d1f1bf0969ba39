/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * catalogue: `ctxtop list`: what there is, and why something is unavailable here.
 */
#ifndef CTXTOP_CATALOGUE_H
#define CTXTOP_CATALOGUE_H

#include "../src/config.h"

/* @what: "methods", "placements", "probes", "views", "themes". Exit status 0, or 2 for another word. */
int catalogue_list(const struct config *c, const char *what);

#endif
