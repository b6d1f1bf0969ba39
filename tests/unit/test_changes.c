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

#include "../../src/changes.h"
#include "../../src/sysfile.h"
#include "../../src/undo.h"
#include "../lib/ownworld.h"
#include "../lib/tempdir.h"

#define TTL	 "/proc/sys/net/ipv4/ip_default_ttl"
#define SEM	 "/proc/sys/kernel/sem"
#define MSGMNI	 "/proc/sys/kernel/msgmni"
#define FIN	 "/proc/sys/net/ipv4/tcp_fin_timeout"
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

static char dir[256], place[300];
static struct changes ch;
static struct outcome_list out;
static struct err e;

static void begin_as(long pid, bool read_only)
{
	changes_init(&ch, place, pid, read_only);
	outcome_free(&out);
	e = (struct err){ 0 };
}

static int begin(void **state)
{
	(void)state;
	if (ownworld_missing())
		return 0;
	tempdir_make(dir, sizeof(dir));
	text_format(place, sizeof(place), "%s/journal", dir);
	begin_as(getpid(), false);
	return 0;
}

static int end(void **state)
{
	(void)state;
	if (ownworld_missing())
		return 0;
	outcome_free(&out);
	changes_undo_all(&ch, true, &out);
	changes_give_up(&ch);
	changes_end(&ch);
	outcome_free(&out);
	tempdir_remove(dir);
	return 0;
}

static void need(const char *path)
{
	if (ownworld_missing()) {
		print_message("# skipped: %s\n", ownworld_missing());
		skip();
	}
	if (path && !strcmp(ownworld_read(path), "?")) {
		print_message("# skipped: no %s here\n", path);
		skip();
	}
}

static int set(const char *name, const char *path, const char *value)
{
	struct order_item item = { .path = path, .value = value };
	struct order o = { .name = name, .item = &item, .n = 1 };

	outcome_free(&out);
	return changes_set(&ch, &o, &out, &e);
}

static void must_set(const char *path, const char *value)
{
	if (set(path, path, value))
		fail_msg("%s", e.text);
	assert_int_equal(out.n, 1);
	assert_int_equal(out.o[0].kind, OUTCOME_SET);
}

static void must_read(const char *path, const char *text)
{
	assert_string_equal(ownworld_read(path), text);
}

static void undo_last(void)
{
	outcome_free(&out);
	assert_int_equal(changes_undo_last(&ch, &out, &e), 0);
}

static void undo_all(bool force)
{
	outcome_free(&out);
	changes_undo_all(&ch, force, &out);
}

static bool has_journal(void)
{
	return !access(place, F_OK);
}

static void test_set_and_undo(void **state)
{
	(void)state;
	need(TTL);
	must_read(TTL, "64");
	must_set(TTL, "65");
	must_read(TTL, "65");
	assert_string_equal(out.o[0].before, "64\n");
	assert_string_equal(out.o[0].now, "65\n");
	assert_string_equal(out.o[0].shell, "sysctl -w net.ipv4.ip_default_ttl=65");
	assert_string_equal(out.o[0].words, "");
	assert_true(has_journal());
	must_set(TTL, "66");
	undo_last();
	must_read(TTL, "65");
	assert_int_equal(out.o[0].kind, OUTCOME_RESTORED);
	undo_last();
	must_read(TTL, "64");
	assert_string_equal(out.o[0].shell, "sysctl -w net.ipv4.ip_default_ttl=64");
	assert_false(has_journal());
	assert_int_equal(changes_undo_last(&ch, &out, &e), -ENOENT);
	/* the present value again: nothing is changed, so nothing to undo */
	must_set(TTL, "64");
	assert_false(has_journal());
	assert_int_equal(changes_undo_last(&ch, &out, &e), -ENOENT);
}

