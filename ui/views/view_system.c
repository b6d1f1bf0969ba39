// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_system: the machine, its kernel and what of both spoils or explains figures, as text.
 *
 * Invariant: what is not known stands there as "--"; warnings stand first.
 */
#include <string.h>

#include "base/base.h"
#include "machine/host.h"
#include "probes/probe.h"
#include "draw/box.h"
#include "draw/list.h"
#include "draw/page.h"
#include "views/parts.h"
#include "views/view.h"
#include "draw/words.h"

#define TWO_COLUMNS  110 /* columns of the screen from which on the text stands in two */
#define NAME_W	     14
#define RIGHT_NAME_W 20

/* How far one has scrolled. */
struct view_system_state {
	int top, page; /* first line shown; lines there was room for when it was drawn */
};

static const char *const system_probe_files[PROBES] = {
	[PROBE_interrupts] = "/proc/interrupts",
	[PROBE_cpustat] = "/proc/stat",
	[PROBE_softirqs] = "/proc/softirqs",
};

static void system_warnings(struct page *p, const struct frame *f)
{
	const struct host *h = f->host;

	bool captured = h->have & HOST_CAPTURED;
	char text[200];

	if (!h->nwarning && !f->fault[0] && !captured && !(f->throttled && *f->throttled))
		return;
	page_heading(p, "Mind this");
	if (f->throttled && *f->throttled) {
		text_format(text, sizeof(text),
			    "workers are held back, rates are not the machine's: %s", f->throttled);
		page_paragraph(p, STYLE_WARN, text);
	}
	if (captured)
		page_paragraph(p, STYLE_WARN, HOST_CAPTURED_WORDS);
	if (f->fault[0])
		page_paragraph(p, STYLE_CRIT, f->fault);
	for (size_t i = 0; i < h->nwarning && i < HOST_WARNINGS; i++)
		page_paragraph(p, STYLE_WARN, h->warning[i]);
}

/* What per-MHz figures are divided by, in words. */
static void system_divisor(struct page *p, const struct frame *f)
{
	char buf[160];

	if (f->divisor == DIVISOR_RUNNING)
		text_copy(buf, sizeof(buf), "the clock measured while the loops ran (d: nominal)");
	else if (f->host->have & HOST_NOMINAL_MHZ)
		text_format(buf, sizeof(buf), "nominal %.0f MHz: a constant (d: the running clock)",
			    f->host->nominal_mhz);
	else
		text_copy(buf, sizeof(buf), "nominal clock, not known here (d: the running clock)");
	page_pair(p, STYLE_NORMAL, "per MHz means", buf);
}

/* "5.0 frames/s, 2131 bytes/s, 0 skipped": what the line to the terminal carries. */
static void system_painting(struct page *p, const struct screen *s)
{
	const struct term_traffic *t = &s->traffic;
	char frames[16], bytes[16], buf[120];

	words_per_s(frames, sizeof(frames), t->has_rate, t->frames_per_s, 6);
	words_rate(bytes, sizeof(bytes), t->has_rate && t->has_bytes, t->bytes_per_s, 6);
	text_format(buf, sizeof(buf), "%s frames/s, %s bytes/s, %llu skipped", frames, bytes,
		    (unsigned long long)t->skipped);
	page_pair(p, STYLE_NORMAL, "painting", buf);
}

/* The lines with which ctxbench's report begins, under their names, and what was run. */
static void system_run_information(struct page *p, const struct frame *f, const struct screen *s)
{
	const struct host *h = f->host;
	char buf[160] = "";

	page_heading(p, "Run information");
	page_fact(p, "Run", f->label, NULL);
	if (h->have & HOST_NOMINAL_MHZ)
		text_format(buf, sizeof(buf), "%.3f%s%s", h->nominal_mhz,
			    *h->nominal_source ? "  from " : "", h->nominal_source);
	page_fact(p, "CPU_MHz", buf, h->nominal_source);
	page_fact(p, "CPUtype", h->cpu_type, NULL);
	page_fact(p, "HostName", h->hostname, NULL);
	page_fact(p, "KernelName", h->kernel, NULL);
	buf[0] = '\0';
	if (h->have & HOST_NCPU)
		text_format(buf, sizeof(buf), "%u", h->ncpu_online);
	page_fact(p, "Ncpu", buf, NULL);
	system_divisor(p, f);
	text_format(buf, sizeof(buf), "%zu, one slice of %.12g ms each in turn", f->nseries,
		    (double)f->slice_ns / (double)NSEC_PER_MSEC);
	page_pair(p, STYLE_NORMAL, "series", buf);
	text_format(buf, sizeof(buf), "%u complete, the last took %.1f s", f->rounds, f->round_s);
	page_pair(p, STYLE_NORMAL, "rounds", f->rounds ? buf : "none complete yet");
	words_date(buf, sizeof(buf), f->wall_ns);
	page_pair(p, STYLE_NORMAL, "now", buf);
	text_format(buf, sizeof(buf), "%.1f %% of one CPU", f->own_share * 100);
	page_fact(p, "ctxtop itself", f->has_own ? buf : "", NULL);
	text_format(buf, sizeof(buf), "%.1f %% of the time", f->duty * 100);
	page_fact(p, "measuring", f->has_duty ? buf : "", NULL);
	if (s->traffic.frames)
		system_painting(p, s);
}

