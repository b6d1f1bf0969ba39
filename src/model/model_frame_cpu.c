// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * model_frame_cpu: what /proc/stat says at one instant: load of each CPU, context switches, interrupts, tasks.
 *
 * Pure. Invariant: a CPU that was ever there stays in the list, off line or not; shares of one CPU's time
 * add up to 1.
 */
#include "model/model_int.h"

#include <errno.h>
#include <string.h>

/* Where a state of /proc/stat goes in struct cpu_shares. */
static const struct {
	const char *label;
	size_t offset;
} load_states[] = {
	{ "user", offsetof(struct cpu_shares, user) },
	{ "nice", offsetof(struct cpu_shares, nice) },
	{ "system", offsetof(struct cpu_shares, system) },
	{ "idle", offsetof(struct cpu_shares, idle) },
	{ "iowait", offsetof(struct cpu_shares, iowait) },
	{ "irq", offsetof(struct cpu_shares, irq) },
	{ "softirq", offsetof(struct cpu_shares, softirq) },
	{ "steal", offsetof(struct cpu_shares, steal) },
};

static double column_value(const struct mprobe *p, const char *label, size_t col, bool average)
{
	for (size_t i = 0; i < p->nrows; i++) {
		const struct mrow *r = &p->row[i];

		if (!r->col_per_s || !r->present || (r->row.flags & (ROW_SUM | ROW_GAUGE)))
			continue;
		if (!strcmp(r->row.label, label))
			return average ? r->col_total[col] : (double)r->col_per_s[col];
	}
	return 0;
}

/* Shares of one column; @average: since the columns last changed, else over the last second. */
static bool column_load(const struct mprobe *p, size_t col, bool average, struct cpu_shares *out)
{
	double guest = column_value(p, "guest", col, average);
	double guest_nice = column_value(p, "guest_nice", col, average);
	double sum = 0;

	*out = (struct cpu_shares){ 0 };
	for (size_t k = 0; k < ARRAY_SIZE(load_states); k++)
		sum += column_value(p, load_states[k].label, col, average);
	if (sum <= 0)
		return false;
	for (size_t k = 0; k < ARRAY_SIZE(load_states); k++) {
		double share = column_value(p, load_states[k].label, col, average) / sum;

		memcpy((char *)out + load_states[k].offset, &share, sizeof(share));
	}
	/* the kernel counts a guest's time in user and nice time too */
	out->guest = (guest + guest_nice) / sum;
	out->user = MAX(out->user - guest / sum, 0);
	out->nice = MAX(out->nice - guest_nice / sum, 0);
	return true;
}

static size_t find_col(const struct mprobe *p, uint32_t cpu)
{
	for (size_t c = 0; c < p->ncols; c++)
		if (p->cpu[c] == cpu)
			return c;
	return p->ncols;
}

int mframe_cpus(struct frame *f, const struct model *m, size_t *size)
{
	const struct mprobe *p = &m->probe[PROBE_cpustat];

	if (MODEL_RESERVE(f->cpu, *size, m->ncpu_seen))
		return -ENOMEM;
	f->ncpus = m->ncpu_seen;
	for (size_t i = 0; i < m->ncpu_seen; i++) {
		struct frame_cpu *c = &f->cpu[i];
		/* columns are ascending, so a CPU is mostly where it stands among all */
		size_t col = i < p->ncols && p->cpu[i] == m->cpu_seen[i]
				     ? i
				     : find_col(p, m->cpu_seen[i]);

		*c = (struct frame_cpu){ .cpu = m->cpu_seen[i], .online = col < p->ncols };
		c->has_mhz = m->cpu_mhz[i] > 0;
		c->mhz = m->cpu_mhz[i];
		if (!c->online)
			continue;
		c->has_load = column_load(p, col, false, &c->now);
		c->has_avg = column_load(p, col, true, &c->avg);
	}
	return 0;
}

void mframe_scalars(struct frame *f)
{
	const struct {
		const char *label;
		bool *has;
		double *value;
	} want[] = {
		{ "ctxt", &f->has_ctxt, &f->ctxt_per_s },
		{ "intr", &f->has_intr, &f->intr_per_s },
		{ "procs_running", &f->has_running, &f->running_tasks },
	};

	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		const struct frame_row *r = frame_row_by_label(&f->probe[PROBE_cpustat],
							       want[i].label);

		*want[i].has = r && r->has_rate;
		*want[i].value = r ? r->per_s : 0;
	}
}
