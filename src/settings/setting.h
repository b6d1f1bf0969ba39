/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * setting: what ctxtop knows of a kernel setting, where it stands on this machine, and how its value
 * is read, compared, checked, stepped through and turned into the texts that the guardian writes.
 *
 * Invariant: nothing here writes below /proc, /sys or /dev: the guardian alone does. All values that
 * cross this interface are normalised (one form a value), except where a name says "raw".
 */
#ifndef CTXTOP_SETTING_H
#define CTXTOP_SETTING_H

#include <sys/types.h>

#include "base/base.h"
#include "base/sysroot.h"
#include "probes/table.h"
#include "settings/codec.h"
#include "settings/writes.h"

#define SETTING_PATHS	   4 /* candidate path patterns */
#define SETTING_DEMOS	   8 /* values to step through */
#define SETTING_CHOICES	   12
#define SETTING_REFUSED	   4
#define SETTING_COMPANIONS 6
#define SETTING_MEANINGS   4

/* What a change reaches. The workers of a slice are fresh ones: all but LOAD and DEVICE take effect
 * with the next turn. */
enum setting_reach {
	REACH_NOW,
	REACH_TASK,   /* tasks created afterwards */
	REACH_EXEC,   /* programs started afterwards: not the workers of this ctxtop */
	REACH_SOCK,   /* sockets created afterwards */
	REACH_PIPE,   /* pipes created afterwards */
	REACH_FAULT,  /* memory touched afterwards */
	REACH_LISTEN, /* listen() calls afterwards */
	REACH_LOAD,   /* programs (BPF, modules) loaded afterwards */
	REACH_DEVICE, /* devices created afterwards */
	SETTING_REACHES
};

enum setting_risk {
	RISK_HANG = 1 << 0,	/* could hang the machine or lose work: asks first */
	RISK_SECURITY = 1 << 1, /* weakens or hides security: asks first */
	RISK_POWER = 1 << 2,	/* more power and heat, or a slower clock */
	RISK_ONE_WAY =
		1 << 3, /* some values cannot be taken back until reboot: these are refused */
	RISK_ASK = RISK_HANG | RISK_SECURITY,
};

enum setting_flags {
	SETTING_NS_IPC =
		1 << 0, /* one value an IPC namespace: read and written where the workers live */
	SETTING_NS_NET = 1 << 1, /* one value a network namespace */
	SETTING_BOOT =
		1 << 2, /* the files of other settings come and go with it: resolve all again */
	SETTING_USER = 1 << 3,	/* from the user's config or added by path */
	SETTING_SHOW = 1 << 4,	/* shown, never changed by ctxtop */
	SETTING_FIRST = 1 << 5, /* in the strip of the overview by default, if it acts here */
};

/* Where a setting has an effect; see proposal.h. */
enum setting_acts {
	ACTS_ANYWHERE,	  /* where it is */
	ACTS_ON_IDLE,	  /* on several CPUs with a driver for idle states */
	ACTS_ON_HALTPOLL, /* the same, under the governor haltpoll */
	ACTS_INSTEAD, /* anywhere, but proposed only where neither idle states nor clocks can be set */
};

struct setting_refusal {
	const char *value, *why;
};

struct setting_meaning {
	const char *value, *words;
};

/* One entry of the catalogue. Unset members are NULL, 0 or "nothing". */
struct setting {
	const char *
		name; /* "kernel.timer_migration", "haltpoll.guest_halt_poll_ns", "cpufreq.boost" */
	const char *group; /* "idle", "frequency"...: a name of setting_groups[] */
	const char *help;  /* one or two sentences: what it does, what one expects to see */
	const char *needs; /* what a machine without it lacks, in words */
	/*
	 * Candidate patterns with *, ? and [..] in any component; the first one with a match wins, and
	 * every file that it matches belongs to the setting. SETTING_RANGE: patterns of folders.
	 */
	const char *path[SETTING_PATHS];
	unsigned inverted; /* bit i: behind path[i] 1 means off (no_turbo) */
	enum setting_kind kind;
	const char *word;	     /* SETTING_BOOL that is a word of a list: its name */
	const char *low, *high;	     /* SETTING_RANGE: the two files in each folder */
	const char *floor, *ceiling; /* SETTING_RANGE: the files with the limits, may be NULL */
	int64_t min, max; /* of a number, both 0: no limit known; of a mask, min 1: never no CPU */
	const char *unit; /* "ns", "us", "ms", "s", "kHz", "B", "%" or NULL */
	const char *demo[SETTING_DEMOS];     /* normalised values for keys and arrows, in order */
	const char *choice[SETTING_CHOICES]; /* of a choice, or words that a number may be too */
	const char *choices_file; /* words in it; a name without '/' stands beside the file */
	struct setting_refusal refused[SETTING_REFUSED];  /* values that are never written */
	struct setting_meaning meaning[SETTING_MEANINGS]; /* values that mean more than they say */
	/*
	 * Patterns of files that the kernel changes along with this one: to be saved before, put back
	 * after it, last one first.
	 */
	const char *companion[SETTING_COMPANIONS];
	enum setting_reach reaches;
	unsigned settle_ms;	/* slices that begin so soon after a change are void; 0 = 50 ms */
	unsigned risk;		/* enum setting_risk */
	unsigned flags;		/* enum setting_flags */
	unsigned rows;		/* bit 1 << enum row_class: interrupts expected to move */
	const char *methods;	/* "all", "net", "msgq,pipe": series expected to move; NULL: none */
	const char *placements; /* "cross", "same,cross"; NULL: any */
	enum setting_acts acts;
	char key; /* its letter on the overview's strip, for good; 0: one is given to it there */
};

