/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * frame: all that a view or a report may know, at one instant. Built from the model, read only.
 *
 * Pure. Invariant: a figure whose bit in `have` is cleared is missing, and is shown as "--" or
 * written as null; pointers hold until the model gets its next event.
 */
#ifndef CTXTOP_FRAME_H
#define CTXTOP_FRAME_H

#include "stream/event.h"
#include "model/verdict.h"
#include "model/ring.h"
#include "probes/probe.h"

enum fig_have {
	FIG_RATE = 1 << 0,   /* n >= 1: low, high, average */
	FIG_STDDEV = 1 << 1, /* n >= 2 */
	FIG_PER_MHZ = 1 << 2,
};

/* Figures of one series over one epoch. Rates in the series' unit. */
struct figures {
	unsigned have;
	uint64_t n;			 /* slices that count */
	uint64_t voided, cut, disturbed; /* slices that do not, or only in part */
	uint64_t throttled;		 /* slices that count, but whose workers were held back */
	double low, high, average, stddev;
	double low_per_mhz, high_per_mhz, average_per_mhz; /* by the frame's divisor */
	struct metrics metrics; /* the figures of metrics.def: by loop, means, sums */
};

enum series_state {
	SERIES_WAITING, /* not measured yet */
	SERIES_RUNNING, /* its slice runs now */
	SERIES_OK,
	SERIES_UNAVAILABLE, /* reason says why */
};

struct frame_series {
	const struct series_info *info;
	enum series_state state;
	const char *reason; /* for SERIES_UNAVAILABLE, else "" */
	bool has_now;
	double now;		     /* rate of the last slice */
	const struct slice *last;    /* the last slice; NULL before the first */
	const struct figures *epoch; /* [nepochs], oldest first; the last is the present one */
	const struct point *point;   /* history, oldest first */
	size_t npoints;
	const struct verdict *verdict; /* on the newest change of a setting; NULL: none yet */
};

struct frame_epoch {
	int64_t t_ns, wall_ns; /* when it began */
	int64_t slice_ns;      /* length of its slices; 0: not known */
	char text[64];
};

struct frame_mark {
	bool setting; /* a change of a setting, not one of the user's own */
	char letter;  /* 'A'..'Z', then again from 'A' */
	int64_t t_ns, wall_ns;
	const char *text;
};

/* One row of a probe, over about the last second. */
struct frame_row {
	const struct table_row *row;
	bool present; /* stands in the newest reading */
	bool has_rate;
	double per_s;		/* all columns together; a gauge: its value */
	const float *col_per_s; /* [ncols]; NULL for ROW_SUM, or as long as none moved */
	/*
	 * The same over the whole run, for the report of a run: counted since the first reading, by
	 * the time between the first reading and the newest (gaps taken out). A gauge: its mean.
	 */
	bool has_avg;
	double avg_per_s;
	const float *col_avg_per_s; /* [ncols]; NULL for ROW_SUM, or when it is not kept */
	double total;		    /* counted since ctxtop started */
	bool has_per_loop;
	double per_loop; /* over the present epoch of the selected series, by window and rate */
	const struct point *point; /* history of per_s */
	size_t npoints;
};

struct frame_probe {
	bool available;
	const char *reason;  /* why not, else "" */
	const uint32_t *cpu; /* [ncols] */
	size_t ncols;
	double age_s;	       /* since its rates were formed; 0: there are none */
	struct frame_row *row; /* [nrows], in the order of the file */
	size_t nrows;
};

/* Shares of 1 of one CPU's time. */
struct cpu_shares {
	double user, nice, system, irq, softirq, steal, guest, iowait, idle;
};

/* Load of one CPU over about the last second. From the cpustat probe. */
struct frame_cpu {
	uint32_t cpu;
	bool online; /* false: it was there, and is gone */
	bool has_load;
	struct cpu_shares now;
	bool has_avg; /* the same over the whole run, for the report of a run */
	struct cpu_shares avg;
	bool has_mhz;
	double mhz; /* running clock measured on it last */
};

