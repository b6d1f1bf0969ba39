// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * ring: a bounded history that thins its older half when it is full.
 *
 * Invariant: at most `cap` points, times ascending; the newer half is never thinned. The older half
 * tends to one resolution over the whole run, because the pairs of the fewest slices go together
 * first: thinning blindly from the left would melt everything old into a single point.
 */
#include "model/ring.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define RING_MIN 16

void ring_init(struct ring *r, size_t cap)
{
	*r = (struct ring){ .cap = MAX(cap, (size_t)RING_MIN) };
}

void ring_free(struct ring *r)
{
	free(r->point);
	r->point = NULL;
	r->n = r->size = 0;
}

static unsigned weight(const struct point *p)
{
	return p->n ? p->n : 1;
}

/* May two neighbours become one point of at most @limit slices? Gaps only join gaps, and no epoch another. */
static bool may_join(const struct point *a, const struct point *b, unsigned limit)
{
	if ((a->flags ^ b->flags) & (POINT_GAP | POINT_EARLIER))
		return false;
	return (a->flags & POINT_GAP) || weight(a) + weight(b) <= limit;
}

static struct point join(const struct point *a, const struct point *b)
{
	unsigned wa = weight(a), wb = weight(b);
	struct point p = *b; /* the time: where the later slice ended */

	p.flags |= a->flags;
	p.n = MIN(a->n + b->n, UINT16_MAX);
	if (p.flags & POINT_GAP)
		return p;
	p.mean = (float)(((double)a->mean * wa + (double)b->mean * wb) / (wa + wb));
	p.low = MIN(a->low, b->low);
	p.high = MAX(a->high, b->high);
	return p;
}

/* Join neighbours among the first @half points; returns how many points that freed. */
static size_t thin_pass(struct ring *r, size_t half, unsigned limit)
{
	size_t out = 0, freed;

	for (size_t i = 0; i < half; i++, out++) {
		if (i + 1 < half && may_join(&r->point[i], &r->point[i + 1], limit)) {
			r->point[out] = join(&r->point[i], &r->point[i + 1]);
			i++;
		} else {
			r->point[out] = r->point[i];
		}
	}
	freed = half - out;
	memmove(r->point + out, r->point + half, (r->n - half) * sizeof(*r->point));
	r->n -= freed;
	return freed;
}

static void thin(struct ring *r)
{
	size_t half = r->n / 2, want = MAX(half / 4, (size_t)1), freed = 0, drop;

	for (unsigned limit = 2; freed < want && limit <= 2u * UINT16_MAX + 2; limit *= 2)
		freed += thin_pass(r, half - freed, limit);
	if (freed)
		return;
	/* every value stands between gaps: only forgetting the oldest makes room */
	drop = MAX(r->n / 8, (size_t)1);
	r->n -= drop;
	memmove(r->point, r->point + drop, r->n * sizeof(*r->point));
}

static int grow(struct ring *r)
{
	size_t size = MIN(MAX(r->size * 2, (size_t)RING_MIN), r->cap);
	struct point *p = realloc(r->point, size * sizeof(*p));

	if (!p)
		return -1;
	r->point = p;
	r->size = size;
	return 0;
}

int ring_add(struct ring *r, const struct point *p)
{
	if (r->n == r->cap)
		thin(r);
	if (r->n == r->size && grow(r))
		return -ENOMEM;
	r->point[r->n] = *p;
	if (r->n && p->t_ns < r->point[r->n - 1].t_ns)
		r->point[r->n].t_ns = r->point[r->n - 1].t_ns;
	r->n++;
	return 0;
}

void ring_drop_after(struct ring *r, int64_t t_ns)
{
	size_t out = r->n;

	while (out && r->point[out - 1].t_ns > t_ns)
		out--;
	for (size_t i = out; i < r->n; i++)
		if (r->point[i].flags & POINT_GAP)
			r->point[out++] = r->point[i];
	r->n = out;
}
