// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_cpuinfo: the facts in /proc/cpuinfo texts of many architectures, written afresh with the
 * quirks of real ones, and the facts of the CPU the test runs on.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "machine/cpu.h"

static const struct {
	const char *what, *text;
	const char *type, *codename, *vendor, *hypervisor, *mhz_source;
	double mhz; /* 0: none */
} cases[] = {
	{ .what = "empty", .text = "" },
	{ .what = "no colon anywhere", .text = "nothing\nto see here\n" },
	{
		.what = "a laptop: the clock moves, the brand string does not",
		.text = "processor\t: 0\nvendor_id\t: GenuineIntel\n"
			"model name\t: Intel(R) Core(TM)  i5-0000X  CPU @ 1.60GHz\n"
			"cpu MHz\t\t: 400.014\n\nprocessor\t: 1\ncpu MHz\t\t: 1292.250\n",
		.type = "Intel(R) Core(TM) i5-0000X CPU @ 1.60GHz",
		.vendor = "GenuineIntel",
		.mhz = 1600,
		.mhz_source = "brand string",
	},
	{
		.what = "no clock in the brand: the highest a CPU states",
		.text = "model name\t: AMD Test 1\ncpu MHz\t\t: 400.000\n\n"
			"model name\t: AMD Test 1\ncpu MHz\t\t: 1292.500\n\ncpu MHz\t\t: 800.0\n",
		.type = "AMD Test 1",
		.mhz = 1292.5,
		.mhz_source = "/proc/cpuinfo cpu MHz",
	},
	{
		.what = "a guest that states no clock",
		.text = "model name\t: Virtual CPU\ncpu MHz\t\t: 0.000\nflags\t: fpu hypervisor\n",
		.type = "Virtual CPU",
		.hypervisor = CPU_HYPERVISOR_UNNAMED,
	},
	{
		.what = "powerpc",
		.text = "processor : 0\ncpu : 750FX\nclock : 700MHz\nmachine : PowerTest4,3\n",
		.type = "750FX",
		.codename = "PowerTest4,3",
		.mhz = 700,
		.mhz_source = "/proc/cpuinfo clock",
	},
	{
		.what = "power",
		.text = "processor\t: 0\ncpu\t\t: POWER9 (raw), altivec supported\n"
			"clock\t\t: 3864.000000MHz\n\ntimebase\t: 512000000\n"
			"platform\t: PowerNV\nmodel\t\t: 1234-AC9\n",
		.type = "POWER9 (raw), altivec supported",
		.codename = "PowerNV",
		.mhz = 3864,
		.mhz_source = "/proc/cpuinfo clock",
	},
	{
		.what = "alpha",
		.text = "cpu\t\t\t: Alpha\ncpu model\t\t: EV6\n"
			"cycle frequency [Hz]\t: 500000000 est.\n"
			"platform string\t\t: Some Alpha Machine\n",
		.type = "Alpha EV6",
		.codename = "Some Alpha Machine",
		.mhz = 500,
		.mhz_source = "/proc/cpuinfo cycle frequency [Hz]",
	},
	{
		.what = "sparc: hexadecimal, in Hz, a CPU number in the key",
		.text = "cpu\t\t: UltraSparc T9 (Test)\nCpu0ClkTck\t: 000000003b9aca00\n"
			"Cpu6ClkTck\t: 0000000059682f00\n",
		.type = "UltraSparc T9 (Test)",
		.mhz = 1500,
		.mhz_source = "/proc/cpuinfo ClkTck",
	},
	{
		.what = "s390: a CPU in one line, blocks that begin with \"cpu number\"",
		.text = "vendor_id       : IBM/S390\n# processors    : 2\n"
			"processor 0: version = FF,  identification = 0123AB,  machine = 3906\n"
			"processor 1: version = FF,  identification = 0123AB,  machine = 3906\n\n"
			"cpu number      : 0\ncpu MHz dynamic : 4900\ncpu MHz static  : 5200\n",
		.type = "IBM z14, machine 3906",
		.vendor = "IBM/S390",
		.mhz = 5200,
		.mhz_source = "/proc/cpuinfo cpu MHz static",
	},
	{
		.what = "s390 of an unknown kind",
		.text = "processor 0: version = 00,  identification = 0123AB,  machine = 1FFF\n",
		.type = "IBM machine 1fff",
	},
	{
		.what = "old arm64",
		.text = "Processor\t: AArch64 Processor rev 0 (aarch64)\nprocessor\t: 0\n"
			"Features\t: fp asimd\nHardware\t: Test board\n",
		.type = "AArch64 Processor rev 0 (aarch64)",
		.codename = "Test board",
	},
	{
		.what = "arm64 with two kinds of core",
		.text = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd03\n\n"
			"processor\t: 1\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n\n"
			"processor\t: 2\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n",
		.type = "ARM Cortex-A53 + Cortex-A72",
		.vendor = "ARM",
	},
	{
		.what = "arm64 with three kinds of core",
		.text = "CPU implementer\t: 0x41\nCPU part\t: 0xd88\n\n"
			"CPU implementer\t: 0x41\nCPU part\t: 0xd87\n\n"
			"CPU implementer\t: 0x41\nCPU part\t: 0xd85\n",
		.type = "ARM Cortex-A520AE + Cortex-A725 + Cortex-X925",
		.vendor = "ARM",
	},
	{
		.what = "arm64 of an unknown kind",
		.text = "processor\t: 0\nCPU implementer\t: 0x7f\nCPU part\t: 0x123\n",
		.type = "arm 0x7f/0x123",
	},
	{
		.what = "riscv",
		.text = "processor\t: 0\nhart\t\t: 3\nisa\t\t: rv64imafdc\nuarch\t\t: "
			"maker,core9\n",
		.type = "maker,core9",
	},
	{
		.what = "riscv that states only its instruction set",
		.text = "processor\t: 0\nhart\t\t: 0\nisa\t\t: rv64imafdc\nmmu\t\t: sv39\n",
		.type = "rv64imafdc",
	},
	{
		.what = "loongarch",
		.text = "processor\t\t: 0\nModel Name\t\t: Test-3A\nCPU MHz\t\t\t: 2500.00\n",
		.type = "Test-3A",
		.mhz = 2500,
		.mhz_source = "/proc/cpuinfo CPU MHz",
	},
	{
		.what = "ia64: two clocks, only one of them the CPU's",
		.text = "vendor     : GenuineIntel\nmodel name : Itanium Test\n"
			"cpu number : 0\ncpu MHz    : 1594.007\nitc MHz    : 399.000000\n",
		.type = "Itanium Test",
		.vendor = "GenuineIntel",
		.mhz = 1594.007,
		.mhz_source = "/proc/cpuinfo cpu MHz",
	},
	{
		.what = "powerpc emulated",
		.text = "cpu\t\t: POWER9 (architected)\n"
			"platform\t: pSeries (emulated by qemu)\n",
		.type = "POWER9 (architected)",
		.codename = "pSeries (emulated by qemu)",
		.hypervisor = "QEMU",
	},
	{
		.what = "no newline at the end, control characters inside",
		.text = "model name\t: A\033[31mB\001 \303\244",
		.type = "A [31mB ??",
	},
	{ .what = "absurd clock", .text = "cpu MHz : 99999999\nclock : nanMHz\nclock : -5MHz\n" },
};

