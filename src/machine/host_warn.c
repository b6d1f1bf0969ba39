// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * host_warn: what on this machine spoils figures, or makes them hard to compare.
 *
 * Pure. Invariant: each warning names what was found and its effect, in one line; the weightiest
 * stand first, so that those cut off are the least.
 */
#include "machine/host_parts.h"

#include "machine/cpu.h"
#include "machine/host_text.h"

#include <stdlib.h>
#include <string.h>

#define STEAL_WARN 0.001

struct warnings {
	size_t n;
	struct {
		unsigned weight;
		char text[sizeof(((struct host *)0)->warning[0])];
	} item[32];
};

__attribute__((format(printf, 3, 4))) static void warn(struct warnings *w, unsigned weight,
						       const char *fmt, ...)
{
	va_list ap;

	if (w->n == ARRAY_SIZE(w->item))
		return;
	va_start(ap, fmt);
	text_vformat(w->item[w->n].text, sizeof(w->item[0].text), fmt, ap);
	va_end(ap);
	w->item[w->n++].weight = weight;
}

/*
 * Options that alone need no further look. Weights: 100 the kernel is several times slower; 50 some
 * ten percent; 20 a few.
 */
static const struct {
	enum kconfig_option option;
	unsigned weight;
	const char *text;
} plain[] = {
	{ KC_KMSAN, 98,
	  "debug kernel: KMSAN checks every memory access; all rates are far too low" },
	{ KC_KCSAN, 92, "debug kernel: KCSAN looks for data races; all rates are far too low" },
	{ KC_GCOV_KERNEL, 85, "debug kernel: GCOV counts every branch; all rates are too low" },
	{ KC_DEBUG_OBJECTS, 75,
	  "debug kernel: DEBUG_OBJECTS tracks timers and work items; rates are too low" },
	{ KC_DEBUG_RT_MUTEXES, 55,
	  "debug kernel: DEBUG_RT_MUTEXES slows priority inheritance locks" },
	{ KC_DEBUG_MUTEXES, 54, "debug kernel: DEBUG_MUTEXES slows every sleeping lock" },
	{ KC_DEBUG_SPINLOCK, 53, "debug kernel: DEBUG_SPINLOCK slows every lock" },
	{ KC_DEBUG_ATOMIC_SLEEP, 44,
	  "debug kernel: DEBUG_ATOMIC_SLEEP counts every preemption section" },
	{ KC_DEBUG_PREEMPT, 43,
	  "debug kernel: DEBUG_PREEMPT checks every per-CPU access; system calls are slower" },
	{ KC_IRQSOFF_TRACER, 42,
	  "IRQSOFF_TRACER is built in: every disabling of interrupts passes through it" },
	{ KC_PREEMPT_TRACER, 41,
	  "PREEMPT_TRACER is built in: every preemption section passes through it" },
	{ KC_KCOV, 40, "debug kernel: KCOV is built in; every branch of the kernel calls it" },
	{ KC_UBSAN, 22,
	  "UBSAN is built in: checked arithmetic and array bounds cost a little everywhere" },
};

static void warn_locks(struct warnings *w, const struct kconfig *k, const struct debug_files *files)
{
	if (k->set[KC_PROVE_LOCKING])
		warn(w, 100,
		     "debug kernel: PROVE_LOCKING follows every lock; rates are several times too "
		     "low");
	else if (k->set[KC_LOCKDEP] || k->set[KC_DEBUG_LOCK_ALLOC] || files->lockdep_stats)
		warn(w, 90, "debug kernel: lockdep follows every lock; rates are far too low");
	if (k->set[KC_LOCK_STAT] || files->lock_stat)
		warn(w, 78, "debug kernel: LOCK_STAT times every lock; rates are too low");
}

static bool boot_says(const struct host *h, const char *name, const char *value)
{
	const char *v = host_boot_value(h, name);

	return v && !strcmp(v, value);
}

/* Built in as a default, or asked for at boot; the command line has the last word. */
static bool chosen(const struct host *h, const char *name, bool by_default)
{
	const char *v = host_boot_value(h, name);

	if (!v)
		return by_default;
	return strcmp(v, "0") && strcmp(v, "off") && strcmp(v, "n") && strcmp(v, "N");
}

static bool slab_debug(const struct host *h, bool by_default)
{
	const char *v = host_boot_value(h, "slab_debug");

	if (!v)
		v = host_boot_value(h, "slub_debug");
	/* without a value all checks are on, "-" switches them off */
	return v ? strcmp(v, "-") != 0 : by_default;
}

