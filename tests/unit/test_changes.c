// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_changes: settings of the running kernel changed and put back, in namespaces of the test's own
 * where there are any.
 *
 * Invariant: every test ends with nothing changed and no journal.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guardian/sysfile.h"
#include "../lib/changing.h"
#include "../lib/ownworld.h"
#include "../lib/tempdir.h"

#define SEM	 "/proc/sys/kernel/sem"
#define CC	 "/proc/sys/net/ipv4/tcp_congestion_control"
#define CC_ALSO	 "/proc/sys/net/ipv4/tcp_allowed_congestion_control"
#define LO_RPS	 "/proc/sys/net/ipv4/conf/lo/rp_filter"
#define ETH_RPS	 "/proc/sys/net/ipv4/conf/other/rp_filter"
#define MASK	 "/sys/class/net/lo/queues/rx-0/rps_cpus"
#define THP	 "/sys/kernel/mm/transparent_hugepage/enabled"
#define TRUTH	 "/sys/module/haltpoll/parameters/guest_halt_poll_allow_shrink"
#define WATCHDOG "/proc/sys/kernel/watchdog"
#define SOFT	 "/proc/sys/kernel/soft_watchdog"
#define NMI	 "/proc/sys/kernel/nmi_watchdog"

static const char *const outside[] = { THP, "/proc/sys/vm/min_free_kbytes", TRUTH, WATCHDOG, SOFT,
				       NMI };

static void test_set_and_undo(void **state)
{
	(void)state;
	changing_need(TTL);
	changing_reads(TTL, "64");
	changing_set(TTL, "65");
	changing_reads(TTL, "65");
	assert_string_equal(changing.out.o[0].before, "64\n");
	assert_string_equal(changing.out.o[0].now, "65\n");
	assert_string_equal(changing.out.o[0].shell, "sysctl -w net.ipv4.ip_default_ttl=65");
	assert_string_equal(changing.out.o[0].words, "");
	assert_true(changing_has_journal());
	changing_set(TTL, "66");
	changing_undo_last();
	changing_reads(TTL, "65");
	assert_int_equal(changing.out.o[0].kind, OUTCOME_RESTORED);
	changing_undo_last();
	changing_reads(TTL, "64");
	assert_string_equal(changing.out.o[0].shell, "sysctl -w net.ipv4.ip_default_ttl=64");
	assert_false(changing_has_journal());
	assert_int_equal(changes_undo_last(&changing.ch, &changing.out, &changing.e), -ENOENT);
	/* the present value again: nothing is changed, so nothing to undo */
	changing_set(TTL, "64");
	assert_false(changing_has_journal());
	assert_int_equal(changes_undo_last(&changing.ch, &changing.out, &changing.e), -ENOENT);
}

static void test_undo_all_newest_first(void **state)
{
	const char *msgmni;

	(void)state;
	changing_need(MSGMNI);
	msgmni = ownworld_read(MSGMNI);
	changing_set(TTL, "65");
	changing_set(MSGMNI, "77");
	changing_set(TTL, "67");
	changing_set(FIN, "61");
	changing_undo_all(false);
	assert_int_equal(changing.out.n, 3);
	assert_string_equal(changing.out.o[0].path, FIN);
	assert_string_equal(changing.out.o[1].path, MSGMNI);
	assert_string_equal(changing.out.o[2].path, TTL);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_RESTORED), 3);
	changing_reads(TTL, "64");
	changing_reads(MSGMNI, msgmni);
	changing_reads(FIN, "60");
	assert_false(changing_has_journal());
}

