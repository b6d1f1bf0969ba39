/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cpubar: the load of one CPU as a bar of letters (U user, N nice, S system, I interrupts, i soft
 * interrupts, T stolen, G guest) and as a line of a table.
 *
 * Pure. Invariant: the letters say what the colours say; the bar's length is the sum of the
 * states, rounded once.
 */
#ifndef CTXTOP_CPUBAR_H
#define CTXTOP_CPUBAR_H

#include "model/frame.h"
#include "draw/canvas.h"

/* Share of the time that is neither idle nor waiting for I/O, 0..1; 0 without load figures. */
double cpubar_busy(const struct frame_cpu *cpu);
/* The mean of the CPUs that are online and have figures. False if none has. */
bool cpubar_average(const struct frame *f, struct frame_cpu *out);
/* "[UUUSS   ]" in @w columns, brackets included. */
void cpubar_draw(struct canvas *c, int x, int y, int w, const struct frame_cpu *cpu);
/* What the letters mean, as much as fits into @w columns. */
void cpubar_legend(struct canvas *c, int x, int y, int w);

/* A state that is part of the bar. */
struct cpubar_letter {
	char letter;
	style_t style;
	const char *row; /* its row in /proc/stat: "user", "softirq" */
};
/* Letter @k of the bar, from its left end; false behind the last. */
bool cpubar_letter(size_t k, struct cpubar_letter *out);

#define CPUBAR_FIELDS 10
/* Which columns of the table fit. */
struct cpubar_columns {
	int barw;
	bool field[CPUBAR_FIELDS];
};
void cpubar_columns(struct cpubar_columns *cols, int w);
void cpubar_head(struct canvas *c, int x, int y, const struct cpubar_columns *cols);
void cpubar_line(struct canvas *c, int x, int y, const struct cpubar_columns *cols,
		 const struct frame_cpu *cpu);
/* The same with @name ("avg") instead of the CPU's number. */
void cpubar_line_named(struct canvas *c, int x, int y, const struct cpubar_columns *cols,
		       const struct frame_cpu *cpu, const char *name);

#endif
