// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sample_machine: the host facts, CPUs and probes of the frame made by hand.
 *
 * Invariant: the sum of a row's columns is the row's rate; the offline CPU has no column.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample_impl.h"

static unsigned offline_cpu(const struct sample *s)
{
	return s->spec.offline && s->spec.ncpus > 1 ? s->spec.ncpus / 2 : UINT32_MAX;
}

static void pair(struct host_pair *p, size_t *n, const char *name, const char *value)
{
	text_copy(p[*n].name, sizeof(p[*n].name), name);
	text_copy(p[*n].value, sizeof(p[*n].value), value);
	(*n)++;
}

static void host_identity(struct sample *s, struct host *h)
{
	unsigned n = s->spec.ncpus, off = offline_cpu(s);

	text_copy(h->hostname, sizeof(h->hostname), "bilbo");
	text_copy(h->kernel, sizeof(h->kernel), "Linux 6.18.44");
	text_copy(h->kernel_version, sizeof(h->kernel_version),
		  "#1 SMP PREEMPT_DYNAMIC Thu Mar 5 10:11:12 UTC 2026");
	text_copy(h->machine, sizeof(h->machine), s->spec.arm64 ? "aarch64" : "x86_64");
	h->have = HOST_NCPU | HOST_ALLOWED | HOST_HZ | HOST_STEAL;
	h->ncpu_possible = n;
	h->ncpu_online = h->ncpu_allowed = n - (off != UINT32_MAX);
	h->hz = 250;
	if (off == UINT32_MAX)
		text_format(h->online, sizeof(h->online), n > 1 ? "0-%u" : "%u", n - 1);
	else if (n == 2)
		text_copy(h->online, sizeof(h->online), "0");
	else
		text_format(h->online, sizeof(h->online), "0-%u,%u-%u", off - 1, off + 1, n - 1);
	if (s->spec.arm64) {
		text_copy(h->cpu_type, sizeof(h->cpu_type), "ARM Neoverse-N1 r3p1");
		return;
	}
	h->have |= HOST_NOMINAL_MHZ;
	h->nominal_mhz = 2300;
	text_copy(h->nominal_source, sizeof(h->nominal_source), "tsc (libcpuid)");
	text_copy(h->cpu_type, sizeof(h->cpu_type), "Intel(R) Xeon(R) Processor @ 2.30GHz");
	text_copy(h->cpu_codename, sizeof(h->cpu_codename), "Skylake-SP");
	text_copy(h->cpu_features, sizeof(h->cpu_features),
		  "sse4_2 avx avx2 avx512f aes rdtscp constant_tsc nonstop_tsc monitor");
}

static void host_kernel(struct host *h)
{
	text_copy(h->hypervisor, sizeof(h->hypervisor), "KVM");
	text_copy(h->virtualization, sizeof(h->virtualization), "guest of KVM, steal is accounted");
	text_copy(h->preemption, sizeof(h->preemption), "PREEMPT_DYNAMIC (full)");
	text_copy(h->clocksource, sizeof(h->clocksource), "kvm-clock");
	text_copy(h->clocksources, sizeof(h->clocksources), "kvm-clock tsc acpi_pm");
	text_copy(h->cpuidle_driver, sizeof(h->cpuidle_driver), "haltpoll");
	text_copy(h->cpuidle_governor, sizeof(h->cpuidle_governor), "haltpoll");
	text_copy(h->smt, sizeof(h->smt), "on");
	text_copy(h->thp, sizeof(h->thp), "always [madvise] never");
	text_copy(h->lockdown, sizeof(h->lockdown), "none [integrity] confidentiality");
	text_copy(h->cmdline, sizeof(h->cmdline),
		  "console=ttyS0 reboot=k panic=1 nomodule random.trust_cpu=on mitigations=auto "
		  "nmi_watchdog=0 root=/dev/vda rw virtio_mmio.device=4K@0xd0000000:5 "
		  "systemd.unified_cgroup_hierarchy=0");
	text_copy(h->kernel_config, sizeof(h->kernel_config), "/proc/config.gz");
	pair(h->boot, &h->nboot, "mitigations", "auto");
	pair(h->boot, &h->nboot, "nmi_watchdog", "0");
	pair(h->mitigation, &h->nmitigation, "gather_data_sampling",
	     "Unknown: Dependent on "
	     "hypervisor status");
	pair(h->mitigation, &h->nmitigation, "meltdown", "Mitigation: PTI");
	pair(h->mitigation, &h->nmitigation, "retbleed", "Mitigation: IBRS");
	pair(h->mitigation, &h->nmitigation, "spectre_v1",
	     "Mitigation: usercopy/swapgs barriers and __user pointer sanitization");
	pair(h->mitigation, &h->nmitigation, "spectre_v2",
	     "Mitigation: IBRS; IBPB: conditional; STIBP: disabled; RSB filling; PBRSB-eIBRS: Not "
	     "affected");
	pair(h->mitigation, &h->nmitigation, "tsx_async_abort", "Not affected");
	text_copy(h->warning[h->nwarning++], sizeof(h->warning[0]),
		  "This is a guest: figures depend on the host and its other guests.");
	text_copy(h->warning[h->nwarning++], sizeof(h->warning[0]),
		  "Debug kernel: PROVE_LOCKING is on; figures are not those of a normal kernel.");
}