static void test_undo_all_newest_first(void **state)
{
	const char *msgmni;

	(void)state;
	need(MSGMNI);
	msgmni = ownworld_read(MSGMNI);
	must_set(TTL, "65");
	must_set(MSGMNI, "77");
	must_set(TTL, "67");
	must_set(FIN, "61");
	undo_all(false);
	assert_int_equal(out.n, 3);
	assert_string_equal(out.o[0].path, FIN);
	assert_string_equal(out.o[1].path, MSGMNI);
	assert_string_equal(out.o[2].path, TTL);
	assert_int_equal(outcome_count(&out, OUTCOME_RESTORED), 3);
	must_read(TTL, "64");
	must_read(MSGMNI, msgmni);
	must_read(FIN, "60");
	assert_false(has_journal());
}

static void test_undo_by_name(void **state)
{
	(void)state;
	need(TTL);
	assert_int_equal(set("ttl", TTL, "65"), 0);
	assert_int_equal(set("fin", FIN, "61"), 0);
	assert_int_equal(set("ttl", TTL, "66"), 0);
	outcome_free(&out);
	assert_int_equal(changes_undo(&ch, "nothing", false, &out, &e), -ENOENT);
	assert_int_equal(changes_undo(&ch, "ttl", false, &out, &e), 0);
	must_read(TTL, "64");
	must_read(FIN, "61");
	outcome_free(&out);
	changes_show(&ch, &out);
	assert_int_equal(out.n, 1);
	assert_string_equal(out.o[0].name, "fin");
	assert_int_equal(out.o[0].kind, OUTCOME_IN_FORCE);
	assert_string_equal(out.o[0].before, "60\n");
	/* the steps of ttl went with it */
	undo_last();
	must_read(FIN, "60");
	assert_int_equal(changes_undo_last(&ch, &out, &e), -ENOENT);
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
	need(SEM);
	for (size_t i = 0; i < ARRAY_SIZE(t); i++) {
		text_copy(before, sizeof(before), ownworld_read(t[i].path));
		if (!strcmp(before, "?"))
			continue;
		must_set(t[i].path, t[i].value);
		assert_string_not_equal(ownworld_read(t[i].path), before);
		undo_all(false);
		assert_int_equal(out.o[0].kind, OUTCOME_RESTORED);
		must_read(t[i].path, before);
	}
}

static void test_somebody_else(void **state)
{
	(void)state;
	need(TTL);
	must_set(TTL, "65");
	must_set(FIN, "61");
	assert_true(ownworld_write(TTL, "99"));
	outcome_free(&out);
	changes_show(&ch, &out);
	assert_non_null(strstr(out.o[0].words, "somebody else"));
	undo_all(false);
	assert_int_equal(out.n, 2);
	assert_int_equal(out.o[0].kind, OUTCOME_RESTORED);
	assert_int_equal(out.o[1].kind, OUTCOME_LEFT);
	assert_non_null(strstr(out.o[1].words, "is 99; ctxtop had made it 65, it was 64 before"));
	assert_string_equal(out.o[1].shell, "sysctl -w net.ipv4.ip_default_ttl=64");
	must_read(TTL, "99");
	must_read(FIN, "60");
	/* by force, if one insists */
	undo_all(true);
	assert_int_equal(out.o[0].kind, OUTCOME_RESTORED);
	must_read(TTL, "64");
	/* somebody puts it back by hand: done */
	must_set(TTL, "65");
	assert_true(ownworld_write(TTL, "64"));
	undo_all(false);
	assert_int_equal(out.o[0].kind, OUTCOME_RESTORED);
	/* given up at the end: the journal forgets it */
	must_set(TTL, "65");
	assert_true(ownworld_write(TTL, "98"));
	undo_all(false);
	assert_true(has_journal());
	changes_give_up(&ch);
	assert_false(has_journal());
	must_read(TTL, "98");
	assert_true(ownworld_write(TTL, "64"));
}

