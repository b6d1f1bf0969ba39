// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_interrupts: /proc/interrupts in the styles of every architecture, whole, odd and torn.
 *
 * Invariant: the texts here are made up in the style of real ones; large ones come from a seeded
 * generator and are read a second time in a naive way.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/gen_machine.h"
#include "../lib/naive.h"
#include "../lib/rows.h"
#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct table t;

static void parse_ok(const char *text)
{
	const char *bad;

	assert_int_equal(parse_text(&probe_interrupts, &t, text), 0);
	bad = naive_grid(&t, text);
	if (bad)
		fail_msg("%s", bad);
	for (size_t r = 0; r < t.nrows; r++)
		assert_true(t.row[r].flags & ROW_BITS32);
}

static void assert_class(const char *label, const char *text, enum row_class class, uint8_t flags)
{
	size_t r = find_row(&t, label, text);

	if (r == NO_ROW)
		fail_msg("no row %s \"%s\"", label, text);
	if (t.row[r].class != class || (t.row[r].flags & ~ROW_BITS32) != flags)
		fail_msg("row %s \"%s\": class %s, flags %x", label, text,
			 row_class_name(t.row[r].class), t.row[r].flags);
}

static void assert_cell(const char *label, size_t col, uint64_t want)
{
	size_t r = find_row(&t, label, "");

	assert_true(r != NO_ROW);
	assert_true(col < t.ncols);
	assert_int_equal(table_cells(&t, r)[col], want);
}

static const char x86_text[] =
	"            CPU0       CPU1       \n"
	"  0:         38          0  IR-IO-APIC    2-edge      timer\n"
	"  9:        110          2  IR-IO-APIC-fasteoi   acpi\n"
	" 24:          0          3  IO-APIC   5-edge      ACPI:Ged\n"
	" 29:         12          0  PCI-MSIX-0000:00:01.0   0-edge      virtio0-config\n"
	" 30:          5          6  IR-PCI-MSI 524288-edge\n"
	" 31:          7          8   IO-APIC  11-fasteoi   virtio0, qxl\n"
	"NMI:          1 4294967295   Non-maskable interrupts\n"
	"LOC:     183723     183773   Local timer interrupts\n"
	"SPU:          0          0   Spurious interrupts\n"
	"PMI:          0          0   Performance monitoring interrupts\n"
	"IWI:         26         37   IRQ work interrupts\n"
	"RTR:          0          0   APIC ICR read retries\n"
	"RES:     517406     546214   Rescheduling interrupts\n"
	"CAL:    1531271    1556625   Function call interrupts\n"
	"TLB:       8311       7366   TLB shootdowns\n"
	"TRM:          0          0   Thermal event interrupts\n"
	"THR:          0          0   Threshold APIC interrupts\n"
	"DFR:          0          0   Deferred Error APIC interrupts\n"
	"MCE:          0          0   Machine check exceptions\n"
	"MCP:          3          3   Machine check polls\n"
	"HYP:         38         79   Hypervisor callback interrupts\n"
	"HRE:          0          0   Hyper-V reenlightenment interrupts\n"
	"HVS:          0          0   Hyper-V stimer0 interrupts\n"
	"ERR:          5\n"
	"MIS:          6\n"
	"PIN:          0          0   Posted-interrupt notification event\n"
	"NPI:          0          0   Nested posted-interrupt event\n"
	"PIW:          0          0   Posted-interrupt wakeup event\n"
	"VPMI:         0          0   Perf Guest Mediated PMI\n";

