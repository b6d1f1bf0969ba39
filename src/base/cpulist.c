// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * cpulist: lists of CPU numbers as the kernel writes them.
 *
 * Pure. Invariant: what cpulist_format() wrote uncut, cpulist_parse() reads back.
 */
#include "base/cpulist.h"

#include <errno.h>
#include <string.h>

#include "base/base.h"

#define CPU_LIMIT 65536 /* far above any NR_CPUS; keeps a damaged text from running for ever */

void cpulist_format(char *buf, size_t size, const int *cpu, size_t n)
{
	size_t len = 0;

	if (!size)
		return;
	buf[0] = '\0';
	for (size_t i = 0, last; i < n; i = last + 1) {
		char run[32];
		size_t add;

		for (last = i; last + 1 < n && cpu[last + 1] == cpu[last] + 1; last++)
			;
		if (last == i)
			add = text_format(run, sizeof(run), "%s%d", i ? "," : "", cpu[i]);
		else
			add = text_format(run, sizeof(run), "%s%d-%d", i ? "," : "", cpu[i],
					  cpu[last]);
		/* unless this run is the last one, the mark must still fit behind it */
		if (len + add + (last + 1 < n ? 4 : 0) >= size) {
			text_format(buf + len, size - len, "%s", i ? ",..." : "...");
			return;
		}
		memcpy(buf + len, run, add + 1);
		len += add;
	}
}

static bool cpu_number(const char **p, int *cpu)
{
	int v = 0;

	if (**p < '0' || **p > '9')
		return false;
	for (; **p >= '0' && **p <= '9'; (*p)++) {
		v = v * 10 + (**p - '0');
		if (v >= CPU_LIMIT)
			return false;
	}
	*cpu = v;
	return true;
}

static const char *skip_blanks(const char *p)
{
	return p + strspn(p, " \t\n");
}

static int walk(const char *text, void (*each)(void *arg, int cpu), void *arg)
{
	const char *p = skip_blanks(text);
	int n = 0;

	if (!*p || !strncmp(p, "(null)", 6))
		return 0;
	for (;;) {
		int from, to;

		if (!cpu_number(&p, &from))
			return -EINVAL;
		to = from;
		if (*p == '-') {
			p++;
			if (!cpu_number(&p, &to) || to < from)
				return -EINVAL;
		}
		n += to - from + 1;
		if (n > CPU_LIMIT)
			return -EINVAL;
		for (int cpu = from; each && cpu <= to; cpu++)
			each(arg, cpu);
		p = skip_blanks(p);
		if (!*p)
			return n;
		if (*p++ != ',')
			return -EINVAL;
	}
}

int cpulist_parse(const char *text, void (*each)(void *arg, int cpu), void *arg)
{
	/* first without calls, so that a list that goes wrong later names no CPU at all */
	int n = walk(text, NULL, NULL);

	return n > 0 && each ? walk(text, each, arg) : n;
}

void cpulist_shorten(char *buf, size_t size, const char *list)
{
	const char *from = skip_blanks(list);
	size_t len = strcspn(from, " \t\n"), room;
	int n = cpulist_parse(from, NULL, NULL);
	char mark[32];

	if (!size)
		return;
	if (len < size) {
		text_format(buf, size, "%.*s", (int)len, from);
		return;
	}
	text_format(mark, sizeof(mark), ",... (%d CPUs)", n);
	room = size > strlen(mark) ? size - strlen(mark) : 1;
	while (--room && from[room] != ',')
		;
	text_format(buf, size, "%.*s%s", (int)room, from, n > 0 && room ? mark : "...");
}
