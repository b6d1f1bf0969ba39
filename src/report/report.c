// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report: the list of formats.
 *
 * Invariant: every format is a pure function of the frame.
 */
#include "report/report.h"

#include <string.h>

#include "report/report_text.h"

const struct report_format report_formats[] = {
	{ "table", "a table for people, at most 100 columns wide", report_write_table },
	{ "ctxbench", "the layout of ctxbench's report", report_write_ctxbench },
	{ "json", "one JSON document with everything", report_write_json },
	{ "csv", "one line a series and epoch (RFC 4180)", report_write_csv },
	{ 0 },
};

const struct report_format *report_format_find(const char *name)
{
	for (const struct report_format *r = report_formats; r->name; r++)
		if (!strcmp(r->name, name))
			return r;
	return NULL;
}
