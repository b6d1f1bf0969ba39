// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_codec: between the text of a file and the one normalised form of its value, in both
 * directions.
 *
 * Pure. Invariant: normalising a normalised value changes nothing (but for the inversion), and what
 * setting_raw() writes is normalised to the value it came from.
 */
#include "settings/setting.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "settings/setting_int.h"

/* From here on /dev/cpu_dma_latency means "no limit" (PM_QOS_CPU_LATENCY_DEFAULT_VALUE). */
#define LATENCY_NONE 2000000000
#define MAX_CPUS     8192

const char *words_next(struct words *w, size_t *len)
{
	const char *begin;

	while (isspace((unsigned char)*w->p))
		w->p++;
	begin = w->p;
	while (*w->p && !isspace((unsigned char)*w->p))
		w->p++;
	*len = w->p - begin;
	return *len ? begin : NULL;
}

static bool same(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(text, word, len);
}

bool words_have(const char *text, const char *word)
{
	struct words w = { text };
	const char *p;
	size_t len;

	while ((p = words_next(&w, &len)))
		if (same(p, len, word))
			return true;
	return false;
}

static int put(char *out, size_t size, const char *text, size_t len)
{
	if (len >= size)
		return -E2BIG;
	memmove(out, text, len);
	out[len] = '\0';
	return 0;
}

