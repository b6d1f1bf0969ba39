// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sample_setting: the settings of the frame made by hand, their changes and the verdicts on these.
 *
 * Invariant: the verdicts of the newest change are of every state that there is; headlines are the
 * ones that the verdict module makes of them.
 */
#include <math.h>

#include "sample_impl.h"

#define CHANGE SETTING_CAN_CHANGE
#define ROW(x) (1u << ROW_##x)

static const struct setting_info infos[] = {
	{ 0, CHANGE | SETTING_STRIP, 50, ROW(CALL) | ROW(RESCHED), "cpu_dma_latency", "idle",
	  "none", "none", "", "/dev/cpu_dma_latency",
	  "Holds the device open with the longest wake-up that may be slept into; 0 keeps idle "
	  "CPUs "
	  "polling. Cross-CPU rows rise, CAL falls.",
	  "0 us", "b" },
	{ 1, CHANGE | SETTING_STRIP, 200, ROW(CALL) | ROW(RESCHED), "cpuidle.governor", "idle",
	  "haltpoll", "haltpoll", "", "/sys/devices/system/cpu/cpuidle/current_governor",
	  "Who chooses how deeply an idle CPU sleeps. Switching takes 10 ms or more.", "menu",
	  "o" },
	{ 2, CHANGE | SETTING_STRIP, 50, ROW(CALL), "haltpoll.guest_halt_poll_ns", "idle", "200000",
	  "200000 ns", "", "/sys/module/haltpoll/parameters/guest_halt_poll_ns",
	  "How long an idle guest CPU polls before it halts. Off against on changes cross-CPU rows "
	  "several times over; CAL collapses, since a polling CPU needs no interrupt to wake.",
	  "1000000 ns", "p" },
	{ 3, SETTING_ABSENT, 50, 0, "cpufreq.boost", "frequency", "", "",
	  "no frequency scaling here: a guest leaves it to the host", "",
	  "Turbo clocks, on or off.", "", "" },
	{ 4, CHANGE | SETTING_STRIP, 50, ROW(TICK), "kernel.timer_migration", "scheduler", "1", "1",
	  "", "/proc/sys/kernel/timer_migration",
	  "May timers of idle CPUs run on busy ones? Rates hardly change.", "0", "v" },
	{ 5, CHANGE | SETTING_ASKS | SETTING_STRIP, 50, 0, "kernel.sched_rt_runtime_us",
	  "scheduler", "950000", "950000 us", "", "/proc/sys/kernel/sched_rt_runtime_us",
	  "Time in each period that real-time tasks may take; -1: all of it, and a real-time loop "
	  "can "
	  "then hang the machine.",
	  "-1 (no limit)", "z" },
	{ 6, CHANGE | SETTING_NEW_TASKS, 50, 0, "kernel.sched_autogroup_enabled", "scheduler", "1",
	  "1", "", "/proc/sys/kernel/sched_autogroup_enabled",
	  "One scheduling group for each session.", "", "" },
	{ 7, CHANGE | SETTING_ASKS | SETTING_STRIP, 100, ROW(NMI), "kernel.nmi_watchdog",
	  "watchdog", "0", "0", "", "/proc/sys/kernel/nmi_watchdog",
	  "Hard lockup detector by a performance counter of each CPU.", "1", "w" },
	{ 8, 0, 50, ROW(NMI), "kernel.watchdog_thresh", "watchdog", "10", "10 s",
	  "read-only file system (a container?)", "/proc/sys/kernel/watchdog_thresh",
	  "Seconds without a sign of life before the watchdogs speak.", "", "" },
	{ 9, CHANGE | SETTING_NEW_TASKS, 50, ROW(TLB), "transparent_hugepage", "memory", "madvise",
	  "madvise", "", "/sys/kernel/mm/transparent_hugepage/enabled",
	  "Large pages for anonymous memory.", "", "" },
	{ 10, CHANGE, 50, 0, "net.ipv4.tcp_rmem", "network", "4096 131072 6291456",
	  "4096 131072 6291456", "", "/proc/sys/net/ipv4/tcp_rmem",
	  "Least, first and largest receive buffer of a TCP socket.", "", "" },
	{ 11, 0, 50, 0, "fs.mqueue.msg_max", "ipc", "10", "10", "needs root",
	  "/proc/sys/fs/mqueue/msg_max", "Messages that a POSIX queue may hold.", "", "" },
};