static void test_undo_by_name(void **state)
{
	(void)state;
	changing_need(TTL);
	assert_int_equal(changing_try("ttl", TTL, "65"), 0);
	assert_int_equal(changing_try("fin", FIN, "61"), 0);
	assert_int_equal(changing_try("ttl", TTL, "66"), 0);
	outcome_free(&changing.out);
	assert_int_equal(changes_undo(&changing.ch, "nothing", false, &changing.out, &changing.e),
			 -ENOENT);
	assert_int_equal(changes_undo(&changing.ch, "ttl", false, &changing.out, &changing.e), 0);
	changing_reads(TTL, "64");
	changing_reads(FIN, "61");
	outcome_free(&changing.out);
	changes_show(&changing.ch, &changing.out);
	assert_int_equal(changing.out.n, 1);
	assert_string_equal(changing.out.o[0].name, "fin");
	assert_int_equal(changing.out.o[0].kind, OUTCOME_IN_FORCE);
	assert_string_equal(changing.out.o[0].before, "60\n");
	/* the steps of ttl went with it */
	changing_undo_last();
	changing_reads(FIN, "60");
	assert_int_equal(changes_undo_last(&changing.ch, &changing.out, &changing.e), -ENOENT);
}

static void test_read_back(void **state)
{
	static const struct {
		const char *path, *value;
	} t[] = {
		{ SEM, "32000 1024000000 400 32000" },
		{ MASK, "1" },
		{ THP, "never" },
		{ TRUTH, "0" },
		{ TRUTH, "N" },
	};
	char before[4096];

	(void)state;
	changing_need(SEM);
	for (size_t i = 0; i < ARRAY_SIZE(t); i++) {
		text_copy(before, sizeof(before), ownworld_read(t[i].path));
		if (!strcmp(before, "?"))
			continue;
		changing_set(t[i].path, t[i].value);
		assert_string_not_equal(ownworld_read(t[i].path), before);
		changing_undo_all(false);
		assert_int_equal(changing.out.o[0].kind, OUTCOME_RESTORED);
		changing_reads(t[i].path, before);
	}
}

static void test_somebody_else(void **state)
{
	(void)state;
	changing_need(TTL);
	changing_set(TTL, "65");
	changing_set(FIN, "61");
	assert_true(ownworld_write(TTL, "99"));
	outcome_free(&changing.out);
	changes_show(&changing.ch, &changing.out);
	assert_non_null(strstr(changing.out.o[0].words, "somebody else"));
	changing_undo_all(false);
	assert_int_equal(changing.out.n, 2);
	assert_int_equal(changing.out.o[0].kind, OUTCOME_RESTORED);
	assert_int_equal(changing.out.o[1].kind, OUTCOME_LEFT);
	assert_non_null(
		strstr(changing.out.o[1].words, "is 99; ctxtop had made it 65, it was 64 before"));
	assert_string_equal(changing.out.o[1].shell, "sysctl -w net.ipv4.ip_default_ttl=64");
	changing_reads(TTL, "99");
	changing_reads(FIN, "60");
	/* by force, if one insists */
	changing_undo_all(true);
	assert_int_equal(changing.out.o[0].kind, OUTCOME_RESTORED);
	changing_reads(TTL, "64");
	/* somebody puts it back by hand: done */
	changing_set(TTL, "65");
	assert_true(ownworld_write(TTL, "64"));
	changing_undo_all(false);
	assert_int_equal(changing.out.o[0].kind, OUTCOME_RESTORED);
	/* given up at the end: the journal forgets it */
	changing_set(TTL, "65");
	assert_true(ownworld_write(TTL, "98"));
	changing_undo_all(false);
	assert_true(changing_has_journal());
	changes_give_up(&changing.ch);
	assert_false(changing_has_journal());
	changing_reads(TTL, "98");
	assert_true(ownworld_write(TTL, "64"));
}

static void test_keep(void **state)
{
	(void)state;
	changing_need(TTL);
	changing_set(TTL, "65");
	changing_set(FIN, "61");
	outcome_free(&changing.out);
	changes_keep_all(&changing.ch, &changing.out);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_KEPT), 2);
	changing_undo_all(false);
	changing_reads(TTL, "65");
	changing_reads(FIN, "61");
	assert_false(changing_has_journal());
	assert_true(ownworld_write(TTL, "64") && ownworld_write(FIN, "60"));
}

