// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_values: the values that keys and arrows step through, and the form for people.
 *
 * Invariant: no value is offered that setting_check() would refuse for its one-way nature.
 */
#include "settings/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "settings/setting_int.h"

const char *setting_value_refused(const struct setting *s, const char *value)
{
	for (size_t i = 0; i < SETTING_REFUSED && s->refused[i].value; i++)
		if (!strcmp(s->refused[i].value, value))
			return s->refused[i].why;
	return NULL;
}

static void offer(const struct setting *s, struct setting_values *v, const char *text, size_t len)
{
	char *to;

	if (v->n == SETTING_VALUES || !len || len >= sizeof(v->value[0]))
		return;
	to = v->value[v->n];
	memcpy(to, text, len);
	to[len] = '\0';
	if (setting_value_refused(s, to))
		return;
	for (size_t i = 0; i < v->n; i++)
		if (!strcmp(v->value[i], to))
			return;
	v->n++;
}

static void offer_text(const struct setting *s, struct setting_values *v, const char *text)
{
	offer(s, v, text, strlen(text));
}

/* All words of a text, without the brackets around the present one. */
static void offer_words(const struct setting *s, struct setting_values *v, const char *text)
{
	struct word w;

	while ((w = word_next(&text)).len) {
		bool ring = w.len > 2 && (w.at[0] == '[' || w.at[0] == '(');

		offer(s, v, w.at + ring, w.len - 2 * ring);
	}
}

static void offer_choices(const struct setting_here *h, const struct sysroot *root,
			  struct setting_values *v)
{
	const struct setting *s = h->setting;
	char path[SETTING_RAW], raw[SETTING_RAW];

	if (s->choices_file && h->npaths) {
		path_beside(h->path[0], s->choices_file, path, sizeof(path));
		if (!setting_read_raw(s, root, path, raw))
			offer_words(s, v, raw);
	}
	if (v->n)
		return;
	for (size_t i = 0; i < SETTING_CHOICES && s->choice[i]; i++)
		offer_text(s, v, s->choice[i]);
}

/* ---- masks: none, the first CPU, the second, all, all but the first ---- */

struct cpus {
	int cpu[SETTING_TEXT * 4]; /* as many as a mask of SETTING_TEXT digits can name */
	size_t n;
};

static void take_cpu(void *arg, int cpu)
{
	struct cpus *c = arg;

	if (cpu >= 0 && (size_t)cpu < ARRAY_SIZE(c->cpu) && c->n < ARRAY_SIZE(c->cpu))
		c->cpu[c->n++] = cpu;
}

static void mask_format(char *buf, size_t size, const int *cpu, size_t n)
{
	size_t digits = n ? (size_t)cpu[n - 1] / 4 + 1 : 1;

	if (digits >= size) {
		buf[0] = '\0';
		return;
	}
	memset(buf, '0', digits);
	buf[digits] = '\0';
	for (size_t i = 0; i < n; i++) {
		char *d = &buf[digits - 1 - (size_t)cpu[i] / 4];
		int v = (*d <= '9' ? *d - '0' : *d - 'a' + 10) | 1 << (cpu[i] % 4);

		*d = "0123456789abcdef"[v];
	}
}

static void offer_cpus(const struct setting *s, struct setting_values *v, const int *cpu, size_t n)
{
	char text[SETTING_TEXT];

	if (s->kind == SETTING_MASK)
		mask_format(text, sizeof(text), cpu, n);
	else
		cpulist_format(text, sizeof(text), cpu, n);
	offer_text(s, v, text);
}

static void offer_masks(const struct setting *s, const struct sysroot *root,
			struct setting_values *v)
{
	struct cpus c = { .n = 0 };
	char line[SETTING_RAW];

