/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * listing: `ctxtop list`: what there is, and why something is unavailable here.
 */
#ifndef CTXTOP_LISTING_H
#define CTXTOP_LISTING_H

#include "app/config.h"

/*
 * @what: a word of enum list_what. With --names the names alone, one a line, each as it can stand behind
 * an option: for scripts and completion. Exit status 0, or 2 for another word.
 */
int listing_print(const struct config *c, const char *what);

#endif
