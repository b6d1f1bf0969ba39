/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * writes: the files that one change of a setting writes, one after the other, each with its text. What
 * setting_encode() makes and the guardian carries out; it knows by itself how to put each back.
 */
#ifndef CTXTOP_WRITES_H
#define CTXTOP_WRITES_H

#include "base/base.h"

enum write_kind {
	WRITE_FILE,
	WRITE_WORDS, /* takes one word a write, reads as the list of all (sched/features) */
	WRITE_HELD,  /* in force as long as the descriptor is held; "" lets go of it */
	WRITE_ALSO,  /* a companion: saved and put back, never written, but moved along */
	WRITE_KINDS
};

/* Texts belong to writes_add(), where it made them, else to the caller. */
struct write_item {
	enum write_kind kind;
	const char *path;
	const char *value; /* without newline; of WRITE_ALSO not used */
};

struct writes {
	const char *name;	 /* of the setting; the caller's */
	bool partial;		 /* files that refuse do not stop the others; else all or nothing */
	struct write_item *item; /* in the order of writing; undone last one first */
	size_t n, size;
};

/* A copy of the texts at the end. 0 or -ENOMEM. */
int writes_add(struct writes *w, enum write_kind kind, const char *path, const char *value);
/* Free what writes_add() made. */
void writes_free(struct writes *w);

#endif