static void test_x86(void **state)
{
	(void)state;
	parse_ok(x86_text);
	assert_int_equal(t.ncols, 2);
	assert_class("0", "IR-IO-APIC 2-edge timer", ROW_TICK, 0);
	assert_class("9", "IR-IO-APIC-fasteoi acpi", ROW_DEVICE, 0);
	assert_class("24", "IO-APIC 5-edge ACPI:Ged", ROW_DEVICE, 0);
	assert_class("29", "PCI-MSIX-0000:00:01.0 0-edge virtio0-config", ROW_DEVICE, 0);
	assert_class("30", "IR-PCI-MSI 524288-edge", ROW_DEVICE, 0);
	assert_class("31", "IO-APIC 11-fasteoi virtio0, qxl", ROW_DEVICE, 0);
	assert_class("NMI", "Non-maskable interrupts", ROW_NMI, 0);
	assert_class("LOC", "", ROW_TICK, 0);
	assert_class("SPU", "", ROW_OTHER, 0);
	assert_class("PMI", "", ROW_OTHER, 0);
	assert_class("IWI", "", ROW_IRQWORK, 0);
	assert_class("RTR", "", ROW_OTHER, 0);
	assert_class("RES", "", ROW_RESCHED, 0);
	assert_class("CAL", "", ROW_CALL, 0);
	assert_class("TLB", "", ROW_TLB, 0);
	assert_class("TRM", "", ROW_THERMAL, 0);
	assert_class("THR", "", ROW_MCE, 0);
	assert_class("DFR", "", ROW_MCE, 0);
	assert_class("MCE", "", ROW_MCE, 0);
	assert_class("MCP", "", ROW_MCE, 0);
	assert_class("HYP", "", ROW_HYPERVISOR, 0);
	assert_class("HRE", "", ROW_HYPERVISOR, 0);
	assert_class("HVS", "", ROW_HYPERVISOR, 0);
	assert_class("ERR", "", ROW_ERR, ROW_SUM);
	assert_class("MIS", "", ROW_ERR, ROW_SUM);
	assert_class("PIN", "", ROW_HYPERVISOR, 0);
	assert_class("NPI", "", ROW_HYPERVISOR, 0);
	assert_class("PIW", "", ROW_HYPERVISOR, 0);
	assert_class("VPMI", "", ROW_HYPERVISOR, 0);
	assert_cell("NMI", 1, UINT32_MAX);
	assert_cell("MIS", 0, 6);
}

static void test_arm64(void **state)
{
	(void)state;
	parse_ok("          CPU0       CPU1       CPU2       \n"
		 " 10: 3287008667 3310445093 4294967290     GICv3  27 Level     arch_timer\n"
		 " 12:          1          2          3     GICv3  26 Level     kvm guest vtimer\n"
		 " 13:          1          2          3  20a4000.gpio  7 Edge      7segment\n"
		 " 50:          0          0          0  ARMH0061:00   3 Edge      ACPI:Event\n"
		 "IPI0:2768808080 2844211788          5       Rescheduling interrupts\n"
		 "IPI1: 357815098  213258177          5       Function call interrupts\n"
		 "IPI2:         0          0          0       CPU stop interrupts\n"
		 "IPI3:         0          0          0       CPU stop NMIs\n"
		 "IPI4:         0          1          0       Timer broadcast interrupts\n"
		 "IPI5:123 4 5       IRQ work interrupts\n"
		 "IPI6:         0          0          0       CPU backtrace interrupts\n"
		 "Err:          7\n");
	assert_class("10", "GICv3 27 Level arch_timer", ROW_TICK, 0);
	assert_class("12", "GICv3 26 Level kvm guest vtimer", ROW_DEVICE, 0);
	assert_class("13", "20a4000.gpio 7 Edge 7segment", ROW_DEVICE, 0);
	assert_class("IPI0", "Rescheduling interrupts", ROW_RESCHED, 0);
	assert_class("IPI1", "", ROW_CALL, 0);
	assert_class("IPI2", "", ROW_OTHER, 0);
	assert_class("IPI4", "", ROW_TICK, 0);
	assert_class("IPI5", "", ROW_IRQWORK, 0);
	assert_class("IPI6", "", ROW_OTHER, 0);
	assert_class("Err", "", ROW_ERR, ROW_SUM);
	assert_cell("IPI0", 0, 2768808080);
	assert_cell("IPI5", 0, 123);
	assert_cell("IPI5", 2, 5);
	assert_cell("10", 2, 4294967290);
}

/* The numbers of the IPIs mean another thing than on arm64; FIQ has no number at all. */
static void test_arm(void **state)
{
	size_t r;

	(void)state;
	parse_ok("           CPU0       CPU1       \n"
		 "  3:   10494710          0   ARMCTRL  BCM2708 Timer Tick\n"
		 " 75:          1          0   ARMCTRL\n"
		 " 83:         19          0   ARMCTRL  uart-pl011\n"
		 "FIQ:              usb_fiq\n"
		 "IPI0:          0          1  CPU wakeup interrupts\n"
		 "IPI1:          0          2  Timer broadcast interrupts\n"
		 "IPI2:          1          3  Rescheduling interrupts\n"
		 "IPI3:          1          4  Single function call interrupts\n"
		 "IPI4:          1          5  CPU stop interrupts\n"
		 "Err:          0\n");
	r = find_row(&t, "FIQ", "usb_fiq");
	assert_true(r != NO_ROW);
	assert_false(t.row[r].counted);
	assert_class("FIQ", "usb_fiq", ROW_OTHER, 0);
	assert_class("3", "ARMCTRL BCM2708 Timer Tick", ROW_TICK, 0);
	assert_class("75", "ARMCTRL", ROW_DEVICE, 0);
	assert_class("IPI1", "", ROW_TICK, 0);
	assert_class("IPI2", "", ROW_RESCHED, 0);
	assert_class("IPI3", "", ROW_CALL, 0);
}

