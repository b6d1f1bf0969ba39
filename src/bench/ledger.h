/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger: the keys of the System V objects that exist now, in memory shared by all processes of
 * ctxtop, so that whoever is left can remove them.
 *
 * Invariant: a key is written before its object is made and erased after it is removed: no instant
 * in which kill -9 could leave an object that nobody knows.
 */
#ifndef CTXTOP_LEDGER_H
#define CTXTOP_LEDGER_H

#include <stdatomic.h>
#include <stdint.h>

struct ledger {
	_Atomic int32_t msq_key, sem_key; /* 0 = none */
};

/* Shared anonymous memory; NULL and errno on failure. */
struct ledger *ledger_new(void);
void ledger_free(struct ledger *l);

/* Make a queue / a set of @n semaphores under a fresh random key noted in @l first. id or -errno. */
int ledger_msgget(struct ledger *l);
int ledger_semget(struct ledger *l, unsigned n);
/* Remove by id and erase the key; -1 is nothing to do. */
void ledger_msgrm(struct ledger *l, int id);
void ledger_semrm(struct ledger *l, int id);
/* Remove whatever stands in the ledger, by key, in the caller's IPC namespace. */
void ledger_sweep(struct ledger *l);

#endif
