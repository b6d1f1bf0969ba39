// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * frame: what is found and counted in a frame.
 *
 * Pure. Invariant: reads the frame and nothing else.
 */
#include "model/frame.h"

#include <math.h>
#include <string.h>

bool frame_in_epoch(const struct frame *f, size_t e, const struct point *p)
{
	size_t ended = f->nepochs;

	if ((p->flags & POINT_GAP) || !f->nepochs)
		return false;
	while (ended > 1 && p->t_ns < f->epoch[ended - 1].t_ns)
		ended--;
	return e + 1 + !!(p->flags & POINT_EARLIER) == ended;
}

size_t frame_bin(double v, double lo, double hi, size_t nbins)
{
	double at;

	if (!(hi > lo))
		return nbins / 2;
	at = (v - lo) / (hi - lo) * (double)nbins;
	/* written so that the cast sees only what fits, whatever v is */
	if (!(at >= 0))
		return 0;
	return at < (double)nbins ? (size_t)at : nbins - 1;
}

unsigned frame_histogram(const struct frame *f, const struct frame_series *s, size_t e, double lo,
			 double hi, unsigned *bin, size_t nbins)
{
	unsigned most = 0;

	memset(bin, 0, nbins * sizeof(*bin));
	for (size_t i = 0; i < s->npoints; i++) {
		const struct point *p = &s->point[i];
		size_t k = frame_bin((double)p->mean, lo, hi, nbins);

		if (!frame_in_epoch(f, e, p) || !isfinite(p->mean))
			continue;
		bin[k] += MAX(p->n, 1);
		most = MAX(most, bin[k]);
	}
	return most;
}

const struct frame_setting *frame_setting_by_name(const struct frame *f, const char *name)
{
	for (size_t i = 0; i < f->nsettings; i++)
		if (!strcmp(f->setting[i].info->name, name))
			return &f->setting[i];
	return NULL;
}

void frame_verdict_short(const struct frame *f, size_t i, char *buf, size_t size)
{
	buf[0] = '\0';
	if (f->series[i].verdict)
		verdict_short(f->series[i].verdict, buf, size);
}

void frame_verdict_words(const struct frame *f, size_t i, char *buf, size_t size)
{
	const struct frame_change *c = f->nchanges ? &f->change[f->nchanges - 1] : NULL;
	char before[132], after[132];
	struct verdict_labels labels = { .before = before, .after = after };
	size_t len;

	buf[0] = '\0';
	if (!c || !f->series[i].verdict)
		return;
	text_format(before, sizeof(before), "%s=%s", c->name, c->old);
	text_format(after, sizeof(after), "%s=%s", c->name, c->now);
	labels.unit = f->series[i].info->unit;
	verdict_words(f->series[i].verdict, &labels, buf, size);
	len = strlen(buf);
	if (c->throttled)
		text_format(
			buf + len, size - len,
			"%sThe workers were held back (see the log): this may compare quotas.\n",
			len && buf[len - 1] != '\n' ? "\n" : "");
}

const struct frame_row *frame_row_by_label(const struct frame_probe *p, const char *label)
{
	for (size_t i = 0; i < p->nrows; i++)
		if (p->row[i].present && !strcmp(p->row[i].row->label, label))
			return &p->row[i];
	return NULL;
}