static void test_one_order_many_files(void **state)
{
	struct write_item item[] = { { .path = TTL, .value = "65" },
				     { .path = FIN, .value = "61" },
				     { .path = MSGMNI, .value = "no number" } };
	struct writes o = { .name = "three", .item = item, .n = 3 };
	char msgmni[64];

	(void)state;
	changing_need(MSGMNI);
	text_copy(msgmni, sizeof(msgmni), ownworld_read(MSGMNI));
	/* all or nothing */
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), -EINVAL);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_WITHDRAWN), 2);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_REFUSED), 1);
	assert_non_null(strstr(changing.e.text, MSGMNI));
	changing_reads(TTL, "64");
	changing_reads(FIN, "60");
	assert_false(changing_has_journal());
	/* one by one */
	o.partial = true;
	outcome_free(&changing.out);
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), 0);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_SET), 2);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_REFUSED), 1);
	changing_reads(FIN, "61");
	changing_undo_last();
	changing_reads(TTL, "64");
	changing_reads(FIN, "60");
	changing_reads(MSGMNI, msgmni);
	/* over what is changed already: back to that, not to the start */
	changing_set(TTL, "70");
	o.partial = false;
	outcome_free(&changing.out);
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), -EINVAL);
	changing_reads(TTL, "70");
	changing_undo_last();
	changing_reads(TTL, "64");
	item[2] = item[0];
	outcome_free(&changing.out);
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), -EINVAL);
	assert_non_null(strstr(changing.e.text, "twice"));
}

/* The kernel may add the chosen algorithm to the allowed ones: an undo takes that back too. */
static void test_companion(void **state)
{
	struct write_item item[] = { { .path = CC, .value = "reno" },
				     { .path = CC_ALSO, .kind = WRITE_ALSO },
				     { .path = "/proc/sys/net/none", .kind = WRITE_ALSO } };
	struct writes o = { .name = "cc", .item = item, .n = 3 };
	char before[256], also[256];

	(void)state;
	changing_need(CC);
	text_copy(before, sizeof(before), ownworld_read(CC));
	text_copy(also, sizeof(also), ownworld_read(CC_ALSO));
	if (!strcmp(before, "reno"))
		item[0].value = "cubic";
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), 0);
	assert_int_equal(changing.out.o[1].kind, OUTCOME_SAVED);
	changing_undo_last();
	changing_reads(CC, before);
	changing_reads(CC_ALSO, also);
	assert_false(changing_has_journal());
}

static void test_watchdog_aliases(void **state)
{
	struct write_item item[] = { { .path = WATCHDOG, .value = "0" },
				     { .path = SOFT, .kind = WRITE_ALSO },
				     { .path = NMI, .kind = WRITE_ALSO } };
	struct writes o = { .name = "watchdog", .item = item, .n = 3 };

	(void)state;
	changing_need(WATCHDOG);
	if (strcmp(ownworld_read(WATCHDOG), "1") || strcmp(ownworld_read(SOFT), "1"))
		skip_for("the watchdogs are off");
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), 0);
	changing_reads(SOFT, "0"); /* moved by it, so ours */
	assert_string_equal(changing.out.o[1].now, "0\n");
	changing_undo_all(false);
	assert_int_equal(changing.out.n, 3);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_RESTORED), 3);
	changing_reads(WATCHDOG, "1");
	changing_reads(SOFT, "1");
	assert_false(changing_has_journal());
}

