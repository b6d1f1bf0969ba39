// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * ledger: System V objects that are always known to somebody.
 *
 * Invariant: objects are made with IPC_EXCL under a random key, so a key in the ledger never names
 * somebody else's object for longer than the retry takes.
 */
#include "bench/ledger.h"
#include "base/base.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/sem.h>

enum { KEY_TRIES = 64 };

struct ledger *ledger_new(void)
{
	void *p = mmap(NULL, sizeof(struct ledger), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void ledger_free(struct ledger *l)
{
	if (l)
		munmap(l, sizeof(*l));
}

static int32_t random_key(void)
{
	int32_t key = 0;

	while (key == 0) /* IPC_PRIVATE */
		if (getrandom(&key, sizeof(key), 0) != sizeof(key))
			key = (int32_t)now_ns();
	return key;
}

static int get_msq(int32_t key, unsigned n)
{
	(void)n;
	return msgget(key, IPC_CREAT | IPC_EXCL | 0600);
}

static int get_sem(int32_t key, unsigned n)
{
	return semget(key, (int)n, IPC_CREAT | IPC_EXCL | 0600);
}

static int make(_Atomic int32_t *slot, int (*get)(int32_t key, unsigned n), unsigned n)
{
	for (int i = 0; i < KEY_TRIES; i++) {
		int32_t key = random_key();
		int id;

		atomic_store(slot, key);
		id = get(key, n);
		if (id >= 0)
			return id;
		atomic_store(slot, 0);
		if (errno != EEXIST)
			return -errno;
	}
	return -EEXIST;
}

int ledger_msgget(struct ledger *l)
{
	return make(&l->msq_key, get_msq, 1);
}

int ledger_semget(struct ledger *l, unsigned n)
{
	return make(&l->sem_key, get_sem, n);
}

void ledger_msgrm(struct ledger *l, int id)
{
	if (id < 0)
		return;
	msgctl(id, IPC_RMID, NULL);
	atomic_store(&l->msq_key, 0);
}

void ledger_semrm(struct ledger *l, int id)
{
	if (id < 0)
		return;
	semctl(id, 0, IPC_RMID);
	atomic_store(&l->sem_key, 0);
}

void ledger_sweep(struct ledger *l)
{
	int32_t key = atomic_exchange(&l->msq_key, 0);

	if (key)
		ledger_msgrm(l, msgget(key, 0));
	key = atomic_exchange(&l->sem_key, 0);
	if (key)
		ledger_semrm(l, semget(key, 0, 0));
}
