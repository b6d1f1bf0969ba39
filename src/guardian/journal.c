// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * journal: the text of the journal, written and read.
 *
 * Invariant: a line that was read and has the fields of its kind is taken whole or not at all.
 */
#include "guardian/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 9 };

static const char *const journal_kinds[WRITE_KINDS] = {
	[WRITE_FILE] = "file",
	[WRITE_WORDS] = "words",
	[WRITE_HELD] = "held",
	[WRITE_ALSO] = "also",
};

static const char *journal_kind_name(enum write_kind kind)
{
	return (unsigned)kind < WRITE_KINDS ? journal_kinds[kind] : "?";
}

/* ---- the list ---- */

int change_text(char **slot, const char *text)
{
	char *copy = NULL;

	if (text) {
		copy = strdup(text);
		if (!copy)
			return -ENOMEM;
	}
	free(*slot);
	*slot = copy;
	return 0;
}

static void change_free(struct change *c)
{
	if (!c)
		return;
	free(c->path);
	free(c->old);
	free(c->want);
	free(c->ours);
	free(c->main);
	free(c->name);
	free(c);
}

struct change *change_find(const struct change_list *l, const char *path)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->c[i]->path, path))
			return l->c[i];
	return NULL;
}

struct change *change_add(struct change_list *l, enum write_kind kind, const char *path,
			  const char *old)
{
	struct change **grown = realloc(l->c, (l->n + 1) * sizeof(*grown));
	struct change *c = calloc(1, sizeof(*c));

	if (grown)
		l->c = grown;
	if (!grown || !c || change_text(&c->path, path) || change_text(&c->old, old) ||
	    change_text(&c->name, "")) {
		change_free(c);
		return NULL;
	}
	c->kind = kind;
	c->fd = -1;
	l->c[l->n++] = c;
	return c;
}

void change_remove(struct change_list *l, struct change *c)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->c[i] != c)
			continue;
		memmove(&l->c[i], &l->c[i + 1], (l->n - i - 1) * sizeof(*l->c));
		l->n--;
		change_free(c);
		return;
	}
}

void change_free_all(struct change_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		change_free(l->c[i]);
	free(l->c);
	*l = (struct change_list){ 0 };
}

/* ---- writing ---- */

static bool is_plain(unsigned char ch)
{
	return ch > ' ' && ch < 0x7f && ch != '\\';
}

void journal_escape(FILE *out, const char *raw)
{
	if (!*raw)
		fputs("\\e", out);
	for (; *raw; raw++) {
		if (is_plain((unsigned char)*raw))
			putc(*raw, out);
		else
			fprintf(out, "\\%03o", (unsigned char)*raw);
	}
}

static void print_line(FILE *out, const char *verb, const char *path, const char *text)
{
	fprintf(out, "%s ", verb);
	journal_escape(out, path);
	putc(' ', out);
	journal_escape(out, text);
	putc('\n', out);
}

void journal_print_owner(FILE *out, const char *boot, long pid)
{
	fprintf(out, "owner %s %ld\n", boot, pid);
}

void journal_print_want(FILE *out, const char *path, const char *intended)
{
	print_line(out, "want", path, intended);
}

void journal_print_also(FILE *out, const char *path, const char *main)
{
	print_line(out, "also", path, main);
}

void journal_print_set(FILE *out, const char *path, const char *value)
{
	print_line(out, "set", path, value);
}

void journal_print_done(FILE *out, const char *path, const char *why)
{
	print_line(out, "done", path, why);
}

void journal_print_change(FILE *out, const char *boot, const struct change *c)
{
	const char *intended = c->kind == WRITE_ALSO ? c->main : c->want;

	/* a settled change intends what it has: the set line that follows ends the intention */
	if (!intended)
		intended = c->ours ? c->ours : c->old;
	fprintf(out, "v1 %s %ld %llu %" PRIu64 " ", boot, c->pid, c->start, c->netns);
	journal_escape(out, c->path);
	fprintf(out, " %s ", journal_kind_name(c->kind));
	journal_escape(out, c->old);
	putc(' ', out);
	journal_escape(out, intended);
	putc('\n', out);
	if (c->ours) {
		journal_print_set(out, c->path, c->ours);
		if (c->want)
			journal_print_want(out, c->path, c->want);
	}
	if (c->main && (c->ours || c->kind != WRITE_ALSO))
		journal_print_also(out, c->path, c->main);
}

/* ---- reading ---- */

int journal_unescape(char *field)
{
	char *to = field;

	if (!strcmp(field, "\\e")) {
		*field = '\0';
		return 0;
	}
	if (!*field)
		return -EINVAL;
	for (const char *p = field; *p; p++) {
		unsigned v = 0;

		if (*p != '\\') {
			if (!is_plain((unsigned char)*p))
				return -EINVAL;
			*to++ = *p;
			continue;
		}
		for (int i = 0; i < 3; i++) {
			p++;
			if (*p < '0' || *p > '7')
				return -EINVAL;
			v = v * 8 + (unsigned)(*p - '0');
		}
		if (!v || v > 255 || is_plain((unsigned char)v))
			return -EINVAL;
		*to++ = (char)v;
	}
	*to = '\0';
	return 0;
}

