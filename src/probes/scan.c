// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * scan: reading the texts of /proc by hand.
 *
 * Invariant: nothing looks at or beyond scan.end, and every byte is looked at a constant number of
 * times. A large server's /proc/interrupts has 13 MB, nearly all of it blanks: they are skipped
 * eight at a time.
 */
#include "probes/scan.h"
#include "probes/table.h"

#include <errno.h>
#include <string.h>

#define EIGHT_BLANKS UINT64_C(0x2020202020202020)
/* Any number of so many digits fits into 64 bits. */
#define SAFE_DIGITS 19

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
	return (unsigned char)(c - '0') <= 9;
}

static const char *skip_blanks(const char *p, const char *end)
{
	uint64_t word;

	while (end - p >= (ptrdiff_t)sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		if (word != EIGHT_BLANKS)
			break;
		p += sizeof(word);
	}
	while (p < end && is_blank(*p))
		p++;
	return p;
}

/* The digits from @p to @stop, with the check for overflow that short numbers do not need. */
static bool long_number(const char *p, const char *stop, uint64_t *value)
{
	uint64_t n = 0;

	for (; p < stop; p++)
		if (__builtin_mul_overflow(n, (uint64_t)10, &n) ||
		    __builtin_add_overflow(n, (uint64_t)(*p - '0'), &n))
			return false;
	*value = n;
	return true;
}

/* The number at @p, and where it ends; NULL if none stands there. */
static const char *number_at(const char *p, const char *end, uint64_t *value)
{
	const char *start = p;
	uint64_t n = 0;

	while (p < end && is_digit(*p))
		n = n * 10 + (uint64_t)(*p++ - '0');
	if (p == start || (p < end && !is_blank(*p)))
		return NULL;
	if (p - start > SAFE_DIGITS && !long_number(start, p, &n))
		return NULL;
	*value = n;
	return p;
}

bool scan_line(struct scan *text, struct scan *line)
{
	const char *nl;

	if (text->p >= text->end)
		return false;
	nl = memchr(text->p, '\n', (size_t)(text->end - text->p));
	line->p = text->p;
	line->end = nl ? nl : text->end;
	text->p = nl ? nl + 1 : text->end;
	return true;
}

bool scan_more(struct scan *s)
{
	s->p = skip_blanks(s->p, s->end);
	return s->p < s->end;
}

bool scan_number(struct scan *s, uint64_t *value)
{
	const char *next = number_at(skip_blanks(s->p, s->end), s->end, value);

	if (!next)
		return false;
	s->p = next;
	return true;
}

size_t scan_numbers(struct scan *s, uint64_t *value, size_t max)
{
	const char *p = s->p, *end = s->end;
	size_t n = 0;

	while (n < max) {
		const char *next = number_at(skip_blanks(p, end), end, &value[n]);

		if (!next)
			break;
		p = next;
		n++;
	}
	s->p = p;
	return n;
}

size_t scan_number_width(const struct scan *s)
{
	uint64_t value;
	const char *next = number_at(skip_blanks(s->p, s->end), s->end, &value);

	return next ? (size_t)(next - s->p) : 0;
}

/* Copy one byte of a name: the screen and JSON want printable text, whatever a driver chose. */
static char printable(char c)
{
	return c > ' ' && c < 0x7f ? c : '?';
}

bool scan_label(struct scan *s, char *buf, size_t size)
{
	const char *p = skip_blanks(s->p, s->end), *colon, *end;
	size_t n = 0;

	colon = p < s->end ? memchr(p, ':', (size_t)(s->end - p)) : NULL;
	if (!colon)
		return false;
	for (end = colon; end > p && is_blank(end[-1]);)
		end--;
	if (end == p)
		return false;
	for (; p < end; p++) {
		if (is_blank(*p))
			return false;
		if (n + 1 < size)
			buf[n++] = printable(*p);
	}
	buf[n] = '\0';
	s->p = colon + 1;
	return true;
}

void scan_text(struct scan *s, char *buf, size_t size)
{
	size_t n = 0;

	while (scan_more(s)) {
		if (n && n + 1 < size)
			buf[n++] = ' ';
		for (; s->p < s->end && !is_blank(*s->p); s->p++)
			if (n + 1 < size)
				buf[n++] = printable(*s->p);
	}
	while (n && buf[n - 1] == ' ')
		n--;
	buf[n] = '\0';
}

int scan_header(struct scan *line, struct table *t)
{
	uint64_t cpu, last = 0;
	int ret;

	while (scan_more(line)) {
		if (line->end - line->p < 4 || memcmp(line->p, "CPU", 3) || !is_digit(line->p[3]))
			return -EINVAL;
		line->p += 3;
		if (!scan_number(line, &cpu) || cpu > UINT32_MAX || (t->ncols && cpu <= last))
			return -EINVAL;
		ret = table_add_col(t, (uint32_t)cpu);
		if (ret)
			return ret;
		last = cpu;
	}
	return t->ncols ? 0 : -EINVAL;
}

int scan_table(const char *text, size_t len, struct table *t,
	       int (*row)(struct table *t, struct scan *line))
{
	struct scan all = { text, text + len }, line;
	int ret;

	while (scan_line(&all, &line)) {
		if (!scan_more(&line))
			continue;
		ret = t->ncols ? row(t, &line) : scan_header(&line, t);
		if (ret)
			return ret;
	}
	if (!t->ncols)
		return -EINVAL;
	return t->nrows ? 0 : -EAGAIN;
}
