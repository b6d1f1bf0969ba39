// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_ctxbench: runs and sections as text, and a frame as runs and sections.
 *
 * Invariant: what one frame gives is one run for each placement, LABEL-PLACEMENT, with a row in
 * the section of each method that has a series there.
 */
#include "report/report_ctxbench.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/report_text.h"

#define NAME_WIDTH 20 /* with the two blanks in front */
#define CELL_WIDTH 11
#define MISSING	   "--"

static const char bar[] = "================================================================";

static void put_title(FILE *out, const char *title)
{
	fprintf(out, "%s\n    %s\n%s\n\n", bar, title, bar);
}

static void put_fact(FILE *out, const char *name, const char *value)
{
	char clean[256];

	report_clean(clean, sizeof(clean), value);
	fprintf(out, "  %-21s%s\n", name, *clean ? clean : MISSING);
}

/* What the original did not tell, and what a reader of the figures must know. */
static void put_more_facts(FILE *out, const struct ctxbench_run *run)
{
	const struct host *h = run->host;

	if (run->mhz_source && *run->mhz_source)
		put_fact(out, "MHz_source", run->mhz_source);
	if (!h)
		return;
	if (*h->hypervisor)
		put_fact(out, "Hypervisor", h->hypervisor);
	if (*h->preemption)
		put_fact(out, "Preemption", h->preemption);
	if (h->have & HOST_CAPTURED)
		put_fact(out, "Warning", HOST_CAPTURED_WORDS);
	for (size_t i = 0; i < h->nwarning; i++)
		put_fact(out, "Warning", h->warning[i]);
}

static void put_run(FILE *out, const struct ctxbench_run *run)
{
	char name[sizeof(run->name)], description[sizeof(run->description)];
	char text[32] = MISSING;

	report_clean(name, sizeof(name), run->name);
	report_clean(description, sizeof(description), run->description);
	fprintf(out, "Run: %s%s%s\n", name, *description ? "\t" : "", description);
	if (run->has_mhz)
		text_format(text, sizeof(text), "%.3f", run->mhz);
	put_fact(out, "CPU_MHz", text);
	put_fact(out, "CPUtype", run->cpu_type);
	put_fact(out, "HostName", run->host_name);
	put_fact(out, "KernelName", run->kernel);
	text_copy(text, sizeof(text), MISSING);
	if (run->ncpu)
		text_format(text, sizeof(text), "%u", run->ncpu);
	put_fact(out, "Ncpu", text);
	put_more_facts(out, run);
}

static void put_loops(FILE *out, bool have, double v)
{
	if (have && isfinite(v))
		fprintf(out, "%*.0f", CELL_WIDTH, floor(v));
	else
		fprintf(out, "%*s", CELL_WIDTH, MISSING);
}

static void put_row(FILE *out, int width, const char *name, const struct ctxbench_cell *cell)
{
	static const struct figures none;
	const struct figures *fig = cell->fig ? cell->fig : &none;
	char clean[sizeof(((struct ctxbench_run *)0)->name)], reason[200];

	report_clean(clean, sizeof(clean), name);
	fprintf(out, "  %-*s", width - 2, clean);
	put_loops(out, fig->have & FIG_RATE, fig->low);
	put_loops(out, fig->have & FIG_RATE, fig->high);
	put_loops(out, fig->have & FIG_RATE, fig->average);
	if ((fig->have & FIG_PER_MHZ) && isfinite(fig->average_per_mhz))
		fprintf(out, "%*.3f", CELL_WIDTH, fig->average_per_mhz);
	else
		fprintf(out, "%*s", CELL_WIDTH, MISSING);
	if (cell->reason) {
		report_clean(reason, sizeof(reason), cell->reason);
		fprintf(out, "  %s", reason);
	}
	fputc('\n', out);
}

/* The original wrote "loops/sec"; everything else in ctxtop says "loops/s". */
static const char *unit_words(const char *unit)
{
	return strcmp(unit, "loops/s") ? unit : "loops/sec";
}

static void put_section(FILE *out, int width, const struct ctxbench_run *run, size_t nruns,
			const struct ctxbench_section *s)
{
	char label[64], unit[32];

	report_clean(label, sizeof(label), s->label);
	report_clean(unit, sizeof(unit), unit_words(s->unit));
	fprintf(out, "\n%*s%s\n", width + 15, "", unit);
	fprintf(out, "%-*s%*s%*s%*s%*s\n", width, label, CELL_WIDTH, "low", CELL_WIDTH, "high",
		CELL_WIDTH, "average", CELL_WIDTH, "avg/MHz");
	for (size_t i = 0; i < nruns; i++)
		if (s->cell[i].fig || s->cell[i].reason)
			put_row(out, width, run[i].name, &s->cell[i]);
}

