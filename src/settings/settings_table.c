// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * settings_table: the built-in catalogue as one const table.
 *
 * Invariant: only data; what an entry must fulfil is checked by the table test over every one.
 */
#include "settings/catalogue.h"
#include "settings/setting.h"

#define SETTING(...) { __VA_ARGS__ },

/* Name and path of a sysctl in two or three parts. */
#define SYSCTL(a, b)	 .name = a "." b, .path = { "/proc/sys/" a "/" b }
#define SYSCTL3(a, b, c) .name = a "." b "." c, .path = { "/proc/sys/" a "/" b "/" c }
/* A module parameter, by its name on the kernel command line. */
#define MODULE(m, p) .name = m "." p, .path = { "/sys/module/" m "/parameters/" p }

#define CPUS	 "/sys/devices/system/cpu/"
#define EACH_CPU "/sys/devices/system/cpu/cpu[0-9]*/"
#define POLICIES "/sys/devices/system/cpu/cpufreq/policy*/"
#define DEBUG	 "/sys/kernel/debug/sched/"
#define LOOPBACK "/sys/devices/virtual/net/lo/"
/* tracefs has a place of its own since 4.1; before, it stood in debugfs only. */
#define TRACING(p) .path = { "/sys/kernel/tracing/" p, "/sys/kernel/debug/tracing/" p }

#define ROW(class) (1u << ROW_##class)
#define WAKE_ROWS  (ROW(CALL) | ROW(RESCHED))

const struct setting settings[] = {
#include "settings/settings.def"
};

const size_t nsettings = ARRAY_SIZE(settings);

const char *const setting_groups[] = { "idle",	   "frequency", "topology", "scheduler",
				       "watchdog", "tracing",	"security", "interrupts",
				       "memory",   "network",	"ipc",	    "other",
				       NULL };
