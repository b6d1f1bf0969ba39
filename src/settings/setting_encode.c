// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_encode: a wanted value into the order that the guardian carries out.
 *
 * Invariant: reads only. Every file that will be written or that the kernel changes along stands in
 * the order; carried out in turn or undone last one first, no step meets a state the kernel refuses.
 */
#include "settings/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "settings/setting_int.h"

static struct setting_write *order_grow(struct setting_order *o, const char *path)
{
	struct setting_write *w;

	if (o->n == o->size) {
		size_t size = o->size ? o->size * 2 : 8;

		w = realloc(o->write, size * sizeof(*w));
		if (!w)
			return NULL;
		o->write = w;
		o->size = size;
	}
	w = &o->write[o->n];
	*w = (struct setting_write){ .path = strdup(path) };
	if (!w->path)
		return NULL;
	o->n++;
	return w;
}

void setting_order_free(struct setting_order *o)
{
	for (size_t i = 0; i < o->n; i++)
		free(o->write[i].path);
	free(o->write);
	*o = (struct setting_order){ 0 };
}

static int no_memory(struct err *e)
{
	return err_set(e, ENOMEM, "no memory for the order");
}

/* Save what the kernel changes along. One that cannot be read is no companion here. */
static int add_companions(const struct setting *s, const struct sysroot *root,
			  struct setting_order *o, struct err *e)
{
	struct paths p = { 0 };
	int ret = 0;

	for (size_t i = 0; i < SETTING_COMPANIONS && s->companion[i] && !ret; i++)
		ret = paths_match(&p, root, s->companion[i]);
	for (size_t i = 0; i < p.n && !ret; i++) {
		const struct setting like = { .kind = SETTING_TEXT_LINE };
		char raw[SETTING_RAW];
		struct setting_write *w;

		if (setting_read_raw(&like, root, p.path[i], raw))
			continue;
		w = order_grow(o, p.path[i]);
		if (w)
			w->kind = WRITE_ALSO;
		else
			ret = -ENOMEM;
	}
	paths_free(&p);
	return ret ? no_memory(e) : 0;
}

/*
 * One file. @value: normalised. Left out when it has that value already; of a held one that cannot
 * be known, since another holder's limit may be in force.
 */
static int add_file(const struct setting_here *h, const struct sysroot *root, const char *path,
		    const char *value, struct setting_order *o, struct err *e)
{
	const struct setting *s = h->setting;
	char raw[SETTING_RAW], now[SETTING_TEXT], text[SETTING_TEXT];
	struct setting_write *w;
	int ret = setting_read_raw(s, root, path, raw);

	if (ret == -ENOENT || ret == -ENODEV)
		return 0;
	if (ret)
		return err_sys(e, -ret, "cannot read %s", path);
	ret = setting_normalise(s, h->inverted, raw, now, sizeof(now));
	if (!ret && s->kind != SETTING_HELD && !strcmp(now, value))
		return 0;
	if (!ret)
		ret = setting_raw(s, h->inverted, value, text, sizeof(text));
	if (ret)
		return err_set(e, -ret,
			       "%s: %s does not read as a %s, or \"%.40s\" cannot be written",
			       s->name, path, setting_kind_name(s->kind), value);
	w = order_grow(o, path);
	if (!w)
		return no_memory(e);
	w->kind = s->kind == SETTING_HELD ? WRITE_HELD : s->word ? WRITE_WORDS : WRITE_FILE;
	memcpy(w->raw, text, sizeof(text));
	return 0;
}

static bool present(const struct setting_here *h, const struct sysroot *root, const char *path,
		    int64_t *v)
{
	char raw[SETTING_RAW], text[SETTING_TEXT];

	return !setting_read_raw(h->setting, root, path, raw) &&
	       !setting_normalise(h->setting, false, raw, text, sizeof(text)) &&
	       number_value(text, v);
}

/*
 * Both ends of one folder. The lower end must never pass the upper one: the upper goes first when
 * the new lower end is above it, else the lower one does (it then is at or below both upper ends).
 */
static int add_range(const struct setting_here *h, const struct sysroot *root, size_t i,
		     const char *value, struct setting_order *o, struct err *e)
{
	const char *space = strchr(value, ' ');
	char end[2][32];
	int64_t low, high_now;
	int first = 0, ret;

	if (!space)
		return err_set(e, EINVAL, "%s: not two ends", h->setting->name);
	text_format(end[0], sizeof(end[0]), "%.*s", (int)(space - value), value);
	text_format(end[1], sizeof(end[1]), "%s", space + 1);
	if (number_value(end[0], &low) && present(h, root, h->path[i + 1], &high_now))
		first = low > high_now;
	ret = add_file(h, root, h->path[i + first], end[first], o, e);
	return ret ? ret : add_file(h, root, h->path[i + !first], end[!first], o, e);
}

int setting_encode(const struct setting_here *h, const struct sysroot *root, const char *value,
		   struct setting_order *o, struct err *e)
{
	const struct setting *s = h->setting;
	const char *why = setting_value_refused(s, value);
	size_t each = s->kind == SETTING_RANGE ? 2 : 1, saved;
	int ret;

	*o = (struct setting_order){ 0 };
	if (why)
		return err_set(e, EPERM, "%s: \"%.24s\" is refused: %s", s->name, value, why);
	if (h->access != ACCESS_WRITE)
		return err_set(e, EPERM, "%s cannot be changed here: %s", s->name, h->reason);
	ret = add_companions(s, root, o, e);
	saved = o->n;
	for (size_t i = 0; i + each <= h->npaths && !ret; i += each)
		ret = each == 2 ? add_range(h, root, i, value, o, e)
				: add_file(h, root, h->path[i], value, o, e);
	if (ret || o->n == saved) /* an order without a write would only save companions */
		setting_order_free(o);
	return ret;
}
