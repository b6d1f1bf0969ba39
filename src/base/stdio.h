/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stdio: the standard descriptors of helper processes.
 *
 * Invariant: standard error stays: it is where words go when all else fails.
 */
#ifndef CTXTOP_STDIO_H
#define CTXTOP_STDIO_H

/* Standard input and output of the calling process become /dev/null: helpers hold no pipeline up. */
void quiet_stdio(void);

#endif
