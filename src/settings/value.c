// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * value: comparing, writing and quoting the texts of settings.
 *
 * Invariant: nothing here reads or writes a file.
 */
#include "settings/value.h"
#include "base/base.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SPACE		" \t\r\n\v\f"
#define SYSCTL_ROOT	"/proc/sys/"
#define DMA_LATENCY	"/dev/cpu_dma_latency"
#define MASK_GROUP	8 /* hex digits between the commas of a CPU mask */
#define SHELL_PLAIN	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,+-=@%"
#define TEXT_AND_LEN(s) (s), sizeof(s) - 1

struct word {
	const char *at;
	size_t len;
};

/* The next word at or after *@p, which moves on. Length 0 at the end. */
static struct word next_word(const char **p)
{
	struct word w = { .at = *p + strspn(*p, SPACE) };

	w.len = strcspn(w.at, SPACE);
	*p = w.at + w.len;
	return w;
}

static bool is_chosen(struct word w)
{
	if (w.len < 3 || !((w.at[0] == '[' && w.at[w.len - 1] == ']') ||
			   (w.at[0] == '(' && w.at[w.len - 1] == ')')))
		return false;
	for (size_t i = 1; i + 1 < w.len; i++)
		if (strchr("[]()", w.at[i]))
			return false;
	return true;
}

/* The one word in brackets without them; length 0 if there is none, or more than one. */
static struct word chosen(const char *text)
{
	struct word found = { 0 };

	for (const char *p = text;;) {
		struct word w = next_word(&p);

		if (!w.len)
			return found;
		if (!is_chosen(w))
			continue;
		if (found.len)
			return (struct word){ 0 };
		found = (struct word){ .at = w.at + 1, .len = w.len - 2 };
	}
}

static struct word trimmed(const char *text)
{
	struct word w = chosen(text);

	if (w.len)
		return w;
	w.at = text + strspn(text, SPACE);
	w.len = strlen(w.at);
	while (w.len && strchr(SPACE, w.at[w.len - 1]))
		w.len--;
	return w;
}

void value_text(char *buf, size_t size, const char *raw)
{
	struct word w = trimmed(raw);

	if (size)
		text_format(buf, size, "%.*s", (int)MIN(w.len, size - 1), w.at);
}

/* ---- when two words are the same ---- */

static int truth(struct word w)
{
	if (w.len != 1)
		return -1;
	switch (w.at[0]) {
	case 'Y':
	case 'y':
	case '1':
		return 1;
	case 'N':
	case 'n':
	case '0':
		return 0;
	default:
		return -1;
	}
}

/* A whole number as the kernel's parsers take it (base by prefix). */
static bool number(struct word w, intmax_t *v)
{
	char buf[32], *end;

	if (!w.len || w.len >= sizeof(buf) || !(isdigit((unsigned char)w.at[0]) || w.at[0] == '-'))
		return false;
	memcpy(buf, w.at, w.len);
	buf[w.len] = '\0';
	errno = 0;
	*v = strtoimax(buf, &end, 0);
	return !errno && end != buf && !*end;
}

/* Hex digits, in groups of eight behind each comma. */
static bool is_mask(struct word w, bool *grouped)
{
	size_t run = 0;

	*grouped = false;
	for (size_t i = 0; i < w.len; i++) {
		if (isxdigit((unsigned char)w.at[i])) {
			run++;
			continue;
		}
		if (w.at[i] != ',' || !run || (*grouped && run != MASK_GROUP))
			return false;
		*grouped = true;
		run = 0;
	}
	return *grouped ? run == MASK_GROUP : run > 0;
}

/* The next digit of a mask that counts, from its most significant; 0 at the end. */
static int mask_digit(struct word *w, bool leading)
{
	while (w->len && (w->at[0] == ',' || (leading && w->at[0] == '0'))) {
		w->at++;
		w->len--;
	}
	if (!w->len)
		return 0;
	w->len--;
	return tolower((unsigned char)*w->at++);
}

static bool mask_same(struct word a, struct word b)
{
	bool ga, gb, leading = true;
	int x, y;

	if (!is_mask(a, &ga) || !is_mask(b, &gb))
		return false;
	/* the kernel pads masks: without a pad or a group the two are just words */
	if (!ga && !gb && a.at[0] != '0' && b.at[0] != '0')
		leading = false;
	do {
		x = mask_digit(&a, leading);
		y = mask_digit(&b, leading);
		leading = false;
	} while (x && x == y);
	return x == y;
}

static bool word_same(struct word a, struct word b)
{
	intmax_t x, y;

	if (a.len == b.len && !memcmp(a.at, b.at, a.len))
		return true;
	if (truth(a) >= 0 && truth(a) == truth(b))
		return true;
	if (number(a, &x) && number(b, &y) && x == y)
		return true;
	return mask_same(a, b);
}

