/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * journal_file: the journal on disk: where it is, whose it is, and the lock that makes its holder the
 * only ctxtop that changes settings.
 *
 * Invariant: the lock is that of the open file (flock), so it ends with its process, however that dies;
 * the file under the name is the locked one, a regular file of this user that nobody else may write.
 * It is removed when nothing is left to undo.
 */
#ifndef CTXTOP_JOURNAL_FILE_H
#define CTXTOP_JOURNAL_FILE_H

#include "guardian/journal.h"

#define JOURNAL_PATH 4096

struct journal_file {
	int fd; /* -1: not open */
	char path[JOURNAL_PATH];
	char boot[JOURNAL_BOOT];
	size_t len;
	long owner;   /* who held it last, 0 = not said */
	unsigned bad; /* lines that could not be read when it was opened */
	bool broken;  /* a torn line could not be taken back: nothing more may be written */
};

enum journal_mode {
	JOURNAL_MAKE, /* make it if need be */
	JOURNAL_TAKE, /* only one that exists: to undo */
	JOURNAL_LOOK, /* only one that exists, and leave it as it is */
};

/*
 * Where it is: /run/ctxtop.journal for root, else $XDG_RUNTIME_DIR/ctxtop.journal; where there is no such
 * folder that can be written, /dev/shm/ctxtop-UID.journal.
 */
void journal_place(char *buf, size_t size);

/*
 * Open and lock the journal at @path; what it says is still in force goes into @l. @pid: the dashboard,
 * for the words of others. 0; -ENOENT there is none (TAKE, LOOK); -EBUSY another ctxtop holds it;
 * -EPERM, -ELOOP, ... it cannot be trusted or written. Words in @e. A journal of another boot is empty.
 */
int journal_open(struct journal_file *j, const char *path, enum journal_mode mode, long pid,
		 struct change_list *l, struct err *e);

/* Append whole lines in one write. 0, or -errno with words and nothing appended. */
int journal_append(struct journal_file *j, const char *text, size_t len, struct err *e);

/* Where it has grown long: write anew what @l says. Failing is harmless: it stays long. */
void journal_compact(struct journal_file *j, const struct change_list *l, long pid);

/* Let go of the lock; @remove: nothing is left to undo. */
void journal_close(struct journal_file *j, bool remove);

#endif
