// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * schedule: the rotation of the series of a plan; plan_make.c makes it.
 *
 * Pure. Invariant: a series that can run is handed out after finitely many others.
 */
#include "engine/schedule.h"

#include <string.h>

#define PLAN_TURN_NS (40 * NSEC_PER_MSEC) /* a turn measures so long, at least */
#define PLAN_SLICES  4			  /* in so many slices, at most */
#define PLAN_SHARE   4 /* of a round, as many times as much as the cheapest series at most */
#define PLAN_EVERY   8 /* in at least one round of so many */
#define WORKER_NS    (150 * NSEC_PER_USEC) /* to fork and end one worker, about */

/*
 * What is lost between turns (fork, warm-up, probes) is the same for short slices: they come several a
 * turn. The same workers for longer than that would hide what differs from turn to turn.
 */
unsigned plan_slices(const struct planned *s, int64_t slice_ns)
{
	int64_t least = MAX(s->choice.method->turn_ns, MIN(PLAN_TURN_NS, PLAN_SLICES * slice_ns));

	return least > slice_ns ? (unsigned)((least + slice_ns - 1) / slice_ns) : 1;
}

/* What a turn takes, as far as that can be known before. */
static int64_t turn_cost(const struct planned *s, int64_t slice_ns)
{
	struct method_size size = method_size(s->choice.method, s->choice.param);

	return s->warm_ns + size.workers * WORKER_NS + plan_slices(s, slice_ns) * slice_ns;
}

static bool can_run(const struct planned *s, int64_t now_ns)
{
	return s->possible && s->retry_ns <= now_ns;
}

static int64_t least_cost(const struct plan *p, int64_t slice_ns)
{
	int64_t least = INT64_MAX;

	for (size_t i = 0; i < p->n; i++)
		if (p->series[i].possible)
			least = MIN(least, turn_cost(&p->series[i], slice_ns));
	return least;
}

/* Has @s a turn in this round? The dear ones are spread over the rounds. */
static bool is_due(const struct plan *p, const struct planned *s, int64_t slice_ns, int64_t least)
{
	int64_t share = PLAN_SHARE * least;
	uint32_t every = (uint32_t)MIN((turn_cost(s, slice_ns) + share - 1) / share,
				       (int64_t)PLAN_EVERY);

	return !p->pass || (p->pass + s->info.id) % every == 0;
}

struct planned *plan_next(struct plan *p, int64_t now_ns, int64_t slice_ns)
{
	int64_t least = least_cost(p, slice_ns);

	for (size_t tried = 0; tried < p->n * PLAN_EVERY; tried++) {
		struct planned *s = &p->series[p->next];

		if (p->next == 0 && p->round_begun) {
			p->round++;
			p->pass++;
			p->round_begun = false;
		} else if (p->next == 0 && tried) {
			p->pass++;
		}
		p->next = (p->next + 1) % p->n;
		if (!can_run(s, now_ns) || !is_due(p, s, slice_ns, least))
			continue;
		p->round_begun = true;
		return s;
	}
	return NULL;
}

void plan_again(struct plan *p, const struct planned *s)
{
	p->next = (size_t)(s - p->series);
	/* the first of a round begins the same round again */
	if (!p->next)
		p->round_begun = false;
}

bool plan_failed(struct planned *s, const char *reason, int64_t now_ns, int64_t pause_ns)
{
	bool is_new = strcmp(s->reason, reason) != 0;

	text_copy(s->reason, sizeof(s->reason), reason);
	s->retry_ns = now_ns + pause_ns;
	return is_new;
}

bool plan_worked(struct planned *s)
{
	bool had = s->reason[0] != '\0';

	s->reason[0] = '\0';
	s->retry_ns = 0;
	return had;
}

bool plan_counts(struct planned *s)
{
	if (!s->uncounted)
		return true;
	s->uncounted--;
	return false;
}

void plan_was_counted(struct planned *s)
{
	s->uncounted = s->counted++ ? PLAN_COUNTED - 1 : s->info.id % PLAN_COUNTED;
}

void plan_count_anew(struct plan *p)
{
	for (size_t i = 0; i < p->n; i++)
		p->series[i].uncounted = p->series[i].counted = 0;
}
