/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * model_int: the model's inside, for the files of this folder that make it up: model.c (events),
 * model_slice.c, model_probe.c, model_setting.c, model_judge.c, figures.c, and model_frame.c with
 * model_frame_cpu.c, which read it.
 *
 * Invariant: arrays grow with what was measured; what only piles up with time has a bound, see the enum
 * of limits.
 */
#ifndef CTXTOP_MODEL_INT_H
#define CTXTOP_MODEL_INT_H

#include "model/model.h"
#include "model/stats.h"
#include "model/verdict.h"
#include "probes/probe.h"

enum limits {
	MODEL_EPOCHS = 64,
	MODEL_MARKS = 256,
	MODEL_LOG = 512,
	MODEL_CHANGES = 64,	 /* of settings, with their verdicts */
	MODEL_POINTS = 16384,	 /* per series: more than 4 h of rounds of a second, then thinned */
	MODEL_ROW_POINTS = 1024, /* per probe row, one a second */
	MODEL_ROWS = 8192,	 /* rows of a probe, those that vanished included */
	MODEL_HELD = 2048,	 /* slices of a series that a late change may still void */
	MODEL_IDS = 4096, /* series, settings: an id beyond is nonsense of a broken recording */
};

/* A change of a setting becomes known at most so late; slices stand ready to be voided for so long. */
#define MODEL_HELD_NS (10 * NSEC_PER_SEC)

/* Sums of one series over one epoch; figures.c turns them into figures. */
struct sums {
	struct running rate, per_mhz;
	uint64_t voided, cut, disturbed, throttled;
	/* over the slices that carried the metric: how many, their loops, its sum */
	struct {
		uint64_t n;
		double loops, sum;
	} metric[METRICS];
};

/* A slice that is not in its epoch's sums yet. */
struct held {
	size_t epoch;
	int64_t until_ns;
	struct slice slice;
};

struct judging;

struct mseries {
	struct series_info info;
	enum series_state state;
	char reason[200];
	bool has_last;
	struct slice last;
	bool has_now;
	double now;
	struct ring ring;
	struct sums *epoch; /* [epochs_size] of the model, without the slices in held[] */
	size_t epochs_size;
	struct held *held; /* [nheld], oldest first */
	size_t nheld, held_size;
	struct judging *judging; /* model_judge.c's own; NULL before the first clean slice */
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
	double *by_series; /* [series_size] of the probe: scaled counts of the present epoch */
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
	int64_t closed_ns; /* when the one before it ended, of which the rates are; 0: none yet */
	double total_ns;   /* since the columns last changed */
	double since_start_ns;
	uint16_t pending_series;
	double *series_loops; /* [series_size] loops that by_series belongs to */
	size_t series_size;
};

struct msetting {
	struct setting_info info;
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
	struct verdict *verdict; /* [nverdicts] by series id */
	size_t nverdicts;
	char headline[120]; /* of the verdicts */
	bool throttled;	    /* workers were held back shortly before it, or since */
};

struct mmark {
	struct frame_mark mark;
	char text[160];
};

struct mload {
	uint32_t round;
	double cpus;
};

struct model {
	struct host host;
	bool has_host;
	char label[64], version[16];
	int64_t slice_ns;
	bool started, ended;
	char end_reason[200];
	char fault[200];
	struct mseries **series; /* [nseries] by id; NULL: not known */
	size_t nseries, series_size;
	uint16_t running;
	bool measuring; /* slice follows slice */
	uint32_t round;
	bool in_round;
	int64_t round_t_ns;
	double round_s;
	struct frame_epoch *epoch;
	size_t nepochs, epochs_size;
	bool epoch_used;	   /* a slice of the newest epoch has come */
	int64_t settled_ns;	   /* slices that ended until then are in their sums for good */
	struct msetting **setting; /* [nsettings] by id; NULL: not known */
	size_t nsettings, settings_size;
	struct mchange *change;
	size_t nchanges, changes_size, nchanges_ever; /* ever: those that were dropped */
	bool judging;		      /* the verdicts of the newest change are still open */
	int64_t judged_since_ns;      /* slices that began before then are of another time */
	uint64_t rounds_since_change; /* clean ones of any series */
	struct mload *load; /* [load_size] other load of the last slices that carried it */
	size_t nloads, load_size;
	struct mmark *mark;
	size_t nmarks, marks_size, marks_ever;
	struct frame_log *log;
	size_t nlog, log_size;
	struct mprobe probe[PROBES];
	uint32_t *cpu_seen; /* every CPU that ever stood in cpustat, ascending */
	double *cpu_mhz;    /* [ncpu_seen] 0 = not measured */
	size_t ncpu_seen;
	bool has_own;
	double own_share;
	/* from the end of the first slice to that of the newest, without gaps; and measured of that */
	int64_t duty_window_ns, duty_measured_ns;
	int64_t duty_last_ns; /* end of the newest; 0: none since the start or a gap */
	char throttled[96];   /* what held the workers back last */
	int64_t throttled_ns; /* when the slice ended in which it did; 0: never */
};

