/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * model_int: the model's inside, for model.c, model_probe.c, figures.c and frame.c alone.
 *
 * Invariant: every array has a bound; see the enum of limits.
 */
#ifndef CTXTOP_MODEL_INT_H
#define CTXTOP_MODEL_INT_H

#include "model/model.h"
#include "probes/probe.h"
#include "model/stats.h"
#include "model/verdict.h"

enum limits {
	MODEL_EPOCHS = 64,
	MODEL_MARKS = 256,
	MODEL_LOG = 512,
	MODEL_CHANGES = 64,	 /* of settings, with their verdicts */
	MODEL_POINTS = 16384,	 /* per series: more than 4 h of rounds of a second, then thinned */
	MODEL_ROW_POINTS = 1024, /* per probe row, one a second */
	MODEL_ROWS = 8192,	 /* rows of a probe, those that vanished included */
};

/* Sums of one series over one epoch; figures.c turns them into figures. */
struct sums {
	struct running rate, per_mhz;
	uint64_t voided, cut, disturbed;
	/* over the slices that carried the metric: how many, their loops, its sum */
	struct {
		uint64_t n;
		double loops, sum;
	} metric[METRICS];
};

struct segment;

struct mseries {
	struct segment
		*segment; /* rounds since the last change of a setting; model_setting.c's own */
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

struct msetting {
	struct setting_info info;
	bool known;
	char start[64]; /* for people, when it was first seen */
	bool changed;
	int64_t t_ns, wall_ns; /* of its last change */
	char letter;
	char who[64];
	size_t change; /* 1 + the number of its last change since the start, 0 = none */
};

struct mchange {
	uint16_t setting;
	char letter;
	int64_t before_ns, t_ns, wall_ns;
	char old[64], now[64], who[64];
	unsigned also;		 /* further changes that came before a single clean round */
	struct verdict *verdict; /* [SERIES_MAX] */
	char headline[120];	 /* of the verdicts */
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
	struct msetting setting[SETTINGS_MAX];
	size_t nsettings;
	struct mchange change[MODEL_CHANGES];
	size_t nchanges, nchanges_ever; /* ever: those that were dropped */
	struct judge *judge;		/* [SERIES_MAX] of the newest change */
	uint64_t rounds_since_change;	/* clean slices since it */
	double load[SERIES_MAX];	/* other load of the last slices */
	size_t nloads;
	struct frame_mark mark[MODEL_MARKS];
	char mark_text[MODEL_MARKS][160];
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

/* A mark on every time axis; its letter. */
char model_mark(struct model *m, const struct event *ev, bool setting, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Figures start again. */
void model_epoch(struct model *m, const struct event *ev, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* model_setting.c */
int msetting_known(struct model *m, const struct event *ev);
int msetting_changed(struct model *m, const struct event *ev);
/* A clean slice of @s: a round of the segment, and for the judge. */
int msetting_slice(struct model *m, struct mseries *s, const struct event *ev);
void msettings_free(struct model *m);

/* figures.c */
/* Add a slice of the series @info. */
void sums_add(struct sums *s, const struct series_info *info, const struct slice *sl);
/* @nominal_mhz: 0 = not known. */
void sums_figures(const struct sums *s, enum divisor divisor, double nominal_mhz,
		  struct figures *out);

#endif
