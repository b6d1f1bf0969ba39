/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * changing: a journal in a temporary folder and the changes of one ctxtop, for tests that change settings.
 *
 * Invariant: to be used behind ownworld_enter(); the teardown puts back whatever is still changed. Failing
 * ends the cmocka test.
 */
#ifndef CTXTOP_TESTS_CHANGING_H
#define CTXTOP_TESTS_CHANGING_H

#include "asking.h"
#include "guardian/changes.h"

/* Settings of the namespaces, and what they are at first. */
#define SYS    "/proc/sys"
#define TTL    "/proc/sys/net/ipv4/ip_default_ttl"  /* 64 */
#define FIN    "/proc/sys/net/ipv4/tcp_fin_timeout" /* 60 */
#define MSGMNI "/proc/sys/kernel/msgmni"

struct changing {
	char dir[256], place[300];
	struct changes ch;
	struct outcome_list out; /* of the last call */
	struct err e;
};

extern struct changing changing;

int changing_setup(void **state);
int changing_teardown(void **state);
/* A ctxtop anew, on the same journal. */
void changing_begin(long pid, bool read_only);

/* Skip, in words, without an own world or without @path (NULL: none needed). */
void changing_need(const char *path);
/* A change of one file, through the guardian. As asking_set(). */
int changing_by_guardian(const struct guardian *g, const char *name, const char *path,
			 const char *value, struct outcome_list *out, struct err *e);
/* A change of one file. */
int changing_try(const char *name, const char *path, const char *value);
/* It succeeds, and reads back as asked; the name is the path. */
void changing_set(const char *path, const char *value);
void changing_reads(const char *path, const char *text);
void changing_undo_last(void);
void changing_undo_all(bool force);
bool changing_has_journal(void);

#endif