void sample_host(struct sample *s)
{
	struct host *h = sample_take(s, 1, sizeof(*h));

	s->frame.host = h;
	if (s->spec.no_host) {
		text_copy(h->kernel, sizeof(h->kernel), "Linux 6.18.44");
		return;
	}
	host_identity(s, h);
	host_kernel(h);
}

void sample_cpus(struct sample *s)
{
	struct frame *f = &s->frame;

	f->ncpus = s->spec.no_probes ? 0 : s->spec.ncpus;
	f->cpu = sample_take(s, f->ncpus, sizeof(*f->cpu));
	for (size_t i = 0; i < f->ncpus; i++) {
		struct frame_cpu *c = &f->cpu[i];
		double left = 1;

		c->cpu = (uint32_t)i;
		c->online = i != offline_cpu(s);
		c->has_load = c->online && s->spec.rounds && !s->spec.idle_cpus;
		if (!c->has_load)
			continue;
		left -= c->now.system = i < 2 ? 0.50 + 0.1 * sample_uniform(s)
					      : 0.10 * sample_uniform(s) * sample_uniform(s);
		left -= c->now.user = i < 2 ? 0.28 : 0.3 * sample_uniform(s) * sample_uniform(s);
		left -= c->now.nice = i % 7 == 3 ? 0.05 : 0;
		left -= c->now.irq = i < 2 ? 0.02 : 0;
		left -= c->now.softirq = i < 2 ? 0.03 : 0.002;
		left -= c->now.steal = i % 5 == 1 ? 0.015 : 0;
		left -= c->now.guest = i % 11 == 4 ? 0.04 : 0;
		left -= c->now.iowait = i % 3 == 2 ? 0.01 : 0;
		c->now.idle = left;
		c->has_mhz = i < 2 && !s->spec.sparse;
		c->mhz = c->has_mhz ? 2874 - 11 * (double)i : 0;
	}
	f->has_ctxt = f->has_intr = f->has_running = s->spec.rounds && f->ncpus;
	f->ctxt_per_s = 348211;
	f->intr_per_s = 16344;
	f->running_tasks = 3;
}

struct sample_row {
	const char *label, *text;
	enum row_class class;
	double per_s, total;
	unsigned flags;
	bool uncounted;
};

