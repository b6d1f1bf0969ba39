// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * observer_whose: whose a change of a setting is: by the kernel's word, else by what our own orders wrote.
 *
 * Invariant: no time decides it. What an order wrote counts until that order is answered.
 */
#include "engine/observer_int.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AUTHOR_TRIES 4
#define AUTHOR_US    1500

void observer_expect(struct observer *o, size_t id)
{
	if (id < o->n)
		o->told[id].expected = true;
}

static void note_write(struct observer *o, size_t id, bool any, const char *value)
{
	struct own_write *w = realloc(o->own, (o->nown + 1) * sizeof(*w));

	if (!w)
		return; /* the change is then by whom the kernel names, or by nobody known */
	o->own = w;
	w[o->nown] = (struct own_write){ .id = id, .any = any };
	text_copy(w[o->nown].value, sizeof(w->value), value);
	o->nown++;
}

void observer_wrote(struct observer *o, size_t id, const char *value)
{
	note_write(o, id, false, value);
}

void observer_wrote_raw(struct observer *o, size_t id, const char *raw, bool let_go)
{
	char value[SETTING_TEXT];
	struct watch_state st;

	if (id >= o->n)
		return;
	watch_state(o->watch, id, &st);
	/* in force is then what others hold, or nothing */
	if (st.setting->kind == SETTING_HELD && let_go)
		note_write(o, id, true, "");
	else if (!setting_normalise(st.setting, st.here && st.here->inverted, raw, value,
				    sizeof(value)))
		note_write(o, id, false, value);
}

/* Is the word [@p, @p + @n) one of those of @text that blanks or " / " part? */
static bool has_part(const char *text, const char *p, size_t n)
{
	for (const char *q = text; *q;) {
		size_t len = strcspn(q, " /");

		if (len == n && !strncmp(q, p, n))
			return true;
		q += len;
		q += strspn(q, " /");
	}
	return false;
}

/* Did an order of ours make it @new? Where its files differ, each has a value of ours or its old one. */
static bool wrote_it(const struct observer *o, size_t id, const char *old, const char *new)
{
	bool ours = false;

	for (size_t i = 0; i < o->nown; i++)
		if (o->own[i].id == id && (o->own[i].any || !strcmp(o->own[i].value, new)))
			return true;
	for (const char *p = new; *p;) {
		size_t n = strcspn(p, " /");
		bool part = false;

		for (size_t i = 0; i < o->nown && !part; i++)
			part = o->own[i].id == id && has_part(o->own[i].value, p, n);
		if (!part && !has_part(old, p, n))
			return false;
		ours |= part;
		p += n;
		p += strspn(p, " /");
	}
	return ours;
}

/* The kernel reports a write a little after it: give it a moment before nobody is named. */
static bool find_author(struct observer *o, const struct held_change *h, struct writer *w)
{
	const struct setting_change *c = &h->ev->u.change;

	for (int i = 0; i < AUTHOR_TRIES; i++) {
		if (who_find(o->who, h->path, c->before_ns, c->after_ns, w))
			return true;
		usleep(AUTHOR_US);
		who_read(o->who);
	}
	return false;
}

void observer_name_author(struct observer *o, const struct held_change *h)
{
	struct setting_change *out = &h->ev->u.change;
	struct writer w;

	/* a limit that is held is no write: whoever holds it is not reported */
	if (o->who && h->kind != SETTING_HELD && find_author(o, h, &w)) {
		if (w.ours)
			out->flags |= CHANGE_OWN;
		out->pid = (uint32_t)MAX(w.pid, 0);
		text_copy(out->who, sizeof(out->who), w.comm);
	} else if (wrote_it(o, out->id, h->old, h->new)) {
		out->flags |= CHANGE_OWN;
	} else if (h->kind == SETTING_HELD) {
		text_copy(out->who, sizeof(out->who), "another process");
	} else if (o->who) {
		text_copy(out->who, sizeof(out->who), "kernel or another namespace");
	}
}
