// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * interrupts: /proc/interrupts of every architecture, a row for each line of the file.
 *
 * Invariant: columns are the CPUs of this text's own header; a row is split at its first ':' and
 * gives at most as many numbers as there are columns, so that a number in its text is never eaten.
 * A row that has neither all of its numbers, nor one for the whole machine, nor none, makes the
 * whole text torn: a CPU came or went while the kernel printed it.
 */
#include "probes/probe.h"
#include "probes/irq_rows.h"
#include "base/base.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#define SUM	ROW_SUM
#define DERIVED ROW_DERIVED

/* The kernel prints a counter at least this wide, with the blank before it. */
#define FIELD_WIDTH 11

/*
 * What a row means: the first rule whose label and text both fit. Labels are compared whole, texts
 * as a part of the row's text. Numbered rows are not looked up here.
 */
struct rule {
	const char *label; /* NULL: any */
	const char *text;  /* NULL: any; "": none at all */
	uint8_t class, flags;
};

static const struct rule rules[] = {
	/* s390: NMI is its machine check; the base rows are sums of those marked with their name,
	 * MSI the sum of the numbered rows */
	{ "NMI", "Machine Check", ROW_MCE, 0 },
	{ "EXT", "", ROW_OTHER, DERIVED },
	{ "I/O", "", ROW_OTHER, DERIVED },
	{ "AIO", "", ROW_OTHER, DERIVED },
	{ "MSI", "[AIO]", ROW_OTHER, DERIVED },
	{ "CLK", "[EXT]", ROW_TICK, 0 },
	{ "EXC", "[EXT]", ROW_CALL, 0 },
	{ "EMS", "[EXT]", ROW_CALL, 0 },

	/* x86, and the same labels elsewhere; LOC stands twice on powerpc */
	{ "NMI", NULL, ROW_NMI, 0 },
	{ "LOC", NULL, ROW_TICK, 0 },
	{ "RES", NULL, ROW_RESCHED, 0 },
	{ "CAL", NULL, ROW_CALL, 0 },
	{ "TLB", NULL, ROW_TLB, 0 },
	{ "IWI", NULL, ROW_IRQWORK, 0 },
	{ "TRM", NULL, ROW_THERMAL, 0 },
	{ "THR", NULL, ROW_MCE, 0 },
	{ "DFR", NULL, ROW_MCE, 0 },
	{ "MCE", NULL, ROW_MCE, 0 },
	{ "MCP", NULL, ROW_MCE, 0 },
	{ "HYP", NULL, ROW_HYPERVISOR, 0 },
	{ "HRE", NULL, ROW_HYPERVISOR, 0 },
	{ "HVS", NULL, ROW_HYPERVISOR, 0 },
	{ "PIN", NULL, ROW_HYPERVISOR, 0 },
	{ "NPI", NULL, ROW_HYPERVISOR, 0 },
	{ "PIW", NULL, ROW_HYPERVISOR, 0 },
	{ "PMN", NULL, ROW_HYPERVISOR, 0 },
	{ "VPMI", NULL, ROW_HYPERVISOR, 0 },
	{ "SPU", NULL, ROW_OTHER, 0 },
	{ "PMI", NULL, ROW_OTHER, 0 },
	{ "RTR", NULL, ROW_OTHER, 0 },
	{ "PLT", NULL, ROW_OTHER, 0 },
	{ "ERR", NULL, ROW_ERR, SUM },
	{ "MIS", NULL, ROW_ERR, SUM },
	{ "Err", NULL, ROW_ERR, SUM },
	{ "BAD", NULL, ROW_ERR, SUM },

	/* powerpc */
	{ "BCT", NULL, ROW_TICK, 0 },
	{ "TAU", NULL, ROW_THERMAL, 0 },
	{ "HMI", NULL, ROW_MCE, 0 },
	{ "WDG", NULL, ROW_NMI, 0 },

	/* arm, arm64, riscv, loongarch: their IPI numbers mean another thing on each of them */
	{ NULL, "Rescheduling", ROW_RESCHED, 0 },
	{ NULL, "unction call", ROW_CALL, 0 },
	{ NULL, "IRQ work", ROW_IRQWORK, 0 },
	{ NULL, "Timer broadcast", ROW_TICK, 0 },
	{ NULL, "Local timer", ROW_TICK, 0 },
	{ NULL, "TLB shootdown", ROW_TLB, 0 },
	{ NULL, "Non-maskable", ROW_NMI, 0 },
	{ NULL, "Machine check", ROW_MCE, 0 },
	{ NULL, "Thermal", ROW_THERMAL, 0 },
	{ NULL, "Hypervisor", ROW_HYPERVISOR, 0 },
};

/*
 * Numbered rows that are no device, by the name of a handler with the CPU number at its end cut
 * off. Xen guests, ia64 and mips number their IPIs; where an IPI carries every kind of message it
 * is of no class.
 */
struct handler {
	const char *name;
	uint8_t class;
};

static const struct handler handlers[] = {
	{ "resched", ROW_RESCHED },	{ "IPI resched", ROW_RESCHED }, { "callfunc", ROW_CALL },
	{ "callfuncsingle", ROW_CALL }, { "IPI call", ROW_CALL },	{ "irqwork", ROW_IRQWORK },
	{ "tlb_flush", ROW_TLB },	{ "spinlock", ROW_OTHER },	{ "IPI", ROW_OTHER },
	{ "IPI-", ROW_OTHER },
};

