// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_host: the facts of small machines written into a temporary folder, and of the running one.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <zlib.h>

#include "machine/host.h"
#include "machine/host_parts.h"
#include "machine/host_text.h"
#include "../lib/tempdir.h"

#define CPU "sys/devices/system/cpu"

static struct host host;

static void collect(const char *dir)
{
	struct sysroot root;

	assert_int_equal(sysroot_open(&root, dir), 0);
	assert_false(root.live);
	memset(&host, 0x5a, sizeof(host));
	host_collect(&host, &root);
	sysroot_close(&root);
}

static bool warned(const char *word)
{
	for (size_t i = 0; i < host.nwarning; i++)
		if (strstr(host.warning[i], word))
			return true;
	return false;
}

static const char *mitigation(const char *name)
{
	for (size_t i = 0; i < host.nmitigation; i++)
		if (!strcmp(host.mitigation[i].name, name))
			return host.mitigation[i].value;
	return NULL;
}

/* An empty folder: everything is unknown, nothing comes from the machine the test runs on. */
static void test_empty(void **state)
{
	char dir[64];

	(void)state;
	tempdir_make(dir, sizeof(dir));
	collect(dir);
	tempdir_remove(dir);
	assert_int_equal(host.have, HOST_CAPTURED);
	assert_string_equal(host.hostname, "");
	assert_string_equal(host.kernel, "");
	assert_string_equal(host.cpu_type, "");
	assert_string_equal(host.machine, "");
	assert_string_equal(host.preemption, "");
	assert_string_equal(host.virtualization, "");
	assert_int_equal(host.nwarning, 0);
	assert_int_equal(host.nboot, 0);
	assert_int_equal(host.nmitigation, 0);
	assert_non_null(strstr(host.kernel_config, "not found"));
}

static void write_gz(const char *dir, const char *text)
{
	char path[128];
	gzFile gz;

	tempdir_write(dir, "", "proc/config.gz");
	text_format(path, sizeof(path), "%s/proc/config.gz", dir);
	gz = gzopen(path, "wb");
	assert_non_null(gz);
	assert_int_equal(gzputs(gz, text), (int)strlen(text));
	assert_int_equal(gzclose(gz), Z_OK);
}

static void test_debug_kernel(void **state)
{
	char dir[64];

	(void)state;
	tempdir_make(dir, sizeof(dir));
	tempdir_write(dir, "Linux\n", "proc/sys/kernel/ostype");
	tempdir_write(dir, "6.9.0-debug\n", "proc/sys/kernel/osrelease");
	tempdir_write(dir, "lab7\n", "proc/sys/kernel/hostname");
	tempdir_write(dir, "#3 SMP PREEMPT_DYNAMIC Mon Jan 1\n", "proc/sys/kernel/version");
	tempdir_write(dir,
		      "root=/dev/sda1 preempt=full kasan=off slab_debug isolcpus=2-3 -- psi=1\n",
		      "proc/cmdline");
	write_gz(dir, "# CONFIG_KCSAN is not set\nCONFIG_PREEMPT_DYNAMIC=y\nCONFIG_PREEMPT=y\n"
		      "CONFIG_HZ_1000=y\nCONFIG_HZ=1000\nCONFIG_PROVE_LOCKING=y\nCONFIG_LOCKDEP=y\n"
		      "CONFIG_LOCK_STAT=y\nCONFIG_DEBUG_PREEMPT=y\nCONFIG_KASAN=y\n"
		      "CONFIG_UBSAN=m\nCONFIG_INIT_ON_ALLOC_DEFAULT_ON=y\n");
	collect(dir);
	tempdir_remove(dir);
	assert_string_equal(host.hostname, "lab7");
	assert_string_equal(host.kernel, "Linux 6.9.0-debug");
	assert_string_equal(host.kernel_config, "/proc/config.gz");
	assert_string_equal(host.preemption, "PREEMPT_DYNAMIC (full)");
	assert_true(host.have & HOST_HZ);
	assert_int_equal(host.hz, 1000);
	/* the weightiest first; what the command line switched off or the config lacks is absent */
	assert_non_null(strstr(host.warning[0], "PROVE_LOCKING"));
	assert_true(warned("LOCK_STAT"));
	assert_true(warned("slab debugging"));
	assert_true(warned("DEBUG_PREEMPT"));
	assert_non_null(strstr(host.warning[host.nwarning - 1], "init_on_alloc"));
	assert_false(warned("KASAN"));
	assert_false(warned("KCSAN"));
	assert_false(warned("UBSAN"));
	assert_false(warned("virtual"));
	assert_int_equal(host.nboot, 4);
	assert_string_equal(host_boot_value(&host, "isolcpus"), "2-3");
	assert_string_equal(host_boot_value(&host, "slab_debug"), "");
	assert_null(host_boot_value(&host, "psi"));
	assert_null(host_boot_value(&host, "root"));
}

