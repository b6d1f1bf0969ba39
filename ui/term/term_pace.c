// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_pace: questions, answers, and what they say of the line.
 *
 * Pure. Invariant: the time of an answer beyond that of the quickest one is what its bytes took.
 */
#include "term/term_pace.h"

#include <string.h>

void pace_start(struct pace *p, int64_t now, unsigned bytes_per_s)
{
	size_t share = (size_t)(bytes_per_s * PACE_SHARE_NS / NSEC_PER_SEC);

	memset(p, 0, sizeof(*p));
	p->start_ns = now;
	p->bytes_per_s = bytes_per_s;
	p->most = bytes_per_s ? MAX(share, (size_t)PACE_LEAST) : 0;
	pace_fps(p, PACE_FEW_FPS + 1);
}

void pace_fps(struct pace *p, unsigned fps)
{
	p->silent_most = p->bytes_per_s / MAX(fps, 1u);
	if (p->bytes_per_s)
		p->silent_most = MAX(p->silent_most, (size_t)PACE_LEAST);
	if (fps <= PACE_FEW_FPS && (!p->silent_most || p->silent_most > PACE_FEW_BYTES))
		p->silent_most = PACE_FEW_BYTES;
}

static bool silent(const struct pace *p, int64_t now)
{
	return !p->answers && now - p->start_ns >= PACE_SILENT_NS;
}

bool pace_sends(struct pace *p, int64_t now, size_t bytes)
{
	if (silent(p, now))
		return false;
	p->outstanding++;
	p->sent_ns = now;
	p->sent = bytes;
	return true;
}

/* The last picture took @took_ns beyond the way there and back. */
static void learn(struct pace *p, int64_t took_ns)
{
	p->learned |= p->sent > 0;
	if (took_ns > PACE_SHARE_NS)
		p->most = MAX((size_t)((double)p->sent * PACE_SHARE_NS / (double)took_ns),
			      (size_t)PACE_LEAST);
	else if (p->most && took_ns < PACE_SHARE_NS / 4 && p->sent >= p->most / 2)
		p->most = p->most > SIZE_MAX / 4 ? 0 : 2 * p->most;
}

void pace_answered(struct pace *p, int64_t now)
{
	int64_t took = now - p->sent_ns;

	/* the first question stands behind next to nothing: its answer is the way there and back */
	if (!p->answers)
		p->trip_ns = MAX(now - p->start_ns, (int64_t)1);
	p->answers = true;
	if (!p->outstanding)
		return;
	p->outstanding--;
	if (p->outstanding)
		return; /* of an earlier picture */
	p->trip_ns = MIN(p->trip_ns, MAX(took, (int64_t)1));
	learn(p, took - p->trip_ns);
}

/*
 * When an answer does not come any more: soon, once it is known how long one takes. It may also stand behind a
 * flood of typing, where the picture is to go on.
 */
static int64_t lost(const struct pace *p)
{
	int64_t takes = p->most ? (int64_t)(p->sent * (size_t)PACE_SHARE_NS / p->most) : 0;

	return p->learned ? MIN(PACE_SOON_NS + 4 * (takes + p->trip_ns), PACE_LOST_NS)
			  : PACE_LOST_NS;
}

bool pace_ready(struct pace *p, int64_t now)
{
	if (!p->answers || !p->outstanding)
		return true;
	if (now - p->sent_ns < lost(p))
		return false;
	p->outstanding = 0;
	return true;
}

size_t pace_most(const struct pace *p)
{
	return p->answers ? p->most : p->silent_most;
}