static void test_s390(void **state)
{
	(void)state;
	parse_ok("           CPU0       CPU1       \n"
		 "EXT:      30368      58213 \n"
		 "I/O:        675        512 \n"
		 "AIO:         39         11 \n"
		 "  3:          6          7   PCI-MSI  mlx5_async@pci:0002:00:00.0\n"
		 "  4:          0          1   PCI-MSI  0001:00:00.0\n"
		 "CLK:       2876       2203   [EXT] Clock Comparator\n"
		 "EXC:      27474      36001   [EXT] External Call\n"
		 "EMS:          0          0   [EXT] Emergency Signal\n"
		 "C15:          0          2   [I/O] 3215\n"
		 "PCF:          6          8   [AIO] PCI Floating Interrupt\n"
		 "MSI:          6          8   [AIO] MSI Interrupt\n"
		 "NMI:          0          3   [NMI] Machine Check\n"
		 "RST:          0          1   [CPU] CPU Restart\n");
	assert_class("EXT", "", ROW_OTHER, ROW_DERIVED);
	assert_class("I/O", "", ROW_OTHER, ROW_DERIVED);
	assert_class("AIO", "", ROW_OTHER, ROW_DERIVED);
	assert_class("MSI", "", ROW_OTHER, ROW_DERIVED);
	assert_class("3", "PCI-MSI mlx5_async@pci:0002:00:00.0", ROW_DEVICE, 0);
	assert_class("CLK", "[EXT] Clock Comparator", ROW_TICK, 0);
	assert_class("EXC", "", ROW_CALL, 0);
	assert_class("EMS", "", ROW_CALL, 0);
	assert_class("C15", "[I/O] 3215", ROW_OTHER, 0);
	assert_class("PCF", "", ROW_OTHER, 0);
	assert_class("NMI", "[NMI] Machine Check", ROW_MCE, 0);
}

static void test_powerpc(void **state)
{
	(void)state;
	parse_ok("            CPU0       CPU4       CPU8       \n"
		 " 16:          9         10         11  XICS   2 Edge      IPI\n"
		 " 17:          9         10         11  XIVE-IPI   0 Edge      IPI-0\n"
		 " 18:          0          0          0  UIC  11 Edge      L2C\n"
		 " 20:       2597          0          0  OPAL EVT   6 Level     MAL TX EOB\n"
		 "LOC:      25755          1          1   Local timer interrupts for timer event "
		 "device\n"
		 "BCT:          0          0          0   Broadcast timer interrupts for timer "
		 "event "
		 "device\n"
		 "LOC:          4          2          2   Local timer interrupts for others\n"
		 "MCE:          0          0          0   Machine check exceptions\n"
		 "HMI:          0          0          0   Hypervisor Maintenance Interrupts\n"
		 "NMI:          0          1          0   System Reset interrupts\n"
		 "WDG:          0          0          0   Watchdog soft-NMI interrupts\n"
		 "DBL:          5          6          7   Doorbell interrupts\n"
		 "BAD:          0\n");
	assert_int_equal(t.cpu[2], 8);
	assert_class("16", "", ROW_OTHER, 0);
	assert_class("17", "", ROW_OTHER, 0);
	assert_class("20", "OPAL EVT 6 Level MAL TX EOB", ROW_DEVICE, 0);
	assert_class("LOC", "Local timer interrupts for timer", ROW_TICK, 0);
	assert_class("LOC", "Local timer interrupts for others", ROW_TICK, 0);
	assert_class("BCT", "", ROW_TICK, 0);
	assert_class("HMI", "", ROW_MCE, 0);
	assert_class("NMI", "", ROW_NMI, 0);
	assert_class("WDG", "", ROW_NMI, 0);
	assert_class("DBL", "", ROW_OTHER, 0);
	assert_class("BAD", "", ROW_ERR, ROW_SUM);
	assert_true(find_row(&t, "LOC", "Local timer interrupts for timer") !=
		    find_row(&t, "LOC", "Local timer interrupts for others"));
}