/* The configuration is hidden, but the kernel gives itself away. */
static void test_debug_files(void **state)
{
	char dir[64];

	(void)state;
	tempdir_make(dir, sizeof(dir));
	tempdir_write(dir, " lock-classes: 1234\n", "proc/lockdep_stats");
	tempdir_write(dir, "lock_stat version 0.4\n", "proc/lock_stat");
	tempdir_write(dir, "Linux version 5.4.1 (me@there) (gcc 9 (X 9-1)) #12 SMP Tue\n",
		      "proc/version");
	tempdir_write(dir, "hpet\n",
		      "sys/devices/system/clocksource/clocksource0/current_clocksource");
	collect(dir);
	tempdir_remove(dir);
	assert_string_equal(host.kernel, "Linux 5.4.1");
	assert_string_equal(host.kernel_version, "#12 SMP Tue");
	assert_string_equal(host.preemption, "not PREEMPT (none or voluntary)");
	assert_non_null(strstr(host.kernel_config, "/boot/config-5.4.1"));
	assert_int_equal(host.nwarning, 3);
	assert_non_null(strstr(host.warning[0], "lockdep"));
	assert_non_null(strstr(host.warning[1], "LOCK_STAT"));
	assert_non_null(strstr(host.warning[2], "hpet"));
}

static void test_guest(void **state)
{
	char dir[64];

	(void)state;
	tempdir_make(dir, sizeof(dir));
	tempdir_write(dir,
		      "processor\t: 0\nmodel name\t: Test CPU\ncpu MHz\t\t: 2500.000\n"
		      "flags\t\t: fpu hypervisor pcid\n",
		      "proc/cpuinfo");
	tempdir_write(dir,
		      "cpu  1000 0 1000 7900 0 0 0 100 0 0\ncpu0 1 1 1 1\ncpu2 1 1 1 1\nintr 5\n",
		      "proc/stat");
	tempdir_write(dir, "QEMU\n", "sys/class/dmi/id/sys_vendor");
	tempdir_write(dir, "Vulnerable: no microcode\n", CPU "/vulnerabilities/mds");
	tempdir_write(dir, "Mitigation: PTI\n", CPU "/vulnerabilities/meltdown");
	collect(dir);
	tempdir_remove(dir);
	assert_string_equal(host.hypervisor, "QEMU");
	assert_string_equal(host.virtualization, "guest (QEMU), steal is counted");
	assert_true(host.have & HOST_STEAL);
	assert_true(host.have & HOST_NOMINAL_MHZ);
	assert_float_equal(host.nominal_mhz, 2500, 0.001);
	assert_string_equal(host.nominal_source, "/proc/cpuinfo cpu MHz");
	assert_true(host.have & HOST_NCPU);
	assert_int_equal(host.ncpu_online, 2); /* no /sys list: the lines of /proc/stat */
	assert_int_equal(host.ncpu_possible, 2);
	assert_int_equal(host.nwarning, 2);
	assert_non_null(strstr(host.warning[0], "1.0 % of the CPU time"));
	assert_non_null(strstr(host.warning[1], "virtual machine (QEMU)"));
	assert_int_equal(host.nmitigation, 2);
	assert_string_equal(host.mitigation[0].name, "mds");
	assert_string_equal(mitigation("meltdown"), "Mitigation: PTI");
}

/* Plain text, with a line so long that some of its middle parts look like lines of their own. */
static const char *rt_config(void)
{
	static char text[8192];
	size_t len = text_format(text, sizeof(text), "CONFIG_PREEMPT_RT=y\nCONFIG_CMDLINE=\"");

	while (len < 6000)
		len += text_format(text + len, sizeof(text) - len, "CONFIG_KASAN=y ");
	text_format(text + len, sizeof(text) - len,
		    "\"\nCONFIG_HZ=250\nCONFIG_DEBUG_RT_MUTEXES=y\nCONFIG_DEBUG_KMEMLEAK=y\n"
		    "CONFIG_DEBUG_KMEMLEAK_DEFAULT_OFF=y\n");
	return text;
}

