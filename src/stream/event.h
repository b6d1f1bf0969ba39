/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * event: everything that happens, as one stream: what the sampler measured, what the user marked,
 * what went wrong. The model, the recording and the reports know nothing else.
 *
 * Pure. Invariant: an event owns what its pointers point at and is never changed after it was
 * posted; what was not measured of a slice has no bit in its metrics.
 */
#ifndef CTXTOP_EVENT_H
#define CTXTOP_EVENT_H

#include "base/base.h"
#include "base/metrics.h"
#include "machine/host.h"
#include "probes/table.h"

enum event_kind {
	EV_NONE,
	EV_START,   /* a run begins: label, slice length, version */
	EV_HOST,    /* facts of the machine; may come again when more is known */
	EV_SERIES,  /* a series (method x placement) exists from now on */
	EV_STATE,   /* a series became unavailable (with the reason) or available */
	EV_RUN,	    /* a slice of this series begins (not recorded) */
	EV_SLICE,   /* one measured slice */
	EV_TABLE,   /* the rows and columns of a probe from now on */
	EV_PROBE,   /* a probe cannot be read, with the reason (its next delta ends that) */
	EV_DELTA,   /* what a probe's counters moved by since the reading before */
	EV_OWN,	    /* what ctxtop itself used */
	EV_LENGTH,  /* slices are this long from now on */
	EV_SETTING, /* a setting is watched from now on, or more is known of it */
	EV_CHANGE,  /* the value of a setting changed */
	EV_MARK,    /* a mark set by the user */
	EV_EPOCH,   /* figures start again */
	EV_GAP,	    /* time passed in which nothing was measured (suspend, stop, clock jump) */
	EV_FAULT,   /* something went wrong, in words */
	EV_ANSWER,  /* what became of an order, or that it takes a while (-EINPROGRESS) */
	EV_CONTROL, /* may settings be changed, and how many are changed by this ctxtop */
	EV_PAUSED,  /* nothing is measured until ORDER_RESUME (not recorded) */
	EV_IDLE,    /* the sampler has nothing to run; passes the baton (not recorded) */
	EV_END,	    /* the run is over */
	EV_KINDS
};

const char *event_kind_name(enum event_kind kind);
/* Does a recording keep events of this kind? Not those that only keep the screen in step. */
bool event_kind_recorded(enum event_kind kind);

#define NO_SERIES  UINT16_MAX
#define SLICE_CPUS 2 /* the CPU of the first worker on each side of a placement is kept */

enum series_flags {
	SERIES_SLICE_BOUND =
		1 << 0,	       /* one loop takes time slices (spinning on one CPU): never judged */
	SERIES_FREE = 1 << 1,  /* the scheduler places the workers */
	SERIES_CROSS = 1 << 2, /* workers on different CPUs */
};

struct series_info {
	uint16_t id;
	uint16_t flags;
	uint32_t version; /* of the method */
	char method[20];  /* "msgq" */
	char label[64];	  /* "message queue"; with the parameters that differ from their defaults */
	char params[64];  /* these alone, "procs=8:size=16k" */
	char kind[12];	  /* "round trip", "solo", "stream", "group"; "" where nothing says it */
	char placement[20]; /* "same", "cross", "free", "one", "pair=2:5" */
	char cpus[40];	    /* "0", "0,1 (llc)", "0-1" */
	char unit[12];	    /* "loops/s" */
	double scale;	    /* the rate is loops * scale / seconds (rate.h); 0: 1 */
	char summary[160];  /* what one loop is */
};

enum slice_flags {
	SLICE_VOID = 1 << 0,	  /* counts for nothing; text says why */
	SLICE_CUT = 1 << 1,	  /* ended early by a key, at least half measured */
	SLICE_DISTURBED = 1 << 2, /* a frame was drawn while it ran */
	SLICE_THROTTLED = 1 << 3, /* the workers were held back; text says by what */
};

/*
 * Interrupts of a slice stand in its metrics by class, all of them where irq_ns does: counted in that
 * window, a little longer than wall_ns.
 */
#define METRIC_IRQ_OF(class) ((enum metric_id)(METRIC_irq_other + (int)(class)))
_Static_assert(METRIC_irq_device - METRIC_irq_other == ROW_DEVICE - ROW_OTHER &&
		       METRIC_irq_device - METRIC_irq_other + 1 == ROW_CLASSES,
	       "metrics.def has the interrupts in the order of enum row_class");