static void check_text(const char *what, const char *field, const char *got, const char *want)
{
	want = want ? want : "";
	if (strcmp(got, want))
		fail_msg("%s: %s is \"%s\", not \"%s\"", what, field, got, want);
}

static void test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *what = cases[i].what;
		struct cpu_facts f;

		memset(&f, 0x5a, sizeof(f));
		cpu_facts_from_cpuinfo(&f, cases[i].text);
		check_text(what, "type", f.type, cases[i].type);
		check_text(what, "codename", f.codename, cases[i].codename);
		check_text(what, "hypervisor", f.hypervisor, cases[i].hypervisor);
		check_text(what, "source", f.mhz_source, cases[i].mhz_source);
		if (cases[i].vendor)
			check_text(what, "vendor", f.vendor, cases[i].vendor);
		if (f.has_mhz != (cases[i].mhz > 0))
			fail_msg("%s: has_mhz is %d", what, f.has_mhz);
		if (f.has_mhz)
			assert_float_equal(f.nominal_mhz, cases[i].mhz, 0.001);
	}
}

static void test_flags(void **state)
{
	struct cpu_facts f;

	(void)state;
	cpu_facts_from_cpuinfo(&f, "flags : fpu pcid nonstop_tsc smaps avx2 xpcid\n");
	assert_string_equal(f.features, "nonstop_tsc pcid avx2");
	assert_string_equal(f.hypervisor, "");
	cpu_facts_from_cpuinfo(&f, "Features : fp asimd atomics\n");
	assert_string_equal(f.features, "atomics asimd");
}

/* Whatever this machine is, the facts must be whole. */
static void test_live(void **state)
{
	struct sysroot root;
	struct cpu_facts f;

	(void)state;
	assert_int_equal(sysroot_open(&root, "/"), 0);
	cpu_facts(&f, &root);
	sysroot_close(&root);
	if (f.has_mhz) {
		assert_true(f.nominal_mhz >= 1 && f.nominal_mhz <= 100000);
		assert_string_not_equal(f.mhz_source, "");
	} else {
		assert_string_equal(f.mhz_source, "");
	}
#if defined(__x86_64__)
	assert_string_not_equal(f.type, "");
	assert_string_not_equal(f.vendor, "");
	assert_true(f.has_mhz);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_live),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
