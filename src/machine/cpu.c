// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * cpu: the facts of the processor the caller runs on.
 *
 * Invariant: asks CPUID only on the current CPU and leaves the thread where it is (libcpuid's
 * cpuid_get_all_raw_data() would move it over all CPUs, its cpu_msr_driver_open() would run
 * modprobe, its clock functions would spin; none of them is called).
 */
#include "machine/cpu.h"

#include "machine/host_text.h"

#include <string.h>
#include <strings.h>
#include <time.h>

#if defined(__x86_64__) || defined(__i386__)
#define HAVE_X86 1
#include <cpuid.h>
#include <x86intrin.h>
#if defined(__has_include)
#if __has_include(<libcpuid/libcpuid.h>)
#define HAVE_LIBCPUID 1
#include <libcpuid/libcpuid.h>
#endif
#endif
#endif

#ifndef HAVE_X86
#define HAVE_X86 0
#endif
#ifndef HAVE_LIBCPUID
#define HAVE_LIBCPUID 0
#endif

static void set_mhz(struct cpu_facts *f, double mhz, const char *source)
{
	if (f->has_mhz || !(mhz >= 1 && mhz <= 100000))
		return;
	f->has_mhz = true;
	f->nominal_mhz = mhz;
	text_copy(f->mhz_source, sizeof(f->mhz_source), source);
}

