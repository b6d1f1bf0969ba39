// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * session: set-up and end of a measuring run.
 *
 * Invariant: steps are undone in the reverse of their order, from wherever it failed.
 */
#include "app/session.h"
#include "bench/isolate.h"
#include "bench/methods.h"
#include "machine/placement.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

int session_signals(void)
{
	static const int read_by_us[] = { SIGINT,  SIGTERM, SIGHUP,   SIGQUIT,	SIGUSR1, SIGUSR2,
					  SIGPIPE, SIGTSTP, SIGWINCH, SIGCONT,	SIGTTIN, SIGTTOU,
					  SIGXCPU, SIGXFSZ, SIGALRM,  SIGVTALRM };
	sigset_t set;
	int fd;

	sigemptyset(&set);
	for (size_t i = 0; i < ARRAY_SIZE(read_by_us); i++)
		sigaddset(&set, read_by_us[i]);
	if (sigprocmask(SIG_BLOCK, &set, NULL))
		return -errno;
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

void session_die(int sig)
{
	sigset_t set;

	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	_exit(128 + sig); /* only where the signal does not end a process */
}

static int make_plan(struct session *s, struct err *e)
{
	struct sysroot live;
	struct topology topo;
	int ret;

	/* workers run here, whatever machine --sysroot shows */
	ret = sysroot_open(&live, "/");
	if (ret)
		return err_sys(e, -ret, "/");
	ret = topology_read(&topo, &live);
	sysroot_close(&live);
	if (ret)
		return err_sys(e, -ret, "the CPUs that may be used");
	ret = plan_read(&s->plan, s->config.methods, s->config.placement, &topo, e);
	topology_free(&topo);
	return ret;
}

/* What is known at once; of a captured machine nothing of this one. */
static void quick_facts(const struct session *s, struct host *h)
{
	if (s->root.live)
		host_quick(h);
	else
		h->have = HOST_CAPTURED;
}

static void post_start(struct session *s)
{
	struct event *ev = event_new(EV_START, now_ns(), wall_ns());

	if (!ev)
		return;
	text_copy(ev->u.start.label, sizeof(ev->u.start.label), s->config.label);
	text_copy(ev->u.start.version, sizeof(ev->u.start.version), CTXTOP_VERSION);
	ev->u.start.slice_ns = s->config.slice_ns;
	session_apply(s, ev);
	ev = event_new(EV_HOST, now_ns(), wall_ns());
	if (!ev)
		return;
	ev->u.host = calloc(1, sizeof(*ev->u.host));
	if (ev->u.host)
		quick_facts(s, ev->u.host);
	if (ev->u.host)
		session_apply(s, ev);
	else
		event_free(ev);
}

static void post_series(struct session *s)
{
	for (size_t i = 0; i < s->plan.n; i++) {
		const struct planned *p = &s->plan.series[i];
		struct event *ev = event_new(EV_SERIES, now_ns(), wall_ns());

		if (!ev)
			return;
		ev->u.info = p->info;
		session_apply(s, ev);
		if (!p->reason[0])
			continue;
		ev = event_new(EV_STATE, now_ns(), wall_ns());
		if (!ev)
			return;
		ev->series = p->info.id;
		text_copy(ev->text, sizeof(ev->text), p->reason);
		session_apply(s, ev);
	}
}

/* The settings to watch: the catalogue, and what the option names beside it. */
static int choose_settings(struct session *s, struct err *e)
{
	const char *list = s->config.watch;
	const struct catalogue *c = &s->tune.catalogue;
	char name[256];

	while (*list) {
		size_t n = strcspn(list, ",");

		text_format(name, sizeof(name), "%.*s", (int)n, list);
		if (n && !catalogue_find(c, name) && !tune_add(&s->tune, name, e))
			return -EINVAL;
		list += n + (list[n] == ',');
	}
	s->nsettings = MIN(c->n, (size_t)SETTINGS_MAX);
	s->settings = calloc(s->nsettings + 1, sizeof(*s->settings));
	if (!s->settings)
		return err_set(e, ENOMEM, "no memory for the settings");
	memcpy(s->settings, c->item, s->nsettings * sizeof(*s->settings));
	return 0;
}

/* IPC sysctls are read and written where the workers live; they go with that namespace. */
static void join_workers(struct session *s)
{
	s->tune.ipc_joined = s->runner.own_ipc && s->root.live &&
			     !guardian_join(&s->guardian, s->runner.pid, NULL) &&
			     !isolate_join(s->runner.pid, NULL);
}

static int start_processes(struct session *s, struct err *e)
{
	/* a captured machine is shown: nothing of this one is to be changed under its name */
	struct guardian_config guard = { .read_only = s->config.read_only || !s->root.live };
	int ret;

	s->ledger = ledger_new();
	if (!s->ledger)
		return err_sys(e, errno, "memory shared with the runner");
	guard.ledger = s->ledger;
	if (guardian_start_with(&s->guardian, &guard, e))
		return -e->code;
	tune_guardian(&s->tune, &s->guardian);
	if (!s->root.live && !s->config.read_only)
		text_copy(s->tune.note, sizeof(s->tune.note),
			  "a captured machine is shown (--sysroot): no setting is changed");
	ret = runner_start(&s->runner, s->ledger, s->guardian.life_fd, e);
	if (!ret)
		join_workers(s);
	return ret;
}

int session_start(struct session *s, const struct config *c, struct err *e)
{
	int ret;

	memset(s, 0, sizeof(*s));
	s->config = *c;
	s->root.dirfd = -1;
	s->runner.fd = -1;
	s->keep = c->keep;
	ret = tune_init(&s->tune, c->config_file[0] ? c->config_file : NULL, e);
	if (!ret)
		ret = choose_settings(s, e);
	if (!ret)
		ret = make_plan(s, e);
	if (!ret)
		ret = sysroot_open(&s->root, c->sysroot);
	if (ret && !e->code)
		err_sys(e, -ret, "--sysroot %s", c->sysroot);
	if (!ret)
		ret = start_processes(s, e);
	if (!ret && c->record[0]) {
		ret = recorder_open(&s->recorder, c->record, e);
		s->recording = !ret;
	}
	if (!ret) {
		s->model = model_new();
		if (!s->model)
			ret = err_set(e, ENOMEM, "no memory for the model");
	}
	if (ret) {
		session_stop(s, NULL);
		return ret;
	}
	post_start(s);
	post_series(s);
	return 0;
}

int session_sample(struct session *s, struct err *e)
{
	struct sampler_config cfg = { .root = &s->root,
				      .slice_ns = s->config.slice_ns,
				      .rounds = s->config.rounds,
				      .duration_ns = s->config.duration_ns,
				      .setting = s->settings,
				      .nsettings = s->nsettings,
				      .ipc_joined = s->tune.ipc_joined,
				      .guardian = s->guardian.pid };

	s->sampler = sampler_start(&cfg, &s->plan, &s->runner, s->ledger, e);
	return s->sampler ? 0 : -e->code;
}

void session_record(struct session *s, const struct event *ev)
{
	if (s->recording)
		recorder_write(&s->recorder, ev);
}

void session_take(struct session *s, struct event *ev)
{
	model_apply(s->model, ev);
	event_free(ev);
}

void session_apply(struct session *s, struct event *ev)
{
	session_record(s, ev);
	session_take(s, ev);
}

int session_stop(struct session *s, struct err *e)
{
	int ret = 0;

	sampler_stop(s->sampler);
	s->sampler = NULL;
	runner_stop(&s->runner);
	if (s->ledger)
		ledger_sweep(s->ledger);
	if (s->guardian.pid > 0)
		tune_finish(&s->tune, s->keep);
	guardian_stop(&s->guardian);
	tune_free(&s->tune);
	free(s->settings);
	s->settings = NULL;
	plan_free(&s->plan);
	ledger_free(s->ledger);
	s->ledger = NULL;
	if (s->recording)
		ret = recorder_close(&s->recorder, e);
	s->recording = false;
	model_free(s->model);
	s->model = NULL;
	sysroot_close(&s->root);
	return ret;
}
