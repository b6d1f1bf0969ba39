/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_rescue: what term_emergency() needs: a string prepared in advance and the saved line settings.
 *
 * Invariant: between arm and disarm, term_emergency() leaves the terminal usable from a signal handler.
 */
#ifndef CTXTOP_TERM_RESCUE_H
#define CTXTOP_TERM_RESCUE_H

#include <stdbool.h>

/* Remember the line settings of @fd. 0 or -errno. */
int rescue_save(int fd);
/* Forget the prepared string; then put pieces of it together. Padding ($<5>) is left out, NULL adds nothing. */
void rescue_clear(void);
void rescue_add(const char *sequence);
/* From now on (or no longer) the terminal is in a state that needs restoring. */
void rescue_arm(bool on);
/* Something is on its way that nobody typed: what has come in is thrown away with the rescue. */
void rescue_answers(bool expected);
/* Put the saved line settings back. */
void rescue_settings(void);

#endif
