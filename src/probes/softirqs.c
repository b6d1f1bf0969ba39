// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * softirqs: /proc/softirqs, the kernel's deferred work by kind.
 *
 * Invariant: columns are the CPUs of this text's own header (here all possible ones, not only those
 * online), and every row has a number for each of them.
 */
#include "probes/probe.h"

#include <errno.h>

static int parse_row(struct table *t, struct scan *line)
{
	struct table_row *row;
	char label[sizeof(row->label)];

	if (!scan_label(line, label, sizeof(label)))
		return -EAGAIN;
	row = table_add_row(t, label, "");
	if (!row)
		return -ENOMEM;
	row->flags = ROW_BITS32;
	if (scan_numbers(line, table_cells(t, t->nrows - 1), t->ncols) != t->ncols ||
	    scan_more(line))
		return -EAGAIN;
	return 0;
}

static int softirqs_parse(struct table *t, const char *text, size_t len)
{
	return scan_table(text, len, t, parse_row);
}

const struct probe probe_softirqs = {
	.name = "softirqs",
	.summary = "software interrupts (timer, net, sched, rcu...) on every CPU",
	.path = "/proc/softirqs",
	.parse = softirqs_parse,
};