struct slice {
	uint16_t series;
	uint16_t ncpus;
	uint32_t flags;
	uint32_t round;
	uint16_t part,
		parts; /* number `part`, from 0, of the slices of its turn; parts 0: the only one */
	int64_t wall_ns; /* measured time */
	uint64_t loops;
	struct metrics metrics;
	int16_t cpu[SLICE_CPUS]; /* where these ran at the end, the leader first; -1 not known */
	char text[96];		 /* why it is void, else what held the workers back */
};

#define SETTINGS_MAX 256
#define NO_SETTING   UINT16_MAX

enum setting_info_flags {
	SETTING_CAN_CHANGE = 1 << 0, /* nothing speaks against a write by ctxtop */
	SETTING_ASKS = 1 << 1,	     /* risky: ask before it is changed */
	SETTING_STRIP = 1 << 2,	     /* stands in the strip of the overview */
	SETTING_ABSENT = 1 << 3,     /* not here (any more): no value */
	SETTING_NEW_TASKS = 1 << 4, /* reaches the workers of the next turn, not running programs */
	SETTING_ACTS = 1 << 5,	    /* this machine has what it works on */
};

struct setting_info {
	uint16_t id;
	uint16_t flags;
	uint32_t settle_ms;
	uint32_t rows; /* bit 1 << enum row_class: expected to move */
	char name[64]; /* "kernel.timer_migration" */
	char group[20];
	char value[64];	  /* normalised; "" where absent */
	char shown[64];	  /* for people, with unit */
	char reason[160]; /* why it cannot be changed here, "" = it can */
	char path[128];	  /* of the first file */
	char help[240];
	char next[64]; /* what a step makes of it, for people; "" = none */
	char key[2];   /* its letter on the strip, kept while it is off it; "" = none yet */
};

enum setting_change_flags {
	CHANGE_OWN = 1 << 0, /* by this ctxtop */
};

struct setting_change {
	uint16_t id;
	uint16_t flags;	       /* enum setting_change_flags */
	int64_t before_ns;     /* monotonic: it still had the old value */
	int64_t after_ns;      /* it had the new one */
	char old[64], now[64]; /* for people */
	char value[64];	       /* normalised */
	char next[64];	       /* what a step makes of it, for people; "" = none */
	uint32_t pid;	       /* who wrote it, 0 = not known */
	char who[48];	       /* command, "kernel or another namespace", "" = not known */
};

struct event {
	enum event_kind kind;
	bool baton;	 /* main may draw now and hands the baton back */
	uint16_t series; /* EV_STATE, EV_RUN, EV_DELTA (NO_SERIES: between slices) */
	uint16_t probe;	 /* EV_TABLE, EV_PROBE, EV_DELTA: enum probe_id */
	int64_t t_ns;	 /* CLOCK_MONOTONIC, when it was emitted: a stream is in this order */
	int64_t wall_ns; /* CLOCK_REALTIME of that instant */
	/* EV_SLICE: when it was measured, CLOCK_MONOTONIC; 0: not known (event_since(), event_until()) */
	int64_t since_ns, until_ns;
	union {
		struct {
			char label[64];
			char version[16];
			int64_t slice_ns;
		} start;
		struct host *host;
		struct series_info info;
		struct slice slice;
		struct setting_info setting;
		struct setting_change change;
		struct table *table; /* its cells are not used */
		struct {
			struct delta cells;
			int64_t window_ns;
		} delta;
		struct {
			int64_t window_ns, cpu_ns; /* CPU time of the dashboard's own process */
		} own;
		int64_t gap_ns;
		int64_t length_ns; /* EV_LENGTH */
		struct {
			uint32_t order; /* its id; 0: nobody's, it came by itself */
			int32_t code;	/* 0, -EINPROGRESS: more comes, else -errno */
		} answer;
		struct {
			bool writable;	  /* settings can be changed; text: why not */
			uint32_t changes; /* settings that would be put back now */
		} control;
	} u;
	/* EV_STATE: reason or ""; EV_MARK: note; EV_GAP, EV_FAULT, EV_END, EV_ANSWER: words */
	char text[200];
};

/* A zeroed event. NULL: no memory. */
struct event *event_new(enum event_kind kind, int64_t t_ns, int64_t wall_ns);
void event_free(struct event *ev);
/*
 * When what the event is about began and ended: of a slice its measured part, else the event's own time. A
 * recording without these members has the slice end at the event's time.
 */
int64_t event_since(const struct event *ev);
int64_t event_until(const struct event *ev);

#endif