static const struct sample_row x86_rows[] = {
	{ "24", "IO-APIC 5-edge ACPI:Ged", ROW_DEVICE, 0, 1, 0, false },
	{ "26", "IO-APIC 4-edge ttyS0", ROW_DEVICE, 0.4, 14, 0, false },
	{ "31", "PCI-MSIX-0000:00:01.0 3-edge virtio0-stats", ROW_DEVICE, 1, 212, 0, false },
	{ "36", "PCI-MSIX-0000:00:02.0 1-edge virtio1-req.0", ROW_DEVICE, 41.5, 100990, 0, false },
	{ "41", "PCI-MSIX-0000:00:04.0 1-edge virtio3-rx", ROW_DEVICE, 873.2, 47720, 0, false },
	{ "42", "PCI-MSIX-0000:00:04.0 2-edge virtio3-tx", ROW_DEVICE, 912.7, 52524, 0, false },
	{ "43", "PCI-MSIX-0000:00:04.0 3-edge virtio3-event", ROW_DEVICE, 0, 1, 0, false },
	{ "NMI", "Non-maskable interrupts", ROW_NMI, 0, 0, 0, false },
	{ "LOC", "Local timer interrupts", ROW_TICK, 593.1, 1661775, 0, false },
	{ "SPU", "Spurious interrupts", ROW_OTHER, 0, 0, 0, false },
	{ "PMI", "Performance monitoring interrupts", ROW_OTHER, 0, 0, 0, false },
	{ "IWI", "IRQ work interrupts", ROW_IRQWORK, 0.2, 63, 0, false },
	{ "RTR", "APIC ICR read retries", ROW_OTHER, 0, 0, 0, false },
	{ "RES", "Rescheduling interrupts", ROW_RESCHED, 828.3, 5672957, 0, false },
	{ "CAL", "Function call interrupts", ROW_CALL, 14927.4, 66961480, 0, false },
	{ "TLB", "TLB shootdowns", ROW_TLB, 36.2, 38427, 0, false },
	{ "TRM", "Thermal event interrupts", ROW_THERMAL, 0, 0, 0, false },
	{ "MCE", "Machine check exceptions", ROW_MCE, 0, 0, 0, false },
	{ "HYP", "Hypervisor callback interrupts", ROW_HYPERVISOR, 0.1, 117, 0, false },
	{ "ERR", "", ROW_ERR, 0, 0, ROW_SUM, false },
	{ "MIS", "", ROW_ERR, 0, 0, ROW_SUM, false },
	{ "PIN", "Posted-interrupt notification event", ROW_OTHER, 0, 0, 0, false },
};

static const struct sample_row arm64_rows[] = {
	{ "14", "GICv3 37 Level ttyS0", ROW_DEVICE, 0.2, 7819, 0, false },
	{ "51", "ITS-MSI 65536 Edge nvme0q0", ROW_DEVICE, 0, 37, 0, false },
	{ "53", "ITS-MSI 65537 Edge nvme0q1", ROW_DEVICE, 122.5, 129969327, 0, false },
	{ "58", "ITS-MSI 81921 Edge eth0-Tx-Rx-0", ROW_DEVICE, 731.1, 1195698383, 0, false },
	{ "IPI0", "Rescheduling interrupts", ROW_RESCHED, 5172.6, 22058095632, 0, false },
	{ "IPI1", "Function call interrupts", ROW_CALL, 9231.8, 1402242229, 0, false },
	{ "IPI2", "CPU stop interrupts", ROW_OTHER, 0, 0, 0, false },
	{ "IPI5", "IRQ work interrupts", ROW_IRQWORK, 0, 0, 0, false },
	{ "Err", "", ROW_ERR, 0, 0, ROW_SUM, false },
	{ "FIQ", "usb_fiq", ROW_OTHER, 0, 0, 0, true },
};

static const struct sample_row softirq_rows[] = {
	{ "HI", "", ROW_OTHER, 0, 0, 0, false },
	{ "TIMER", "", ROW_OTHER, 351.2, 62379, 0, false },
	{ "NET_TX", "", ROW_OTHER, 0.1, 12, 0, false },
	{ "NET_RX", "", ROW_OTHER, 1840.8, 2433441, 0, false },
	{ "BLOCK", "", ROW_OTHER, 41.5, 100917, 0, false },
	{ "IRQ_POLL", "", ROW_OTHER, 0, 0, 0, false },
	{ "TASKLET", "", ROW_OTHER, 0, 5, 0, false },
	{ "SCHED", "", ROW_OTHER, 488.0, 123150, 0, false },
	{ "HRTIMER", "", ROW_OTHER, 0, 0, 0, false },
	{ "RCU", "", ROW_OTHER, 402.9, 181018, 0, false },
};

static const struct sample_row cpustat_rows[] = {
	{ "user", "", ROW_OTHER, 56, 53336, 0, false },
	{ "nice", "", ROW_OTHER, 0, 5456, 0, false },
	{ "system", "", ROW_OTHER, 110, 49604, 0, false },
	{ "idle", "", ROW_OTHER, 30, 95069, 0, false },
	{ "iowait", "", ROW_OTHER, 1, 644, 0, false },
	{ "irq", "", ROW_OTHER, 4, 12, 0, false },
	{ "softirq", "", ROW_OTHER, 6, 678, 0, false },
	{ "steal", "", ROW_OTHER, 2, 289, 0, false },
	{ "guest", "", ROW_OTHER, 0, 0, 0, false },
	{ "guest_nice", "", ROW_OTHER, 0, 0, 0, false },
	{ "ctxt", "", ROW_OTHER, 348211, 146939860, ROW_SUM, false },
	{ "intr", "", ROW_OTHER, 16344, 4726118, ROW_SUM, false },
	{ "procs_running", "", ROW_OTHER, 3, 0, ROW_SUM | ROW_GAUGE, false },
};