extern const char *const setting_groups[]; /* in the order of the settings view, NULL at the end */

const char *setting_reach_name(enum setting_reach reach); /* "now", "new tasks", "new sockets"... */
/* "", "hang", "security,one-way"... */
void setting_risk_text(unsigned risk, char *buf, size_t size);
unsigned setting_settle_ms(const struct setting *s);

/* "kernel.timer_migration" <-> "/proc/sys/kernel/timer_migration", as sysctl(8) does it. */
void sysctl_name(const char *path, char *name, size_t size);
void sysctl_path(const char *name, char *path, size_t size);
/* Why the file @path is never written (it acts, cannot be taken back, runs programs), or NULL. */
const char *setting_path_refused(const char *path);

/* ---- where it stands here ---- */

enum setting_access {
	ACCESS_NONE,  /* absent, or cannot be read */
	ACCESS_READ,  /* can be read, not changed */
	ACCESS_WRITE, /* nothing speaks against a write (only the write itself can tell) */
};

struct setting_here {
	const struct setting *setting;
	enum setting_access access;
	char reason[160]; /* why not ACCESS_WRITE, in words; else "" */
	unsigned pattern; /* which candidate it was */
	bool inverted;
	char **path; /* SETTING_RANGE: low and high in turn */
	size_t npaths;
};

/* Always fills @h; 0 or -ENOMEM. */
int setting_resolve(struct setting_here *h, const struct setting *s, const struct sysroot *root);
void setting_here_free(struct setting_here *h);

struct setting_value {
	char text[SETTING_TEXT]; /* normalised; "performance / powersave" when mixed */
	bool mixed;		 /* the files of the setting differ */
};

/*
 * The text of one file into @raw (SETTING_RAW bytes), as it is but for the newline at its end; of
 * SETTING_HELD the limit in force as a decimal number. 0 or -errno.
 */
int setting_read_raw(const struct setting *s, const struct sysroot *root, const char *path,
		     char *raw);
int setting_raw_fd(const struct setting *s, int fd, char *raw); /* the same by a kept descriptor */
/* All files. A file that went (ENOENT, ENODEV) is left out if others are left. 0 or -errno. */
int setting_read(const struct setting_here *h, const struct sysroot *root, struct setting_value *v);
/* Take in one more file's normalised value (two for a range make one): how setting_read() mixes. */
void setting_value_add(struct setting_value *v, const char *text);

/* codec_normalise() and codec_raw() for a setting. */
int setting_normalise(const struct setting *s, bool inverted, const char *raw, char *out,
		      size_t size);
int setting_raw(const struct setting *s, bool inverted, const char *value, char *raw, size_t size);

/* ---- changing ---- */

#define SETTING_VALUES 32

struct setting_values {
	char value[SETTING_VALUES][64];
	size_t n;
};

/*
 * The values to step through: of a bool both, of a choice all that the machine offers, of a number
 * its demo values, of a mask some useful ones. n == 0: only a typed value will do.
 */
void setting_values(const struct setting_here *h, const struct sysroot *root,
		    struct setting_values *v);
/*
 * The next (@dir > 0) or previous value after @current, around the end. A number that is not among
 * them: the nearest in that direction. NULL: there is none other.
 */
const char *setting_step(const struct setting *s, const struct setting_values *v,
			 const char *current, int dir);
/*
 * A typed value ("on", "50us", "2.4GHz", "0-1") into its normalised form. 0; -EINVAL with a line
 * that says what is possible; -EPERM for one that could not be taken back.
 */
int setting_check(const struct setting_here *h, const struct sysroot *root, const char *typed,
		  char *out, size_t size, struct err *e);
/* For people, with unit: "on", "200 us", "2.4 GHz", "-1 (no limit)". */
void setting_format(const struct setting *s, const char *value, char *buf, size_t size);

/*
 * What to write so that @h gets @value (normalised, already checked): companions first, then each
 * file that differs, of a range the end that must move first. n == 0 when all is so already.
 * 0 or -errno with words; writes_free() frees @w.
 */
int setting_encode(const struct setting_here *h, const struct sysroot *root, const char *value,
		   struct writes *w, struct err *e);

#endif