static void test_refusals(void **state)
{
	static const struct {
		const char *path, *value;
		int code;
	} t[] = {
		{ "/proc/sys/../../etc/x", "1", -EPERM },
		{ "/proc/sys/kernel/../../self/comm", "1", -EPERM },
		{ "/proc/self/comm", "1", -EPERM },
		{ "/proc/sys", "1", -EPERM },
		{ "/proc/sys/", "1", -EPERM },
		{ "/proc/sys//kernel/sem", "1", -EPERM },
		{ "/proc/sys/kernel/", "1", -EPERM },
		{ "/proc/sysrq-trigger", "1", -EPERM },
		{ "/sys/./kernel/mm", "1", -EPERM },
		{ "/dev/mem", "1", -EPERM },
		{ "/dev/cpu_dma_latency", "1", -EPERM }, /* is held, not written */
		{ "/etc/passwd", "1", -EPERM },
		{ "proc/sys/kernel/sem", "1", -EPERM },
		{ "", "1", -EPERM },
		{ "/proc/sys/kernel", "1", -EPERM },
		{ "/proc/sys/kernel/no_such", "1", -ENOENT },
		{ "/proc/sys/kernel/ostype", "x", -EACCES },
		{ TTL, "0", -EINVAL },
		{ TTL, "1\n2", -EINVAL },
	};

	(void)state;
	changing_need(TTL);
	for (size_t i = 0; i < ARRAY_SIZE(t); i++) {
		int ret = changing_try("bad", t[i].path, t[i].value);

		if (ret != t[i].code)
			fail_msg("%s: %d %s", t[i].path, ret, changing.e.text);
		assert_int_equal(changing.out.n, 1);
		assert_int_equal(changing.out.o[0].kind, OUTCOME_REFUSED);
		assert_int_equal(changing.out.o[0].code, -t[i].code);
		assert_true(changing.e.text[0] &&
			    !strcmp(changing.out.o[0].words, changing.e.text));
		assert_false(changing_has_journal());
	}
	changing_reads(TTL, "64");
}

static void try_links(const char *base)
{
	char path[600];
	struct write_item item = { .path = path, .value = "1" };
	struct writes o = { .name = "link", .item = &item, .n = 1 };
	static const char *const names[] = { "up", "away", "proc", "magic", "plain", "fifo" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		text_format(path, sizeof(path), "%s/%s", base, names[i]);
		outcome_free(&changing.out);
		assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), -EPERM);
	}
}

/* A file system of another kind below /sys: neither its links out nor its files are settings. */
static void test_links_out(void **state)
{
	const char *base = "/sys/kernel/tracing";
	char path[600], victim[300];
	int fd, root;

	(void)state;
	changing_need(TTL);
	if (mount("ctxtop-test", base, "tmpfs", 0, "size=64k")) {
		skip_for("no tmpfs on %s: %s", base, strerror(errno));
	}
	tempdir_write(changing.dir, "0", "victim");
	text_format(victim, sizeof(victim), "%s/victim", changing.dir);
	text_format(path, sizeof(path), "%s/away", base);
	assert_int_equal(symlink(victim, path), 0);
	text_format(path, sizeof(path), "%s/up", base);
	assert_int_equal(symlink("../../../proc/self/comm", path), 0);
	text_format(path, sizeof(path), "%s/proc", base);
	assert_int_equal(symlink(TTL, path), 0);
	text_format(path, sizeof(path), "%s/magic", base);
	assert_int_equal(symlink("/proc/self/root/etc/hostname", path), 0);
	text_format(path, sizeof(path), "%s/fifo", base);
	assert_int_equal(mkfifo(path, 0600), 0);
	text_format(path, sizeof(path), "%s/plain", base);
	fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	close(fd);
	try_links(base);
	changing_reads(victim, "0");
	/* the same by the way without openat2() */
	root = sysfile_walk("/sys", "kernel/tracing/away", O_RDONLY);
	assert_int_equal(root, -EXDEV);
	assert_int_equal(sysfile_walk("/sys", "kernel/tracing/up", O_RDONLY), -EXDEV);
	assert_int_equal(sysfile_walk("/sys", "kernel/tracing/proc", O_RDONLY), -EXDEV);
	assert_int_equal(sysfile_walk("/sys", "kernel/tracing/none", O_RDONLY), -ENOENT);
	root = sysfile_walk("/sys", "class/net/lo/mtu", O_RDONLY);
	assert_true(root >= 0);
	close(root);
	assert_int_equal(umount(base), 0);
}