static void system_processor(struct page *p, const struct host *h)
{
	/* before the facts are there "none" would be a claim */
	const char *none = h->ncpu_possible ? "none" : "";
	char buf[400] = "", count[80];

	page_heading(p, "Processor");
	page_fact(p, "code name", h->cpu_codename, NULL);
	page_fact(p, "architecture", h->machine, NULL);
	page_fact(p, "features", h->cpu_features, NULL);
	host_cpus_text(h, count, sizeof(count));
	if (*count)
		text_format(buf, sizeof(buf), "%s; online: %s", count,
			    *h->online ? h->online : "--");
	page_fact(p, "CPUs", buf, NULL);
	page_fact(p, "SMT", h->smt, NULL);
	page_fact(p, "isolated", *h->isolated ? h->isolated : none, NULL);
	page_fact(p, "nohz_full", *h->nohz_full ? h->nohz_full : none, NULL);
	text_format(buf, sizeof(buf), "%s, governor %s", h->cpufreq_driver,
		    *h->cpufreq_governor ? h->cpufreq_governor : "--");
	page_fact(p, "clock driver", *h->cpufreq_driver ? buf : "",
		  h->ncpu_possible ? "no cpufreq here" : NULL);
	text_format(buf, sizeof(buf), "%s, governor %s", h->cpuidle_driver,
		    *h->cpuidle_governor ? h->cpuidle_governor : "--");
	page_fact(p, "idle driver", *h->cpuidle_driver ? buf : "", NULL);
	page_fact(p, "hypervisor", h->hypervisor, h->virtualization);
	if (*h->hypervisor)
		page_fact(p, "virtualization", h->virtualization, NULL);
	page_fact(p, "steal time",
		  h->have & HOST_STEAL ? "accounted by the hypervisor"
		  : h->ncpu_possible   ? "not accounted"
				       : "",
		  NULL);
}

static void system_kernel(struct page *p, const struct host *h)
{
	char buf[160] = "";

	page_heading(p, "Kernel");
	page_fact(p, "build", h->kernel_version, NULL);
	page_fact(p, "preemption", h->preemption, NULL);
	if (h->have & HOST_HZ)
		text_format(buf, sizeof(buf), "%u: ticks a second on a busy CPU", h->hz);
	page_fact(p, "HZ", buf, NULL);
	text_format(buf, sizeof(buf), "%s (there are: %s)", h->clocksource,
		    *h->clocksources ? h->clocksources : "--");
	page_fact(p, "clock source", *h->clocksource ? buf : "", NULL);
	page_fact(p, "huge pages", h->thp, NULL);
	page_fact(p, "lockdown", h->lockdown, NULL);
	page_fact(p, "build options", h->kernel_config, NULL);
}

static void system_boot(struct page *p, const struct host *h)
{
	page_heading(p, "Boot options that matter here");
	for (size_t i = 0; i < h->nboot && i < HOST_BOOT_OPTS; i++)
		page_fact(p, h->boot[i].name, h->boot[i].value, "given without a value");
	if (!h->nboot)
		page_pair(p, STYLE_DIM, "none", "");
	page_heading(p, "Kernel command line");
	page_paragraph(p, STYLE_DIM, *h->cmdline ? h->cmdline : "--");
}

static void system_mitigations(struct page *p, const struct host *h)
{
	page_heading(p, "Mitigations");
	for (size_t i = 0; i < h->nmitigation && i < HOST_MITIGATIONS; i++) {
		const char *v = h->mitigation[i].value;
		style_t style = !strncmp(v, "Vulnerable", 10)	  ? STYLE_WARN
				: !strncmp(v, "Not affected", 12) ? STYLE_DIM
								  : STYLE_NORMAL;

		if (!strncmp(v, "Mitigation: ", 12))
			v += 12;
		page_pair(p, style, h->mitigation[i].name, v);
	}
	if (!h->nmitigation)
		page_pair(p, STYLE_DIM, "--", "the kernel names none");
}