static void warn_memory(struct warnings *w, const struct host *h, const struct kconfig *k,
			const struct debug_files *files)
{
	if (k->set[KC_KASAN] && !boot_says(h, "kasan", "off"))
		warn(w, k->set[KC_KASAN_HW_TAGS] ? 50 : 96,
		     k->set[KC_KASAN_HW_TAGS]
			     ? "KASAN with hardware tags is on: memory allocation is slower"
			     : "debug kernel: KASAN checks every memory access; rates are several "
			       "times too low");
	if (chosen(h, "debug_pagealloc", k->set[KC_DEBUG_PAGEALLOC_ENABLE_DEFAULT]))
		warn(w, 82, "debug kernel: DEBUG_PAGEALLOC unmaps freed pages; rates are too low");
	if (slab_debug(h, k->set[KC_SLUB_DEBUG_ON]))
		warn(w, 80, "slab debugging is on: every message queued is poisoned and checked");
	/* its file stands there even when it is off, so it counts only where nothing else says it */
	if (((k->set[KC_DEBUG_KMEMLEAK] && !k->set[KC_DEBUG_KMEMLEAK_DEFAULT_OFF]) ||
	     (files->kmemleak && !k->found)) &&
	    !boot_says(h, "kmemleak", "off"))
		warn(w, 70, "debug kernel: KMEMLEAK records every allocation; rates are too low");
	if (chosen(h, "init_on_alloc", k->set[KC_INIT_ON_ALLOC_DEFAULT_ON]))
		warn(w, 24,
		     "init_on_alloc zeroes all allocated memory: messages and new processes "
		     "cost more");
	if (chosen(h, "init_on_free", k->set[KC_INIT_ON_FREE_DEFAULT_ON]))
		warn(w, 28,
		     "init_on_free zeroes all freed memory: messages and process ends cost more");
}

static void warn_machine(struct warnings *w, const struct host *h, const struct cpu_time *time)
{
	bool named = h->hypervisor[0] && strcmp(h->hypervisor, CPU_HYPERVISOR_UNNAMED);

	if (h->hypervisor[0])
		warn(w, 62,
		     "virtual machine (%s): waking another CPU costs a VM exit, so \"cross\" shows "
		     "the hypervisor; time can be stolen",
		     named ? h->hypervisor : "unnamed hypervisor");
	if (time->has_steal && time->steal_share > STEAL_WARN)
		warn(w, 64,
		     "the hypervisor took %.1f %% of the CPU time since boot: rates swing with "
		     "what "
		     "its other guests do",
		     time->steal_share * 100);
	if (!strcmp(h->clocksource, "hpet") || !strcmp(h->clocksource, "acpi_pm") ||
	    !strcmp(h->clocksource, "jiffies") || !strcmp(h->clocksource, "refined-jiffies"))
		warn(w, 35, "clocksource %s: reading the time is a slow system call here",
		     h->clocksource);
	if (boot_says(h, "idle", "poll"))
		warn(w, 26,
		     "idle=poll: idle CPUs spin, so waking one looks far cheaper than usual");
}

static void warn_cpus(struct warnings *w, const struct host *h)
{
	if (h->have & HOST_QUOTA)
		warn(w, 66,
		     "the control group has a quota of %.3g CPUs: where workers use it up they are "
		     "held back, and rates are the quota's",
		     h->cpu_quota);
	if (h->cpus_note[0])
		warn(w, 30, "%s", h->cpus_note);
}

static int heavier(const void *a, const void *b)
{
	const unsigned *x = a, *y = b; /* weight is the first member */

	return (*x < *y) - (*x > *y);
}

void host_warnings(struct host *h, const struct kconfig *k, const struct debug_files *files,
		   const struct cpu_time *time)
{
	struct warnings w = { 0 };

	warn_locks(&w, k, files);
	for (size_t i = 0; i < ARRAY_SIZE(plain); i++)
		if (k->set[plain[i].option])
			warn(&w, plain[i].weight, "%s", plain[i].text);
	warn_memory(&w, h, k, files);
	warn_machine(&w, h, time);
	warn_cpus(&w, h);
	qsort(w.item, w.n, sizeof(w.item[0]), heavier);
	h->nwarning = MIN(w.n, (size_t)HOST_WARNINGS);
	for (size_t i = 0; i < h->nwarning; i++)
		text_copy(h->warning[i], sizeof(h->warning[i]), w.item[i].text);
}

bool cpu_time_parse(struct cpu_time *t, const char *line)
{
	double field[8] = { 0 }, sum = 0;
	size_t n = 0;

	*t = (struct cpu_time){ 0 };
	if (strncmp(line, "cpu ", 4))
		return false;
	for (const char *p = line + 4; n < ARRAY_SIZE(field); n++) {
		p += strspn(p, " ");
		if (!text_decimal(p, &p, &field[n]))
			break;
		sum += field[n];
	}
	/* user nice system idle iowait irq softirq steal; 2.6.0 had no steal. Guest is part of user. */
	t->has_steal = n == ARRAY_SIZE(field);
	if (t->has_steal && sum > 0) {
		t->stolen = field[7] > 0;
		t->steal_share = field[7] / sum;
	}
	return true;
}