struct replay {
	struct change_list *l;
	const char *boot;
	struct journal_note *note;
};

static int whole_number(const char *field, unsigned long long *v)
{
	char *end;

	if (*field < '0' || *field > '9')
		return -EINVAL;
	errno = 0;
	*v = strtoull(field, &end, 10);
	return errno || *end ? -EINVAL : 0;
}

static int take_owner(struct replay *r, char **f)
{
	unsigned long long pid;

	if (whole_number(f[2], &pid) || pid > INT32_MAX)
		return -EINVAL;
	if (strcmp(f[1], r->boot))
		r->note->foreign++;
	else
		r->note->owner = (long)pid;
	return 0;
}

static int fill_first(struct change *c, const char *intended)
{
	if (c->kind == WRITE_ALSO)
		return change_text(&c->main, intended);
	return change_text(&c->want, intended);
}

static int take_first(struct replay *r, char **f)
{
	unsigned long long pid, start, netns;
	enum write_kind kind = WRITE_FILE;
	struct change *c;

	if (whole_number(f[2], &pid) || pid > INT32_MAX || whole_number(f[3], &start) ||
	    whole_number(f[4], &netns))
		return -EINVAL;
	while (kind < WRITE_KINDS && strcmp(f[6], journal_kinds[kind]))
		kind++;
	if (kind == WRITE_KINDS || journal_unescape(f[5]) || journal_unescape(f[7]) ||
	    journal_unescape(f[8]) || f[5][0] != '/')
		return -EINVAL;
	if (strcmp(f[1], r->boot)) {
		r->note->foreign++;
		return 0;
	}
	c = change_find(r->l, f[5]);
	if (c) /* the first old value stands */
		return fill_first(c, f[8]);
	c = change_add(r->l, kind, f[5], f[7]);
	if (!c || fill_first(c, f[8]))
		return -ENOMEM;
	c->pid = (long)pid;
	c->start = start;
	c->netns = netns;
	c->inherited = true;
	return 0;
}

static int take_later(struct replay *r, char **f)
{
	struct change *c;
	int ret;

	if (journal_unescape(f[1]) || journal_unescape(f[2]))
		return -EINVAL;
	c = change_find(r->l, f[1]);
	if (!c) /* of another boot, or done */
		return 0;
	switch (f[0][0]) {
	case 'w':
		if (c->kind == WRITE_ALSO)
			c->kind = WRITE_FILE;
		return change_text(&c->want, f[2]);
	case 'a':
		return change_text(&c->main, f[2]);
	case 's':
		ret = change_text(&c->ours, f[2]);
		if (!ret)
			ret = change_text(&c->want, NULL);
		return ret ? ret : change_text(&c->main, NULL);
	default:
		change_remove(r->l, c);
		return 0;
	}
}

static const struct verb {
	const char *name;
	int fields;
	int (*take)(struct replay *r, char **f);
} verbs[] = {
	{ "owner", 3, take_owner }, { "v1", 9, take_first },  { "want", 3, take_later },
	{ "also", 3, take_later },  { "set", 3, take_later }, { "done", 3, take_later },
};

/* Cut @line at its blanks. The number of fields, or FIELDS_MAX + 1. */
static int split(char *line, char **f)
{
	int n = 0;

	for (char *p = line;;) {
		if (n == FIELDS_MAX)
			return n + 1;
		f[n++] = p;
		p = strchr(p, ' ');
		if (!p)
			return n;
		*p++ = '\0';
	}
}

static int take_line(struct replay *r, char *line)
{
	char *f[FIELDS_MAX];
	int n = split(line, f);

	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		if (n == verbs[i].fields && !strcmp(f[0], verbs[i].name))
			return verbs[i].take(r, f);
	return -EINVAL;
}

static void drop_held(struct change_list *l)
{
	for (size_t i = l->n; i-- > 0;)
		if (l->c[i]->kind == WRITE_HELD)
			change_remove(l, l->c[i]);
}

int journal_replay(struct change_list *l, const char *text, size_t len, const char *boot,
		   struct journal_note *note)
{
	struct replay r = { .l = l, .boot = boot, .note = note };

	*note = (struct journal_note){ 0 };
	for (const char *end; (end = memchr(text + note->complete, '\n', len - note->complete));) {
		const char *line = text + note->complete;
		size_t n = (size_t)(end - line);
		char *copy = strndup(line, n);
		int ret = -ENOMEM;

		if (copy) /* a NUL would hide the rest of the line */
			ret = strlen(copy) == n ? take_line(&r, copy) : -EINVAL;
		free(copy);
		if (ret == -ENOMEM)
			return ret;
		note->bad += ret != 0;
		note->complete += n + 1;
	}
	drop_held(l);
	return 0;
}
