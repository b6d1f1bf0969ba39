/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * report_print: numbers, names and wrapped text in columns, for the report for people.
 *
 * Invariant: what is missing is "--"; no text of a recording reaches the output with control characters.
 */
#ifndef CTXTOP_REPORT_PRINT_H
#define CTXTOP_REPORT_PRINT_H

#include <stdio.h>

#include "model/frame.h"

#define PRINT_WIDTH 100

/* Columns, not bytes, that @text takes. */
int print_columns(const char *text);
/* @text from column @at on, wrapped at blanks into lines that are indented by @indent; ends the line. */
void print_wrapped(FILE *out, int at, int indent, const char *text);
/* @text, clean, filled up to @width columns. */
void print_padded(FILE *out, int width, const char *text);
/* Right-aligned in @width; as many decimals as a figure of that size is worth. */
void print_figure(FILE *out, int width, bool have, double v);
/* The same with three decimals where they fit, so that points stand below each other. */
void print_ratio(FILE *out, int width, bool have, double v);
/* "message queue same", clean, not too long for a table. */
void print_series_name(char *buf, size_t size, const struct series_info *info);
/* Columns of the widest of them. */
int print_name_width(const struct frame *f);

/* Parts of the table, in files of their own. */
void report_table_history(FILE *out, const struct frame *f);
void report_table_machine(FILE *out, const struct frame *f);

#endif