int ctxbench_write(FILE *out, const struct ctxbench_run *run, size_t nruns,
		   const struct ctxbench_section *section, size_t nsections)
{
	struct report_locale l;
	size_t width = NAME_WIDTH;

	for (size_t i = 0; i < nruns; i++)
		width = MAX(width, strlen(run[i].name) + 2);
	for (size_t i = 0; i < nsections; i++)
		width = MAX(width, strlen(section[i].label));
	report_locale_enter(&l);
	put_title(out, "Run information");
	for (size_t i = 0; i < nruns; i++)
		put_run(out, &run[i]);
	fprintf(out, "\n%s\n    Results by IPC type\n%s\n", bar, bar);
	for (size_t i = 0; i < nsections; i++)
		put_section(out, (int)width, run, nruns, &section[i]);
	report_locale_leave(&l);
	return report_flush(out);
}

/* The runs and sections that one frame holds. */
struct layout {
	struct ctxbench_run *run;
	struct ctxbench_section *section;
	struct ctxbench_cell *cell; /* [nsections][nseries], nruns of each row used */
	const char **placement;	    /* [nruns] */
	const char **method;	    /* [nsections] */
	size_t nruns, nsections;
};

static size_t index_of(const char **names, size_t *n, const char *name)
{
	for (size_t i = 0; i < *n; i++)
		if (!strcmp(names[i], name))
			return i;
	names[*n] = name;
	return (*n)++;
}

/* Mean of the running clocks of the series there, which are what their figures were divided by. */
static bool running_mhz(const struct frame *f, const char *placement, double *mhz)
{
	double sum = 0;
	unsigned n = 0;

	for (size_t i = 0; i < f->nseries; i++) {
		const struct figures *fig = report_figures(f, &f->series[i]);

		if (!metric_has(&fig->metrics, METRIC_mhz) ||
		    strcmp(f->series[i].info->placement, placement))
			continue;
		sum += fig->metrics.v[METRIC_mhz];
		n++;
	}
	*mhz = n ? sum / n : 0;
	return n;
}

/* "2.5.59", as the original has it, of "Linux 2.5.59". */
static const char *kernel_release(const struct host *h)
{
	const char *blank = strchr(h->kernel, ' ');

	return blank ? blank + 1 : h->kernel;
}

static void fill_run(struct ctxbench_run *run, const struct frame *f, const char *placement)
{
	const struct host *h = f->host;
	const char *label = f->label && *f->label ? f->label
			    : h && *h->kernel	  ? kernel_release(h)
						  : "run";

	text_format(run->name, sizeof(run->name), "%s-%s", label, placement);
	for (char *p = run->name; *p; p++)
		if (isspace((unsigned char)*p))
			*p = '_';
	text_format(run->description, sizeof(run->description),
		    "placement %s, %.12g ms slices, %u rounds", placement,
		    (double)f->slice_ns / NSEC_PER_MSEC, f->rounds);
	run->host = h;
	run->cpu_type = h ? h->cpu_type : "";
	run->host_name = h ? h->hostname : "";
	run->kernel = h ? kernel_release(h) : "";
	run->ncpu = h && (h->have & HOST_NCPU) ? h->ncpu_online : 0;
	if (f->divisor == DIVISOR_RUNNING) {
		run->has_mhz = running_mhz(f, placement, &run->mhz);
		run->mhz_source = "measured while running, mean of the series";
	} else if (h && (h->have & (HOST_NOMINAL_MHZ | HOST_CAPTURED)) == HOST_NOMINAL_MHZ) {
		run->has_mhz = true;
		run->mhz = h->nominal_mhz;
		run->mhz_source = h->nominal_source;
	}
}

static void fill(struct layout *l, const struct frame *f)
{
	for (size_t i = 0; i < f->nseries; i++) {
		const struct frame_series *s = &f->series[i];
		size_t run = index_of(l->placement, &l->nruns, s->info->placement);
		size_t row = index_of(l->method, &l->nsections, s->info->method);

		l->section[row] = (struct ctxbench_section){ .label = s->info->label,
							     .unit = s->info->unit,
							     .cell = &l->cell[row * f->nseries] };
		l->cell[row * f->nseries + run] = (struct ctxbench_cell){
			.fig = report_figures(f, s), .reason = report_unavailable(s)
		};
	}
	for (size_t i = 0; i < l->nruns; i++)
		fill_run(&l->run[i], f, l->placement[i]);
}

int report_write_ctxbench(FILE *out, const struct frame *f)
{
	size_t n = MAX(f->nseries, (size_t)1);
	struct layout l = {
		.run = calloc(n, sizeof(*l.run)),
		.section = calloc(n, sizeof(*l.section)),
		.cell = calloc(n * n, sizeof(*l.cell)),
		.placement = calloc(n, sizeof(*l.placement)),
		.method = calloc(n, sizeof(*l.method)),
	};
	int rc = -ENOMEM;

	if (l.run && l.section && l.cell && l.placement && l.method) {
		fill(&l, f);
		rc = ctxbench_write(out, l.run, l.nruns, l.section, l.nsections);
	}
	free(l.run);
	free(l.section);
	free(l.cell);
	free(l.placement);
	free(l.method);
	return rc;
}
