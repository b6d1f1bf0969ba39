// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * cpubar: one CPU's load as a bar and as figures.
 *
 * Invariant: one table says for every state its letter, its style, its words and where its figure
 * stands, so that bar, legend and columns cannot disagree.
 */
#include "views/cpubar.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "draw/words.h"

struct state {
	char letter; /* 0: not part of the bar */
	style_t style;
	size_t at; /* of the share in struct frame_cpu */
	const char *row, *head, *words;
	int rank; /* order in which columns are given room */
};

#define AT(member) offsetof(struct frame_cpu, now.member)

static const struct state states[] = {
	{ 'U', STYLE_CPU_USER, AT(user), "user", "user", "user", 0 },
	{ 'N', STYLE_CPU_NICE, AT(nice), "nice", "nice", "nice", 6 },
	{ 'S', STYLE_CPU_SYSTEM, AT(system), "system", "sys", "system", 1 },
	{ 'I', STYLE_CPU_IRQ, AT(irq), "irq", "irq", "interrupts", 3 },
	{ 'i', STYLE_CPU_SOFTIRQ, AT(softirq), "softirq", "soft", "softirqs", 4 },
	{ 'T', STYLE_CPU_STEAL, AT(steal), "steal", "steal", "taken by the host", 2 },
	{ 'G', STYLE_CPU_GUEST, AT(guest), "guest", "guest", "guest", 7 },
	{ 0, STYLE_CPU_IOWAIT, AT(iowait), "iowait", "iowt", "waits for I/O", 8 },
	{ 0, STYLE_DIM, AT(idle), "idle", "idle", "idle", 9 },
};
#define MHZ	 ARRAY_SIZE(states) /* the field after the states */
#define MHZ_RANK 5
#define FIELD_W	 6
#define LABEL_W	 5
#define BUSY_W	 7
#define BAR_MIN	 26

_Static_assert(MHZ + 1 == CPUBAR_FIELDS, "a field for every state and one for the clock");

static double cpubar_share_of(const struct frame_cpu *cpu, const struct state *st)
{
	double v;

	memcpy(&v, (const char *)cpu + st->at, sizeof(v));
	return isfinite(v) && v > 0 ? v : 0;
}

double cpubar_busy(const struct frame_cpu *cpu)
{
	double sum = 0;

	if (!cpu->has_load)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(states); i++)
		if (states[i].letter)
			sum += cpubar_share_of(cpu, &states[i]);
	return MIN(sum, 1.0);
}

bool cpubar_average(const struct frame *f, struct frame_cpu *out)
{
	double sum[ARRAY_SIZE(states)] = { 0 }, mhz = 0;
	unsigned n = 0, nmhz = 0;

	*out = (struct frame_cpu){ .online = true };
	for (size_t i = 0; i < f->ncpus; i++) {
		const struct frame_cpu *cpu = &f->cpu[i];

		if (!cpu->online || !cpu->has_load)
			continue;
		n++;
		for (size_t k = 0; k < ARRAY_SIZE(states); k++)
			sum[k] += cpubar_share_of(cpu, &states[k]);
		nmhz += cpu->has_mhz;
		mhz += cpu->has_mhz ? cpu->mhz : 0;
	}
	if (!n)
		return false;
	out->has_load = true;
	for (size_t k = 0; k < ARRAY_SIZE(states); k++) {
		double v = sum[k] / n;

		memcpy((char *)out + states[k].at, &v, sizeof(v));
	}
	out->has_mhz = nmhz > 0;
	out->mhz = nmhz ? mhz / nmhz : 0;
	return true;
}

void cpubar_draw(struct canvas *c, int x, int y, int w, const struct frame_cpu *cpu)
{
	int cells = w - 2, at = 0;
	double sum = 0;

	if (cells < 1)
		return;
	canvas_char(c, x, y, STYLE_DIM, '[');
	canvas_char(c, x + w - 1, y, STYLE_DIM, ']');
	if (!cpu->online || !cpu->has_load) {
		canvas_put(c, x + 1, y, cpu->online ? STYLE_DIM : STYLE_CPU_OFFLINE,
			   cpu->online ? "--" : "off");
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		int end;

		if (!states[i].letter)
			continue;
		sum += cpubar_share_of(cpu, &states[i]);
		end = (int)lround(MIN(sum, 1.0) * cells);
		while (at < end)
			canvas_char(c, x + 1 + at++, y, states[i].style,
				    (unsigned char)states[i].letter);
	}
}