/* A clock in kHz that cpufreq states for CPU 0; base_frequency exists with few drivers only. */
static void take_cpufreq(struct cpu_facts *f, const struct sysroot *root, const char *file)
{
	char path[96], text[32], source[64];
	double khz;

	text_format(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cpufreq/%s", file);
	if (sysroot_line(root, path, text, sizeof(text)) || !text_decimal(text, NULL, &khz))
		return;
	text_format(source, sizeof(source), "cpufreq %s", file);
	set_mhz(f, khz / 1000, source);
}

#if HAVE_X86

#define HV_LEAF	      0x40000000u
#define HV_LEAF_STEP  0x100u
#define HV_BASES      4
#define HV_TSC_KHZ    0x10u
#define KVM_STEAL_BIT (1u << 5)

/* Signatures as each hypervisor's own documentation states them. */
static const struct hv_name {
	const char *signature, *name;
	bool tsc_leaf;	  /* follows VMware's convention: base + 10h holds the TSC's kHz */
	bool steal_clock; /* always offers one */
} hv_names[] = {
	{ "KVMKVMKVM", "KVM", true, false },
	{ "VMwareVMware", "VMware", true, true },
	{ "XenVMMXenVMM", "Xen", false, true },
	{ "Microsoft Hv", "Hyper-V", false, false },
	{ "TCGTCGTCGTCG", "QEMU", true, false },
	{ "VBoxVBoxVBox", "VirtualBox", true, false },
	{ "bhyve bhyve ", "bhyve", true, false },
	{ "ACRNACRNACRN", "ACRN", true, false },
	{ " lrpepyh  vr", "Parallels", false, false },
	{ "prl hyperv  ", "Parallels", false, false },
	{ "Linux KVM Hv", "KVM", false, false },
	{ "QNXQVMBSQG", "QNX", false, false },
	{ "Jailhouse", "Jailhouse", false, false },
};

static const struct hv_name *hv_find(const char *signature)
{
	for (size_t i = 0; i < ARRAY_SIZE(hv_names); i++)
		if (!strcmp(hv_names[i].signature, signature))
			return &hv_names[i];
	return NULL;
}

static void take_hypervisor_at(struct cpu_facts *f, uint32_t base, uint32_t last,
			       const struct hv_name *hv, const char *signature)
{
	uint32_t a, b, c, d;

	if (hv)
		text_copy(f->hypervisor, sizeof(f->hypervisor), hv->name);
	else
		text_clean(f->hypervisor, sizeof(f->hypervisor), signature, strlen(signature));
	if (!f->hypervisor[0])
		text_copy(f->hypervisor, sizeof(f->hypervisor), CPU_HYPERVISOR_UNNAMED);
	if (!hv)
		return;
	f->steal_clock = hv->steal_clock;
	if (!strcmp(hv->name, "KVM") && last >= base + 1) {
		__cpuid(base + 1, a, b, c, d);
		f->steal_clock = a & KVM_STEAL_BIT;
	}
	if (hv->tsc_leaf && last >= base + HV_TSC_KHZ) {
		__cpuid(base + HV_TSC_KHZ, a, b, c, d);
		set_mhz(f, a / 1000.0, "tsc (hypervisor, CPUID 40000010h)");
	}
}

/*
 * Xen and KVM can show Hyper-V's face first, for Windows, and their own one 100h further on: the
 * last one that is known is the true one.
 */
static void take_hypervisor(struct cpu_facts *f)
{
	uint32_t a, b, c, d;

	__cpuid(1, a, b, c, d);
	if (!(c & 1u << 31))
		return;
	for (unsigned i = 0; i < HV_BASES; i++) {
		uint32_t base = HV_LEAF + i * HV_LEAF_STEP, last, words[3];
		char signature[sizeof(words) + 1] = { 0 };
		const struct hv_name *hv;

		__cpuid(base, last, words[0], words[1], words[2]);
		memcpy(signature, words, sizeof(words));
		hv = hv_find(signature);
		/* KVM once left the last leaf 0, meaning base + 1 */
		last = last ? last : base + 1;
		if (i && (!hv || last < base || last >= base + HV_LEAF_STEP))
			break;
		take_hypervisor_at(f, base, last, hv, signature);
		if (!hv || strcmp(hv->name, "Hyper-V"))
			break;
	}
}

/* CPUID 15h: TSC = crystal x ratio, where the crystal is stated; 16h: base clock, in whole MHz. */
static void take_cpuid_clock(struct cpu_facts *f)
{
	uint32_t a, b, c, d, last = __get_cpuid_max(0, NULL);

	if (last >= 0x15) {
		__cpuid_count(0x15, 0, a, b, c, d);
		if (a && b && c)
			set_mhz(f, (double)c * b / a / 1e6, "tsc (CPUID 15h)");
	}
	if (last >= 0x16) {
		__cpuid_count(0x16, 0, a, b, c, d);
		set_mhz(f, a & 0xffff, "base clock (CPUID 16h)");
	}
}

static int64_t raw_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

/* One instant by both clocks: of some readings the one with the least time around the TSC's. */
static void tsc_and_ns(uint64_t *tsc, int64_t *ns)
{
	int64_t least = INT64_MAX;

	for (int i = 0; i < 10; i++) {
		int64_t before = raw_ns();
		uint64_t t = __rdtsc();
		int64_t took = raw_ns() - before;

		if (took < least) {
			least = took;
			*tsc = t;
			*ns = before + took / 2;
		}
	}
}

/*
 * AMD states the clock of its TSC nowhere an ordinary program may look. 20 ms against a clock read
 * within 0.1 us gives it within 10 ppm; the thread sleeps meanwhile, so nothing is disturbed.
 */
static void measure_tsc(struct cpu_facts *f)
{
	struct timespec wait = { .tv_nsec = 20 * NSEC_PER_MSEC };
	uint64_t tsc0 = 0, tsc1 = 0;
	int64_t ns0 = 0, ns1 = 0;
	uint32_t a, b, c, d = 0;
	bool steady;

	if (f->has_mhz)
		return;
	if (!__get_cpuid(1, &a, &b, &c, &d) || !(d & 1u << 4))
		return; /* no TSC */
	steady = __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
	tsc_and_ns(&tsc0, &ns0);
	nanosleep(&wait, NULL);
	tsc_and_ns(&tsc1, &ns1);
	if (ns1 - ns0 < NSEC_PER_MSEC || tsc1 <= tsc0)
		return;
	set_mhz(f, (double)(tsc1 - tsc0) * 1e3 / (double)(ns1 - ns0),
		steady ? "tsc (measured)" : "tsc (measured, not invariant)");
}

#if HAVE_LIBCPUID

/* Flags that change what a hand-over costs, by /proc/cpuinfo's names, in libcpuid's raw registers. */
static const struct raw_flag {
	const char *name;
	uint8_t extended, leaf, reg, bit;
} raw_flags[] = {
	{ "nonstop_tsc", 1, 7, 3, 8 }, { "tsc_deadline_timer", 0, 1, 2, 24 },
	{ "rdtscp", 1, 1, 3, 27 },     { "x2apic", 0, 1, 2, 21 },
	{ "monitor", 0, 1, 2, 3 },     { "waitpkg", 0, 7, 2, 5 },
	{ "pcid", 0, 1, 2, 17 },       { "invpcid", 0, 7, 1, 10 },
	{ "smep", 0, 7, 1, 7 },	       { "smap", 0, 7, 1, 20 },
	{ "fsgsbase", 0, 7, 1, 0 },    { "erms", 0, 7, 1, 9 },
	{ "fsrm", 0, 7, 3, 4 },	       { "avx2", 0, 7, 1, 5 },
	{ "avx512f", 0, 7, 1, 16 },    { "amx_tile", 0, 7, 3, 24 },
	{ "hypervisor", 0, 1, 2, 31 },
};

static void take_raw_flags(struct cpu_facts *f, const struct cpu_raw_data_t *raw)
{
	size_t len = 0;

	for (size_t i = 0; i < ARRAY_SIZE(raw_flags); i++) {
		const struct raw_flag *r = &raw_flags[i];
		uint32_t word = r->extended ? raw->ext_cpuid[r->leaf][r->reg]
					    : raw->basic_cpuid[r->leaf][r->reg];

		/* a leaf above the last one repeats the last one's contents */
		if ((r->extended ? raw->ext_cpuid[0][0] & 0xffff : raw->basic_cpuid[0][0]) <
		    r->leaf)
			continue;
		if (word >> r->bit & 1)
			len += text_format(f->features + len, sizeof(f->features) - len, "%s%s",
					   len ? " " : "", r->name);
	}
}

/*
 * libcpuid always names the nearest codename it has, however far: release 0.6 calls an EPYC of 2024
 * an "Athlon X2 (Kuma)". Its codenames carry the name under which the CPU is sold, so one that
 * shares no word with the brand string is a guess, and is left out.
 */
static bool codename_fits(const char *codename, const char *brand)
{
	for (const char *p = codename; *p; p++) {
		size_t len = strcspn(p, " ()-/");
		char word[32];

		if (len >= 3 && len < sizeof(word)) {
			memcpy(word, p, len);
			word[len] = '\0';
			if (strcasestr(brand, word))
				return true;
		}
		p += len;
		if (!*p)
			break;
	}
	return false;
}

static void no_words(const char *text)
{
	(void)text;
}

/* About 0.5 ms in a guest, where each CPUID is an exit. False: libcpuid does not know this CPU. */
static bool take_libcpuid(struct cpu_facts *f)
{
	struct cpu_raw_data_t raw;
	struct cpu_id_t id;

	/* its own warnings would go to stderr, into the middle of the screen */
	cpuid_set_warn_function(no_words);
	memset(&id, 0, sizeof(id));
	if (!cpuid_present() || cpuid_get_raw_data(&raw) || cpu_identify(&raw, &id))
		return false;
	text_clean(f->type, sizeof(f->type), id.brand_str, strlen(id.brand_str));
	text_clean(f->vendor, sizeof(f->vendor), id.vendor_str, strlen(id.vendor_str));
	if (codename_fits(id.cpu_codename, f->type))
		text_clean(f->codename, sizeof(f->codename), id.cpu_codename,
			   strlen(id.cpu_codename));
	take_raw_flags(f, &raw);
	return f->type[0] != '\0';
}

#else

static bool take_libcpuid(struct cpu_facts *f)
{
	(void)f;
	return false;
}

#endif

static bool take_cpuid(struct cpu_facts *f)
{
	bool known = take_libcpuid(f);

	take_hypervisor(f);
	take_cpuid_clock(f);
	return known;
}

#else

static bool take_cpuid(struct cpu_facts *f)
{
	(void)f;
	return false;
}

static void measure_tsc(struct cpu_facts *f)
{
	(void)f;
}

#endif

/* What @from knows and @f does not. */
static void fill_from(struct cpu_facts *f, const struct cpu_facts *from)
{
	if (!f->type[0])
		text_copy(f->type, sizeof(f->type), from->type);
	if (!f->codename[0])
		text_copy(f->codename, sizeof(f->codename), from->codename);
	if (!f->vendor[0])
		text_copy(f->vendor, sizeof(f->vendor), from->vendor);
	if (!f->features[0])
		text_copy(f->features, sizeof(f->features), from->features);
	if (!f->hypervisor[0])
		text_copy(f->hypervisor, sizeof(f->hypervisor), from->hypervisor);
	if (from->has_mhz)
		set_mhz(f, from->nominal_mhz, from->mhz_source);
}

void cpu_facts(struct cpu_facts *f, const struct sysroot *root)
{
	struct cpu_facts from = { 0 };
	struct textbuf text = { 0 };
	bool known = false;

	*f = (struct cpu_facts){ 0 };
	if (root->live)
		known = take_cpuid(f);
	take_cpufreq(f, root, "base_frequency");
	if (root->live)
		measure_tsc(f);
	/* reading it interrupts every CPU on kernels 4.13 to 5.17, so only where it is needed */
	if ((!known || !f->has_mhz) && !sysroot_read(root, "/proc/cpuinfo", &text)) {
		cpu_facts_from_cpuinfo(&from, text.data);
		fill_from(f, &from);
	}
	textbuf_free(&text);
	take_cpufreq(f, root, "cpuinfo_max_freq");
}