static void test_keep(void **state)
{
	(void)state;
	need(TTL);
	must_set(TTL, "65");
	must_set(FIN, "61");
	outcome_free(&out);
	assert_int_equal(changes_keep(&ch, "nothing", &out, &e), -ENOENT);
	assert_int_equal(changes_keep(&ch, TTL, &out, &e), 0);
	assert_int_equal(out.o[0].kind, OUTCOME_KEPT);
	undo_all(false);
	must_read(TTL, "65");
	must_read(FIN, "60");
	assert_false(has_journal());
	assert_true(ownworld_write(TTL, "64"));
}

static void test_one_order_many_files(void **state)
{
	struct order_item item[] = { { .path = TTL, .value = "65" },
				     { .path = FIN, .value = "61" },
				     { .path = MSGMNI, .value = "no number" } };
	struct order o = { .name = "three", .item = item, .n = 3 };
	char msgmni[64];

	(void)state;
	need(MSGMNI);
	text_copy(msgmni, sizeof(msgmni), ownworld_read(MSGMNI));
	/* all or nothing */
	assert_int_equal(changes_set(&ch, &o, &out, &e), -EINVAL);
	assert_int_equal(outcome_count(&out, OUTCOME_WITHDRAWN), 2);
	assert_int_equal(outcome_count(&out, OUTCOME_REFUSED), 1);
	assert_non_null(strstr(e.text, MSGMNI));
	must_read(TTL, "64");
	must_read(FIN, "60");
	assert_false(has_journal());
	/* one by one */
	o.partial = true;
	outcome_free(&out);
	assert_int_equal(changes_set(&ch, &o, &out, &e), 0);
	assert_int_equal(outcome_count(&out, OUTCOME_SET), 2);
	assert_int_equal(outcome_count(&out, OUTCOME_REFUSED), 1);
	must_read(FIN, "61");
	undo_last();
	must_read(TTL, "64");
	must_read(FIN, "60");
	must_read(MSGMNI, msgmni);
	/* over what is changed already: back to that, not to the start */
	must_set(TTL, "70");
	o.partial = false;
	outcome_free(&out);
	assert_int_equal(changes_set(&ch, &o, &out, &e), -EINVAL);
	must_read(TTL, "70");
	undo_last();
	must_read(TTL, "64");
	item[2] = item[0];
	outcome_free(&out);
	assert_int_equal(changes_set(&ch, &o, &out, &e), -EINVAL);
	assert_non_null(strstr(e.text, "twice"));
}

/* The kernel may add the chosen algorithm to the allowed ones: an undo takes that back too. */
static void test_companion(void **state)
{
	struct order_item item[] = { { .path = CC, .value = "reno" },
				     { .path = CC_ALSO, .kind = CHANGE_ALSO },
				     { .path = "/proc/sys/net/none", .kind = CHANGE_ALSO } };
	struct order o = { .name = "cc", .item = item, .n = 3 };
	char before[256], also[256];

	(void)state;
	need(CC);
	text_copy(before, sizeof(before), ownworld_read(CC));
	text_copy(also, sizeof(also), ownworld_read(CC_ALSO));
	if (!strcmp(before, "reno"))
		item[0].value = "cubic";
	assert_int_equal(changes_set(&ch, &o, &out, &e), 0);
	assert_int_equal(out.o[1].kind, OUTCOME_SAVED);
	undo_last();
	must_read(CC, before);
	must_read(CC_ALSO, also);
	assert_false(has_journal());
}