/* Timers and IPIs that are numbered rows, one for each CPU. */
static void test_numbered(void **state)
{
	(void)state;
	parse_ok("           CPU0       CPU1       \n"
		 "  5:       1113        411  RISC-V INTC   5 Edge      riscv-timer\n"
		 " 48:     183723          0  xen-percpu    -virq      timer0\n"
		 " 49:        117          0  xen-percpu    -ipi       resched0\n"
		 " 50:          6          0  xen-percpu    -ipi       callfunc0\n"
		 " 51:          0          9  xen-percpu    -ipi       callfuncsingle1\n"
		 " 52:          0          2  xen-percpu    -ipi       irqwork1\n"
		 " 53:          0          2  xen-dyn    -event     eth0-q0-tx\n"
		 "239:          1          2        LSAPIC  timer\n"
		 "240:          1          2       MIPS GIC  1 Edge      IPI resched\n"
		 "IPI0:          1          2  LoongArch  1  Rescheduling interrupts\n"
		 "IPI1:          1          2  LoongArch  2  Function call interrupts\n");
	assert_class("5", "", ROW_TICK, 0);
	assert_class("48", "xen-percpu -virq timer0", ROW_TICK, 0);
	assert_class("49", "", ROW_RESCHED, 0);
	assert_class("50", "", ROW_CALL, 0);
	assert_class("51", "", ROW_CALL, 0);
	assert_class("52", "", ROW_IRQWORK, 0);
	assert_class("53", "", ROW_DEVICE, 0);
	assert_class("239", "LSAPIC timer", ROW_TICK, 0);
	assert_class("240", "", ROW_RESCHED, 0);
	assert_class("IPI0", "LoongArch 1 Rescheduling interrupts", ROW_RESCHED, 0);
	assert_class("IPI1", "", ROW_CALL, 0);
}

