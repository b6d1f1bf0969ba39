// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_json_history: epochs, changes of settings and marks in the JSON report.
 *
 * Invariant: every key stands in every object; what is missing is null.
 */
#include "report/report_json.h"
#include "report/report_text.h"

#include <math.h>

#include "stream/json_fields.h"

static int put_series(json_t *o, const struct series_info *info)
{
	int rc;

	rc = json_put(o, "method", json_text(info->method));
	rc |= json_put(o, "placement", json_text(info->placement));
	return rc | json_put(o, "cpus", json_text(info->cpus));
}

static json_t *figures(const struct frame_series *s, const struct figures *fig)
{
	json_t *o = json_object();
	int rc;

	rc = put_series(o, s->info);
	rc |= json_put(o, "n", json_u64(fig->n));
	rc |= json_put(o, "voided", json_u64(fig->voided));
	rc |= report_json_figures(o, fig);
	return report_json_finish(o, rc);
}

static json_t *epoch(const struct frame *f, size_t e)
{
	const struct frame_epoch *ep = &f->epoch[e];
	json_t *o = json_object(), *all = json_array();
	int rc;

	rc = json_put(o, "epoch", json_integer((json_int_t)e + 1));
	rc |= json_put(o, "wall_ns", json_integer(ep->wall_ns));
	rc |= json_put(o, "slice_ms",
		       report_json_number(ep->slice_ns, (double)ep->slice_ns / NSEC_PER_MSEC));
	rc |= json_put(o, "text", json_text(ep->text));
	for (size_t i = 0; i < f->nseries; i++)
		rc |= json_array_append_new(
			all, figures(&f->series[i], report_epoch_figures(f, &f->series[i], e)));
	rc |= json_put(o, "series", all);
	return report_json_finish(o, rc);
}

json_t *report_json_epochs(const struct frame *f)
{
	json_t *a = json_array();
	int rc = 0;

	for (size_t e = 0; e < f->nepochs; e++)
		rc |= json_array_append_new(a, epoch(f, e));
	return report_json_finish(a, rc);
}

static const char *const state_names[] = {
	[VERDICT_NEVER] = "never judged",	 [VERDICT_TOO_FEW] = "too few rounds before",
	[VERDICT_WAITING] = "waiting",		 [VERDICT_HIDDEN] = "hidden by noise",
	[VERDICT_SAME] = "no difference proven", [VERDICT_DIFFERENCE] = "difference",
};

static json_t *verdict(const struct series_info *info, const struct verdict *v)
{
	bool looked = v->look > 0;
	json_t *o = json_object();
	int rc;

	rc = put_series(o, info);
	rc |= json_put(o, "state", json_string(state_names[v->state]));
	rc |= json_put(o, "rounds_before", json_integer(v->n));
	rc |= json_put(o, "rounds_after", json_integer(looked ? v->look : v->m));
	rc |= json_put(o, "ratio", report_json_number(looked, exp(v->d)));
	rc |= json_put(o, "ratio_low", report_json_number(looked, exp(v->lo)));
	rc |= json_put(o, "ratio_high", report_json_number(looked, exp(v->hi)));
	rc |= json_put(o, "p", report_json_number(looked, v->p));
	rc |= json_put(o, "cut_by", v->cut ? json_text(v->cut_by) : json_null());
	return report_json_finish(o, rc);
}

static json_t *change(const struct frame *f, const struct frame_change *c)
{
	json_t *o = json_object(), *all = json_array();
	char letter[2] = { c->letter };
	int rc;

	rc = json_put(o, "mark", json_text(letter));
	rc |= json_put(o, "wall_ns", json_integer(c->wall_ns));
	rc |= json_put(o, "setting", json_text(c->name));
	rc |= json_put(o, "old", json_text(c->old));
	rc |= json_put(o, "now", json_text(c->now));
	rc |= json_put(o, "who", json_text(c->who));
	rc |= json_put(o, "also", json_integer(c->also));
	rc |= json_put(o, "headline", json_text(c->headline));
	for (size_t i = 0; i < f->nseries; i++) {
		const struct series_info *info = f->series[i].info;

		if (info->id < c->nverdicts)
			rc |= json_array_append_new(all, verdict(info, &c->verdict[info->id]));
	}
	rc |= json_put(o, "verdicts", all);
	return report_json_finish(o, rc);
}

json_t *report_json_changes(const struct frame *f)
{
	json_t *a = json_array();
	int rc = 0;

	for (size_t i = 0; i < f->nchanges; i++)
		rc |= json_array_append_new(a, change(f, &f->change[i]));
	return report_json_finish(a, rc);
}

json_t *report_json_marks(const struct frame *f)
{
	json_t *a = json_array();
	int rc = 0;

	for (size_t i = 0; i < f->nmarks; i++) {
		const struct frame_mark *k = &f->mark[i];
		char letter[2] = { k->letter };
		json_t *o = json_object();

		rc |= json_put(o, "mark", json_text(letter));
		rc |= json_put(o, "wall_ns", json_integer(k->wall_ns));
		rc |= json_put(o, "setting", json_boolean(k->setting));
		rc |= json_put(o, "text", json_text(k->text));
		rc |= json_array_append_new(a, o);
	}
	return report_json_finish(a, rc);
}
