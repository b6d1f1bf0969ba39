// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * cpu_info: the facts that one /proc/cpuinfo text holds.
 *
 * Pure. Invariant: a text that stands twice, a blank line between, gives the same facts as once: the
 * first of a kind counts, of clocks the highest.
 */
#include "machine/cpu.h"

#include "machine/arm_names.h"
#include "machine/host_text.h"

#include <string.h>

#define MAX_PARTS 4 /* kinds of core that are named */

/* What a key says. Every architecture has words of its own. */
enum what { NAME, VENDOR, BOARD, FLAGS, IMPLEMENTER, PART, CLOCK };

static const struct key {
	const char *name;
	enum what what;
	int rank; /* lower is better */
	double unit_mhz;
} keys[] = {
	/* x86, ia64, new arm32; loongarch; mips and alpha; old arm; powerpc, sparc; riscv */
	{ .name = "model name", .what = NAME, .rank = 0 },
	{ .name = "Model Name", .what = NAME, .rank = 0 },
	{ .name = "cpu model", .what = NAME, .rank = 1 },
	{ .name = "Processor", .what = NAME, .rank = 2 },
	{ .name = "cpu type", .what = NAME, .rank = 3 },
	{ .name = "cpu", .what = NAME, .rank = 4 },
	{ .name = "CPU", .what = NAME, .rank = 4 },
	{ .name = "uarch", .what = NAME, .rank = 5 },
	{ .name = "isa", .what = NAME, .rank = 6 },
	{ .name = "vendor_id", .what = VENDOR, .rank = 0 },
	{ .name = "vendor", .what = VENDOR, .rank = 1 },
	{ .name = "Hardware", .what = BOARD, .rank = 0 },
	{ .name = "Model", .what = BOARD, .rank = 1 },
	{ .name = "platform string", .what = BOARD, .rank = 2 },
	{ .name = "machine", .what = BOARD, .rank = 3 },
	{ .name = "system type", .what = BOARD, .rank = 4 },
	{ .name = "platform", .what = BOARD, .rank = 5 },
	{ .name = "flags", .what = FLAGS },
	{ .name = "Features", .what = FLAGS },
	{ .name = "features", .what = FLAGS },
	{ .name = "CPU implementer", .what = IMPLEMENTER },
	{ .name = "CPU part", .what = PART },
	{ .name = "cpu MHz static", .what = CLOCK, .rank = 1, .unit_mhz = 1 },
	{ .name = "cpu MHz", .what = CLOCK, .rank = 2, .unit_mhz = 1 },
	{ .name = "CPU MHz", .what = CLOCK, .rank = 2, .unit_mhz = 1 },
	{ .name = "clock", .what = CLOCK, .rank = 3, .unit_mhz = 1 },
	{ .name = "Clocking", .what = CLOCK, .rank = 3, .unit_mhz = 1 },
	{ .name = "cycle frequency [Hz]", .what = CLOCK, .rank = 3, .unit_mhz = 1e-6 },
	{ .name = "cpu MHz dynamic", .what = CLOCK, .rank = 4, .unit_mhz = 1 },
};

#define RANK_BRAND  0 /* "@ 2.30GHz" in the name */
#define RANK_CLKTCK 3 /* sparc's Cpu0ClkTck */
#define RANK_NONE   99

/* Flags that change what a hand-over costs, or what may be measured. */
static const char *const flags_that_matter[] = {
	"nonstop_tsc", "tsc_deadline_timer",
	"rdtscp",      "x2apic",
	"monitor",     "waitpkg",
	"pcid",	       "invpcid",
	"smep",	       "smap",
	"fred",	       "fsgsbase",
	"erms",	       "fsrm",
	"avx2",	       "avx512f",
	"amx_tile",    "ibrs_enhanced",
	"hypervisor",  "atomics",
	"lrcpc",       "ssbs",
	"sb",	       "wfxt",
	"ecv",	       "bti",
	"paca",	       "asimd",
};

struct parse {
	struct cpu_facts *f;
	int name_rank, vendor_rank, board_rank, clock_rank;
	char cpu_word[32]; /* alpha: "cpu : Alpha" before "cpu model : EV56" */
	bool have_flags;
	unsigned implementer;
	size_t nparts;
	unsigned part[MAX_PARTS]; /* implementer << 12 | part */
};