static void test_watchdog_aliases(void **state)
{
	struct order_item item[] = { { .path = WATCHDOG, .value = "0" },
				     { .path = SOFT, .kind = CHANGE_ALSO },
				     { .path = NMI, .kind = CHANGE_ALSO } };
	struct order o = { .name = "watchdog", .item = item, .n = 3 };

	(void)state;
	need(WATCHDOG);
	if (strcmp(ownworld_read(WATCHDOG), "1") || strcmp(ownworld_read(SOFT), "1"))
		skip();
	assert_int_equal(changes_set(&ch, &o, &out, &e), 0);
	must_read(SOFT, "0"); /* moved by it, so ours */
	assert_string_equal(out.o[1].now, "0\n");
	undo_all(false);
	assert_int_equal(out.n, 3);
	assert_int_equal(outcome_count(&out, OUTCOME_RESTORED), 3);
	must_read(WATCHDOG, "1");
	must_read(SOFT, "1");
	assert_false(has_journal());
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
	need(TTL);
	for (size_t i = 0; i < ARRAY_SIZE(t); i++) {
		int ret = set("bad", t[i].path, t[i].value);

		if (ret != t[i].code)
			fail_msg("%s: %d %s", t[i].path, ret, e.text);
		assert_int_equal(out.n, 1);
		assert_int_equal(out.o[0].kind, OUTCOME_REFUSED);
		assert_int_equal(out.o[0].code, -t[i].code);
		assert_true(e.text[0] && !strcmp(out.o[0].words, e.text));
		assert_false(has_journal());
	}
	must_read(TTL, "64");
}

static void try_links(const char *base)
{
	char path[600];
	struct order_item item = { .path = path, .value = "1" };
	struct order o = { .name = "link", .item = &item, .n = 1 };
	static const char *const names[] = { "up", "away", "proc", "magic", "plain", "fifo" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		text_format(path, sizeof(path), "%s/%s", base, names[i]);
		outcome_free(&out);
		assert_int_equal(changes_set(&ch, &o, &out, &e), -EPERM);
	}
}

/* A file system of another kind below /sys: neither its links out nor its files are settings. */
static void test_links_out(void **state)
{
	const char *base = "/sys/kernel/tracing";
	char path[600], victim[300];
	int fd, root;

	(void)state;
	need(TTL);
	if (mount("ctxtop-test", base, "tmpfs", 0, "size=64k")) {
		print_message("# skipped: no tmpfs on %s: %s\n", base, strerror(errno));
		skip();
	}
	tempdir_write(dir, "0", "victim");
	text_format(victim, sizeof(victim), "%s/victim", dir);
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
	must_read(victim, "0");
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
	need(MASK);
	text_copy(before, sizeof(before), ownworld_read(MASK));
	assert_int_equal(sysfile_canonical(MASK, name, &ne), 0);
	assert_string_equal(name, "/sys/devices/virtual/net/lo/queues/rx-0/rps_cpus");
	must_set(MASK, "1");
	must_set(name, "2");
	assert_int_equal(ch.list.n, 1);
	undo_all(false);
	must_read(MASK, before);
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
	need(LO_RPS);
	must_read(LO_RPS, "0");
	must_set(LO_RPS, "2");
	must_set(TTL, "65");
	rename_net("lo", "other");
	assert_int_equal(access(LO_RPS, F_OK), -1);
	assert_int_equal(set("gone", LO_RPS, "1"), -ENOENT);
	undo_all(false);
	assert_int_equal(outcome_count(&out, OUTCOME_RESTORED), 1);
	assert_int_equal(outcome_count(&out, OUTCOME_GONE), 1);
	must_read(TTL, "64");
	must_read(ETH_RPS, "2");
	/* back again: so is the undo */
	rename_net("other", "lo");
	undo_all(false);
	assert_int_equal(outcome_count(&out, OUTCOME_RESTORED), 1);
	must_read(LO_RPS, "0");
	/* gone at the end: given up */
	must_set(LO_RPS, "2");
	rename_net("lo", "other");
	undo_all(false);
	changes_give_up(&ch);
	assert_false(has_journal());
	rename_net("other", "lo");
	assert_true(ownworld_write(LO_RPS, "0"));
}

