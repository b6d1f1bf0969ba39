// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * host: collects the facts about the machine.
 *
 * Invariant: a captured machine is described by its own files only, never by a system call of this one.
 */
#include "machine/host.h"

#include "base/cpulist.h"
#include "machine/cgroup.h"
#include "machine/cpu.h"
#include "machine/cpus.h"
#include "machine/host_parts.h"
#include "machine/host_text.h"
#include "machine/placement.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define CPU_DIR "/sys/devices/system/cpu"

static void take_uname(struct host *h)
{
	struct utsname u;

	if (uname(&u))
		return;
	text_copy(h->hostname, sizeof(h->hostname), u.nodename);
	text_format(h->kernel, sizeof(h->kernel), "%s %s", u.sysname, u.release);
	text_copy(h->kernel_version, sizeof(h->kernel_version), u.version);
	text_copy(h->machine, sizeof(h->machine), u.machine);
}

void host_quick(struct host *h)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN), possible = sysconf(_SC_NPROCESSORS_CONF);
	int *cpus, allowed;

	memset(h, 0, sizeof(*h));
	take_uname(h);
	if (online < 1)
		return;
	h->have |= HOST_NCPU;
	h->ncpu_online = (unsigned)online;
	h->ncpu_possible = (unsigned)MAX(possible, online);
	allowed = affinity_read(&cpus);
	if (allowed <= 0)
		return;
	free(cpus);
	h->have |= HOST_ALLOWED;
	h->ncpu_allowed = (unsigned)allowed;
}

/* First line of a small file, cleaned; "" when it is missing. */
static void take_line(const struct sysroot *root, const char *path, char *buf, size_t size)
{
	char line[1024];

	buf[0] = '\0';
	if (!sysroot_line(root, path, line, sizeof(line)) && strcmp(line, "(null)"))
		text_clean(buf, size, line, strlen(line));
}

/*
 * "Linux version 6.1.0 (builder@host) (gcc ...) #1 SMP ...": the part from "#1" on is what
 * `uname -v` prints. Compilers' names hold no " #", so the last one is it.
 */
static void take_proc_version(struct host *h, const struct sysroot *root)
{
	char line[1024];
	const char *from = NULL;

	take_line(root, "/proc/version", line, sizeof(line));
	for (const char *p = strstr(line, " #"); p; p = strstr(p + 1, " #"))
		from = p;
	if (!h->kernel_version[0] && from)
		text_copy(h->kernel_version, sizeof(h->kernel_version), from + 1);
	if (!h->kernel[0] && !strncmp(line, "Linux version ", 14))
		text_format(h->kernel, sizeof(h->kernel), "Linux %.*s",
			    (int)strcspn(line + 14, " "), line + 14);
}

static void take_captured_names(struct host *h, const struct sysroot *root)
{
	char type[32], release[64];

	take_line(root, "/proc/sys/kernel/hostname", h->hostname, sizeof(h->hostname));
	take_line(root, "/proc/sys/kernel/ostype", type, sizeof(type));
	take_line(root, "/proc/sys/kernel/osrelease", release, sizeof(release));
	if (release[0])
		text_format(h->kernel, sizeof(h->kernel), "%.31s %.31s", type[0] ? type : "Linux",
			    release);
	take_line(root, "/proc/sys/kernel/version", h->kernel_version, sizeof(h->kernel_version));
	take_line(root, "/proc/sys/kernel/arch", h->machine, sizeof(h->machine));
	take_proc_version(h, root);
}

/* A list of CPUs from /sys, as a whole or cut with a mark. How many they are. */
static unsigned take_list(const struct sysroot *root, const char *path, char *buf, size_t size)
{
	struct textbuf b = { 0 };
	int n = 0;

	buf[0] = '\0';
	if (!sysroot_read(root, path, &b)) {
		n = cpulist_parse(b.data, NULL, NULL);
		if (n > 0)
			cpulist_shorten(buf, size, b.data);
	}
	textbuf_free(&b);
	return n > 0 ? (unsigned)n : 0;
}

/* Containers bend one file and not the other: say so, and count by that which loads are shown of. */
static void compare_cpus(struct host *h, const struct sysroot *root)
{
	int *cpus, n = cpus_online_in_sys(root, &cpus);
	char list[64];

	if (n <= 0)
		return;
	if ((unsigned)n != h->ncpu_online) {
		cpulist_format(list, sizeof(list), cpus, (size_t)n);
		text_format(
			h->cpus_note, sizeof(h->cpus_note),
			"/proc/stat has %u CPUs, /sys calls %d online (%s): a container's view; "
			"they are counted by /proc/stat",
			h->ncpu_online, n, list);
	}
	free(cpus);
}