static void test_rt_kernel(void **state)
{
	char dir[64];

	(void)state;
	tempdir_make(dir, sizeof(dir));
	tempdir_write(dir, "1\n", "sys/kernel/realtime");
	tempdir_write(dir, "6.1.0-rt5\n", "proc/sys/kernel/osrelease");
	tempdir_write(dir, "#1 SMP PREEMPT_RT Debian\n", "proc/sys/kernel/version");
	tempdir_write(dir, rt_config(), "boot/config-6.1.0-rt5");
	tempdir_write(dir, "0-191\n", CPU "/possible");
	tempdir_write(dir, "4-20\n", CPU "/online");
	tempdir_write(dir, "\n", CPU "/isolated");
	tempdir_write(dir, "(null)\n", CPU "/nohz_full");
	tempdir_write(dir, "always [madvise] never\n",
		      "sys/kernel/mm/transparent_hugepage/enabled");
	tempdir_write(dir, "none [integrity] confidentiality\n", "sys/kernel/security/lockdown");
	tempdir_write(dir, "intel_idle\n", CPU "/cpuidle/current_driver");
	tempdir_write(dir, "menu\n", CPU "/cpuidle/current_governor_ro");
	tempdir_write(dir, "intel_pstate\n", CPU "/cpu0/cpufreq/scaling_driver");
	tempdir_write(dir, "powersave\n", CPU "/cpu0/cpufreq/scaling_governor");
	tempdir_write(dir, "2200000\n", CPU "/cpu0/cpufreq/base_frequency");
	tempdir_write(dir, "on\n", CPU "/smt/control");
	collect(dir);
	tempdir_remove(dir);
	assert_string_equal(host.preemption, "PREEMPT_RT");
	assert_string_equal(host.kernel_config, "/boot/config-6.1.0-rt5");
	assert_int_equal(host.hz, 250);
	assert_int_equal(host.ncpu_online, 17);
	assert_int_equal(host.ncpu_possible, 192);
	assert_string_equal(host.online, "4-20");
	assert_string_equal(host.isolated, "");
	assert_string_equal(host.nohz_full, "");
	assert_string_equal(host.thp, "madvise");
	assert_string_equal(host.lockdown, "integrity");
	assert_string_equal(host.cpuidle_driver, "intel_idle");
	assert_string_equal(host.cpuidle_governor, "menu");
	assert_string_equal(host.cpufreq_driver, "intel_pstate");
	assert_string_equal(host.cpufreq_governor, "powersave");
	assert_string_equal(host.smt, "on");
	assert_float_equal(host.nominal_mhz, 2200, 0.001);
	assert_string_equal(host.nominal_source, "cpufreq base_frequency");
	assert_int_equal(host.nwarning, 1);
	assert_true(warned("DEBUG_RT_MUTEXES"));
}

static void test_dynamic_preemption(void **state)
{
	char dir[64];

	(void)state;
	tempdir_make(dir, sizeof(dir));
	tempdir_write(dir, "#1 SMP PREEMPT_DYNAMIC x\n", "proc/sys/kernel/version");
	collect(dir);
	assert_string_equal(host.preemption, "PREEMPT_DYNAMIC");
	tempdir_write(dir, "preempt=voluntary\n", "proc/cmdline");
	collect(dir);
	assert_string_equal(host.preemption, "PREEMPT_DYNAMIC (voluntary)");
	/* what holds now goes before what was asked for at boot */
	tempdir_write(dir, "none voluntary (full) lazy\n", "sys/kernel/debug/sched/preempt");
	collect(dir);
	assert_string_equal(host.preemption, "PREEMPT_DYNAMIC (full)");
	tempdir_remove(dir);
}