enum log_kind { LOG_MARK, LOG_EPOCH, LOG_GAP, LOG_FAULT, LOG_STATE, LOG_HOTPLUG, LOG_SETTING };

struct frame_log {
	enum log_kind kind;
	int64_t t_ns, wall_ns;
	char text[160];
};

/* A setting that is watched. */
struct frame_setting {
	const struct setting_info *info;
	const char *start; /* value when ctxtop first saw it, for people */
	bool changed;
	int64_t t_ns, wall_ns; /* of its last change */
	char letter;	       /* its mark */
	const char *who;
	const char *effect; /* headline of its last change, "" = none known */
};

/* A change of a setting and what it did, newest last. */
struct frame_change {
	uint16_t setting;
	char letter;
	int64_t t_ns, wall_ns;
	const char *name, *old, *now, *who;
	unsigned also; /* further changes at the same time */
	const char *headline;
	const struct verdict *verdict; /* [nverdicts], by series id */
	size_t nverdicts;
	bool throttled; /* workers were held back shortly before it, or since */
};

enum divisor { DIVISOR_NOMINAL, DIVISOR_RUNNING };

struct frame_memory;

struct frame {
	struct frame_memory *memory; /* model_frame()'s own */
	int64_t t_ns, wall_ns;	     /* the instant */
	const struct host *host;
	const char *label;
	const char *version; /* of the ctxtop that measured */
	int64_t slice_ns;
	uint32_t rounds; /* complete rounds so far */
	double round_s;	 /* length of the last complete round, 0 before it */
	enum divisor divisor;
	bool has_own;
	double own_share; /* CPU of the dashboard's own process, share of one CPU */
	bool has_duty;
	double duty;	/* share of wall time inside measured slices, the start and gaps left out */
	bool measuring; /* slice follows slice; false while nothing can be measured */
	uint16_t running;      /* the series whose slice runs now, or NO_SERIES */
	bool ended;	       /* EV_END came */
	const char *fault;     /* a fault that stands (the runner died), or "" */
	const char *throttled; /* what held the workers back in the last ten seconds, or "" */

	struct frame_series *series;
	size_t nseries;
	struct frame_epoch *epoch;
	size_t nepochs;
	struct frame_mark *mark;
	size_t nmarks;
	struct frame_setting *setting;
	size_t nsettings;
	struct frame_change *change;
	size_t nchanges;
	struct frame_log *log;
	size_t nlog;
	struct frame_cpu *cpu;
	size_t ncpus;
	struct frame_probe probe[PROBES];
	bool has_ctxt, has_intr, has_running;
	double ctxt_per_s, intr_per_s, running_tasks; /* from /proc/stat */
};

/* Does @p belong to epoch @e: did its slice begin there? Gaps belong to none. */
bool frame_in_epoch(const struct frame *f, size_t e, const struct point *p);

/*
 * In which of @nbins (at least one) equal bins over [lo, hi] @v falls; a value outside, or NaN, falls into
 * the nearest. hi <= lo: the middle one.
 */
size_t frame_bin(double v, double lo, double hi, size_t nbins);
/* Slices of @s in epoch @e by rate, counted in @nbins of these. Returns how many the fullest has. */
unsigned frame_histogram(const struct frame *f, const struct frame_series *s, size_t e, double lo,
			 double hi, unsigned *bin, size_t nbins);

/* The setting of that name, NULL if none is watched. */
const struct frame_setting *frame_setting_by_name(const struct frame *f, const char *name);
/* "+9.1%", "x8.1", "~", "5/20"... of series @i for its newest change; "" if there was none. */
void frame_verdict_short(const struct frame *f, size_t i, char *buf, size_t size);
/* The same in ministat's words, several lines. */
void frame_verdict_words(const struct frame *f, size_t i, char *buf, size_t size);

/* The row of probe @p with that label (first one); NULL if none stands there. */
const struct frame_row *frame_row_by_label(const struct frame_probe *p, const char *label);

#endif
