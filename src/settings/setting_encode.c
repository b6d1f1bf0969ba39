// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_encode: a wanted value into the writes that the guardian carries out.
 *
 * Invariant: reads only. Every file that will be written or that the kernel changes along stands
 * among them; carried out in turn or undone last one first, no step meets a state the kernel refuses.
 */
#include "settings/setting.h"

#include <errno.h>
#include <string.h>

#include "settings/setting_int.h"

static int no_memory(struct err *e)
{
	return err_set(e, ENOMEM, "no memory for what is to be written");
}

/* Save what the kernel changes along. One that cannot be read is no companion here. */
static int add_companions(const struct setting *s, const struct sysroot *root, struct writes *w,
			  struct err *e)
{
	struct paths p = { 0 };
	int ret = 0;

	for (size_t i = 0; i < SETTING_COMPANIONS && s->companion[i] && !ret; i++)
		ret = paths_match(&p, root, s->companion[i]);
	for (size_t i = 0; i < p.n && !ret; i++) {
		const struct setting like = { .kind = SETTING_TEXT_LINE };
		char raw[SETTING_RAW];

		if (!setting_read_raw(&like, root, p.path[i], raw))
			ret = writes_add(w, WRITE_ALSO, p.path[i], "");
	}
	paths_free(&p);
	return ret ? no_memory(e) : 0;
}

/*
 * One file. @value: normalised. Left out when it has that value already; of a held one that cannot
 * be known, since another holder's limit may be in force.
 */
static int add_file(const struct setting_here *h, const struct sysroot *root, const char *path,
		    const char *value, struct writes *w, struct err *e)
{
	const struct setting *s = h->setting;
	char raw[SETTING_RAW], now[SETTING_TEXT], text[SETTING_TEXT];
	enum write_kind kind = s->kind == SETTING_HELD ? WRITE_HELD
			       : s->word	       ? WRITE_WORDS
						       : WRITE_FILE;
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
	return writes_add(w, kind, path, text) ? no_memory(e) : 0;
}

static bool present(const struct setting_here *h, const struct sysroot *root, const char *path,
		    int64_t *v)
{
	char raw[SETTING_RAW], text[SETTING_TEXT];

	return !setting_read_raw(h->setting, root, path, raw) &&
	       !setting_normalise(h->setting, false, raw, text, sizeof(text)) &&
	       codec_number_value(text, v);
}

/*
 * Both ends of one folder. The lower end must never pass the upper one: the upper goes first when
 * the new lower end is above it, else the lower one does (it then is at or below both upper ends).
 */
static int add_range(const struct setting_here *h, const struct sysroot *root, size_t i,
		     const char *value, struct writes *w, struct err *e)
{
	const char *space = strchr(value, ' ');
	char end[2][32];
	int64_t low, high_now;
	int first = 0, ret;

	if (!space)
		return err_set(e, EINVAL, "%s: not two ends", h->setting->name);
	text_format(end[0], sizeof(end[0]), "%.*s", (int)(space - value), value);
	text_format(end[1], sizeof(end[1]), "%s", space + 1);
	if (codec_number_value(end[0], &low) && present(h, root, h->path[i + 1], &high_now))
		first = low > high_now;
	ret = add_file(h, root, h->path[i + first], end[first], w, e);
	return ret ? ret : add_file(h, root, h->path[i + !first], end[!first], w, e);
}

int setting_encode(const struct setting_here *h, const struct sysroot *root, const char *value,
		   struct writes *w, struct err *e)
{
	const struct setting *s = h->setting;
	const char *why = setting_value_refused(s, value);
	size_t each = s->kind == SETTING_RANGE ? 2 : 1, saved;
	int ret;

	*w = (struct writes){ .name = s->name };
	if (why)
		return err_set(e, EPERM, "%s: \"%.24s\" is refused: %s", s->name, value, why);
	if (h->access != ACCESS_WRITE)
		return err_set(e, EPERM, "%s cannot be changed here: %s", s->name, h->reason);
	ret = add_companions(s, root, w, e);
	saved = w->n;
	for (size_t i = 0; i + each <= h->npaths && !ret; i += each)
		ret = each == 2 ? add_range(h, root, i, value, w, e)
				: add_file(h, root, h->path[i], value, w, e);
	if (ret || w->n == saved) /* else it would only save companions */
		writes_free(w);
	return ret;
}
