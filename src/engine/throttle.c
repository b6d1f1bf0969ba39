// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * throttle: what holds workers back, looked at around each slice.
 *
 * Invariant: the group and the policy of the workers are looked up at most once a second.
 */
#include "engine/throttle.h"

#include <sched.h>
#include <stdlib.h>

#define LOOK_NS	    NSEC_PER_SEC
#define QUOTA_SHARE 0.01 /* of the slice: less is the end of a period that it barely touched */
#define STEAL_CPUS  0.25
#define STEAL_TICKS 3	 /* /proc/stat counts no finer, and one may be of the time before */
#define RT_CLOSE_BY 0.02 /* of the limit */
#define SCHED_DIR   "/proc/sys/kernel/sched_rt_"

void throttle_init(struct throttle *t, const struct sysroot *root)
{
	*t = (struct throttle){ .root = root };
}

void throttle_free(struct throttle *t)
{
	cgroup_close(&t->cgroup);
}

static double rt_limit(const struct sysroot *root)
{
	char runtime[32], period[32];
	double r, p;

	if (sysroot_line(root, SCHED_DIR "runtime_us", runtime, sizeof(runtime)) ||
	    sysroot_line(root, SCHED_DIR "period_us", period, sizeof(period)))
		return 0;
	r = strtod(runtime, NULL);
	p = strtod(period, NULL);
	return r > 0 && p > r ? r / p : 0;
}

static void look(struct throttle *t, pid_t maker)
{
	int policy = sched_getscheduler(maker);

	t->looked_ns = now_ns();
	t->rt_share = policy == SCHED_FIFO || policy == SCHED_RR ? rt_limit(t->root) : 0;
	if (t->cgroup.group[0] && !cgroup_moved(&t->cgroup, t->root, maker))
		return;
	cgroup_close(&t->cgroup);
	cgroup_open(&t->cgroup, t->root, maker);
}

void throttle_begin(struct throttle *t, pid_t maker)
{
	int64_t ns;

	t->counts = false;
	if (!t->root->live)
		return;
	if (!t->looked_ns || now_ns() - t->looked_ns >= LOOK_NS)
		look(t, maker);
	t->counts = cgroup_throttled(&t->cgroup, &ns);
}

static void flag(struct slice *sl, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void flag(struct slice *sl, const char *fmt, ...)
{
	va_list ap;

	sl->flags |= SLICE_THROTTLED;
	va_start(ap, fmt);
	text_vformat(sl->text, sizeof(sl->text), fmt, ap);
	va_end(ap);
}

void throttle_slice(struct throttle *t, struct slice *sl)
{
	double wall = (double)MAX(sl->wall_ns, (int64_t)1), cpus;
	int64_t ns;

	if (t->counts && cgroup_throttled(&t->cgroup, &ns)) {
		cpus = (double)ns / wall;
		metric_set(&sl->metrics, METRIC_throttled, cpus);
		if (cpus >= QUOTA_SHARE)
			flag(sl, "held back by the quota of the control group (%.2f CPUs)", cpus);
	}
	if (!(sl->flags & SLICE_THROTTLED) && t->rt_share > 0 &&
	    metric_has(&sl->metrics, METRIC_cpu_ns) &&
	    sl->metrics.v[METRIC_cpu_ns] / wall >= t->rt_share - RT_CLOSE_BY)
		flag(sl, "real-time tasks may use %.0f %% of a CPU (sched_rt_runtime_us)",
		     t->rt_share * 100);
}

void throttle_steal(struct slice *sl, const struct readings *rd)
{
	if (sl->flags & (SLICE_THROTTLED | SLICE_VOID) || !metric_has(&sl->metrics, METRIC_steal))
		return;
	if (rd->steal >= STEAL_CPUS &&
	    rd->steal * (double)rd->load_ns / 1e9 * (double)rd->ticks_per_s >= STEAL_TICKS)
		flag(sl, "the hypervisor took %.2f CPUs", rd->steal);
}