void cpubar_legend(struct canvas *c, int x, int y, int w)
{
	int end = x + w;

	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		if (!states[i].letter)
			continue;
		if (x + 2 + text_width(states[i].words) > end)
			return;
		canvas_char(c, x, y, states[i].style, (unsigned char)states[i].letter);
		x = canvas_put(c, x + 2, y, STYLE_DIM, states[i].words) + 2;
	}
}

bool cpubar_letter(size_t k, struct cpubar_letter *out)
{
	if (k >= ARRAY_SIZE(states) || !states[k].letter)
		return false;
	*out = (struct cpubar_letter){ states[k].letter, states[k].style, states[k].row };
	return true;
}

static int cpubar_rank_of(size_t field)
{
	return field == MHZ ? MHZ_RANK : states[field].rank;
}

void cpubar_columns(struct cpubar_columns *cols, int w)
{
	int left = w - LABEL_W - BUSY_W - BAR_MIN;
	int n = MAX(MIN(left / FIELD_W, CPUBAR_FIELDS), 0);

	for (size_t i = 0; i < CPUBAR_FIELDS; i++)
		cols->field[i] = cpubar_rank_of(i) < n;
	cols->barw = MAX(w - LABEL_W - BUSY_W - n * FIELD_W, 0);
}

void cpubar_head(struct canvas *c, int x, int y, const struct cpubar_columns *cols)
{
	canvas_field(c, x, y, -(LABEL_W - 1), STYLE_HEADER, "cpu");
	x += LABEL_W + cols->barw;
	canvas_field(c, x, y, -BUSY_W, STYLE_HEADER, "busy %");
	x += BUSY_W;
	for (size_t i = 0; i < CPUBAR_FIELDS; i++) {
		if (!cols->field[i])
			continue;
		canvas_field(c, x, y, -FIELD_W, STYLE_HEADER, i == MHZ ? "MHz" : states[i].head);
		x += FIELD_W;
	}
}

void cpubar_line_named(struct canvas *c, int x, int y, const struct cpubar_columns *cols,
		       const struct frame_cpu *cpu, const char *name)
{
	char buf[16];

	canvas_field(c, x, y, -(LABEL_W - 1), cpu->online ? STYLE_NORMAL : STYLE_CPU_OFFLINE, name);
	x += LABEL_W;
	if (!cpu->online) {
		canvas_put(c, x, y, STYLE_CPU_OFFLINE, "off");
		return;
	}
	cpubar_draw(c, x, y, cols->barw, cpu);
	x += cols->barw;
	words_percent(buf, sizeof(buf), cpu->has_load, cpubar_busy(cpu));
	canvas_field(c, x, y, -BUSY_W, STYLE_BRIGHT, buf);
	x += BUSY_W;
	for (size_t i = 0; i < CPUBAR_FIELDS; i++) {
		style_t style = STYLE_NORMAL;

		if (!cols->field[i])
			continue;
		if (i == MHZ) {
			words_rate(buf, sizeof(buf), cpu->has_mhz, round(cpu->mhz), FIELD_W - 1);
		} else {
			double v = cpubar_share_of(cpu, &states[i]);

			words_percent(buf, sizeof(buf), cpu->has_load, v);
			style = v < 0.0005 ? STYLE_DIM : states[i].style;
		}
		canvas_field(c, x, y, -FIELD_W, style, buf);
		x += FIELD_W;
	}
}

void cpubar_line(struct canvas *c, int x, int y, const struct cpubar_columns *cols,
		 const struct frame_cpu *cpu)
{
	char name[16];

	text_format(name, sizeof(name), "%u", cpu->cpu);
	cpubar_line_named(c, x, y, cols, cpu, name);
}
