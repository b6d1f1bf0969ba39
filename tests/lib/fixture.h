/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fixture: what reports of faults left behind: small machines below tests/fixtures.
 *
 * Invariant: tests run in the project's folder; what cannot be read there ends the test.
 */
#ifndef CTXTOP_TESTS_FIXTURE_H
#define CTXTOP_TESTS_FIXTURE_H

#include "base/sysroot.h"
#include "probes/probe.h"

/* Open tests/fixtures/@name as a captured machine. */
void fixture_open(struct sysroot *root, const char *name);
/* Read and parse what @p reads of it into @t, cleared before. */
void fixture_table(struct table *t, const char *name, const struct probe *p);

#endif
