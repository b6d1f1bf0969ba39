// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * procstat: scanning /proc/PID/stat, status and sched.
 *
 * Pure. Invariant: a process name with blanks or parentheses never shifts the fields.
 */
#include "bench/procstat.h"

#include <stdlib.h>
#include <string.h>

/* Fields of /proc/PID/stat, counted from 1 as in proc(5); the name (2) may hold anything. */
enum { STAT_STATE = 3, STAT_MINFLT = 10, STAT_MAJFLT = 12, STAT_PROCESSOR = 39 };

static bool number(const char *p, uint64_t *v)
{
	char *end;

	if (*p < '0' || *p > '9')
		return false;
	*v = strtoull(p, &end, 10);
	return true;
}

bool procstat_stat(const char *text, uint64_t *faults, int *cpu)
{
	uint64_t minflt = 0, majflt = 0, processor = 0;
	const char *p = strrchr(text, ')');
	bool ok = true;

	if (!p || p[1] != ' ')
		return false;
	p += 2;
	for (int field = STAT_STATE; field < STAT_PROCESSOR; field++) {
		if (field == STAT_MINFLT)
			ok &= number(p, &minflt);
		else if (field == STAT_MAJFLT)
			ok &= number(p, &majflt);
		p = strchr(p, ' ');
		if (!p)
			return false;
		p++;
	}
	ok &= number(p, &processor);
	if (!ok || processor > 1 << 20)
		return false;
	*faults = minflt + majflt;
	*cpu = (int)processor;
	return true;
}

/* The number behind "KEY" and blanks, ':' or tabs, where KEY begins a line. */
static bool keyed(const char *text, const char *key, uint64_t *v)
{
	size_t n = strlen(key);

	for (const char *p = text; p; p = strchr(p, '\n')) {
		if (*p == '\n')
			p++;
		if (strncmp(p, key, n))
			continue;
		p += n;
		return number(p + strspn(p, " \t:"), v);
	}
	return false;
}

bool procstat_status(const char *text, uint64_t *voluntary, uint64_t *involuntary)
{
	return keyed(text, "voluntary_ctxt_switches", voluntary) &&
	       keyed(text, "nonvoluntary_ctxt_switches", involuntary);
}

bool procstat_sched(const char *text, uint64_t *migrations)
{
	return keyed(text, "se.nr_migrations", migrations);
}