static void take_quota(struct host *h, const struct sysroot *root)
{
	struct cgroup c;

	cgroup_open(&c, root, 0);
	if (c.has_quota) {
		h->have |= HOST_QUOTA;
		h->cpu_quota = c.quota;
	}
	cgroup_close(&c);
}

static void take_cpus(struct host *h, const struct sysroot *root)
{
	char whole[8192], possible_list[64];
	unsigned possible = take_list(root, CPU_DIR "/possible", possible_list,
				      sizeof(possible_list));
	int *cpus, n = cpus_online(root, &cpus);

	take_list(root, CPU_DIR "/isolated", h->isolated, sizeof(h->isolated));
	take_list(root, CPU_DIR "/nohz_full", h->nohz_full, sizeof(h->nohz_full));
	take_quota(h, root);
	if (n <= 0)
		return; /* what host_quick() found stands */
	cpulist_format(whole, sizeof(whole), cpus, (size_t)n);
	cpulist_shorten(h->online, sizeof(h->online), whole);
	free(cpus);
	h->have |= HOST_NCPU;
	h->ncpu_online = (unsigned)n;
	h->ncpu_possible = MAX(possible, h->ncpu_online);
	compare_cpus(h, root);
	n = cpus_allowed(root, &cpus);
	if (n <= 0)
		return;
	free(cpus);
	h->have |= HOST_ALLOWED;
	h->ncpu_allowed = (unsigned)n;
}

void host_cpus_text(const struct host *h, char *buf, size_t size)
{
	size_t len = 0;

	if (!size)
		return;
	buf[0] = '\0';
	if ((h->have & HOST_NCPU) && (h->have & HOST_ALLOWED) && h->ncpu_allowed < h->ncpu_online)
		len = text_format(buf, size, "%u of %u allowed", h->ncpu_allowed, h->ncpu_online);
	else if (h->have & HOST_NCPU)
		len = text_format(buf, size, "%u online", h->ncpu_online);
	if (len && h->ncpu_possible > h->ncpu_online)
		len += text_format(buf + len, size - len, ", %u possible", h->ncpu_possible);
	if (h->have & HOST_QUOTA)
		text_format(buf + len, size - len, "%squota %.3g", len ? ", " : "", h->cpu_quota);
}

static void take_cpu_facts(struct host *h, const struct sysroot *root, bool *steal_clock)
{
	struct cpu_facts f;

	cpu_facts(&f, root);
	text_copy(h->cpu_type, sizeof(h->cpu_type), f.type);
	text_copy(h->cpu_codename, sizeof(h->cpu_codename), f.codename);
	text_copy(h->cpu_features, sizeof(h->cpu_features), f.features);
	text_copy(h->hypervisor, sizeof(h->hypervisor), f.hypervisor);
	*steal_clock = f.steal_clock;
	if (f.has_mhz) {
		h->have |= HOST_NOMINAL_MHZ;
		h->nominal_mhz = f.nominal_mhz;
		text_copy(h->nominal_source, sizeof(h->nominal_source), f.mhz_source);
	}
}

static void take_power(struct host *h, const struct sysroot *root)
{
	const char *base = CPU_DIR "/cpu0/cpufreq";
	char path[96], line[128];

	take_line(root, CPU_DIR "/cpuidle/current_driver", h->cpuidle_driver,
		  sizeof(h->cpuidle_driver));
	take_line(root, CPU_DIR "/cpuidle/current_governor", h->cpuidle_governor,
		  sizeof(h->cpuidle_governor));
	/* before 5.8 the name was current_governor_ro unless switching was allowed at boot */
	if (!h->cpuidle_governor[0])
		take_line(root, CPU_DIR "/cpuidle/current_governor_ro", h->cpuidle_governor,
			  sizeof(h->cpuidle_governor));
	text_format(path, sizeof(path), "%s/scaling_driver", base);
	take_line(root, path, h->cpufreq_driver, sizeof(h->cpufreq_driver));
	text_format(path, sizeof(path), "%s/scaling_governor", base);
	take_line(root, path, h->cpufreq_governor, sizeof(h->cpufreq_governor));
	take_line(root, CPU_DIR "/smt/control", h->smt, sizeof(h->smt));
	take_line(root, "/sys/kernel/mm/transparent_hugepage/enabled", line, sizeof(line));
	text_choice(h->thp, sizeof(h->thp), line, '[', ']');
	take_line(root, "/sys/kernel/security/lockdown", line, sizeof(line));
	text_choice(h->lockdown, sizeof(h->lockdown), line, '[', ']');
}

