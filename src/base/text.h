/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text: formatting and copying into buffers of a given size, and strings from outside (host names, notes,
 * values, recordings, config files, names of commands) made fit for a terminal and for a report.
 *
 * Pure. Invariant: what went through text_printable() is valid UTF-8 without a control character, C1 and the
 * marks that turn the direction of writing included. This is the only place that decides what may be shown.
 */
#ifndef CTXTOP_TEXT_H
#define CTXTOP_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEXT_INSTEAD '?' /* stands for what cannot be shown */

/* snprintf() that always terminates and never fails; returns the length that stands in @buf. */
size_t text_format(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
size_t text_vformat(char *buf, size_t size, const char *fmt, va_list ap)
	__attribute__((format(printf, 3, 0)));

/* Copy @src into @buf of @size bytes, cut at a UTF-8 boundary where it does not fit. */
void text_copy(char *buf, size_t size, const char *src);

/* Bytes of the UTF-8 sequence at @p as RFC 3629 has it, 1 to 4; 0 if none begins there. */
size_t text_sequence(const char *p);
/* The next character of @s, which moves on: TEXT_INSTEAD for what cannot be shown, and a blank for tabs and ends of lines. */
uint32_t text_next(const char **s);
/* The same for the whole of @s, in place; it never gets longer. */
void text_printable(char *s);
/* A printable copy of @src in @buf, cut to @size. Returns @buf. */
const char *text_shown(char *buf, size_t size, const char *src);

#endif