static void system_readings(struct page *p, const struct frame *f)
{
	page_heading(p, "What is read between slices");
	for (size_t i = 0; i < PROBES; i++) {
		const struct frame_probe *fp = &f->probe[i];
		char buf[200], age[24];

		part_age(age, sizeof(age), fp, f);
		if (fp->available)
			text_format(buf, sizeof(buf), "%zu rows, %zu CPUs%s%s", fp->nrows,
				    fp->ncols, *age ? "," : "", age);
		else
			text_format(buf, sizeof(buf), "--  %s",
				    fp->reason && *fp->reason ? fp->reason : "not read yet");
		page_pair(p, fp->available ? STYLE_NORMAL : STYLE_WARN, system_probe_files[i], buf);
	}
}

static void system_unavailable(struct page *p, const struct frame *f)
{
	bool any = false;

	for (size_t i = 0; i < f->nseries; i++) {
		const struct frame_series *fs = &f->series[i];
		char name[48];

		if (fs->state != SERIES_UNAVAILABLE)
			continue;
		if (!any)
			page_heading(p, "Series that cannot run here");
		any = true;
		part_series_name(name, sizeof(name), fs->info);
		page_pair(p, STYLE_WARN, name, fs->reason && *fs->reason ? fs->reason : "--");
	}
}

/* All of the text from line @top on into @r; returns how many lines it has. */
static int system_draw_text(struct canvas *c, struct rect r, int top, const struct frame *f,
			    const struct screen *s)
{
	struct page left = { .c = c, .r = r, .top = top, .name_w = NAME_W }, right;

	system_warnings(&left, f);
	right = left;
	if (r.w >= TWO_COLUMNS) {
		left.r.w = (r.w - 4) / 2;
		right.r.x = r.x + left.r.w + 4;
		right.r.w = r.w - left.r.w - 4;
	}
	system_run_information(&left, f, s);
	system_processor(&left, f->host);
	system_kernel(r.w < TWO_COLUMNS ? &left : &right, f->host);
	if (r.w < TWO_COLUMNS)
		right.line = left.line;
	right.name_w = RIGHT_NAME_W;
	system_boot(&right, f->host);
	system_unavailable(&right, f);
	system_readings(&right, f);
	system_mitigations(&right, f->host);
	return MAX(left.line, right.line);
}

static void system_draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s,
			void *state)
{
	struct view_system_state *v = state;
	struct rect r;
	int lines;

	canvas_clip(c, area);
	r = box_open(c, area, true, true, " s&ystem ", " Up Down scroll ");
	r = (struct rect){ r.x + 1, r.y, MAX(r.w - 2, 0), r.h };
	if (!f->host) {
		canvas_put(c, r.x, r.y, STYLE_DIM, "not known yet");
		canvas_unclip(c);
		return;
	}
	v->page = r.h;
	canvas_clip(c, r);
	/* how long the text is shows only when it was written */
	lines = system_draw_text(c, r, v->top, f, s);
	if (list_top(v->top, lines, r.h) != v->top) {
		canvas_fill(c, r, STYLE_NORMAL, ' ');
		v->top = list_top(v->top, lines, r.h);
		system_draw_text(c, r, v->top, f, s);
	}
	canvas_clip(c, area);
	list_thumb(c, area.x + area.w - 1, r.y, r.h, v->top, lines);
	canvas_unclip(c);
}

#define MANY_LINES 10000 /* drawing takes the position back to the real end */

static bool system_key(void *state, struct screen *s, const struct frame *f, int k,
		       struct intent *out)
{
	struct view_system_state *v = state;

	(void)s, (void)f, (void)out;
	return list_scroll(k, MANY_LINES, v->page, &v->top);
}

static const struct key_help system_keys[] = {
	{ .key = CT_UP, .twin = CT_DOWN, .shown = "Up Down", .text = "scroll by a line" },
	{ .key = CT_PGUP, .twin = CT_PGDN, .shown = "PgUp PgDn", .text = "scroll by a page" },
	{ .key = CT_HOME, .twin = CT_END, .shown = "Home End g G", .text = "begin and end" },
	{ 0 },
};

static const struct key_help system_jumps[] = {
	{ .key = 'y',
	  .text = "system: machine, kernel, warnings",
	  .bar = "System",
	  .intent = INTENT_VIEW },
	{ 0 },
};

const struct view view_system = {
	.name = "system",
	.title = "System",
	.summary = "the machine, its kernel, what spoils figures, what can be read",
	.state_size = sizeof(struct view_system_state),
	.draw = system_draw,
	.key = system_key,
	.keys = system_keys,
	.jumps = system_jumps,
};
