// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * codec: between the text of a file and the one normalised form of its value, in both
 * directions.
 *
 * Invariant: as codec.h says.
 */
#include "settings/codec.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "settings/codec_part.h"

/* From here on /dev/cpu_dma_latency means "no limit" (PM_QOS_CPU_LATENCY_DEFAULT_VALUE). */
#define LATENCY_NONE 2000000000
#define MAX_CPUS     8192

static int codec_put(char *out, size_t size, const char *text, size_t len)
{
	if (len >= size)
		return -E2BIG;
	memmove(out, text, len);
	out[len] = '\0';
	return 0;
}

int codec_number(struct word w, char *out, size_t size)
{
	struct codec_number n;

	if (!codec_part_number(w, false, &n))
		return -EINVAL;
	if (text_format(out, size, "%s%llu", n.minus ? "-" : "", (unsigned long long)n.size) + 1 >=
	    size)
		return -E2BIG;
	return 0;
}

bool codec_number_value(const char *text, int64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoll(text, &end, 10);
	return !errno && end != text && !*end;
}

/* ---- from the file ---- */

static const char *const codec_bool_words[2][6] = {
	{ "0", "N", "n", "off", "no", "disabled" },
	{ "1", "Y", "y", "on", "yes", "enabled" },
};

static int codec_read_bool(const char *text, const char *word, bool inverted)
{
	char off[80];

	if (word) {
		text_format(off, sizeof(off), "NO_%s", word);
		if (word_in(text, word))
			return !inverted;
		if (word_in(text, off))
			return inverted;
	}
	for (int v = 0; v < 2; v++)
		for (size_t i = 0; i < ARRAY_SIZE(codec_bool_words[v]); i++)
			if (!strcmp(text, codec_bool_words[v][i]))
				return v ^ inverted;
	return -EINVAL;
}

static int codec_read_bracket(const char *text, char *out, size_t size)
{
	struct word w = codec_part_chosen(text);

	/* a single word without brackets is a value that was normalised before */
	if (!w.len && word_count(text) == 1)
		w = word_trim(text);
	return w.len && codec_part_is_plain(w) ? codec_put(out, size, w.at, w.len) : -EINVAL;
}

static int codec_read_mask(const char *text, char *out, size_t size)
{
	struct word w = { text, strlen(text) };
	size_t n = 0;
	char digit;

	if (!codec_part_is_mask(w, false))
		return -EINVAL;
	while ((digit = codec_part_mask_digit(&w, !n))) {
		if (n + 1 >= size)
			return -E2BIG;
		out[n++] = digit;
	}
	return n ? codec_put(out, size, out, n) : codec_put(out, size, "0", 1);
}

struct codec_cpu_bits {
	bool on[MAX_CPUS];
	bool outside;
};

static void codec_take_cpu(void *arg, int cpu)
{
	struct codec_cpu_bits *b = arg;

	if (cpu >= 0 && cpu < MAX_CPUS)
		b->on[cpu] = true;
	else
		b->outside = true;
}

static int codec_read_cpulist(const char *text, char *out, size_t size)
{
	struct codec_cpu_bits *b = calloc(1, sizeof(*b));
	int *cpu = malloc(MAX_CPUS * sizeof(*cpu));
	int ret = -ENOMEM;
	size_t n = 0;

	if (!b || !cpu)
		goto out;
	ret = cpulist_parse(text, codec_take_cpu, b);
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

static int codec_read_vector(const char *text, char *out, size_t size)
{
	struct word w;
	size_t n = 0;

	while ((w = word_next(&text)).len) {
		char number[24];
		int ret = codec_number(w, number, sizeof(number));

		if (ret)
			return ret;
		if (n + !!n + strlen(number) >= size)
			return -E2BIG;
		n += text_format(out + n, size - n, "%s%s", n ? " " : "", number);
	}
	return n ? 0 : -EINVAL;
}

static int codec_read_number(const char *text, char *out, size_t size)
{
	int ret = codec_number(word_trim(text), out, size);

	/* a word in place of a number, as "n/a": but no text that only looks like a number */
	if (ret == -EINVAL && text[0] && !strchr(text, ' ') && !isdigit((unsigned char)text[0]) &&
	    text[0] != '-')
		return codec_put(out, size, text, strlen(text));
	return ret;
}

static int codec_read_held(const char *text, char *out, size_t size)
{
	int64_t v;
	int ret;

	if (!strcmp(text, "none"))
		return codec_put(out, size, "none", 4);
	ret = codec_number(word_trim(text), out, size);
	if (ret)
		return ret;
	if (!codec_number_value(out, &v) || v < 0 || v >= LATENCY_NONE)
		return codec_put(out, size, "none", 4);
	return 0;
}

int codec_normalise(enum setting_kind kind, const char *word, bool inverted, const char *raw,
		    char *out, size_t size)
{
	char text[SETTING_RAW];
	int v, ret = word_squeeze(raw, text, sizeof(text));

	if (ret || !size)
		return ret ? ret : -E2BIG;
	switch (kind) {
	case SETTING_BOOL:
		v = codec_read_bool(text, word, inverted);
		return v < 0 ? v : codec_put(out, size, v ? "1" : "0", 1);
	case SETTING_NUMBER:
		return codec_read_number(text, out, size);
	case SETTING_BRACKET:
		return codec_read_bracket(text, out, size);
	case SETTING_MASK:
		return codec_read_mask(text, out, size);
	case SETTING_CPULIST:
		return codec_read_cpulist(text, out, size);
	case SETTING_VECTOR:
	case SETTING_RANGE:
		return codec_read_vector(text, out, size);
	case SETTING_HELD:
		return codec_read_held(text, out, size);
	case SETTING_CHOICE:
	case SETTING_TEXT_LINE:
	case SETTING_KINDS:
		break;
	}
	return codec_put(out, size, text, strlen(text));
}

/* ---- to the file ---- */

/* The kernel reads hex masks in pieces of 32 bits with a comma between. */
static int codec_write_mask(const char *value, char *raw, size_t size)
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

static int codec_write_held(const char *value, char *raw, size_t size)
{
	int64_t v;

	if (!strcmp(value, "none"))
		return codec_put(raw, size, "", 0);
	if (!codec_number_value(value, &v) || v < 0 || v >= LATENCY_NONE)
		return -EINVAL;
	return codec_put(raw, size, value, strlen(value));
}

int codec_raw(enum setting_kind kind, const char *word, bool inverted, const char *value, char *raw,
	      size_t size)
{
	bool on;

	switch (kind) {
	case SETTING_BOOL:
		if (strcmp(value, "0") && strcmp(value, "1"))
			return -EINVAL;
		on = (value[0] == '1') ^ inverted;
		if (!word)
			return codec_put(raw, size, on ? "1" : "0", 1);
		if (strlen(word) + 4 > size)
			return -E2BIG;
		text_format(raw, size, "%s%s", on ? "" : "NO_", word);
		return 0;
	case SETTING_MASK:
		return codec_write_mask(value, raw, size);
	case SETTING_HELD:
		return codec_write_held(value, raw, size);
	default:
		return codec_put(raw, size, value, strlen(value));
	}
}
