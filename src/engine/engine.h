/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * engine: a measuring run, from its processes to its last event. The one header that a dashboard, a
 * report, a test or another program needs: configure, engine_new(), engine_start(), then events come and
 * orders go through its source; engine_end().
 *
 *	struct engine_config c = engine_defaults;
 *	struct engine *en = engine_new(&c, &e);		 forks; before any thread and before curses
 *	engine_start(en, &e);				 from now on events come
 *	struct source *src = engine_source(en);		 poll src->fd, src->next(), src->order()
 *	engine_end(en, &outcomes, &e);
 *
 * Invariant: engine_new() forks guardian and runner before any thread exists; engine_end() leaves no
 * process, thread, descriptor or System V object, but for a guardian that the kernel holds up.
 */
#ifndef CTXTOP_ENGINE_H
#define CTXTOP_ENGINE_H

#include <sys/types.h>

#include "base/base.h"
#include "base/ini.h"
#include "guardian/outcome.h"
#include "stream/source.h"

/* All texts must outlive the engine. */
struct engine_config {
	const char *methods;	    /* names and groups with commas between: "classic" */
	const char *placement;	    /* "same,cross" */
	const char *label;	    /* of the run, "" = none */
	const char *sysroot;	    /* the machine that is shown; only "/" can be changed */
	const struct ini *settings; /* with sections [setting NAME]; NULL = none */
	const char *watch;	    /* further settings, by name or path, with commas between */
	int64_t slice_ns;
	uint64_t rounds;     /* 0 = without end */
	int64_t duration_ns; /* 0 = without end */
	bool read_only;	     /* no setting is changed */
	bool keep;	     /* changed settings stay so at the end */
	const char *journal; /* of the guardian; NULL = where it belongs */
};

/* The classic methods on one and on two CPUs of this machine, slices of 100 ms, without end. */
extern const struct engine_config engine_defaults;

struct engine;

/*
 * Choose what is measured and start the processes. NULL with words; e->code is EINVAL where the
 * configuration is wrong.
 */
struct engine *engine_new(const struct engine_config *c, struct err *e);
/* Start the thread; events come from now on. 0 or -errno with words. */
int engine_start(struct engine *en, struct err *e);
/*
 * Events and orders; valid from engine_start() to engine_end(). Its close() is engine_end() for whoever
 * does not ask what was put back.
 */
struct source *engine_source(struct engine *en);
/*
 * Names of settings that begin with @prefix, as setting_complete(); free with setting_names_free(). Of
 * those known at the start: it may be called while the engine runs.
 */
int engine_complete(const struct engine *en, const char *prefix, char ***names);
/* The process whose death ends the runner and its workers, for a crash handler; 0 = none. */
pid_t engine_runner(const struct engine *en);
/*
 * End everything, put settings back or keep them, and free it. What became of them is added to @out (may
 * be NULL). 0; -EIO with words: something could not be put back, `ctxtop undo` can try again;
 * -EINPROGRESS with words: the kernel holds the guardian up in a write; it goes on alone, and puts
 * everything back when it can. NULL is nothing to do.
 */
int engine_end(struct engine *en, struct outcome_list *out, struct err *e);

#endif