int text_squeeze(const char *text, char *out, size_t size)
{
	struct words w = { text };
	size_t n = 0, len;
	const char *p;

	out[0] = '\0';
	while ((p = words_next(&w, &len))) {
		if (n + !!n + len >= size)
			return -E2BIG;
		if (n)
			out[n++] = ' ';
		memcpy(out + n, p, len);
		n += len;
		out[n] = '\0';
	}
	return 0;
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

int number_normalise(const char *text, size_t len, char *out, size_t size)
{
	bool minus = len && text[0] == '-';
	unsigned base = 10;
	uint64_t v = 0;
	size_t i = minus;

	if (len > i + 2 && text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X')) {
		base = 16;
		i += 2;
	} else if (len > i + 1 && text[i] == '0') {
		return -EINVAL; /* "022" is another number to the kernel than to a person */
	}
	if (i == len)
		return -EINVAL;
	for (; i < len; i++) {
		unsigned d = digit_of(text[i]);

		if (d >= base || v > (UINT64_MAX - d) / base)
			return -EINVAL;
		v = v * base + d;
	}
	if (minus && v > (uint64_t)INT64_MAX + 1)
		return -EINVAL;
	if (text_format(out, size, "%s%llu", minus && v ? "-" : "", (unsigned long long)v) + 1 >=
	    size)
		return -E2BIG;
	return 0;
}

bool number_value(const char *text, int64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoll(text, &end, 10);
	return !errno && end != text && !*end;
}

/* ---- from the file ---- */

static const char *const bool_words[2][6] = {
	{ "0", "N", "n", "off", "no", "disabled" },
	{ "1", "Y", "y", "on", "yes", "enabled" },
};

static int read_bool(const char *text, const char *word, bool inverted)
{
	char off[80];

	if (word) {
		text_format(off, sizeof(off), "NO_%s", word);
		if (words_have(text, word))
			return !inverted;
		if (words_have(text, off))
			return inverted;
	}
	for (int v = 0; v < 2; v++)
		for (size_t i = 0; i < ARRAY_SIZE(bool_words[v]); i++)
			if (!strcmp(text, bool_words[v][i]))
				return v ^ inverted;
	return -EINVAL;
}

/* A word without any bracket in it. */
static bool plain(const char *p, size_t len)
{
	return strcspn(p, "[]()") >= len;
}

static int read_bracket(const char *text, char *out, size_t size)
{
	struct words w = { text };
	const char *p, *only = NULL;
	size_t len, only_len = 0, n = 0;

	for (; (p = words_next(&w, &len)); n++) {
		bool square = p[0] == '[' && p[len - 1] == ']';

		if (len > 2 && (square || (p[0] == '(' && p[len - 1] == ')')) &&
		    plain(p + 1, len - 2))
			return put(out, size, p + 1, len - 2);
		only = p;
		only_len = len;
	}
	/* a single word without brackets is a value that was normalised before */
	return n == 1 && plain(only, only_len) ? put(out, size, only, only_len) : -EINVAL;
}

static int read_mask(const char *text, char *out, size_t size)
{
	size_t n = 0;
	bool digits = false;

	for (const char *p = text; *p; p++) {
		if (*p == ',' && digits && p[1])
			continue;
		if (digit_of(*p) > 15)
			return -EINVAL;
		digits = true;
		if (!n && *p == '0')
			continue;
		if (n + 1 >= size)
			return -E2BIG;
		out[n++] = "0123456789abcdef"[digit_of(*p)];
	}
	if (!digits)
		return -EINVAL;
	if (!n)
		out[n++] = '0';
	out[n] = '\0';
	return 0;
}

struct cpu_bits {
	bool on[MAX_CPUS];
	bool outside;
};

static void take_cpu(void *arg, int cpu)
{
	struct cpu_bits *b = arg;

	if (cpu >= 0 && cpu < MAX_CPUS)
		b->on[cpu] = true;
	else
		b->outside = true;
}

static int read_cpulist(const char *text, char *out, size_t size)
{
	struct cpu_bits *b = calloc(1, sizeof(*b));
	int *cpu = malloc(MAX_CPUS * sizeof(*cpu));
	int ret = -ENOMEM;
	size_t n = 0;

	if (!b || !cpu)
		goto out;
	ret = cpulist_parse(text, take_cpu, b);
	if (ret < 0 || b->outside) {
		ret = -EINVAL;
		goto out;
	}
	for (int i = 0; i < MAX_CPUS; i++)
		if (b->on[i])
			cpu[n++] = i;
	out[0] = '\0';
	cpulist_format(out, size, cpu, n);
	ret = strstr(out, "...") ? -E2BIG : 0;
out:
	free(b);
	free(cpu);
	return ret;
}

static int read_vector(const char *text, char *out, size_t size)
{
	struct words w = { text };
	size_t n = 0, len;
	const char *p;

	while ((p = words_next(&w, &len))) {
		char number[24];
		int ret = number_normalise(p, len, number, sizeof(number));

		if (ret)
			return ret;
		if (n + !!n + strlen(number) >= size)
			return -E2BIG;
		n += text_format(out + n, size - n, "%s%s", n ? " " : "", number);
	}
	return n ? 0 : -EINVAL;
}

static int read_number(const char *text, char *out, size_t size)
{
	int ret = number_normalise(text, strlen(text), out, size);

	/* a word in place of a number, as "n/a": but no text that only looks like a number */
	if (ret == -EINVAL && text[0] && !strchr(text, ' ') && !isdigit((unsigned char)text[0]) &&
	    text[0] != '-')
		return put(out, size, text, strlen(text));
	return ret;
}

static int read_held(const char *text, char *out, size_t size)
{
	int64_t v;
	int ret;

	if (!strcmp(text, "none"))
		return put(out, size, "none", 4);
	ret = number_normalise(text, strlen(text), out, size);
	if (ret)
		return ret;
	if (!number_value(out, &v) || v < 0 || v >= LATENCY_NONE)
		return put(out, size, "none", 4);
	return 0;
}

int setting_normalise_kind(enum setting_kind kind, const char *word, bool inverted, const char *raw,
			   char *out, size_t size)
{
	char text[SETTING_RAW];
	int v, ret = text_squeeze(raw, text, sizeof(text));

	if (ret || !size)
		return ret ? ret : -E2BIG;
	switch (kind) {
	case SETTING_BOOL:
		v = read_bool(text, word, inverted);
		return v < 0 ? v : put(out, size, v ? "1" : "0", 1);
	case SETTING_NUMBER:
		return read_number(text, out, size);
	case SETTING_BRACKET:
		return read_bracket(text, out, size);
	case SETTING_MASK:
		return read_mask(text, out, size);
	case SETTING_CPULIST:
		return read_cpulist(text, out, size);
	case SETTING_VECTOR:
	case SETTING_RANGE:
		return read_vector(text, out, size);
	case SETTING_HELD:
		return read_held(text, out, size);
	case SETTING_CHOICE:
	case SETTING_TEXT_LINE:
	case SETTING_KINDS:
		break;
	}
	return put(out, size, text, strlen(text));
}

int setting_normalise(const struct setting *s, bool inverted, const char *raw, char *out,
		      size_t size)
{
	return setting_normalise_kind(s->kind, s->word, inverted, raw, out, size);
}

bool setting_equal(const struct setting *s, const char *a, const char *b)
{
	char na[SETTING_TEXT], nb[SETTING_TEXT];

	if (!strcmp(a, b))
		return true;
	return !setting_normalise(s, false, a, na, sizeof(na)) &&
	       !setting_normalise(s, false, b, nb, sizeof(nb)) && !strcmp(na, nb);
}

/* ---- to the file ---- */

/* The kernel reads hex masks in pieces of 32 bits with a comma between. */
static int write_mask(const char *value, char *raw, size_t size)
{
	size_t len = strlen(value), n = 0;

	if (len + len / 8 + 1 > size)
		return -E2BIG;
	for (size_t i = 0; i < len; i++) {
		if (i && (len - i) % 8 == 0)
			raw[n++] = ',';
		raw[n++] = value[i];
	}
	raw[n] = '\0';
	return 0;
}

static int write_held(const char *value, char *raw, size_t size)
{
	int64_t v;

	if (!strcmp(value, "none"))
		return put(raw, size, "", 0);
	if (!number_value(value, &v) || v < 0 || v >= LATENCY_NONE)
		return -EINVAL;
	return put(raw, size, value, strlen(value));
}

int setting_raw(const struct setting *s, bool inverted, const char *value, char *raw, size_t size)
{
	bool on;

	switch (s->kind) {
	case SETTING_BOOL:
		if (strcmp(value, "0") && strcmp(value, "1"))
			return -EINVAL;
		on = (value[0] == '1') ^ inverted;
		if (!s->word)
			return put(raw, size, on ? "1" : "0", 1);
		if (strlen(s->word) + 4 > size)
			return -E2BIG;
		text_format(raw, size, "%s%s", on ? "" : "NO_", s->word);
		return 0;
	case SETTING_MASK:
		return write_mask(value, raw, size);
	case SETTING_HELD:
		return write_held(value, raw, size);
	default:
		return put(raw, size, value, strlen(value));
	}
}
