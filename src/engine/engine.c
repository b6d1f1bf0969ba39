// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * engine: set-up and end of a measuring run, and its source.
 *
 * Invariant: steps are undone in the reverse of their order, from wherever it failed.
 */
#include "engine/engine.h"
#include "bench/isolate.h"
#include "engine/sampler.h"
#include "guardian/guardian_client.h"
#include "guardian/undo.h"
#include "machine/placement.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#define FINISH_NS (3 * NSEC_PER_SEC) /* how long the guardian is waited for at the end */

const struct engine_config engine_defaults = {
	.methods = "classic",
	.placement = "same,cross",
	.label = "",
	.sysroot = "/",
	.watch = "",
	.slice_ns = 100 * NSEC_PER_MSEC,
};

struct engine {
	struct source source;
	struct engine_config cfg;
	struct sysroot root; /* of the machine that is shown */
	struct sysroot live; /* of this one */
	struct catalogue catalogue;
	const struct setting **watched; /* [nwatched] the catalogue as it was at the start */
	size_t nwatched;
	struct ledger *ledger;
	struct guardian guardian;
	bool ipc_joined, writable;
	char note[160]; /* why nothing can be changed */
	struct runner runner;
	struct plan plan;
	struct sampler *sampler;
	bool ended; /* EV_END was handed out */
};

/* ---- what is measured and watched ---- */

static int make_plan(struct engine *en, struct err *e)
{
	struct topology topo;
	int ret;

	/* workers run here, whatever machine is shown */
	ret = topology_read(&topo, &en->live);
	if (ret)
		return err_sys(e, -ret, "the CPUs that may be used");
	ret = plan_read(&en->plan, en->cfg.methods, en->cfg.placement, &topo, e);
	topology_free(&topo);
	return ret;
}

static int read_catalogue(struct engine *en, struct err *e)
{
	if (catalogue_init(&en->catalogue))
		return err_set(e, ENOMEM, "no memory for the catalogue of settings");
	return en->cfg.settings ? catalogue_take(&en->catalogue, en->cfg.settings, e) : 0;
}

/* The settings to watch: the catalogue, and what is named beside it. */
static int choose_settings(struct engine *en, struct err *e)
{
	const char *list = en->cfg.watch ? en->cfg.watch : "";
	struct catalogue *c = &en->catalogue;
	char name[256];

	while (*list) {
		size_t n = strcspn(list, ",");

		text_format(name, sizeof(name), "%.*s", (int)n, list);
		if (n && !catalogue_find(c, name) && !catalogue_name(c, &en->root, name, e))
			return -EINVAL;
		list += n + (list[n] == ',');
	}
	en->nwatched = c->n;
	en->watched = calloc(c->n + 1, sizeof(*en->watched));
	if (!en->watched)
		return err_set(e, ENOMEM, "no memory for the settings");
	memcpy(en->watched, c->item, c->n * sizeof(*en->watched));
	return 0;
}

/* ---- the processes ---- */

/* IPC sysctls are read and written where the workers live; they go with that namespace. */
static void join_workers(struct engine *en)
{
	en->ipc_joined = en->runner.own_ipc && en->root.live &&
			 !guardian_join(&en->guardian, en->runner.pid, NULL) &&
			 !isolate_join(en->runner.pid, NULL);
}

static void ask_guardian(struct engine *en)
{
	struct err e = { 0 };

	en->writable = !guardian_status(&en->guardian, &e);
	if (!en->root.live && !en->cfg.read_only)
		text_copy(en->note, sizeof(en->note),
			  "a captured machine is shown (--sysroot): no setting is changed");
	else if (!en->writable)
		text_copy(en->note, sizeof(en->note), e.text);
}

static int start_processes(struct engine *en, struct err *e)
{
	/* a captured machine is shown: nothing of this one is to be changed under its name */
	struct guardian_config guard = { .read_only = en->cfg.read_only || !en->root.live,
					 .journal = en->cfg.journal };
	int ret;

	en->ledger = ledger_new();
	if (!en->ledger)
		return err_sys(e, errno, "memory shared with the runner");
	guard.ledger = en->ledger;
	ret = guardian_start(&en->guardian, &guard, e);
	if (ret)
		return ret;
	ask_guardian(en);
	ret = runner_start(&en->runner, en->ledger, en->guardian.life_fd, e);
	if (!ret)
		join_workers(en);
	return ret;
}

static int open_roots(struct engine *en, struct err *e)
{
	int ret = sysroot_open(&en->live, "/");

	if (ret)
		return err_sys(e, -ret, "/");
	ret = sysroot_open(&en->root, en->cfg.sysroot);
	return ret ? err_sys(e, -ret, "--sysroot %s", en->cfg.sysroot) : 0;
}

struct engine *engine_new(const struct engine_config *c, struct err *e)
{
	struct engine *en = calloc(1, sizeof(*en));
	int ret;

