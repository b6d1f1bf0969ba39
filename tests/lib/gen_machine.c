// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * gen_machine: texts of /proc as machines of several architectures print them.
 *
 * Invariant: the only source of numbers is the seed; nothing is read from this machine.
 */
#include "gen_machine.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct gen {
	const struct gen_machine *m;
	FILE *f;
	uint64_t state;
};

/* splitmix64 */
static uint64_t draw(struct gen *g)
{
	uint64_t z = g->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Most counters of a real machine are 0, a few close to the 32 bit wrap. */
static uint32_t draw_count(struct gen *g)
{
	uint64_t z = draw(g);

	if (z % 16 < 11)
		return 0;
	if (z % 16 == 15)
		return UINT32_MAX - (uint32_t)(z >> 52);
	return (uint32_t)(z >> 32) >> (z >> 8) % 32;
}

unsigned gen_cpu(const struct gen_machine *m, unsigned i)
{
	return i < (m->ncpus + 1) / 2 ? i : i + m->gap;
}

static void header(struct gen *g, int width)
{
	fprintf(g->f, "%*s", width, "");
	for (unsigned i = 0; i < g->m->ncpus; i++)
		fprintf(g->f, "CPU%-8u", gen_cpu(g->m, i));
	fputc('\n', g->f);
}

static void cells(struct gen *g)
{
	for (unsigned i = 0; i < g->m->ncpus; i++)
		fprintf(g->f, "%10" PRIu32 " ", draw_count(g));
}

/* A row with its label as wide as the labels of the numbered rows. */
static void row(struct gen *g, int width, const char *label, const char *text)
{
	fprintf(g->f, "%*s:", width, label);
	/* older kernels print a blank before the first number, where the label leaves room */
	if (width == 3 && g->m->arch != GEN_ARM64)
		fputc(' ', g->f);
	cells(g);
	fprintf(g->f, "%s\n", text);
}

static void device(struct gen *g, unsigned nr)
{
	static const char *const chip[GEN_ARCHES][4] = {
		[GEN_X86] = { " IO-APIC  %2u-fasteoi   ehci_hcd:usb%u, mmc0",
			      " IR-PCI-MSIX-0000:%02x:00.0   %u-edge      nvme0q1",
			      " IR-IO-APIC-edge  %u  ACPI:Ged%u",
			      " DMAR-MSI %4u-edge      dmar%u" },
		[GEN_ARM64] = { "    GICv3 %3u Level     kvm guest vtimer%u",
				"  ITS-MSI %6u Edge      eth0-Tx-Rx-%u",
				"ARMH0061:00 %3u Edge      ACPI:Event%u",
				"20a4000.gpio %3u Edge      7segment%u" },
		[GEN_S390] = { "  PCI-MSI  mlx5_comp%u@pci:%04u:00:00.0",
			       "  PCI-MSI  %04u:00:%02u.0", "  -        3%u  7%u",
			       "  PCI-MSI  async%u-%u" },
		[GEN_POWERPC] = { "      UIC %3u Level     MAL TX EOB %u",
				  "  OPAL EVT %4u Edge      opal-elog%u",
				  "     XIVE-IRQ %6u Edge      ibmvscsi%u", "     None %u  x%u" },
		[GEN_RISCV] = { "  SiFive PLIC  %2u Edge      120e%u000.temperature-sensor",
				"  RISC-V INTC  %2u Edge      wdt%u",
				"  SiFive PLIC  %2u Edge      ttyS%u", "  SiFive PLIC %3u Edge" },
	};
	const char *const *kind = chip[g->m->arch];
	unsigned a = (unsigned)(draw(g) % 90 + 1), b = nr % 10;
	char number[16], text[128];

	snprintf(number, sizeof(number), "%u", nr);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(text, sizeof(text), kind[draw(g) % 4], a, b);
#pragma GCC diagnostic pop
	row(g, 3, number, text);
}

static void x86_tail(struct gen *g)
{
	static const char *const rows[][2] = {
		{ "NMI", "  Non-maskable interrupts" },
		{ "LOC", "  Local timer interrupts" },
		{ "SPU", "  Spurious interrupts" },
		{ "PMI", "  Performance monitoring interrupts" },
		{ "IWI", "  IRQ work interrupts" },
		{ "RTR", "  APIC ICR read retries" },
		{ "RES", "  Rescheduling interrupts" },
		{ "CAL", "  Function call interrupts" },
		{ "TLB", "  TLB shootdowns" },
		{ "TRM", "  Thermal event interrupts" },
		{ "THR", "  Threshold APIC interrupts" },
		{ "DFR", "  Deferred Error APIC interrupts" },
		{ "MCE", "  Machine check exceptions" },
		{ "MCP", "  Machine check polls" },
		{ "HYP", "  Hypervisor callback interrupts" },
		{ "VPMI", "  Perf Guest Mediated PMI" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		row(g, 3, rows[i][0], rows[i][1]);
	fprintf(g->f, "ERR: %10" PRIu32 "\nMIS: %10" PRIu32 "\n", draw_count(g), draw_count(g));
	row(g, 3, "PIN", "  Posted-interrupt notification event");
}

static void ipi_tail(struct gen *g, const char *const *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char label[16];

		snprintf(label, sizeof(label), "IPI%zu", i);
		row(g, 4, label, text[i]);
	}
}

static void arm64_tail(struct gen *g)
{
	static const char *const text[] = {
		"      Rescheduling interrupts",    "      Function call interrupts",
		"      CPU stop interrupts",	    "      CPU stop (for crash dump) interrupts",
		"      Timer broadcast interrupts", "      IRQ work interrupts",
	};

	row(g, 3, "10", "    GICv3  27 Level     arch_timer");
	ipi_tail(g, text, sizeof(text) / sizeof(text[0]));
	fprintf(g->f, "Err: %10" PRIu64 "\n", draw(g) >> 24);
}

static void riscv_tail(struct gen *g)
{
	static const char *const text[] = {
		"  Rescheduling interrupts", "  Function call interrupts",
		"  CPU stop interrupts",     "  CPU stop (for crash dump) interrupts",
		"  IRQ work interrupts",     "  Timer broadcast interrupts",
	};

	row(g, 3, "5", "  RISC-V INTC   5 Edge      riscv-timer");
	ipi_tail(g, text, sizeof(text) / sizeof(text[0]));
}

static void powerpc_tail(struct gen *g)
{
	static const char *const rows[][2] = {
		{ "LOC", "  Local timer interrupts for timer event device" },
		{ "BCT", "  Broadcast timer interrupts for timer event device" },
		{ "LOC", "  Local timer interrupts for others" },
		{ "SPU", "  Spurious interrupts" },
		{ "PMI", "  Performance monitoring interrupts" },
		{ "MCE", "  Machine check exceptions" },
		{ "HMI", "  Hypervisor Maintenance Interrupts" },
		{ "NMI", "  System Reset interrupts" },
		{ "WDG", "  Watchdog soft-NMI interrupts" },
		{ "DBL", "  Doorbell interrupts" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		row(g, 3, rows[i][0], rows[i][1]);
	fprintf(g->f, "BAD: %10" PRIu32 "\n", draw_count(g));
}

static void s390_head(struct gen *g)
{
	row(g, 3, "EXT", "");
	row(g, 3, "I/O", "");
	row(g, 3, "AIO", "");
}

static void s390_tail(struct gen *g)
{
	static const char *const rows[][2] = {
		{ "CLK", "  [EXT] Clock Comparator" }, { "EXC", "  [EXT] External Call" },
		{ "EMS", "  [EXT] Emergency Signal" }, { "TMR", "  [EXT] CPU Timer" },
		{ "CIO", "  [I/O] Common I/O Layer" }, { "C15", "  [I/O] 3215" },
		{ "QAI", "  [AIO] QDIO Adapter" },     { "MSI", "  [AIO] MSI Interrupt" },
		{ "NMI", "  [NMI] Machine Check" },    { "RST", "  [CPU] CPU Restart" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		row(g, 3, rows[i][0], rows[i][1]);
}

static bool begin(struct gen *g, const struct gen_machine *m, char **text, size_t *len)
{
	*g = (struct gen){ .m = m, .state = m->seed };
	*text = NULL;
	g->f = open_memstream(text, len);
	return g->f != NULL;
}

static char *finish(struct gen *g, char *const *text)
{
	bool bad = ferror(g->f);

	if (fclose(g->f) || bad) {
		free(*text);
		return NULL;
	}
	return *text;
}

char *gen_interrupts(const struct gen_machine *m, size_t *len)
{
	static void (*const tail[GEN_ARCHES])(struct gen *) = {
		[GEN_X86] = x86_tail,	      [GEN_ARM64] = arm64_tail, [GEN_S390] = s390_tail,
		[GEN_POWERPC] = powerpc_tail, [GEN_RISCV] = riscv_tail,
	};
	struct gen g;
	char *text;

	if (!begin(&g, m, &text, len))
		return NULL;
	header(&g, m->arch == GEN_ARM64 ? 5 : 11);
	if (m->arch == GEN_S390)
		s390_head(&g);
	for (unsigned i = 0; i < m->ndevices; i++)
		device(&g, i + 24);
	tail[m->arch](&g);
	return finish(&g, &text);
}

char *gen_stat(const struct gen_machine *m, size_t *len)
{
	unsigned nkinds = m->nkinds ? m->nkinds : 10;
	struct gen g;
	char *text;

	if (!begin(&g, m, &text, len))
		return NULL;
	/* the sum holds CPUs that are offline: it need not be the sum of the lines below */
	fprintf(g.f, "cpu ");
	for (unsigned k = 0; k < nkinds; k++)
		fprintf(g.f, " %" PRIu64, draw(&g) >> 20);
	for (unsigned i = 0; i < m->ncpus; i++) {
		fprintf(g.f, "\ncpu%u", gen_cpu(m, i));
		for (unsigned k = 0; k < nkinds; k++)
			fprintf(g.f, " %" PRIu64, draw(&g) >> 32);
	}
	fprintf(g.f, "\nintr %" PRIu64, draw(&g) >> 24);
	for (unsigned i = 0; i < m->ndevices + 24; i++)
		fprintf(g.f, " %" PRIu32, draw_count(&g));
	fprintf(g.f, "\nctxt %" PRIu64 "\nbtime 1700000000\nprocesses %" PRIu64, draw(&g) >> 20,
		draw(&g) >> 40);
	fprintf(g.f, "\nprocs_running %u\nprocs_blocked %u\n", (unsigned)(draw(&g) % 9 + 1),
		(unsigned)(draw(&g) % 3));
	fprintf(g.f, "softirq %" PRIu64 " 0 1 2 3 4 5 6 7 8 9\n", draw(&g) >> 24);
	return finish(&g, &text);
}

char *gen_softirqs(const struct gen_machine *m, size_t *len)
{
	static const char *const kind[] = { "HI",	"TIMER",   "NET_TX", "NET_RX",	"BLOCK",
					    "IRQ_POLL", "TASKLET", "SCHED",  "HRTIMER", "RCU" };
	struct gen g;
	char *text;

	if (!begin(&g, m, &text, len))
		return NULL;
	header(&g, 20);
	for (size_t i = 0; i < sizeof(kind) / sizeof(kind[0]); i++) {
		fprintf(g.f, "%12s:", kind[i]);
		for (unsigned c = 0; c < m->ncpus; c++)
			fprintf(g.f, " %10" PRIu32, draw_count(&g));
		fputc('\n', g.f);
	}
	return finish(&g, &text);
}
