// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_machine: what the machine did, in the report for people: load by CPU, interrupts by row.
 *
 * Invariant: what did not move is counted, not listed.
 */
#include "report/report_print.h"
#include "report/report_text.h"

#define CPUS_MAX 64

/* On large machines a CPU that did nothing is not worth a line. */
static bool cpu_moved(const struct frame *f, const struct cpu_shares *s)
{
	return f->ncpus <= 16 || 1 - s->idle - s->iowait > 0.01;
}

static void put_cpu(FILE *out, const struct frame_cpu *c, const struct cpu_shares *s)
{
	char name[16];

	text_format(name, sizeof(name), "cpu%u", c->cpu);
	fprintf(out, "%-9s%8.1f%8.1f%8.1f%8.1f%8.1f%8.1f%8.1f%8.1f%8.1f", name, 100 * s->user,
		100 * s->nice, 100 * s->system, 100 * s->irq, 100 * s->softirq, 100 * s->steal,
		100 * s->guest, 100 * s->iowait, 100 * s->idle);
	print_figure(out, 10, c->has_mhz, c->mhz);
	fputc('\n', out);
}

static void put_cpus(FILE *out, const struct frame *f)
{
	size_t shown = 0, left = 0, offline = 0;

	fprintf(out, "\nLoad and interrupts over the %s:\n",
		report_over_run(f) ? "whole run" : "last second");
	for (size_t i = 0; i < f->ncpus; i++) {
		struct cpu_shares s;

		offline += !f->cpu[i].online;
		if (!report_cpu_shares(&f->cpu[i], &s) || !cpu_moved(f, &s) || shown >= CPUS_MAX) {
			left++;
			continue;
		}
		if (!shown++)
			fprintf(out, "%-9s%8s%8s%8s%8s%8s%8s%8s%8s%8s%10s\n", "CPU %", "user",
				"nice", "system", "irq", "softirq", "steal", "guest", "iowait",
				"idle", "MHz");
		put_cpu(out, &f->cpu[i], &s);
	}
	if (left)
		fprintf(out, "%zu CPUs %s\n", left,
			shown == CPUS_MAX ? "more" : "more: idle, or without figures");
	if (offline)
		fprintf(out, "CPUs that went offline: %zu\n", offline);
}

static void put_machine(FILE *out, const struct frame *f)
{
	if (!f->has_ctxt && !f->has_intr && !f->has_running)
		return;
	fputs("machine ", out);
	if (f->has_ctxt)
		fprintf(out, " %.0f context switches/s", f->ctxt_per_s);
	if (f->has_intr)
		fprintf(out, " %.0f interrupts/s", f->intr_per_s);
	if (f->has_running)
		fprintf(out, " %.0f tasks running", f->running_tasks);
	fputs(" (last second)\n", out);
}

static void put_interrupts(FILE *out, const struct frame *f)
{
	const struct frame_probe *p = report_interrupts(f);
	bool headed = false;

	if (!p->available) {
		fprintf(out, "\n%-*s", 16, "interrupts/s");
		print_wrapped(out, 16, 16, p->reason && *p->reason ? p->reason : "--");
		return;
	}
	for (size_t i = 0; i < p->nrows; i++) {
		const struct frame_row *r = &p->row[i];
		char label[sizeof(r->row->label)];
		double per_s;

		if (!report_row_rate(r, &per_s) || !(per_s > 0))
			continue;
		if (!headed)
			fprintf(out, "\n%-16s%12s  %-10s %s\n", "interrupts", "per second", "class",
				"text");
		headed = true;
		report_clean(label, sizeof(label), r->row->label);
		print_padded(out, 16, label);
		fprintf(out, "%12.1f  %-10s ", per_s, row_class_name(r->row->class));
		print_wrapped(out, 41, 41, r->row->text);
	}
	if (!headed)
		fprintf(out, "\n%-16s%s\n", "interrupts/s", "none moved");
}

void report_table_machine(FILE *out, const struct frame *f)
{
	put_cpus(out, f);
	put_machine(out, f);
	put_interrupts(out, f);
}