static void test_held(void **state)
{
	struct order_item item = { .kind = CHANGE_HELD, .path = SYSFILE_HELD, .value = "3" };
	struct order o = { .name = "cpu_dma_latency", .item = &item, .n = 1 };
	struct err he;
	char now[32];
	int fd;

	(void)state;
	need(NULL);
	fd = sysfile_hold(&he);
	if (fd < 0) {
		print_message("# skipped: %s\n", he.text);
		skip();
	}
	sysfile_hold_read(fd, now, sizeof(now));
	if (strtol(now, NULL, 10) < 100)
		skip(); /* somebody else holds it lower */
	assert_int_equal(changes_set(&ch, &o, &out, &e), 0);
	assert_int_equal(out.o[0].kind, OUTCOME_SET);
	assert_string_equal(out.o[0].now, "3");
	item.value = "7";
	assert_int_equal(changes_set(&ch, &o, &out, &e), 0);
	assert_string_equal(out.o[1].now, "7");
	undo_last();
	sysfile_hold_read(fd, now, sizeof(now));
	assert_string_equal(now, "3");
	undo_last();
	assert_string_equal(out.o[0].shell, "exec 3>&-");
	assert_false(has_journal());
	sysfile_hold_read(fd, now, sizeof(now));
	assert_true(strtol(now, NULL, 10) >= 100);
	item.value = "-1";
	assert_int_equal(changes_set(&ch, &o, &out, &e), -EINVAL);
	item.value = "1";
	item.path = "/dev/mem";
	assert_int_equal(changes_set(&ch, &o, &out, &e), -EPERM);
	close(fd);
}

static void test_read_only(void **state)
{
	(void)state;
	need(TTL);
	begin_as(getpid(), true);
	assert_int_equal(changes_writable(&ch, &e), -EPERM);
	assert_int_equal(set("ttl", TTL, "65"), -EPERM);
	assert_non_null(strstr(e.text, "--read-only"));
	must_read(TTL, "64");
	assert_false(has_journal());
}

/* Never a change without a journal. */
static void test_no_journal_no_change(void **state)
{
	struct changes other;

	(void)state;
	need(TTL);
	assert_int_equal(symlink("/etc/passwd", place), 0);
	assert_int_equal(changes_writable(&ch, &e), -ELOOP);
	assert_int_equal(set("ttl", TTL, "65"), -ELOOP);
	must_read(TTL, "64");
	assert_int_equal(unlink(place), 0);
	/* another one holds it: it may look, and that is said */
	changes_init(&other, place, 4711, false);
	assert_int_equal(changes_writable(&other, &e), 0);
	assert_false(has_journal());
	must_set(TTL, "65");
	assert_int_equal(changes_writable(&other, &e), -EBUSY);
	assert_non_null(strstr(e.text, "another ctxtop (pid "));
	undo_last();
	assert_int_equal(changes_writable(&other, &e), 0);
	changes_end(&other);
}

/* What killed processes left: shown, put back by undo, or inherited and undone by name. */
static void test_left_by_the_dead(void **state)
{
	struct outcome_list list = { 0 };

	(void)state;
	need(TTL);
	must_set(TTL, "65");
	must_set(FIN, "61");
	assert_int_equal(undo_pending(place, &list, &e), -EBUSY);
	close(ch.j.fd); /* as if killed */
	ch.j.fd = -1;
	change_free_all(&ch.list);
	changes_end(&ch);
	assert_int_equal(undo_pending(place, &list, &e), 0);
	assert_int_equal(list.n, 2);
	assert_int_equal(list.o[0].kind, OUTCOME_INHERITED);
	assert_string_equal(list.o[0].shell, "sysctl -w net.ipv4.ip_default_ttl=64");
	outcome_free(&list);
	/* the next ctxtop: not its own, so `U` leaves it; by name it goes */
	begin_as(getpid(), false);
	changes_show(&ch, &out);
	assert_int_equal(outcome_count(&out, OUTCOME_INHERITED), 2);
	undo_all(false);
	assert_int_equal(out.n, 0);
	assert_int_equal(changes_undo(&ch, FIN, false, &out, &e), 0);
	must_read(FIN, "60");
	/* touched again, it is its own, and goes back to the very first value */
	must_set(TTL, "66");
	undo_all(false);
	must_read(TTL, "64");
	assert_false(has_journal());
}

