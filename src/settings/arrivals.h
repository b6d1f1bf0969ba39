/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * arrivals: has something come or gone that may bring settings along: a file system mounted, a module loaded, a
 * CPU, an interface?
 *
 * Invariant: reads only, below 0.1 ms a look; it says that something happened, never what.
 */
#ifndef CTXTOP_ARRIVALS_H
#define CTXTOP_ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sysroot.h"

struct arrivals {
	int mounts; /* the kernel's list of mounts, which can be polled; -1: none */
	uint64_t print;
	bool looked;
};

void arrivals_open(struct arrivals *a, const struct sysroot *root);
void arrivals_close(struct arrivals *a);
/* True: something has, since the last call. The first one only remembers. */
bool arrivals_look(struct arrivals *a, const struct sysroot *root);

#endif
