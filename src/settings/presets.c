// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * presets: the table of demonstrations.
 *
 * Invariant: none of them can hang a machine or weaken it. A number stands for the same one everywhere.
 */
#include "settings/presets.h"

#include <stddef.h>

#include "base/base.h"

#define NO_PAIR "nothing to see: no pair on two CPUs is measured (-P cross)"

const struct preset presets[] = {
	{ .name = "never sleep",
	  .value = "cpu_dma_latency=0",
	  .needs_pair = true,
	  .in_guest =
		  "cross rows rise several times over where halting is left to the host, CAL falls",
	  .shows = "cross rows rise by what leaving the idle states costs, CAL falls" },
	{ .name = "guest polls",
	  .value = "haltpoll.guest_halt_poll_ns=200000",
	  .needs_pair = true,
	  .shows = "cross rows rise, CAL falls" },
	{ .name = "trace switches",
	  .value = "tracing.events.sched=1",
	  .shows = "every row that switches tasks falls by about a quarter" },
	{ .name = "no autogroup",
	  .value = "kernel.sched_autogroup_enabled=0",
	  .shows = "nothing: an honest no difference" },
	{ .name = "timers stay",
	  .value = "kernel.timer_migration=0",
	  .shows = "next to nothing: timers no longer migrate" },
	{ .name = "guest halts",
	  .value = "haltpoll.guest_halt_poll_ns=0",
	  .needs_pair = true,
	  .shows = "cross rows fall, CAL rises" },
	{ .name = "full clock",
	  .value = "cpufreq.governor=performance",
	  .shows = "all rows rise, unless the clock was at its top already" },
	{ .name = "trace calls",
	  .value = "tracing.events.raw_syscalls=1",
	  .shows = "every row that calls the kernel falls by about a quarter" },
	{ 0 },
};

const char *preset_shows(const struct preset *p, bool guest, bool pair)
{
	if (p->needs_pair && !pair)
		return NO_PAIR;
	return guest && p->in_guest ? p->in_guest : p->shows;
}