/* s390 machine types, as IBM numbers them. */
static const struct machine {
	unsigned id;
	const char *name;
} s390_machines[] = {
	{ 0x2817, "z196" }, { 0x2827, "zEC12" }, { 0x2964, "z13" }, { 0x2965, "z13s" },
	{ 0x3906, "z14" },  { 0x8561, "z15" },	 { 0x3931, "z16" }, { 0x9175, "z17" },
};

static const char *s390_name(unsigned id)
{
	for (size_t i = 0; i < ARRAY_SIZE(s390_machines); i++)
		if (s390_machines[i].id == id)
			return s390_machines[i].name;
	return NULL;
}

/* Hexadecimal at @p, with or without "0x", at most eight digits. False: none, or too many. */
static bool hex_number(const char *p, unsigned *value)
{
	unsigned v = 0, digits = 0;

	if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
		p += 2;
	for (;; p++) {
		unsigned d;

		if (*p >= '0' && *p <= '9')
			d = (unsigned)(*p - '0');
		else if ((*p | 0x20) >= 'a' && (*p | 0x20) <= 'f')
			d = (unsigned)((*p | 0x20) - 'a' + 10);
		else
			break;
		if (v > 0x0fffffff)
			return false;
		v = v << 4 | d;
		digits++;
	}
	*value = v;
	return digits > 0;
}

static void take_clock(struct parse *p, int rank, double mhz, const char *source)
{
	struct cpu_facts *f = p->f;

	/* some guests state 0.000; nothing runs below 1 MHz or above 100 GHz */
	if (!(mhz >= 1 && mhz <= 100000) || rank > p->clock_rank)
		return;
	if (rank == p->clock_rank && mhz <= f->nominal_mhz)
		return;
	p->clock_rank = rank;
	f->has_mhz = true;
	f->nominal_mhz = mhz;
	text_copy(f->mhz_source, sizeof(f->mhz_source), source);
}

/* "... CPU E5520 @ 2.27GHz": what the maker sells it as, whatever it runs at now. */
static void take_brand_clock(struct parse *p, const char *name)
{
	const char *at = strstr(name, "@ "), *end;
	double v;

	if (!at || !text_decimal(at + 2, &end, &v))
		return;
	if (!strncmp(end, "GHz", 3))
		take_clock(p, RANK_BRAND, v * 1000, "brand string");
	else if (!strncmp(end, "MHz", 3))
		take_clock(p, RANK_BRAND, v, "brand string");
}

static void take_clock_text(struct parse *p, const struct key *k, const char *value)
{
	char source[64];
	double v;

	if (!text_decimal(value, NULL, &v))
		return;
	text_format(source, sizeof(source), "/proc/cpuinfo %s", k->name);
	take_clock(p, k->rank, v * k->unit_mhz, source);
}

/* sparc: "Cpu6ClkTck : 000000003b9aca00", in Hz. */
static bool take_clktck(struct parse *p, const char *key, const char *value)
{
	size_t n = strlen(key);
	unsigned hz;

	if (n < 7 || strncmp(key, "Cpu", 3) || strcmp(key + n - 6, "ClkTck"))
		return false;
	while (value[0] == '0' && value[1])
		value++;
	if (hex_number(value, &hz))
		take_clock(p, RANK_CLKTCK, hz / 1e6, "/proc/cpuinfo ClkTck");
	return true;
}

/* s390: "processor 0: version = FF,  identification = 32C047,  machine = 2827". */
static bool take_s390(struct parse *p, const char *key, const char *value)
{
	const char *m = strstr(value, "machine = ");
	const char *name;
	unsigned id;

	if (strncmp(key, "processor ", 10) || !m)
		return false;
	if (p->name_rank <= 0 || !hex_number(m + 10, &id))
		return true;
	name = s390_name(id);
	p->name_rank = 0;
	text_format(p->f->type, sizeof(p->f->type), "IBM %s%smachine %x", name ? name : "",
		    name ? ", " : "", id);
	return true;
}

static void take_name(struct parse *p, const struct key *k, const char *value)
{
	struct cpu_facts *f = p->f;

	take_brand_clock(p, value);
	if (k->rank == 4 && !p->cpu_word[0])
		text_copy(p->cpu_word, sizeof(p->cpu_word), value);
	if (k->rank >= p->name_rank)
		return;
	p->name_rank = k->rank;
	if (k->rank == 1 && p->cpu_word[0])
		text_format(f->type, sizeof(f->type), "%s %s", p->cpu_word, value);
	else
		text_copy(f->type, sizeof(f->type), value);
}