static void test_two_names_of_one_file(void **state)
{
	char before[64], name[512];
	struct err ne;

	(void)state;
	changing_need(MASK);
	text_copy(before, sizeof(before), ownworld_read(MASK));
	assert_int_equal(sysfile_canonical(MASK, name, &ne), 0);
	assert_string_equal(name, "/sys/devices/virtual/net/lo/queues/rx-0/rps_cpus");
	changing_set(MASK, "1");
	changing_set(name, "2");
	assert_int_equal(changing.ch.list.n, 1);
	changing_undo_all(false);
	changing_reads(MASK, before);
}

static void rename_net(const char *from, const char *to)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct ifreq r = { 0 };

	text_copy(r.ifr_name, sizeof(r.ifr_name), from);
	text_copy(r.ifr_newname, sizeof(r.ifr_newname), to);
	assert_int_equal(ioctl(fd, SIOCSIFNAME, &r), 0);
	close(fd);
}

static void test_vanishes(void **state)
{
	(void)state;
	changing_need(LO_RPS);
	changing_reads(LO_RPS, "0");
	changing_set(LO_RPS, "2");
	changing_set(TTL, "65");
	rename_net("lo", "other");
	assert_int_equal(access(LO_RPS, F_OK), -1);
	assert_int_equal(changing_try("gone", LO_RPS, "1"), -ENOENT);
	changing_undo_all(false);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_RESTORED), 1);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_GONE), 1);
	changing_reads(TTL, "64");
	changing_reads(ETH_RPS, "2");
	/* back again: so is the undo */
	rename_net("other", "lo");
	changing_undo_all(false);
	assert_int_equal(outcome_count(&changing.out, OUTCOME_RESTORED), 1);
	changing_reads(LO_RPS, "0");
	/* gone at the end: given up */
	changing_set(LO_RPS, "2");
	rename_net("lo", "other");
	changing_undo_all(false);
	changes_give_up(&changing.ch);
	assert_false(changing_has_journal());
	rename_net("other", "lo");
	assert_true(ownworld_write(LO_RPS, "0"));
}

static void test_held(void **state)
{
	struct write_item item = { .kind = WRITE_HELD, .path = SYSFILE_HELD, .value = "3" };
	struct writes o = { .name = "cpu_dma_latency", .item = &item, .n = 1 };
	struct err he;
	char now[32];
	int fd;

	(void)state;
	changing_need(NULL);
	fd = sysfile_hold(&he);
	if (fd < 0) {
		skip_for("%s", he.text);
	}
	sysfile_hold_read(fd, now, sizeof(now));
	if (strtol(now, NULL, 10) < 100)
		skip_for("somebody else holds the latency lower");
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), 0);
	assert_int_equal(changing.out.o[0].kind, OUTCOME_SET);
	assert_string_equal(changing.out.o[0].now, "3");
	item.value = "7";
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), 0);
	assert_string_equal(changing.out.o[1].now, "7");
	changing_undo_last();
	sysfile_hold_read(fd, now, sizeof(now));
	assert_string_equal(now, "3");
	changing_undo_last();
	assert_string_equal(changing.out.o[0].shell, "exec 3>&-");
	assert_false(changing_has_journal());
	sysfile_hold_read(fd, now, sizeof(now));
	assert_true(strtol(now, NULL, 10) >= 100);
	item.value = "-1";
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), -EINVAL);
	item.value = "1";
	item.path = "/dev/mem";
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), -EPERM);
	close(fd);
}