/* ---- model.c ---- */

/*
 * Room for @want elements of @each bytes in *@data, which has *@size; what is new is zeroed. 0 or
 * -ENOMEM.
 */
int model_reserve(void **data, size_t *size, size_t want, size_t each);
#define MODEL_RESERVE(array, size, want) \
	model_reserve((void **)&(array), &(size), (want), sizeof(*(array)))

/* The series of that id, NULL: none. */
struct mseries *model_series(const struct model *m, size_t id);
/* A line in the log. */
void model_log(struct model *m, const struct event *ev, enum log_kind kind, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* A mark on every time axis; its letter. */
char model_mark(struct model *m, const struct event *ev, bool setting, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Figures start again. 0 or -ENOMEM. */
int model_epoch(struct model *m, const struct event *ev, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* ---- model_slice.c ---- */

int mslice_add(struct model *m, const struct event *ev);
/* Slices that ended after @t_ns turn out to be void: take them out of figures and history. */
void mslice_void_since(struct model *m, int64_t t_ns);
/* The oldest epoch is forgotten. */
void mslice_drop_epoch(struct model *m);
/* The sums of @s over epoch @e, held slices included; @work: room for them. */
const struct sums *mslice_sums(const struct mseries *s, size_t e, struct sums *work);
void mseries_free(struct mseries *s);

/* ---- model_probe.c ---- */

int mprobe_table(struct model *m, const struct event *ev);
int mprobe_delta(struct model *m, const struct event *ev);
void mprobe_unavailable(struct model *m, const struct event *ev);
/* The slice that the pending deltas belong to: count them, or forget them (void, an older epoch's). */
int mprobe_slice(struct model *m, const struct slice *sl, bool counts);
void mprobe_epoch(struct model *m);
void mprobe_free(struct mprobe *p);

/* ---- model_setting.c ---- */

int msetting_known(struct model *m, const struct event *ev);
int msetting_changed(struct model *m, const struct event *ev);
void msettings_free(struct model *m);

/* ---- model_judge.c ---- */

/* A slice of @s: one value of a round for the judge, together with the others of its turn. */
int mjudge_slice(struct model *m, struct mseries *s, const struct event *ev);
/* Rounds that ended after @t_ns turn out to be void. */
void mjudge_void_since(struct model *m, int64_t t_ns);
/* Begin the verdicts of the newest change with what each series did before it. 0 or -ENOMEM. */
int mjudge_begin(struct model *m);
/* End those of the newest change, because of @by. */
void mjudge_end(struct model *m, const char *by);
/* What was measured until @t_ns is of another time: no verdict rests on it. */
void mjudge_forget(struct model *m, int64_t t_ns);

/* ---- model_frame_cpu.c ---- */

/* The CPUs of @f, of whose array *@size is kept. 0 or -ENOMEM. */
int mframe_cpus(struct frame *f, const struct model *m, size_t *size);
/* What stands in /proc/stat once for the whole machine. */
void mframe_scalars(struct frame *f);

/* ---- figures.c ---- */

/* Add a slice of the series @info. */
void sums_add(struct sums *s, const struct series_info *info, const struct slice *sl);
/* @nominal_mhz: 0 = not known. */
void sums_figures(const struct sums *s, enum divisor divisor, double nominal_mhz,
		  struct figures *out);

#endif