/* Shares of a row's rate by CPU: our own load sits on CPUs 0 and 1, a device on one CPU. */
static void sample_columns(struct sample *s, struct frame_row *fr, size_t ncols)
{
	float *col = sample_take(s, ncols, sizeof(*col));
	double rate = fr->per_s, rest = rate;

	fr->col_per_s = col;
	if (fr->row->class == ROW_DEVICE || ncols < 3) {
		size_t at = fr->row->class == ROW_DEVICE ? strlen(fr->row->text) % ncols : 0;

		for (size_t i = 0; i < ncols; i++)
			col[i] = (float)(fr->row->class == ROW_DEVICE ? (i == at ? rate : 0)
								      : rate / (double)ncols);
		return;
	}
	for (size_t i = 2; i < ncols; i++) {
		double x = 0.4 * rate / (double)ncols * sample_uniform(s);

		col[i] = (float)x;
		rest -= x;
	}
	col[0] = (float)(rest * 0.55);
	col[1] = (float)(rest * 0.45);
}

static void sample_probe(struct sample *s, enum probe_id id, const struct sample_row *rows,
			 size_t n)
{
	struct frame_probe *p = &s->frame.probe[id];
	uint32_t *cpu = sample_take(s, s->spec.ncpus, sizeof(*cpu));
	struct table_row *tr = sample_take(s, n, sizeof(*tr));
	bool ready = s->spec.rounds > 0;

	p->reason = "";
	p->available = true;
	for (unsigned i = 0; i < s->spec.ncpus; i++)
		if (i != offline_cpu(s))
			cpu[p->ncols++] = i;
	p->cpu = cpu;
	p->nrows = n;
	p->row = sample_take(s, n, sizeof(*p->row));
	for (size_t i = 0; i < n; i++) {
		struct frame_row *fr = &p->row[i];

		text_copy(tr[i].label, sizeof(tr[i].label), rows[i].label);
		text_copy(tr[i].text, sizeof(tr[i].text), rows[i].text);
		tr[i].class = (uint8_t)rows[i].class;
		tr[i].flags = (uint8_t)(rows[i].flags | (id == PROBE_interrupts ? ROW_BITS32 : 0));
		tr[i].counted = !rows[i].uncounted;
		fr->row = &tr[i];
		fr->present = !(s->spec.vanished && id == PROBE_interrupts && i == 3);
		fr->has_rate = ready && fr->present && tr[i].counted;
		fr->per_s = fr->has_rate ? rows[i].per_s : 0;
		fr->total = ready ? rows[i].total : 0;
		if (!(tr[i].flags & ROW_SUM))
			sample_columns(s, fr, p->ncols);
		fr->has_per_loop = fr->has_rate && !s->spec.sparse && s->frame.series[0].has_now;
		if (fr->has_per_loop)
			fr->per_loop = fr->per_s / s->frame.series[0].now;
		if (tr[i].counted && ready)
			fr->point = sample_history(s, rows[i].per_s, 1.3, 0.08, 0, &fr->npoints);
	}
}

static void sample_no_probe(struct sample *s, enum probe_id id, const char *reason)
{
	s->frame.probe[id].available = false;
	s->frame.probe[id].reason = reason;
}

void sample_probes(struct sample *s)
{
	if (s->spec.no_probes) {
		sample_no_probe(s, PROBE_interrupts,
				"/proc/interrupts: Permission denied (mounted with subset=pid?)");
		sample_no_probe(s, PROBE_cpustat, "/proc/stat: Permission denied");
		sample_no_probe(s, PROBE_softirqs, "/proc/softirqs: No such file or directory");
		return;
	}
	if (s->spec.arm64)
		sample_probe(s, PROBE_interrupts, arm64_rows, ARRAY_SIZE(arm64_rows));
	else
		sample_probe(s, PROBE_interrupts, x86_rows, ARRAY_SIZE(x86_rows));
	sample_probe(s, PROBE_softirqs, softirq_rows, ARRAY_SIZE(softirq_rows));
	sample_probe(s, PROBE_cpustat, cpustat_rows, ARRAY_SIZE(cpustat_rows));
}