/*
 * Every maker of boards names his timers as he likes: arch_timer, riscv-timer, MESON TIMER-F,
 * ttc_clockevent, mct_tick0, hpet2. One of the first words in a handler's name makes it the timer of
 * a CPU, unless one of the second stands there too.
 */
static const char *const timer_words[] = { "timer", "clockevent", "clkevt", "tick", "hpet",
					   "twd",   "mct",	  "pit",    "ost",  "epit" };
static const char *const no_timer_words[] = { "guest", "kvm", "watchdog", "wdt", "rtc",
					      "snd",   "ptp", "pps",	  "pwm", "alarm" };

static const struct rule *rule_find(const char *label, const char *text)
{
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++) {
		const struct rule *r = &rules[i];

		if (r->label && strcmp(r->label, label))
			continue;
		if (!r->text || (*r->text ? strstr(text, r->text) != NULL : !*text))
			return r;
	}
	return NULL;
}

/* The names of the handlers begin after the last run of two blanks or more. */
static struct scan handler_names(struct scan text)
{
	const char *p;

	while (text.end > text.p && text.end[-1] == ' ')
		text.end--;
	for (p = text.end; p - text.p >= 2; p--)
		if (p[-1] == ' ' && p[-2] == ' ') {
			text.p = p;
			break;
		}
	scan_more(&text);
	return text;
}

static bool is_letter(char c)
{
	return (unsigned char)((c | 0x20) - 'a') < 26;
}

static bool listed(const char *word, size_t len, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(list[i]) == len && !strncasecmp(list[i], word, len))
			return true;
	return false;
}

/* Words are runs of letters: "MESON TIMER-F" has three. */
static bool is_timer(const char *name, size_t len)
{
	bool timer = false;

	for (size_t i = 0, n; i < len; i += n + 1) {
		for (n = 0; i + n < len && is_letter(name[i + n]);)
			n++;
		if (listed(name + i, n, no_timer_words, ARRAY_SIZE(no_timer_words)))
			return false;
		timer |= listed(name + i, n, timer_words, ARRAY_SIZE(timer_words));
	}
	return timer;
}

static const struct handler *handler_find(const char *name, size_t len)
{
	static const struct handler timer = { "", ROW_TICK };

	if (is_timer(name, len))
		return &timer;
	len = irq_without_digits(name, len);
	for (size_t i = 0; i < ARRAY_SIZE(handlers); i++)
		if (strlen(handlers[i].name) == len && !memcmp(handlers[i].name, name, len))
			return &handlers[i];
	return NULL;
}

/* The class of a numbered row: that of the first handler that is known, else a device. */
static uint8_t numbered_class(struct scan text)
{
	struct scan names = handler_names(text);

	while (scan_more(&names)) {
		const char *comma = memchr(names.p, ',', (size_t)(names.end - names.p));
		const char *end = comma ? comma : names.end;
		const struct handler *h = handler_find(names.p, (size_t)(end - names.p));

		if (h)
			return h->class;
		names.p = comma ? comma + 1 : names.end;
	}
	return ROW_DEVICE;
}

/*
 * Is one number in @row, of @ncols possible ones, a number for the whole machine? Of labels not
 * known here it is one where no text follows and more numbers would.
 */
static bool is_sum(const struct table_row *row, const struct rule *rule, size_t ncols)
{
	if (rule)
		return rule->flags & ROW_SUM;
	return ncols > 1 && !*row->text && !irq_is_numbered(row->label);
}

/* Mark what @n numbers make of @row; -EAGAIN when there cannot be so many. */
static int check_count(struct table_row *row, const struct rule *rule, size_t n, size_t ncols,
		       size_t extra_width)
{
	row->flags &= (uint8_t)~ROW_SUM;
	row->counted = n > 0;
	if (n == 0)
		return 0;
	if (extra_width >= FIELD_WIDTH)
		return -EAGAIN;
	if (n == 1 && is_sum(row, rule, ncols)) {
		row->flags |= ROW_SUM;
		return 0;
	}
	return n == ncols ? 0 : -EAGAIN;
}

static int parse_row(struct table *t, struct scan *line)
{
	const struct rule *rule = NULL;
	struct table_row *row;
	size_t n, extra_width;
	char label[sizeof(row->label)];
	struct scan text;

	if (!scan_label(line, label, sizeof(label)))
		return -EAGAIN;
	row = table_add_row(t, label, "");
	if (!row)
		return -ENOMEM;
	n = scan_numbers(line, table_cells(t, t->nrows - 1), t->ncols);
	extra_width = scan_number_width(line);
	text = *line;
	scan_text(line, row->text, sizeof(row->text));
	row->flags = ROW_BITS32;
	if (irq_is_numbered(label)) {
		row->class = numbered_class(text);
	} else {
		rule = rule_find(label, row->text);
		if (rule) {
			row->class = rule->class;
			row->flags |= rule->flags;
		}
	}
	return check_count(row, rule, n, t->ncols, extra_width);
}

static int interrupts_parse(struct table *t, const char *text, size_t len)
{
	int ret = scan_table(text, len, t, parse_row);

	if (ret)
		return ret;
	irq_rows_mark_twice(t);
	irq_rows_fold(t);
	return 0;
}

const struct probe probe_interrupts = {
	.name = "interrupts",
	.summary = "interrupts of every kind on every CPU",
	.path = "/proc/interrupts",
	.parse = interrupts_parse,
};
