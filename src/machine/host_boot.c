// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * host_boot: the options on the kernel's command line that change what the loops cost.
 *
 * Pure. Invariant: only what stands on the command line is listed; what follows a lone "--" is
 * init's.
 */
#include "machine/host_parts.h"

#include "machine/host_text.h"

#include <string.h>

/* A name that ends in '.' stands for all parameters of that module. */
static const char *const boot_names[] = {
	/* isolation and the tick */
	"isolcpus",
	"nohz_full",
	"nohz",
	"rcu_nocbs",
	"rcu_nocb_poll",
	"highres",
	"skew_tick",
	"hz",
	"housekeeping",
	/* processor flaws */
	"mitigations",
	"pti",
	"nopti",
	"kpti",
	"spectre_v2",
	"nospectre_v2",
	"nospectre_v1",
	"spectre_v2_user",
	"spectre_bhi",
	"spec_store_bypass_disable",
	"retbleed",
	"l1tf",
	"mds",
	"tsx_async_abort",
	"mmio_stale_data",
	"srbds",
	"srso",
	"spec_rstack_overflow",
	"gather_data_sampling",
	"reg_file_data_sampling",
	"indirect_target_selection",
	"vmscape",
	"tsa",
	"attack_vector_mitigation",
	"ssbd",
	"kvm.nx_huge_pages",
	/* preemption and the scheduler */
	"preempt",
	"threadirqs",
	"sched_debug",
	"sched_verbose",
	"schedstats",
	"noautogroup",
	"numa_balancing",
	"relax_domain_level",
	/* idle */
	"idle",
	"nohlt",
	"hlt",
	"intel_idle.",
	"processor.",
	"cpuidle.",
	"cpuidle_haltpoll.",
	"haltpoll.",
	/* frequency */
	"intel_pstate",
	"amd_pstate",
	"cpufreq.",
	/* watchdogs, time */
	"nmi_watchdog",
	"nowatchdog",
	"nosoftlockup",
	"watchdog_thresh",
	"hardlockup_all_cpu_backtrace",
	"clocksource",
	"tsc",
	"hpet",
	"nohpet",
	"no-steal-acc",
	"no-kvmclock",
	/* interrupts and processors */
	"noapic",
	"nolapic",
	"nox2apic",
	"apic",
	"lapic",
	"nosmp",
	"maxcpus",
	"nr_cpus",
	"nosmt",
	"smt",
	"noirqbalance",
	"irqaffinity",
	"pci",
	"acpi",
	"nopvspin",
	"nopv",
	/* accounting, security, memory */
	"psi",
	"audit",
	"selinux",
	"apparmor",
	"lsm",
	"security",
	"lockdown",
	"randomize_kstack_offset",
	"cgroup_disable",
	"delayacct",
	"transparent_hugepage",
	"numa",
	"split_lock_detect",
	"init_on_alloc",
	"init_on_free",
	"slab_debug",
	"slub_debug",
	"debug_pagealloc",
	"page_poison",
	"kmemleak",
	"kasan",
	"kfence.",
	"nokaslr",
};

/* The kernel takes '-' and '_' in the name of an option for the same. */
static bool same_name(const char *a, const char *b, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (a[i] != b[i] && !((a[i] == '-' || a[i] == '_') && (b[i] == '-' || b[i] == '_')))
			return false;
	return true;
}

/* Is @name made of the characters that names of options and parameters have? */
static bool is_name(const char *name, size_t len)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-.";

	return strspn(name, allowed) >= len;
}

static bool matters(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(boot_names); i++) {
		size_t n = strlen(boot_names[i]);
		bool module = boot_names[i][n - 1] == '.';

		if ((module ? len > n : len == n) && same_name(boot_names[i], name, n))
			return is_name(name, len);
	}
	return false;
}

/* Length of the word at @p; blanks between double quotes belong to it. */
static size_t word_length(const char *p)
{
	bool quoted = false;
	size_t n;

	for (n = 0; p[n] && p[n] != '\n'; n++) {
		if (p[n] == '"')
			quoted = !quoted;
		else if (p[n] == ' ' && !quoted)
			break;
	}
	return n;
}

void host_boot_options(struct host *h, const char *cmdline)
{
	const char *p = cmdline + strspn(cmdline, " ");

	h->nboot = 0;
	for (; *p && *p != '\n'; p += strspn(p, " ")) {
		size_t len = word_length(p), name = MIN(strcspn(p, "="), len);
		struct host_pair *pair = &h->boot[h->nboot];

		if (len == 2 && !strncmp(p, "--", 2))
			return;
		if (name && name < sizeof(pair->name) && matters(p, name)) {
			if (h->nboot == HOST_BOOT_OPTS)
				return;
			text_clean(pair->name, sizeof(pair->name), p, name);
			pair->value[0] = '\0';
			if (name < len)
				text_clean(pair->value, sizeof(pair->value), p + name + 1,
					   len - name - 1);
			h->nboot++;
		}
		p += len;
	}
}

const char *host_boot_value(const struct host *h, const char *name)
{
	size_t len = strlen(name);

	/* the last one holds, as for the kernel */
	for (size_t i = h->nboot; i-- > 0;)
		if (strlen(h->boot[i].name) == len && same_name(h->boot[i].name, name, len))
			return h->boot[i].value;
	return NULL;
}
