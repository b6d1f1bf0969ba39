// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * axis: the time axis that all histories share.
 *
 * Invariant: it is never scrolled so far back that nothing is left on it.
 */
#include "views/axis.h"

#include "base/base.h"
#include "draw/words.h"

static const int64_t axis_windows[] = {
	10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400
}; /* seconds */

static int64_t axis_oldest(const struct frame *f)
{
	int64_t t = f->t_ns;

	for (size_t i = 0; i < f->nseries; i++)
		if (f->series[i].npoints)
			t = MIN(t, f->series[i].point[0].t_ns);
	return t;
}

/*
 * The length of the axis: while there is less history than the window holds, the shortest window that
 * holds it, so that the first minute does not stand in a corner of an empty graph.
 */
static int64_t axis_length(const struct screen *s, const struct frame *f)
{
	int64_t age = f->t_ns - axis_oldest(f);

	if (s->end_ns)
		return MAX(s->window_ns, NSEC_PER_SEC);
	for (size_t i = 0; i < ARRAY_SIZE(axis_windows); i++)
		if (axis_windows[i] * NSEC_PER_SEC >= age)
			return MAX(MIN(axis_windows[i] * NSEC_PER_SEC, s->window_ns), NSEC_PER_SEC);
	return MAX(s->window_ns, NSEC_PER_SEC);
}

void axis_ends(const struct screen *s, const struct frame *f, int64_t *t0, int64_t *t1)
{
	*t1 = s->end_ns ? s->end_ns : f->t_ns;
	*t0 = *t1 - axis_length(s, f);
}

void axis_span(const struct screen *s, const struct frame *f, char *buf, size_t size)
{
	words_span(buf, size, axis_length(s, f));
}

int64_t axis_wall(const struct frame *f, int64_t t_ns)
{
	return f->wall_ns - (f->t_ns - t_ns);
}

void axis_set_end(struct screen *s, const struct frame *f, int64_t end)
{
	s->end_ns = end >= f->t_ns ? 0 : end;
	s->end_wall_ns = s->end_ns ? axis_wall(f, s->end_ns) : 0;
}

void axis_scroll(struct screen *s, const struct frame *f, enum axis_scroll how)
{
	int64_t t0, t1, step, first = axis_oldest(f) + s->window_ns / 2;

	axis_ends(s, f, &t0, &t1);
	step = s->window_ns / (how == AXIS_PAGE_FORWARD || how == AXIS_PAGE_BACK ? 1 : 8);
	if (how == AXIS_LIVE)
		t1 = f->t_ns;
	else if (how == AXIS_OLDEST)
		t1 = first + s->window_ns / 2;
	else
		t1 += how < 0 ? -step : step;
	axis_set_end(s, f, MAX(t1, MIN(first, f->t_ns)));
}

void axis_zoom(struct screen *s, const struct frame *f, int how)
{
	size_t at = 0, n = ARRAY_SIZE(axis_windows);

	if (!how) {
		s->window_ns = AXIS_WINDOW_NS;
		s->end_ns = 0;
		return;
	}
	if (how < 0)
		s->window_ns = axis_length(s, f); /* closer than what is seen */
	while (at < n && axis_windows[at] * NSEC_PER_SEC < s->window_ns)
		at++;
	if (how < 0 && at > 0)
		s->window_ns = axis_windows[at - 1] * NSEC_PER_SEC;
	if (how > 0 && at < n && axis_windows[at] * NSEC_PER_SEC == s->window_ns)
		at++;
	if (how > 0 && at < n)
		s->window_ns = axis_windows[at] * NSEC_PER_SEC;
}