static void test_undo_restore(void **state)
{
	struct outcome_list list = { 0 };

	(void)state;
	need(TTL);
	assert_int_equal(undo_restore(place, false, &list, &e), 0);
	assert_int_equal(list.n, 0);
	must_set(TTL, "65");
	must_set(FIN, "61");
	must_set(MSGMNI, "78");
	assert_true(ownworld_write(FIN, "50"));
	close(ch.j.fd);
	ch.j.fd = -1;
	change_free_all(&ch.list);
	changes_end(&ch);
	assert_int_equal(undo_restore(place, false, &list, &e), 0);
	assert_int_equal(outcome_count(&list, OUTCOME_RESTORED), 2);
	assert_int_equal(outcome_count(&list, OUTCOME_LEFT), 1);
	must_read(FIN, "50");
	must_read(TTL, "64");
	assert_false(has_journal());
	outcome_free(&list);
	assert_true(ownworld_write(FIN, "60"));
	begin_as(getpid(), false);
}

static void write_journal(const char *netns, const char *rest)
{
	char text[1024], boot[64];

	text_copy(boot, sizeof(boot), ownworld_read("/proc/sys/kernel/random/boot_id"));
	text_format(text, sizeof(text), "v1 %s 1 1 %s %s", boot, netns, rest);
	tempdir_write(dir, text, "journal");
	assert_int_equal(chmod(place, 0600), 0);
}

/* Killed between any two steps of an order. */
static void test_killed_half_way(void **state)
{
	struct outcome_list list = { 0 };

	(void)state;
	need(TTL);
	/* journalled, not written */
	write_journal("0", TTL " file 64\\012 65\n");
	assert_int_equal(undo_restore(place, false, &list, &e), 0);
	assert_int_equal(list.o[0].kind, OUTCOME_RESTORED);
	/* written, not read back */
	assert_true(ownworld_write(TTL, "65"));
	write_journal("0", TTL " file 64\\012 65\n");
	assert_int_equal(undo_restore(place, false, &list, &e), 0);
	assert_int_equal(list.o[1].kind, OUTCOME_RESTORED);
	must_read(TTL, "64");
	/* something else stands there: nobody knows whose it is */
	assert_true(ownworld_write(TTL, "77"));
	write_journal("0", TTL " file 64\\012 65\n");
	assert_int_equal(undo_restore(place, false, &list, &e), 0);
	assert_int_equal(list.o[2].kind, OUTCOME_LEFT);
	must_read(TTL, "77");
	assert_true(ownworld_write(TTL, "64"));
	/* in a network namespace that is not this one */
	assert_true(ownworld_write(TTL, "65"));
	write_journal("12345", TTL " file 64\\012 65\nset " TTL " 65\n");
	assert_int_equal(undo_restore(place, false, &list, &e), 0);
	assert_int_equal(list.o[3].kind, OUTCOME_LEFT);
	assert_non_null(strstr(list.o[3].words, "network namespace"));
	must_read(TTL, "65");
	assert_true(ownworld_write(TTL, "64"));
	/* a journal cannot name what is no setting */
	write_journal("0", "/etc/hostname file x y\nset /etc/hostname y\n");
	assert_int_equal(undo_restore(place, true, &list, &e), -EIO);
	assert_int_equal(list.o[4].kind, OUTCOME_FAILED);
	assert_int_equal(list.o[4].code, EPERM);
	assert_true(has_journal());
	outcome_free(&list);
}

#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)

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
		T(test_left_by_the_dead),
		T(test_undo_restore),
		T(test_killed_half_way),
	};

	ownworld_enter(outside, ARRAY_SIZE(outside));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