	if (!root || sysroot_line(root, "/sys/devices/system/cpu/online", line, sizeof(line)) ||
	    cpulist_parse(line, take_cpu, &c) < 1 || !c.n)
		return;
	if (s->kind == SETTING_MASK && s->min == 0)
		offer_cpus(s, v, NULL, 0);
	offer_cpus(s, v, c.cpu, 1);
	if (c.n > 1) {
		offer_cpus(s, v, c.cpu + 1, 1);
		offer_cpus(s, v, c.cpu + 1, c.n - 1);
	}
	offer_cpus(s, v, c.cpu, c.n);
}

/* ---- ranges: wide, at the top, at the bottom ---- */

static void offer_range(const struct setting_here *h, const struct sysroot *root,
			struct setting_values *v)
{
	const struct setting *s = h->setting;
	char path[SETTING_RAW], raw[SETTING_RAW], low[24], high[24], text[64];

	if (!s->floor || !s->ceiling || !h->npaths)
		return;
	path_beside(h->path[0], s->floor, path, sizeof(path));
	if (setting_read_raw(s, root, path, raw) ||
	    setting_normalise(s, false, raw, low, sizeof(low)))
		return;
	path_beside(h->path[0], s->ceiling, path, sizeof(path));
	if (setting_read_raw(s, root, path, raw) ||
	    setting_normalise(s, false, raw, high, sizeof(high)))
		return;
	text_format(text, sizeof(text), "%s %s", low, high);
	offer_text(s, v, text);
	text_format(text, sizeof(text), "%s %s", high, high);
	offer_text(s, v, text);
	text_format(text, sizeof(text), "%s %s", low, low);
	offer_text(s, v, text);
}

void setting_values(const struct setting_here *h, const struct sysroot *root,
		    struct setting_values *v)
{
	const struct setting *s = h->setting;
	char raw[SETTING_RAW];

	v->n = 0;
	switch (s->kind) {
	case SETTING_BOOL:
		offer_text(s, v, "0");
		offer_text(s, v, "1");
		return;
	case SETTING_CHOICE:
		offer_choices(h, root, v);
		return;
	case SETTING_BRACKET:
		if (h->npaths && !setting_read_raw(s, root, h->path[0], raw))
			offer_words(s, v, raw);
		return;
	case SETTING_MASK:
	case SETTING_CPULIST:
		offer_masks(s, root, v);
		return;
	case SETTING_RANGE:
		offer_range(h, root, v);
		break;
	default:
		break;
	}
	if (v->n)
		return;
	for (size_t i = 0; i < SETTING_DEMOS && s->demo[i]; i++)
		offer_text(s, v, s->demo[i]);
}

/* The value nearest to @now in direction @dir, or the outermost on the other side. */
static const char *nearest(const struct setting_values *v, int64_t now, int dir)
{
	const char *best = NULL, *other = NULL;
	int64_t best_v = 0, other_v = 0;

	for (size_t i = 0; i < v->n; i++) {
		int64_t x;

		if (!codec_number_value(v->value[i], &x))
			continue;
		if (!other || (dir > 0 ? x < other_v : x > other_v)) {
			other = v->value[i];
			other_v = x;
		}
		if ((dir > 0 ? x > now : x < now) &&
		    (!best || (dir > 0 ? x < best_v : x > best_v))) {
			best = v->value[i];
			best_v = x;
		}
	}
	return best ? best : other;
}

const char *setting_step(const struct setting *s, const struct setting_values *v,
			 const char *current, int dir)
{
	int64_t now;

	for (size_t i = 0; i < v->n; i++)
		if (!strcmp(v->value[i], current))
			return v->n < 2 ? NULL : v->value[(i + (dir > 0 ? 1 : v->n - 1)) % v->n];
	if (!v->n)
		return NULL;
	if ((s->kind == SETTING_NUMBER || s->kind == SETTING_HELD) &&
	    codec_number_value(current, &now)) {
		const char *near = nearest(v, now, dir);

		if (near)
			return near;
	}
	return dir > 0 ? v->value[0] : v->value[v->n - 1];
}
