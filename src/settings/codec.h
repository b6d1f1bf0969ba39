/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * codec: the texts that settings read as and are written with, their one normalised form, and when two
 * of them mean the same.
 *
 * Who knows the kind of a setting (settings, watch) normalises, and compares normalised values with
 * strcmp(). Who has only a path and what its file read as (guardian, journal, restore) asks
 * codec_same(). Both read words, numbers, masks and brackets with the same code.
 *
 * Pure. Invariant: normalising a normalised value changes nothing (but for the inversion), and what
 * codec_raw() writes is normalised to the value it came from. codec_same() is symmetric and true of a
 * text and itself; two texts are the same only if there is one way to read both (as words, numbers,
 * truth or CPU masks) in which they are equal.
 */
#ifndef CTXTOP_CODEC_H
#define CTXTOP_CODEC_H

#include "base/base.h"
#include "settings/word.h"

#define SETTING_TEXT 320  /* bytes of a normalised or written value, with its end */
#define SETTING_RAW  4096 /* bytes of a file that are looked at, with their end */

/* How the text of the file is made. In brackets: the normalised form. */
enum setting_kind {
	SETTING_BOOL, /* 0/1, Y/N, on/off, or a word that stands there as WORD or NO_WORD ("0", "1") */
	SETTING_NUMBER,	 /* one whole number in min..max, or a word of choice[] ("200000", "n/a") */
	SETTING_CHOICE,	 /* one word of choice[] or of the choices file ("menu") */
	SETTING_BRACKET, /* "always [madvise] never", also with round brackets ("madvise") */
	SETTING_MASK,	 /* CPUs in hex, "00000000,00000003" ("3") */
	SETTING_CPULIST, /* CPUs as a list ("0-1") */
	SETTING_VECTOR,	 /* several numbers, tabs or blanks between ("4096 131072 6291456") */
	SETTING_RANGE,	 /* two files that hold the lower and the upper end ("800000 3400000") */
	SETTING_HELD,	 /* in force as long as the guardian holds a descriptor ("none", "10") */
	SETTING_TEXT_LINE, /* any one line */
	SETTING_KINDS
};

const char *setting_kind_name(enum setting_kind kind);

/*
 * One file's text (of a range: one end) into its normalised form. @word: that of a SETTING_BOOL, may be
 * NULL; @inverted: 1 means off. 0; -EINVAL not of this kind; -E2BIG.
 */
int codec_normalise(enum setting_kind kind, const char *word, bool inverted, const char *raw,
		    char *out, size_t size);
/* A normalised value of one file (of a range: one end) into the text to write, without newline. */
int codec_raw(enum setting_kind kind, const char *word, bool inverted, const char *value, char *raw,
	      size_t size);
/*
 * A whole decimal (or 0x hex) number between INT64_MIN and UINT64_MAX into its one form. 0; -EINVAL
 * for anything else, also for a leading 0 that would make it octal to the kernel.
 */
int codec_number(struct word w, char *out, size_t size);
/* A normalised number. False: out of the range of int64. */
bool codec_number_value(const char *text, int64_t *value);

/*
 * The text that would have to be written to have what @raw reads as: outer white space gone, of a
 * choice ("always [madvise] never", "none (full) lazy") the chosen word alone.
 */
void codec_text(char *buf, size_t size, const char *raw);
/*
 * The same setting? Word by word: equal texts, numbers of equal value ("0x10", "16"), Y/N and 1/0, CPU
 * masks with and without leading zeros and commas; any white space between words.
 */
bool codec_same(const char *a, const char *b);
/*
 * Is @now what @base becomes when @written is written over it? A list of numbers may be written in part: the
 * rest of it stays.
 */
bool codec_same_over(const char *now, const char *written, const char *base);

#endif