static void take_clocksource(struct host *h, const struct sysroot *root)
{
	const char *dir = "/sys/devices/system/clocksource/clocksource0";
	char path[96];

	text_format(path, sizeof(path), "%s/current_clocksource", dir);
	take_line(root, path, h->clocksource, sizeof(h->clocksource));
	text_format(path, sizeof(path), "%s/available_clocksource", dir);
	take_line(root, path, h->clocksources, sizeof(h->clocksources));
}

static int by_name(const void *a, const void *b)
{
	const struct host_pair *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void take_mitigations(struct host *h, const struct sysroot *root)
{
	int fd = openat(root->dirfd, "sys/devices/system/cpu/vulnerabilities",
			O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *d;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while (h->nmitigation < HOST_MITIGATIONS && (d = readdir(dir))) {
		struct host_pair *pair = &h->mitigation[h->nmitigation];
		char path[384];

		if (d->d_name[0] == '.')
			continue;
		text_format(path, sizeof(path), CPU_DIR "/vulnerabilities/%s", d->d_name);
		take_line(root, path, pair->value, sizeof(pair->value));
		text_clean(pair->name, sizeof(pair->name), d->d_name, strlen(d->d_name));
		if (pair->value[0])
			h->nmitigation++;
	}
	closedir(dir);
	qsort(h->mitigation, h->nmitigation, sizeof(h->mitigation[0]), by_name);
}

/* The model a kernel with PREEMPT_DYNAMIC runs by now: debugfs, else the boot option or default. */
static bool dynamic_model(const struct host *h, const struct sysroot *root, const struct kconfig *k,
			  char *buf, size_t size)
{
	const char *boot = host_boot_value(h, "preempt");
	char line[128];

	take_line(root, "/sys/kernel/debug/sched/preempt", line, sizeof(line));
	if (text_choice(buf, size, line, '(', ')'))
		return true;
	if (boot && boot[0])
		text_copy(buf, size, boot);
	else if (k->set[KC_PREEMPT_NONE])
		text_copy(buf, size, "none");
	else if (k->set[KC_PREEMPT_VOLUNTARY])
		text_copy(buf, size, "voluntary");
	else if (k->set[KC_PREEMPT_LAZY])
		text_copy(buf, size, "lazy");
	else if (k->set[KC_PREEMPT])
		text_copy(buf, size, "full");
	else
		return false;
	return true;
}

/* What the model is called in the kernel's version line, where the model itself is not stated. */
static void static_model(struct host *h, const struct kconfig *k)
{
	const char *name = "";

	if (text_has_word(h->kernel_version, "PREEMPT_LAZY") || k->set[KC_PREEMPT_LAZY])
		name = "PREEMPT_LAZY";
	else if (text_has_word(h->kernel_version, "PREEMPT") || k->set[KC_PREEMPT])
		name = "PREEMPT";
	else if (k->set[KC_PREEMPT_VOLUNTARY])
		name = "PREEMPT_VOLUNTARY";
	else if (k->set[KC_PREEMPT_NONE])
		name = "PREEMPT_NONE";
	else if (h->kernel_version[0])
		name = "not PREEMPT (none or voluntary)";
	text_copy(h->preemption, sizeof(h->preemption), name);
}

static void take_preemption(struct host *h, const struct sysroot *root, const struct kconfig *k)
{
	char realtime[8], model[32];
	bool dynamic = k->set[KC_PREEMPT_DYNAMIC] || strstr(h->kernel_version, "PREEMPT_DYNAMIC");
	const char *name = "PREEMPT_DYNAMIC";

	take_line(root, "/sys/kernel/realtime", realtime, sizeof(realtime));
	if (!strcmp(realtime, "1") || strstr(h->kernel_version, "PREEMPT_RT") ||
	    strstr(h->kernel_version, "PREEMPT RT") || k->set[KC_PREEMPT_RT]) {
		if (!dynamic) {
			text_copy(h->preemption, sizeof(h->preemption), "PREEMPT_RT");
			return;
		}
		name = "PREEMPT_RT, dynamic";
	} else if (!dynamic) {
		static_model(h, k);
		return;
	}
	if (dynamic_model(h, root, k, model, sizeof(model)))
		text_format(h->preemption, sizeof(h->preemption), "%s (%s)", name, model);
	else
		text_copy(h->preemption, sizeof(h->preemption), name);
}

/* Firmware names that only machines of a hypervisor have; real boards never carry them. */
static const struct {
	const char *vendor, *name;
} dmi_vendors[] = {
	{ "QEMU", "QEMU" }, { "VMware", "VMware" },	  { "innotek GmbH", "VirtualBox" },
	{ "Xen", "Xen" },   { "Parallels", "Parallels" }, { "OpenStack", "OpenStack" },
};

/* Where CPUID does not name it (arm64, a capture): Xen's own file, the device tree, the firmware. */
static void take_hypervisor_name(struct host *h, const struct sysroot *root)
{
	char text[64];

	if (h->hypervisor[0] && strcmp(h->hypervisor, CPU_HYPERVISOR_UNNAMED))
		return;
	take_line(root, "/sys/hypervisor/type", text, sizeof(text));
	if (!text[0])
		take_line(root, "/proc/device-tree/hypervisor/compatible", text, sizeof(text));
	if (text[0]) {
		text_copy(h->hypervisor, sizeof(h->hypervisor), text);
		return;
	}
	take_line(root, "/sys/class/dmi/id/sys_vendor", text, sizeof(text));
	for (size_t i = 0; i < ARRAY_SIZE(dmi_vendors); i++)
		if (!strncmp(text, dmi_vendors[i].vendor, strlen(dmi_vendors[i].vendor)))
			text_copy(h->hypervisor, sizeof(h->hypervisor), dmi_vendors[i].name);
}

static void take_virtualization(struct host *h, const struct sysroot *root, struct cpu_time *time,
				bool steal_clock)
{
	char line[256];

	take_line(root, "/proc/stat", line, sizeof(line));
	cpu_time_parse(time, line);
	take_hypervisor_name(h, root);
	if (time->has_steal && (time->stolen || (h->hypervisor[0] && steal_clock)) &&
	    !host_boot_value(h, "no-steal-acc"))
		h->have |= HOST_STEAL;
	if (h->hypervisor[0])
		text_format(h->virtualization, sizeof(h->virtualization), "guest (%.24s), steal %s",
			    h->hypervisor, h->have & HOST_STEAL ? "is counted" : "is not counted");
	else if (h->have & HOST_STEAL)
		text_copy(h->virtualization, sizeof(h->virtualization),
			  "guest of an unknown hypervisor, steal is counted");
	else if (h->cpu_type[0])
		text_copy(h->virtualization, sizeof(h->virtualization), "no hypervisor seen");
}

static void take_kernel_options(struct host *h, const struct sysroot *root, struct kconfig *k)
{
	const char *release = strchr(h->kernel, ' ');

	take_line(root, "/proc/cmdline", h->cmdline, sizeof(h->cmdline));
	host_boot_options(h, h->cmdline);
	kconfig_read(k, root, release ? release + 1 : "", h->kernel_config,
		     sizeof(h->kernel_config));
	if (k->hz) {
		h->have |= HOST_HZ;
		h->hz = k->hz;
	}
}

void host_collect(struct host *h, const struct sysroot *root)
{
	struct kconfig k;
	struct debug_files files = {
		.lockdep_stats = sysroot_exists(root, "/proc/lockdep_stats"),
		.lock_stat = sysroot_exists(root, "/proc/lock_stat"),
		.kmemleak = sysroot_exists(root, "/sys/kernel/debug/kmemleak"),
	};
	struct cpu_time time;
	bool steal_clock;

	memset(h, 0, sizeof(*h));
	if (root->live) {
		host_quick(h);
	} else {
		take_captured_names(h, root);
		h->have |= HOST_CAPTURED;
	}
	take_cpus(h, root);
	take_cpu_facts(h, root, &steal_clock);
	take_power(h, root);
	take_clocksource(h, root);
	take_mitigations(h, root);
	take_kernel_options(h, root, &k);
	take_preemption(h, root, &k);
	take_virtualization(h, root, &time, steal_clock);
	host_warnings(h, &k, &files, &time);
}