static void take_flags(struct parse *p, const char *value)
{
	struct cpu_facts *f = p->f;
	size_t len = 0;

	if (p->have_flags)
		return;
	p->have_flags = true;
	for (size_t i = 0; i < ARRAY_SIZE(flags_that_matter); i++)
		if (text_has_word(value, flags_that_matter[i]))
			len += text_format(f->features + len, sizeof(f->features) - len, "%s%s",
					   len ? " " : "", flags_that_matter[i]);
	if (!f->hypervisor[0] && text_has_word(value, "hypervisor"))
		text_copy(f->hypervisor, sizeof(f->hypervisor), CPU_HYPERVISOR_UNNAMED);
}

static void take_part(struct parse *p, unsigned part)
{
	unsigned id = p->implementer << 12 | (part & 0xfff);

	for (size_t i = 0; i < p->nparts; i++)
		if (p->part[i] == id)
			return;
	if (p->nparts < MAX_PARTS)
		p->part[p->nparts++] = id;
}

static void take_value(struct parse *p, const struct key *k, const char *value)
{
	struct cpu_facts *f = p->f;
	unsigned id;

	switch (k->what) {
	case NAME:
		take_name(p, k, value);
		break;
	case VENDOR:
		if (k->rank < p->vendor_rank) {
			p->vendor_rank = k->rank;
			text_copy(f->vendor, sizeof(f->vendor), value);
		}
		break;
	case BOARD:
		if (k->rank < p->board_rank) {
			p->board_rank = k->rank;
			text_copy(f->codename, sizeof(f->codename), value);
		}
		if (strstr(value, "emulated by qemu"))
			text_copy(f->hypervisor, sizeof(f->hypervisor), "QEMU");
		break;
	case FLAGS:
		take_flags(p, value);
		break;
	case IMPLEMENTER:
		if (hex_number(value, &id) && id <= 0xff)
			p->implementer = id;
		break;
	case PART:
		if (p->implementer && hex_number(value, &id))
			take_part(p, id);
		break;
	case CLOCK:
		take_clock_text(p, k, value);
		break;
	}
}

static void take_line(struct parse *p, const char *line, size_t len)
{
	const char *colon = memchr(line, ':', len);
	char key[64], value[4096];

	if (!colon)
		return;
	text_clean(key, sizeof(key), line, (size_t)(colon - line));
	text_clean(value, sizeof(value), colon + 1, (size_t)(line + len - colon - 1));
	if (!value[0] || take_s390(p, key, value) || take_clktck(p, key, value))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(keys[i].name, key))
			take_value(p, &keys[i], value);
}

/* arm states numbers, not names: "ARM Cortex-A53 + Cortex-A72". */
static void name_parts(struct parse *p)
{
	struct cpu_facts *f = p->f;
	char text[sizeof(f->type)];
	size_t len = 0, known = 0;
	const char *maker;

	if (!p->nparts)
		return;
	maker = arm_maker(p->part[0] >> 12);
	if (maker && !f->vendor[0])
		text_copy(f->vendor, sizeof(f->vendor), maker);
	len = text_format(text, sizeof(text), "%s", maker ? maker : "arm");
	for (size_t i = 0; i < p->nparts; i++) {
		const char *name = arm_core(p->part[i]);

		len += text_format(text + len, sizeof(text) - len, "%s", i ? " + " : " ");
		if (name)
			len += text_format(text + len, sizeof(text) - len, "%s", name);
		else
			len += text_format(text + len, sizeof(text) - len, "0x%02x/0x%03x",
					   p->part[i] >> 12, p->part[i] & 0xfff);
		known += name != NULL;
	}
	if (known || !f->type[0])
		text_copy(f->type, sizeof(f->type), text);
}

void cpu_facts_from_cpuinfo(struct cpu_facts *f, const char *text)
{
	struct parse p = {
		.f = f,
		.name_rank = RANK_NONE,
		.vendor_rank = RANK_NONE,
		.board_rank = RANK_NONE,
		.clock_rank = RANK_NONE,
	};

	*f = (struct cpu_facts){ 0 };
	while (*text) {
		size_t len = strcspn(text, "\n");

		if (!len)
			p.implementer = 0; /* of the block before */
		take_line(&p, text, len);
		text += len;
		text += *text == '\n';
	}
	name_parts(&p);
}