static int64_t when(const struct sample *s, unsigned sixths)
{
	unsigned round = s->spec.rounds * sixths / 6;

	return SAMPLE_T_NS - (int64_t)(s->spec.rounds - round) * s->round_ns;
}

/* A verdict after @look rounds: @ratio after/before. */
static struct verdict looked(enum verdict_state state, double ratio, unsigned look, unsigned next)
{
	struct verdict v = { .state = state,
			     .n = 90,
			     .m = look,
			     .look = look,
			     .next = next,
			     .last = 20,
			     .neff_n = 61,
			     .neff_m = look * 0.8,
			     .d = log(ratio),
			     .p = 0.012,
			     .p_least = 0.0004,
			     .rate_before = 33100,
			     .detectable = 0.05 };
	double half = state == VERDICT_DIFFERENCE ? fabs(v.d) / 2 : 0.04;

	v.lo = v.d - half;
	v.hi = v.d + half;
	if (state != VERDICT_DIFFERENCE)
		v.p = v.p_least = 0.4;
	return v;
}

static struct verdict verdict_of(const struct frame *f, size_t i)
{
	struct verdict v;

	if (f->series[i].info->flags & SERIES_SLICE_BOUND)
		return (struct verdict){ .state = VERDICT_NEVER };
	switch (i % 7) {
	case 0:
		return looked(VERDICT_DIFFERENCE, 1.51, 20, 0);
	case 1:
		v = looked(VERDICT_DIFFERENCE, 0.94, 20, 0);
		v.load_changed = true;
		v.load_before = 0.1;
		v.load_after = 0.9;
		return v;
	case 2:
		return looked(VERDICT_SAME, 1.002, 20, 0);
	case 3:
		v = looked(VERDICT_HIDDEN, 1.1, 20, 0);
		v.detectable = 0.4;
		return v;
	case 4:
		return (struct verdict){
			.state = VERDICT_WAITING, .n = 90, .m = 3, .next = 5, .last = 20
		};
	case 5:
		return looked(VERDICT_SAME, 1.01, 5, 10);
	default:
		return (struct verdict){ .state = VERDICT_TOO_FEW, .n = 9, .needs = 6 };
	}
}

enum { SAMPLE_HEADLINE = 120 };

static void sample_change(struct sample *s, uint16_t id, char letter, unsigned sixths,
			  const char *old, const char *who)
{
	struct frame *f = &s->frame;
	struct frame_change *c = &f->change[f->nchanges++];
	struct frame_setting *fs = &f->setting[id];
	struct verdict *v = sample_take(s, f->nseries, sizeof(*v));
	char *headline = sample_take(s, SAMPLE_HEADLINE, 1);

	for (size_t i = 0; i < f->nseries; i++)
		v[i] = verdict_of(f, i);
	*c = (struct frame_change){ .setting = id,
				    .letter = letter,
				    .t_ns = when(s, sixths),
				    .name = infos[id].name,
				    .old = old,
				    .now = infos[id].shown,
				    .who = who,
				    .verdict = v,
				    .nverdicts = f->nseries };
	c->wall_ns = SAMPLE_WALL_NS - (SAMPLE_T_NS - c->t_ns);
	verdict_headline(v, f->nseries, headline, SAMPLE_HEADLINE);
	c->headline = headline;
	fs->start = old;
	fs->changed = true;
	fs->t_ns = c->t_ns;
	fs->wall_ns = c->wall_ns;
	fs->letter = letter;
	fs->who = who;
	fs->effect = c->headline;
	for (size_t i = 0; i < f->nseries; i++)
		f->series[i].verdict = &v[i];
}

void sample_settings(struct sample *s)
{
	struct frame *f = &s->frame;

	if (!s->spec.settings)
		return;
	f->nsettings = ARRAY_SIZE(infos);
	f->setting = sample_take(s, f->nsettings, sizeof(*f->setting));
	for (size_t i = 0; i < f->nsettings; i++)
		f->setting[i] = (struct frame_setting){
			.info = &infos[i], .start = infos[i].shown, .who = "", .effect = ""
		};
	f->change = sample_take(s, 2, sizeof(*f->change));
	if (!s->spec.rounds || s->spec.no_log)
		return;
	sample_change(s, 7, 'A', 1, "1", "sysctl (pid 4711)");
	sample_change(s, 2, 'B', 3, "0 ns", "you");
}
