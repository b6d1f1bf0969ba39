/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sample_impl: what the halves of the sample frame share: memory and chance.
 *
 * Invariant: everything that sample_take() gave out is freed by sample_free().
 */
#ifndef CTXTOP_TESTS_SAMPLE_IMPL_H
#define CTXTOP_TESTS_SAMPLE_IMPL_H

#include "sample.h"

#define SAMPLE_PIECES 4096

struct sample {
	struct frame frame; /* first: sample_free() gets a pointer to it */
	struct sample_spec spec;
	uint64_t chance;
	int64_t round_ns;
	void *piece[SAMPLE_PIECES];
	size_t npieces;
};

/* Zeroed memory that lives as long as the sample. */
void *sample_take(struct sample *s, size_t n, size_t size);
/* 0 <= x < 1. */
double sample_uniform(struct sample *s);
/* About normal, mean 0, deviation 1. */
double sample_normal(struct sample *s);
/* History of a figure around @level, jumping to @level * @shift after half of the rounds. */
struct point *sample_history(struct sample *s, double level, double shift, double spread,
			     int64_t offset_ns, size_t *n);

void sample_host(struct sample *s);
void sample_probes(struct sample *s);
void sample_cpus(struct sample *s);
/* Needs the series. */
void sample_settings(struct sample *s);

#endif
