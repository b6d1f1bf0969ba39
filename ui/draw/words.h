/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * words: small figures as text, the same in every view.
 *
 * Pure but for the local time zone. Invariant: what is missing or no number becomes "--".
 */
#ifndef CTXTOP_WORDS_H
#define CTXTOP_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "15:09:26" of a CLOCK_REALTIME instant, local time. */
void words_clock(char *buf, size_t size, int64_t wall_ns);
/* "2026-03-14 15:09:26". */
void words_date(char *buf, size_t size, int64_t wall_ns);
/* "49922", "1.18M", "417k", "3.21": a number in at most @w columns; "##" where even that is too narrow. */
void words_number(char *buf, size_t size, double v, int w);
/* "2m", "1m30s", "4h": a span of time for axes. */
void words_span(char *buf, size_t size, int64_t ns);
/* A share of 1 in per cent: "0.4", "55.1", "100". */
void words_percent(char *buf, size_t size, bool has, double share);
/* A rate in at most @w columns. */
void words_rate(char *buf, size_t size, bool has, double v, int w);
/* Events a second with one decimal in at most @w columns: "14927.4", "0", "<0.1". */
void words_per_s(char *buf, size_t size, bool has, double v, int w);
/* Something per loop, 0 .. millions, in at most 7 columns: "1.64", "0.0021", "<.0001". */
void words_per_loop(char *buf, size_t size, bool has, double v);

#endif
