/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * journal: the changes in force and their text: what stands in the write-ahead journal, and what a
 * journal says when it is read again.
 *
 * One line each, appended, never rewritten:
 *   owner BOOT PID                                    whoever holds the journal from here on
 *   v1 BOOT PID START NETNS PATH KIND OLD INTENDED    before the first write to PATH
 *   want PATH INTENDED                                before a later write to PATH
 *   also PATH MAIN                                    a write to MAIN may move PATH too
 *   set PATH VALUE                                    after it: PATH reads VALUE
 *   done PATH WHY                                     nothing is left to undo
 * BOOT is the kernel's boot id, START the process's start time in ticks since boot, NETNS the inode of
 * its network namespace. Every field is escaped: no blanks, no control characters, never empty.
 *
 * Pure. Invariant: the OLD of a path is that of its first v1 line since its last done: later changes
 * never overwrite it. Lines of another boot and a torn last line mean nothing.
 */
#ifndef CTXTOP_JOURNAL_H
#define CTXTOP_JOURNAL_H

#include <stdio.h>

#include "base/base.h"
#include "settings/writes.h"

#define JOURNAL_BOOT 40 /* a boot id, its end included */

struct change {
	enum write_kind kind;
	char *path;
	char *old;  /* before the first write */
	char *want; /* being written: set from before the write to after the read-back, else NULL */
	char *ours; /* as last read back; NULL: not yet */
	char *main; /* the path whose write may have moved this one, until that is read back; or NULL */
	char *name;	/* of the setting; "" for a change read from a journal */
	bool inherited; /* of a ctxtop that was killed */
	uint64_t netns;
	long pid; /* of the dashboard that made it */
	unsigned long long start;
	int fd; /* WRITE_HELD, else -1 */
};

/* Oldest first. */
struct change_list {
	struct change **c;
	size_t n;
};

struct change *change_find(const struct change_list *l, const char *path);
/* A new change at the end, texts copied. NULL: no memory. */
struct change *change_add(struct change_list *l, enum write_kind kind, const char *path,
			  const char *old);
void change_remove(struct change_list *l, struct change *c);
void change_free_all(struct change_list *l);
/* Replace the text *@slot by a copy of @text (NULL: none). 0 or -ENOMEM, then the old one stays. */
int change_text(char **slot, const char *text);

/* @raw as one field, written to @out. "" is "\e"; blanks, controls, backslash are "\ooo". */
void journal_escape(FILE *out, const char *raw);
/* The reverse, in place. 0 or -EINVAL: not a field this module writes. */
int journal_unescape(char *field);

void journal_print_owner(FILE *out, const char *boot, long pid);
/* The lines that make @c what it is: v1, and want, also, set where they apply. */
void journal_print_change(FILE *out, const char *boot, const struct change *c);
void journal_print_want(FILE *out, const char *path, const char *intended);
void journal_print_also(FILE *out, const char *path, const char *main);
void journal_print_set(FILE *out, const char *path, const char *value);
void journal_print_done(FILE *out, const char *path, const char *why);

struct journal_note {
	size_t complete;  /* bytes up to and with the last whole line */
	unsigned bad;	  /* whole lines that are no journal lines */
	unsigned foreign; /* lines of another boot */
	long owner;	  /* pid of the last owner of this boot, 0 = not said */
};

/*
 * Read @text: what is in force at its end goes into the empty list @l, all of it as inherited. Held
 * descriptors are left out: they ended with their process. 0 or -ENOMEM.
 */
int journal_replay(struct change_list *l, const char *text, size_t len, const char *boot,
		   struct journal_note *note);

#endif