	if (!en) {
		err_set(e, ENOMEM, "no memory for the engine");
		return NULL;
	}
	en->cfg = *c;
	en->live.dirfd = en->root.dirfd = -1;
	en->guardian = (struct guardian){ .pid = -1, .life_fd = -1, .fd = -1 };
	en->runner.fd = -1;
	ret = open_roots(en, e);
	if (!ret)
		ret = read_catalogue(en, e);
	if (!ret)
		ret = choose_settings(en, e);
	if (!ret)
		ret = make_plan(en, e);
	if (!ret)
		ret = start_processes(en, e);
	if (!ret)
		return en;
	engine_end(en, NULL, NULL);
	return NULL;
}

/* ---- the source ---- */

static struct engine *engine_of(struct source *s)
{
	return (struct engine *)((char *)s - offsetof(struct engine, source));
}

static int source_next(struct source *s, struct event **ev, struct err *e)
{
	struct engine *en = engine_of(s);

	*ev = sampler_next(en->sampler);
	if (!*ev)
		return en->ended ? err_set(e, ENODATA, "the run is over") : 0;
	en->ended |= (*ev)->kind == EV_END;
	return 0;
}

static int source_order(struct source *s, const struct order *o, struct err *e)
{
	struct engine *en = engine_of(s);

	if (en->ended)
		return err_set(e, EPIPE, "the run is over");
	if (o->kind == ORDER_KEEP)
		en->cfg.keep = o->arg;
	if (sampler_order(en->sampler, o))
		return err_set(e, EAGAIN, "too many orders wait");
	return 0;
}

static int source_close(struct source *s, struct err *e)
{
	return engine_end(engine_of(s), NULL, e);
}

int engine_start(struct engine *en, struct err *e)
{
	struct sampler_config cfg = {
		.label = en->cfg.label,
		.root = &en->root,
		.slice_ns = en->cfg.slice_ns,
		.rounds = en->cfg.rounds,
		.duration_ns = en->cfg.duration_ns,
		.setting = en->watched,
		.nsettings = en->nwatched,
		.control = { .catalogue = &en->catalogue,
			     .root = &en->root,
			     .guardian = &en->guardian,
			     .ipc_joined = en->ipc_joined,
			     .writable = en->writable,
			     .note = en->note,
			     .journal = en->cfg.journal },
	};

	en->sampler = sampler_start(&cfg, &en->plan, &en->runner, en->ledger, e);
	if (!en->sampler)
		return -e->code;
	en->source = (struct source){ .fd = sampler_fd(en->sampler),
				      .next = source_next,
				      .order = source_order,
				      .close = source_close };
	return 0;
}

struct source *engine_source(struct engine *en)
{
	return &en->source;
}

int engine_complete(const struct engine *en, const char *prefix, char ***names)
{
	/* not the catalogue itself: it grows in the other thread */
	const struct catalogue known = { .item = en->watched, .n = en->nwatched };

	return setting_complete(&known, &en->root, prefix, names);
}

pid_t engine_runner(const struct engine *en)
{
	return MAX(en->runner.spawner, 0);
}

/* ---- the end ---- */

/*
 * Have everything put back, or kept. The guardian answers what it was asked before first; one that the
 * kernel holds up is not waited for.
 */
static int finish(struct engine *en, bool owed, struct outcome_list *out, struct err *e)
{
	int64_t end = now_ns() + FINISH_NS;
	struct guardian_call call;
	bool over = false;
	int ret;

	if (guardian_call_begin(&call, &en->guardian, WIRE_FINISH, en->cfg.keep ? WIRE_KEEP_ALL : 0,
				""))
		return err_set(e, ENOMEM, "no memory");
	call.skip = owed;
	guardian_wake(&en->guardian);
	while (!(over = guardian_call_step(&call)) && now_ns() < end) {
		struct pollfd pfd = { .fd = en->guardian.fd,
				      .events = guardian_call_events(&call) };

		poll(&pfd, 1, (int)((end - now_ns()) / NSEC_PER_MSEC) + 1);
	}
	for (size_t i = 0; out && i < call.out.n; i++)
		outcome_add(out, &call.out.o[i]);
	ret = over ? call.ret : -EINPROGRESS;
	if (over && ret && e)
		*e = call.err;
	else if (!over)
		err_set(e, EINPROGRESS,
			"the kernel has not finished a write yet: the guardian (pid %d) puts the "
			"settings back when it has",
			(int)en->guardian.pid);
	guardian_call_end(&call);
	return ret;
}

int engine_end(struct engine *en, struct outcome_list *out, struct err *e)
{
	int ret = 0;
	bool owed;

	if (!en)
		return 0;
	owed = sampler_stop(en->sampler);
	runner_stop(&en->runner);
	if (en->ledger)
		ledger_sweep(en->ledger);
	if (en->guardian.pid > 0 && en->writable)
		ret = finish(en, owed, out, e);
	/* it was killed: what it had changed, and nobody has put back yet */
	if (ret == -EPIPE)
		ret = undo_restore(en->cfg.journal, false, out, e);
	if (ret == -EINPROGRESS)
		guardian_leave(&en->guardian);
	else
		guardian_stop(&en->guardian);
	plan_free(&en->plan);
	free(en->watched);
	catalogue_free(&en->catalogue);
	ledger_free(en->ledger);
	sysroot_close(&en->root);
	sysroot_close(&en->live);
	free(en);
	return ret;
}
