/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * model_int: the model's inside, for model.c, model_probe.c, figures.c and frame.c alone.
 *
 * Invariant: every array has a bound; see the enum of limits.
 */
#ifndef CTXTOP_MODEL_INT_H
#define CTXTOP_MODEL_INT_H

#include "model.h"
#include "probe.h"
#include "stats.h"

enum limits {
	MODEL_EPOCHS = 64,
	MODEL_MARKS = 256,
	MODEL_LOG = 512,
	MODEL_POINTS = 16384,	 /* per series: more than 4 h of rounds of a second, then thinned */
	MODEL_ROW_POINTS = 1024, /* per probe row, one a second */
	MODEL_ROWS = 8192,	 /* rows of a probe, those that vanished included */
};

/* Sums of one series over one epoch; figures.c turns them into figures. */
struct sums {
	struct running rate, per_mhz, mhz;
	uint64_t voided, cut, disturbed;
	/* each ratio has the loops (and the time) of those slices that carried its counter */
	double cpu_loops, cpu_ns;
	double switch_loops, nvcsw, nivcsw;
	double fault_loops, faults;
	bool has_migrations;
	double migrations;
	double irq_loops, irq[ROW_CLASSES];
	struct running same, load, steal;
};

struct mseries {
	struct series_info info;
	bool known;
	enum series_state state;
	char reason[200];
	bool has_last;
	struct slice last;
	bool has_now;
	double now;
	struct ring ring;
	struct sums *
		epoch; /* [model->nepochs], allocated MODEL_EPOCHS at once when the first slice comes */
};

/* A row of a probe. Arrays by column exist once the row has moved. */
struct mrow {
	struct table_row row;
	bool present, moved;
	uint64_t *cell;	      /* [ncols] counted in the present window */
	float *col_per_s;     /* [ncols] of the last window */
	double *col_total;    /* [ncols] since the columns last changed */
	float *col_avg_per_s; /* [ncols] the same by time */
	uint64_t sum;	      /* in the present window, all columns */
	double total;	      /* since the start */
	bool has_rate;
	double per_s;
	uint64_t pending;  /* of the slice whose EV_SLICE has not come yet */
	double *by_series; /* [SERIES_MAX] scaled counts of the present epoch */
	struct ring ring;
};

struct mprobe {
	bool available, seen;
	char reason[200];
	uint32_t *cpu;
	size_t ncols;
	struct mrow *row;
	size_t nrows, rows_size;
	uint32_t *dict; /* row of the last EV_TABLE -> index into row[] */
	size_t ndict;
	int64_t window_ns; /* of the present window */
	double total_ns;   /* since the columns last changed */
	double since_start_ns;
	uint16_t pending_series;
	double *series_loops; /* [SERIES_MAX] loops that by_series belongs to */
};

struct model {
	struct host host;
	bool has_host;
	char label[64], version[16];
	int64_t slice_ns;
	bool started, ended;
	char end_reason[200];
	char fault[200];
	struct mseries series[SERIES_MAX];
	size_t nseries;
	uint16_t running;
	bool measuring; /* slice follows slice */
	uint32_t round;
	bool in_round;
	int64_t round_t_ns;
	double round_s;
	struct frame_epoch epoch[MODEL_EPOCHS];
	size_t nepochs;
	struct frame_mark mark[MODEL_MARKS];
	char mark_text[MODEL_MARKS][64];
	size_t nmarks, marks_ever;
	struct frame_log log[MODEL_LOG];
	size_t nlog;
	struct mprobe probe[PROBES];
	uint32_t *cpu_seen; /* every CPU that ever stood in cpustat, ascending */
	double *cpu_mhz;    /* [ncpu_seen] 0 = not measured */
	size_t ncpu_seen;
	bool has_own;
	double own_share;
};

/* model_probe.c */
int mprobe_table(struct model *m, const struct event *ev);
int mprobe_delta(struct model *m, const struct event *ev);
void mprobe_unavailable(struct model *m, const struct event *ev);
/* The slice that the pending deltas belong to: count them, or forget them (void, an older epoch's). */
void mprobe_slice(struct model *m, const struct slice *sl, bool counts);
void mprobe_epoch(struct model *m);
void mprobe_free(struct mprobe *p);

/* model.c */
void model_log(struct model *m, const struct event *ev, enum log_kind kind, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* figures.c */
void sums_add(struct sums *s, const struct slice *sl);
/* @nominal_mhz: 0 = not known. */
void sums_figures(const struct sums *s, enum divisor divisor, double nominal_mhz,
		  struct figures *out);

#endif
