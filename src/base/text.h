/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text: strings from outside (host names, notes, values, recordings, config files, names of commands) made fit
 * for a terminal and for a report.
 *
 * Pure. Invariant: what went through text_printable() is valid UTF-8 without a control character, C1 and the
 * marks that turn the direction of writing included. This is the only place that decides what may be shown.
 */
#ifndef CTXTOP_TEXT_H
#define CTXTOP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEXT_INSTEAD '?' /* stands for what cannot be shown */

/* Bytes of the UTF-8 sequence at @p as RFC 3629 has it, 1 to 4; 0 if none begins there. */
size_t text_sequence(const char *p);
/* The next character of @s, which moves on: TEXT_INSTEAD for what cannot be shown, and a blank for tabs and ends of lines. */
uint32_t text_next(const char **s);
/* The same for the whole of @s, in place; it never gets longer. */
void text_printable(char *s);
/* A printable copy of @src in @buf, cut to @size. Returns @buf. */
const char *text_shown(char *buf, size_t size, const char *src);

#endif
