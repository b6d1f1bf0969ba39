// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * presets: the table of demonstrations.
 *
 * Invariant: none of them can hang a machine or weaken it.
 */
#include "settings/presets.h"

#include <stddef.h>

const struct preset presets[] = {
	{ "never sleep", "cross rows rise several times, CAL falls", { "cpu_dma_latency=0" } },
	{ "guest polls",
	  "in a guest: cross rows rise, CAL falls",
	  { "haltpoll.guest_halt_poll_ns=200000" } },
	{ "trace switches", "every row falls by a quarter", { "tracing.events.sched=on" } },
	{ "no autogroup",
	  "nothing: an honest no difference",
	  { "kernel.sched_autogroup_enabled=0" } },
	{ "timers stay",
	  "next to nothing: timers no longer migrate",
	  { "kernel.timer_migration=0" } },
	{ NULL, NULL, { NULL } },
};
