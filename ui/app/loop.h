/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * loop: the live dashboard's main thread: events in, keys in, frames out.
 */
#ifndef CTXTOP_LOOP_H
#define CTXTOP_LOOP_H

#include "app/config.h"

/* Run the dashboard until the user leaves. Exit status; does not return after a fatal signal. */
int loop_live(const struct config *c);

#endif
