/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * page: a text that flows down a column and may be longer than the screen: headings, names with
 * values, paragraphs.
 *
 * Pure. Invariant: the lines that are counted are the lines that are drawn, whatever is in sight.
 */
#ifndef CTXTOP_PAGE_H
#define CTXTOP_PAGE_H

#include "draw/canvas.h"

struct page {
	struct canvas *c;
	struct rect r; /* what is in sight */
	int top;       /* first line in sight */
	int line;      /* the next line to write, from 0 */
	int name_w;    /* columns of the names */
};

/* A heading, with an empty line above unless it is the first line. */
void page_heading(struct page *p, const char *text);
/* A name with its value; the value goes on in further lines, indented, where it is too long. */
void page_pair(struct page *p, style_t style, const char *name, const char *value);
/* The same, but "--" where @value is empty, with @reason behind it if there is one. */
void page_fact(struct page *p, const char *name, const char *value, const char *reason);
void page_paragraph(struct page *p, style_t style, const char *text);

#endif