static void test_damaged_config(void **state)
{
	static const unsigned char junk[] = { 0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	char dir[64];

	(void)state;
	tempdir_make(dir, sizeof(dir));
	tempdir_write_bytes(dir, junk, sizeof(junk), "proc/config.gz");
	collect(dir);
	tempdir_remove(dir);
	assert_non_null(strstr(host.kernel_config, "damaged"));
	assert_false(host.have & HOST_HZ);
	assert_int_equal(host.nwarning, 0);
}

static void test_boot_options(void **state)
{
	static const char line[] =
		"BOOT_IMAGE=/vmlinuz nosmt  nohz_full=1-3 nmi-watchdog=0 "
		"lsm=\"a b\" haltpoll.guest_halt_poll_ns=0 intel_idle.max_cstate=1 "
		"mitigations=off haltpoll. mitigations=auto isolcpusx=1 quiet\n";

	(void)state;
	memset(&host, 0, sizeof(host));
	host_boot_options(&host, line);
	assert_int_equal(host.nboot, 8);
	assert_string_equal(host.boot[0].name, "nosmt");
	assert_string_equal(host.boot[0].value, "");
	assert_string_equal(host_boot_value(&host, "nohz_full"), "1-3");
	assert_string_equal(host_boot_value(&host, "nmi_watchdog"), "0");
	assert_string_equal(host_boot_value(&host, "lsm"), "\"a b\"");
	assert_string_equal(host_boot_value(&host, "haltpoll.guest_halt_poll_ns"), "0");
	assert_string_equal(host_boot_value(&host, "mitigations"), "auto");
	host_boot_options(&host, "");
	assert_int_equal(host.nboot, 0);
}

static void test_boot_options_full(void **state)
{
	char line[1024] = "";
	size_t len = 0;

	(void)state;
	for (int i = 0; i < HOST_BOOT_OPTS + 5; i++)
		len += text_format(line + len, sizeof(line) - len, "cpuidle.x%d=%d ", i, i);
	host_boot_options(&host, line);
	assert_int_equal(host.nboot, HOST_BOOT_OPTS);
}

static void test_cpu_time(void **state)
{
	struct cpu_time t;

	(void)state;
	assert_false(cpu_time_parse(&t, "cpu0 1 2 3 4 5 6 7 8\n"));
	assert_false(cpu_time_parse(&t, ""));
	assert_true(cpu_time_parse(&t, "cpu  1 2 3 4 5 6 7\n"));
	assert_false(t.has_steal);
	assert_true(cpu_time_parse(&t, "cpu  90 0 0 0 0 0 0 10 50 0\n"));
	assert_true(t.has_steal && t.stolen);
	assert_float_equal(t.steal_share, 0.1, 1e-9);
	assert_true(cpu_time_parse(&t, "cpu  0 0 0 0 0 0 0 0\n"));
	assert_true(t.has_steal && !t.stolen);
	assert_float_equal(t.steal_share, 0, 1e-9);
}

static void test_text(void **state)
{
	char buf[8];
	const char *end;
	double v;

	(void)state;
	text_clean(buf, sizeof(buf), "  a \t\x1b b\xff  ", 10);
	assert_string_equal(buf, "a b?");
	text_clean(buf, sizeof(buf), "abcdef ghi", 10);
	assert_string_equal(buf, "abcdef");
	assert_true(text_choice(buf, sizeof(buf), "a [bc] d", '[', ']'));
	assert_string_equal(buf, "bc");
	assert_false(text_choice(buf, sizeof(buf), "a b] [c", '[', ']'));
	assert_true(text_has_word("a bc d", "bc"));
	assert_false(text_has_word("a bcd", "bc"));
	assert_false(text_has_word("a", ""));
	assert_true(text_decimal("12.5MHz", &end, &v));
	assert_float_equal(v, 12.5, 1e-9);
	assert_string_equal(end, "MHz");
	assert_false(text_decimal(".5", NULL, &v));
	assert_false(text_decimal("99999999999999999999", NULL, &v));
}

/* The running machine, by system calls and by files. */
static void test_live(void **state)
{
	static struct host quick;
	struct sysroot root;
	struct utsname u;

	(void)state;
	assert_int_equal(uname(&u), 0);
	host_quick(&quick);
	assert_string_equal(quick.machine, u.machine);
	assert_int_equal(strncmp(quick.hostname, u.nodename, sizeof(quick.hostname) - 1), 0);
	assert_true(quick.have & HOST_NCPU);
	assert_true(quick.ncpu_allowed >= 1 && quick.ncpu_possible >= quick.ncpu_online);
	assert_int_equal(sysroot_open(&root, "/"), 0);
	host_collect(&host, &root);
	sysroot_close(&root);
	assert_string_equal(host.kernel, quick.kernel);
	assert_true(host.have & HOST_NCPU);
	assert_int_equal(host.ncpu_allowed, quick.ncpu_allowed);
	assert_string_not_equal(host.kernel_config, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_debug_kernel),
		cmocka_unit_test(test_debug_files),
		cmocka_unit_test(test_guest),
		cmocka_unit_test(test_rt_kernel),
		cmocka_unit_test(test_dynamic_preemption),
		cmocka_unit_test(test_damaged_config),
		cmocka_unit_test(test_boot_options),
		cmocka_unit_test(test_boot_options_full),
		cmocka_unit_test(test_cpu_time),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_live),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