static void test_read_only(void **state)
{
	(void)state;
	changing_need(TTL);
	changing_begin(getpid(), true);
	assert_int_equal(changes_writable(&changing.ch, &changing.e), -EPERM);
	assert_int_equal(changing_try("ttl", TTL, "65"), -EPERM);
	assert_non_null(strstr(changing.e.text, "--read-only"));
	changing_reads(TTL, "64");
	assert_false(changing_has_journal());
}

/* Never a change without a journal. */
static void test_no_journal_no_change(void **state)
{
	struct changes other;

	(void)state;
	changing_need(TTL);
	assert_int_equal(symlink("/etc/passwd", changing.place), 0);
	assert_int_equal(changes_writable(&changing.ch, &changing.e), -ELOOP);
	assert_int_equal(changing_try("ttl", TTL, "65"), -ELOOP);
	changing_reads(TTL, "64");
	assert_int_equal(unlink(changing.place), 0);
	/* another one holds it: it may look, and that is said */
	changes_init(&other, changing.place, 4711, false);
	assert_int_equal(changes_writable(&other, &changing.e), 0);
	assert_false(changing_has_journal());
	changing_set(TTL, "65");
	assert_int_equal(changes_writable(&other, &changing.e), -EBUSY);
	assert_non_null(strstr(changing.e.text, "another ctxtop (pid "));
	changing_undo_last();
	assert_int_equal(changes_writable(&other, &changing.e), 0);
	changes_end(&other);
}

#define TRACING	 "/sys/kernel/tracing"
#define INSTANCE TRACING "/instances/ctxtop-test"

/* One name a write, all names at a read; and a folder that vanishes. */
static void test_words_of_tracing(void **state)
{
	struct write_item item = { .kind = WRITE_WORDS,
				   .path = INSTANCE "/trace_options",
				   .value = "noannotate" };
	struct writes o = { .name = "options", .item = &item, .n = 1 };

	(void)state;
	changing_need(TTL);
	if (mount("ctxtop-test", TRACING, "tracefs", 0, NULL) || mkdir(INSTANCE, 0700)) {
		print_message("no tracefs: %s\n", strerror(errno));
		umount(TRACING);
		skip();
	}
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), 0);
	assert_int_equal(changing.out.o[0].kind, OUTCOME_SET);
	item.value = "stacktrace";
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), 0);
	item.value = "no such option";
	assert_int_equal(changes_set(&changing.ch, &o, &changing.out, &changing.e), -EINVAL);
	changing_undo_last();
	assert_int_equal(changing.out.o[0].kind, OUTCOME_RESTORED);
	assert_non_null(strstr(changing.out.o[0].now, "nostacktrace"));
	assert_non_null(strstr(changing.out.o[0].now, "noannotate"));
	changing_undo_all(false);
	assert_int_equal(changing.out.o[0].kind, OUTCOME_RESTORED);
	assert_null(strstr(changing.out.o[0].now, "noannotate"));
	assert_false(changing_has_journal());
	changing_set(INSTANCE "/tracing_on", "0");
	assert_int_equal(rmdir(INSTANCE), 0);
	changing_undo_all(false);
	assert_int_equal(changing.out.o[0].kind, OUTCOME_GONE);
	changes_give_up(&changing.ch);
	assert_false(changing_has_journal());
	assert_int_equal(umount(TRACING), 0);
}

#define T(name) cmocka_unit_test_setup_teardown(name, changing_setup, changing_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(test_set_and_undo),
		T(test_undo_all_newest_first),
		T(test_undo_by_name),
		T(test_read_back),
		T(test_somebody_else),
		T(test_keep),
		T(test_one_order_many_files),
		T(test_companion),
		T(test_watchdog_aliases),
		T(test_refusals),
		T(test_links_out),
		T(test_two_names_of_one_file),
		T(test_vanishes),
		T(test_held),
		T(test_read_only),
		T(test_no_journal_no_change),
		T(test_words_of_tracing),
	};

	ownworld_enter(outside, ARRAY_SIZE(outside));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
