/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * value: the texts that settings read as and are written with: when two of them mean the same, what is
 * written back, and the line a person would type in a shell for it.
 *
 * Pure. Invariant: value_same() is symmetric and true of a text and itself; two texts are the same only
 * if there is one way to read both (as words, numbers, truth or CPU masks) in which they are equal.
 */
#ifndef CTXTOP_VALUE_H
#define CTXTOP_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#define VALUE_MAX 4096 /* the longest text of a setting, its end included */

/*
 * The text that would have to be written to have what @raw reads as: outer white space gone, of a
 * choice ("always [madvise] never", "none (full) lazy") the chosen word alone.
 */
void value_text(char *buf, size_t size, const char *raw);

/*
 * The same setting? Word by word: equal texts, numbers of equal value ("0x10", "16"), Y/N and 1/0, CPU
 * masks with and without leading zeros and commas; any white space between words.
 */
bool value_same(const char *a, const char *b);

/*
 * Is @now what @base becomes when @written is written over it? A list of numbers may be written in part: the
 * rest of it stays.
 */
bool value_same_over(const char *now, const char *written, const char *base);

/* Does one word of @list stand for @word (files that take one name a write and read as all names)? */
bool value_has_word(const char *list, const char *word);

/* @text on one line within @size bytes, cut with "..." where longer: for sentences. */
void value_brief(char *buf, size_t size, const char *text);

/*
 * The shell line that writes @value to @path: `sysctl -w kernel.x=0`, `echo 0 > /sys/...`. For
 * /dev/cpu_dma_latency the lines that open it and write; @value NULL: the one that lets go of it.
 */
void value_shell(char *buf, size_t size, const char *path, const char *value);

#endif