/* What is the timer of a CPU, by what its row is called on boards of many makers. */
static void test_timer_names(void **state)
{
	static const struct {
		const char *text;
		enum row_class class;
	} c[] = {
		{ "GIC-0 125 Level     arm_global_timer", ROW_TICK },
		{ "GIC  27 Edge      gt, twd", ROW_TICK },
		{ "s5p_gpio   mct_tick3", ROW_TICK },
		{ "HPET-MSI   2-edge      hpet2", ROW_TICK },
		{ "ARMCTRL-level   3 Edge      BCM2708 Timer Tick", ROW_TICK },
		{ "GPC  55 Level     i.MX Timer Tick", ROW_TICK },
		{ "armada_370_xp_irq   5 Level     armada_370_xp_per_cpu_tick", ROW_TICK },
		{ "GICv3  26 Level     kvm guest vtimer", ROW_DEVICE },
		{ "GICv3  28 Level     kvm guest timer", ROW_DEVICE },
		{ "GIC  29 Level     watchdog timer", ROW_DEVICE },
		{ "IO-APIC   8-edge      rtc0", ROW_DEVICE },
		{ "PCI-MSI   9-edge      multitimer", ROW_DEVICE },
		{ "PCI-MSI   9-edge      eth0", ROW_DEVICE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(c) / sizeof(c[0]); i++) {
		char text[160];

		text_format(text, sizeof(text), "       CPU0  CPU1\n 12:   3   4  %s\n", c[i].text);
		assert_int_equal(parse_text(&probe_interrupts, &t, text), 0);
		if (t.row[0].class != c[i].class)
			fail_msg("%s: %s", c[i].text, row_class_name(t.row[0].class));
	}
}

/* One CPU: ERR is a number for the machine there too; descriptions are missing, a line is empty. */
static void test_up(void **state)
{
	(void)state;
	parse_ok("           CPU0       \n"
		 "  0:   69486179          XT-PIC  timer\n"
		 "  1:      12748    IO-APIC-edge  i8042\n"
		 " 19:   26985093   IO-APIC-level  eth0, radeon@PCI:3:0:0\n"
		 "\n"
		 "NMI:          0 \n"
		 "LOC:   69486209 \n"
		 "ERR:          0\n"
		 "MIS:          6\n"
		 "                \n");
	assert_class("0", "XT-PIC timer", ROW_TICK, 0);
	assert_class("19", "IO-APIC-level eth0, radeon@PCI:3:0:0", ROW_DEVICE, 0);
	assert_class("NMI", "", ROW_NMI, 0);
	assert_class("LOC", "", ROW_TICK, 0);
	assert_class("MIS", "", ROW_ERR, ROW_SUM);
	parse_ok("           CPU0       \n"
		 "  2:         45  SBUS  timer\n"
		 "ERR:          0\n");
	assert_int_equal(t.nrows, 2);
	/* whether a label not known has one number or one a CPU is not known here */
	parse_ok("  CPU3\nXYZ:          0\n");
	assert_class("XYZ", "", ROW_OTHER, 0);
}

/* The newest kernels print " %10llu" instead of "%10u ", and labels of any width. */
static void test_widths(void **state)
{
	(void)state;
	parse_ok("      CPU5       CPU7\n"
		 "   24:          1 123456789012  PCI-MSIX-0000:00:01.0    5-edge  nvme0q1\n"
		 "NMI  :          0          0  Non-maskable interrupts\n"
		 "VPMI:\t18446744073709551615\t7  Perf Guest Mediated PMI\n"
		 "XYZ:          3\n"
		 "ZYX:          3          4\n");
	assert_int_equal(t.cpu[0], 5);
	assert_int_equal(t.cpu[1], 7);
	assert_cell("24", 1, 123456789012);
	assert_cell("VPMI", 0, UINT64_MAX);
	assert_class("NMI", "Non-maskable interrupts", ROW_NMI, 0);
	assert_class("XYZ", "", ROW_OTHER, ROW_SUM);
	assert_class("ZYX", "", ROW_OTHER, 0);
}

/* A text longer than its field is cut, one with bytes that are no text is made printable. */
static void test_odd_text(void **state)
{
	static const char text[] = " CPU0\n1: 5 chip  na\001me\xc3\xa9\n"
				   "2: 5 0123456789012345678901234567890123456789"
				   "0123456789012345678901234567890123456789012345\n";

	(void)state;
	assert_int_equal(parse_text(&probe_interrupts, &t, text), 0);
	assert_string_equal(t.row[0].text, "chip na?me??");
	assert_int_equal(strlen(t.row[1].text), sizeof(t.row[1].text) - 1);
}

static void assert_result(int want, const char *text)
{
	int ret = parse_text(&probe_interrupts, &t, text);

	if (ret != want)
		fail_msg("%d, not %d, for: %s", ret, want, text);
}

static void test_torn(void **state)
{
	(void)state;
	/* a CPU went after the header was printed */
	assert_result(-EAGAIN, "  CPU0 CPU1 CPU2\nLOC: 1 2 3 Local\nRES: 1 2   Rescheduling\n");
	assert_result(-EAGAIN, "  CPU0 CPU1\n24: 1   IO-APIC 5-edge x\n");
	assert_result(-EAGAIN, "  CPU0 CPU1\n24:          1\n");
	assert_result(-EAGAIN, "  CPU0 CPU1\nNMI:          1\n");
	assert_result(-EAGAIN, "  CPU0 CPU1 CPU2\nERR:          1          2\n");
	assert_result(-EAGAIN, "  CPU0 CPU1\nXYZ:          1   something\n");
	/* a CPU came */
	assert_result(-EAGAIN, "  CPU0       CPU1       \n"
			       " 24:          1          2          3   IO-APIC 5-edge x\n");
	assert_result(-EAGAIN, "  CPU0       \nLOC:          1          2   Local timer\n");
	/* the end is missing */
	assert_result(-EAGAIN, "  CPU0 CPU1\nLOC: 1 2 Local\nRES");
	assert_result(-EAGAIN, "  CPU0 CPU1\nLOC: 1 2 Local\nRES: 1");
	assert_result(-EAGAIN, "  CPU0 CPU1\n");
	assert_result(-EAGAIN, "  CPU0 CPU1\na row: 1 2\n");
	assert_result(-EAGAIN, "  CPU0 CPU1\n : 1 2\n");
	/* a chip of digits is none of the numbers: it stands closer */
	assert_result(0, "  CPU0       \n  2:          1      8259  3-edge  x\n");
}

static void test_no_interrupts(void **state)
{
	(void)state;
	assert_result(-EINVAL, "");
	assert_result(-EINVAL, "\n\n");
	assert_result(-EINVAL, "processor : 0\n");
	assert_result(-EINVAL, "  CPU0 CPU1 LOC: 1 2\n");
	assert_result(-EINVAL, "  CPU1 CPU0\nLOC: 1 2\n");
	assert_result(-EINVAL, "  CPU1 CPU1\nLOC: 1 2\n");
	assert_result(-EINVAL, "  CPU\nLOC: 1 2\n");
	assert_result(-EINVAL, "  CPU 0\nLOC: 1 2\n");
	assert_result(-EINVAL, "  CPU99999999999\nLOC: 1\n");
	assert_result(-EINVAL, "  cpu0\nLOC: 1\n");
}

static void check_generated(const struct gen_machine *m)
{
	size_t len;
	char *text = gen_interrupts(m, &len);
	struct table first = { 0 };
	struct delta d = { 0 };
	const char *bad;

	assert_non_null(text);
	assert_int_equal(probe_interrupts.parse(&first, text, len), 0);
	bad = naive_grid(&first, text);
	if (bad)
		fail_msg("%s", bad);
	assert_int_equal(first.ncols, m->ncpus);
	assert_int_equal(first.cpu[m->ncpus - 1], gen_cpu(m, m->ncpus - 1));
	parse_ok(text);
	assert_true(table_same_shape(&first, &t));
	assert_int_equal(table_delta(&t, &first, &d), 0);
	assert_int_equal(d.ncells, 0);
	delta_free(&d);
	table_free(&first);
	free(text);
}

static void test_generated(void **state)
{
	static const unsigned cpus[] = { 1, 2, 3, 64, 191 };

	(void)state;
	for (int arch = 0; arch < GEN_ARCHES; arch++)
		for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++)
			for (unsigned seed = 1; seed <= 4; seed++)
				check_generated(&(struct gen_machine){
					.arch = (enum gen_arch)arch,
					.ncpus = cpus[i],
					.gap = seed % 3,
					.ndevices = seed * 17,
					.seed = seed,
				});
}