bool value_same(const char *a, const char *b)
{
	struct word ca = trimmed(a), cb = trimmed(b);
	const char *p = ca.at, *q = cb.at;

	for (;;) {
		struct word w, v;

		w = p < ca.at + ca.len ? next_word(&p) : (struct word){ 0 };
		v = q < cb.at + cb.len ? next_word(&q) : (struct word){ 0 };
		/* a chosen word ends at its bracket */
		if (w.len)
			w.len = MIN(w.len, (size_t)(ca.at + ca.len - w.at));
		if (v.len)
			v.len = MIN(v.len, (size_t)(cb.at + cb.len - v.at));
		if (!w.len || !v.len)
			return !w.len && !v.len;
		if (!word_same(w, v))
			return false;
	}
}

bool value_same_over(const char *now, const char *written, const char *base)
{
	const char *p = now, *q = written, *r = base;

	for (;;) {
		struct word w = next_word(&p), v = next_word(&q), b = next_word(&r);

		if (!w.len)
			return !v.len && !b.len;
		if (!word_same(w, v.len ? v : b))
			return false;
	}
}

bool value_has_word(const char *list, const char *word)
{
	struct word want = trimmed(word);

	for (const char *p = list;;) {
		struct word w = next_word(&p);

		if (!w.len)
			return false;
		if (w.len == want.len && !memcmp(w.at, want.at, w.len))
			return true;
	}
}

void value_brief(char *buf, size_t size, const char *text)
{
	size_t n = 0;

	if (!size)
		return;
	for (const char *p = text + strspn(text, SPACE); *p && n + 1 < size; p++)
		buf[n++] = isspace((unsigned char)*p) ? ' ' : *p;
	if (n + 1 >= size && n >= 3)
		memset(buf + n - 3, '.', 3);
	while (n && buf[n - 1] == ' ')
		n--;
	buf[n] = '\0';
}

/* ---- the shell ---- */

/* Append @text as one word of a POSIX shell. White space of any kind becomes blanks. */
static void add_quoted(char *buf, size_t size, const char *text)
{
	size_t n = strlen(buf);

	if (*text && !text[strspn(text, SHELL_PLAIN)]) {
		text_copy(buf + n, size - n, text);
		return;
	}
	n += text_format(buf + n, size - n, "'");
	for (; *text && n + 5 < size; text++) {
		if (*text == '\'')
			n += text_format(buf + n, size - n, "'\\''");
		else
			buf[n++] = isspace((unsigned char)*text) ? ' ' : *text;
	}
	text_format(buf + n, size - n, "'");
}

static void shell_sysctl(char *buf, size_t size, const char *name, const char *value)
{
	char pair[2 * VALUE_MAX];
	bool dotted = strchr(name, '.'); /* then sysctl(8) wants the slashes */

	text_format(pair, sizeof(pair), "%s=%s", name, value);
	for (char *p = pair; !dotted && *p && *p != '='; p++)
		if (*p == '/')
			*p = '.';
	text_format(buf, size, "sysctl -w ");
	add_quoted(buf, size, pair);
}

static void shell_latency(char *buf, size_t size, const char *value)
{
	int32_t us = value ? (int32_t)strtol(value, NULL, 10) : 0;
	unsigned char b[sizeof(us)];

	if (!value) {
		text_format(buf, size, "exec 3>&-");
		return;
	}
	memcpy(b, &us, sizeof(us));
	text_format(buf, size, "exec 3<>%s; printf '\\%03o\\%03o\\%03o\\%03o' >&3", DMA_LATENCY,
		    b[0], b[1], b[2], b[3]);
}

void value_shell(char *buf, size_t size, const char *path, const char *value)
{
	char text[VALUE_MAX];
	size_t n;

	if (!strcmp(path, DMA_LATENCY)) {
		shell_latency(buf, size, value);
		return;
	}
	value_text(text, sizeof(text), value ? value : "");
	if (!strncmp(path, TEXT_AND_LEN(SYSCTL_ROOT))) {
		shell_sysctl(buf, size, path + sizeof(SYSCTL_ROOT) - 1, text);
		return;
	}
	/* echo swallows options and, in some shells, backslashes */
	if (strchr(text, '\\') || (text[0] == '-' && isalpha((unsigned char)text[1])))
		text_format(buf, size, "printf '%%s\\n' ");
	else
		text_format(buf, size, "echo ");
	add_quoted(buf, size, text);
	n = strlen(buf);
	n += text_format(buf + n, size - n, " > ");
	add_quoted(buf, size, path);
}
