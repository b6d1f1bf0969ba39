/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * list: what all scrolling lists have in common: moving, clamping, keeping the cursor in sight.
 *
 * Pure. Invariant: whatever the numbers that go in, a position that comes out is within the list (0
 * for an empty one), and a list that fits is never scrolled.
 */
#ifndef CTXTOP_LIST_H
#define CTXTOP_LIST_H

#include "draw/canvas.h"

/* @top so that no empty rows stand below the last of @n lines where @rows are shown. */
int list_top(int top, int n, int rows);
/* @top moved as little as can be so that line @at is among the @rows that are shown. */
int list_reveal(int top, int at, int n, int rows);
/*
 * Where a cursor at *@at goes with @key (arrows, pages of @rows lines, Home End g G, wheel). False
 * if @key moves no cursor.
 */
bool list_move(int key, int n, int rows, int *at);
/* The same for a list without a cursor: *@top is the first line shown. */
bool list_scroll(int key, int n, int rows, int *top);
/* A thumb on the frame's right edge at column @x, rows y..y + rows - 1, if not all lines are shown. */
void list_thumb(struct canvas *c, int x, int y, int rows, int top, int n);
/* Does @text contain @word, whatever the case? An empty word is in every text. */
bool list_has_word(const char *text, const char *word);

#endif