static void test_large_server(void **state)
{
	(void)state;
	check_generated(&(struct gen_machine){
		.arch = GEN_X86, .ncpus = 1152, .ndevices = 1000, .seed = 7 });
}

/* The same machine later: every counter moved, and a CPU less. */
static void test_hotplug(void **state)
{
	static const char before[] = "           CPU0       CPU1       CPU2       \n"
				     " 24:          1          2          3   IO-APIC 5-edge x\n"
				     "LOC: 4294967290        200        300   Local timer\n"
				     "ERR:          1\n";
	static const char after[] = "           CPU0       CPU2       \n"
				    "NEW:          9          9   just loaded\n"
				    "LOC:          4        310   Local timer\n"
				    " 24:          1          5   IO-APIC 5-edge x\n"
				    "ERR:          3\n";
	struct table then = { 0 };
	struct delta d = { 0 };

	(void)state;
	assert_int_equal(parse_text(&probe_interrupts, &then, before), 0);
	parse_ok(after);
	assert_int_equal(table_delta(&t, &then, &d), 0);
	assert_int_equal(d.ncells, 4);
	assert_int_equal(delta_at(&d, find_row(&t, "LOC", ""), 0), 10);
	assert_int_equal(delta_at(&d, find_row(&t, "LOC", ""), 1), 10);
	assert_int_equal(delta_at(&d, find_row(&t, "24", ""), 1), 2);
	assert_int_equal(delta_at(&d, find_row(&t, "ERR", ""), 0), 2);
	delta_free(&d);
	table_free(&then);
}

static int free_table(void **state)
{
	(void)state;
	table_free(&t);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_x86),	    cmocka_unit_test(test_arm64),
		cmocka_unit_test(test_arm),	    cmocka_unit_test(test_s390),
		cmocka_unit_test(test_powerpc),	    cmocka_unit_test(test_numbered),
		cmocka_unit_test(test_timer_names), cmocka_unit_test(test_up),
		cmocka_unit_test(test_widths),	    cmocka_unit_test(test_odd_text),
		cmocka_unit_test(test_torn),	    cmocka_unit_test(test_no_interrupts),
		cmocka_unit_test(test_generated),   cmocka_unit_test(test_large_server),
		cmocka_unit_test(test_hotplug),
	};

	return cmocka_run_group_tests(tests, NULL, free_table);
}
