// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * cpustat: /proc/stat, the time of every CPU by kind in ticks (USER_HZ), and the machine's counts.
 *
 * Invariant: columns are the CPUs of the "cpuN" lines; the sum line "cpu" is left out, for it counts
 * CPUs that are offline too. The numbers are the kernel's own: user holds guest a second time, nice
 * holds guest_nice, so a total of all rows takes off both. A kind that this kernel does not print
 * has no row.
 */
#include "probes/probe.h"

#include <errno.h>
#include <string.h>

struct kind {
	const char *label, *text;
};

/* In the order of the file; the first four are as old as the file itself. */
static const struct kind kinds[] = {
	{ "user", "time in user mode, guests included" },
	{ "nice", "time in user mode of niced tasks, niced guests included" },
	{ "system", "time in the kernel" },
	{ "idle", "time without anything to do" },
	{ "iowait", "time idle while a task waits for a disk" },
	{ "irq", "time in interrupt handlers" },
	{ "softirq", "time in software interrupts" },
	{ "steal", "time that the hypervisor gave to others" },
	{ "guest", "time running guests, held by user too" },
	{ "guest_nice", "time running niced guests, held by nice too" },
};

#define KINDS	  (sizeof(kinds) / sizeof(kinds[0]))
#define KINDS_MIN 4

struct count {
	const char *label, *text;
	uint8_t flags;
};

static const struct count counts[] = {
	{ "ctxt", "context switches", ROW_SUM },
	{ "intr", "interrupts of every kind", ROW_SUM },
	{ "processes", "processes and threads created", ROW_SUM },
	{ "procs_running", "tasks running or ready to run", ROW_SUM | ROW_GAUGE },
	{ "procs_blocked", "tasks blocked by a disk", ROW_SUM | ROW_GAUGE },
};

#define COUNTS (sizeof(counts) / sizeof(counts[0]))

/* Does a "cpuN" line stand here? Then move behind its number. */
static bool is_cpu_line(struct scan *line, uint64_t *cpu)
{
	struct scan s = *line;

	if (s.end - s.p < 4 || memcmp(s.p, "cpu", 3))
		return false;
	s.p += 3;
	if (*s.p == ' ' || *s.p == '\t' || !scan_number(&s, cpu))
		return false;
	*line = s;
	return true;
}

/* A column for each CPU line, a row for each kind of time that the first of them has. */
static int parse_shape(struct table *t, struct scan all)
{
	uint64_t cpu, value[KINDS];
	struct scan line;
	size_t n = 0;

	while (scan_line(&all, &line)) {
		int ret;

		if (!is_cpu_line(&line, &cpu))
			continue;
		if (cpu > UINT32_MAX || (t->ncols && cpu <= t->cpu[t->ncols - 1]))
			return -EINVAL;
		if (!t->ncols)
			n = scan_numbers(&line, value, KINDS);
		ret = table_add_col(t, (uint32_t)cpu);
		if (ret)
			return ret;
	}
	if (n < KINDS_MIN)
		return -EINVAL;
	for (size_t i = 0; i < n; i++)
		if (!table_add_row(t, kinds[i].label, kinds[i].text))
			return -ENOMEM;
	return 0;
}

static int parse_cpu(struct table *t, struct scan *line, size_t col)
{
	uint64_t value[KINDS];
	size_t n = scan_numbers(line, value, KINDS);

	/* what a later kernel may print behind the kinds known here is not read */
	if (n != t->nrows || (n < KINDS && scan_more(line)))
		return -EAGAIN;
	for (size_t i = 0; i < n; i++)
		table_cells(t, i)[col] = value[i];
	return 0;
}

/* The value of a line "ctxt 123"; what follows it (the numbers of single interrupts) is not read. */
static int parse_count(const struct scan *line, uint64_t value[COUNTS], bool seen[COUNTS])
{
	for (size_t i = 0; i < COUNTS; i++) {
		struct scan s = *line;
		size_t len = strlen(counts[i].label);

		if ((size_t)(s.end - s.p) <= len || memcmp(s.p, counts[i].label, len) ||
		    (s.p[len] != ' ' && s.p[len] != '\t'))
			continue;
		s.p += len;
		if (seen[i] || !scan_number(&s, &value[i]))
			return -EAGAIN;
		seen[i] = true;
		return 0;
	}
	return 0;
}

static int cpustat_parse(struct table *t, const char *text, size_t len)
{
	struct scan all = { text, text + len }, line;
	uint64_t value[COUNTS] = { 0 }, cpu;
	bool seen[COUNTS] = { false };
	size_t col = 0;
	int ret = parse_shape(t, all);

	while (!ret && scan_line(&all, &line)) {
		if (is_cpu_line(&line, &cpu))
			ret = parse_cpu(t, &line, col++);
		else
			ret = parse_count(&line, value, seen);
	}
	for (size_t i = 0; i < COUNTS && !ret; i++) {
		struct table_row *row;

		if (!seen[i])
			continue;
		row = table_add_row(t, counts[i].label, counts[i].text);
		if (!row)
			return -ENOMEM;
		row->flags = counts[i].flags;
		table_cells(t, t->nrows - 1)[0] = value[i];
	}
	return ret;
}

const struct probe probe_cpustat = {
	.name = "cpustat",
	.summary = "load, steal and idle time of every CPU, context switches, running tasks",
	.path = "/proc/stat",
	.parse = cpustat_parse,
};
