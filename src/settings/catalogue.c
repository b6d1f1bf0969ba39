// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * catalogue: the settings of this run as a list, with an owner of those that are not built in.
 *
 * Invariant: a pointer to a setting once given out stays valid until catalogue_free(), also when
 * another of the same name replaced it in the list.
 */
#include "settings/catalogue.h"
#include "settings/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "settings/setting_int.h"

static int catalogue_reserve(void *array, size_t *size, size_t want, size_t each)
{
	void **p = array, *more;
	size_t n = MAX(*size, (size_t)128);

	if (want <= *size)
		return 0;
	while (n < want)
		n *= 2;
	more = realloc(*p, n * each);
	if (!more)
		return -ENOMEM;
	*p = more;
	*size = n;
	return 0;
}

int catalogue_init(struct catalogue *c)
{
	*c = (struct catalogue){ 0 };
	if (catalogue_reserve(&c->item, &c->size, nsettings, sizeof(*c->item)))
		return -ENOMEM;
	for (size_t i = 0; i < nsettings; i++)
		c->item[c->n++] = &settings[i];
	return 0;
}

void catalogue_free(struct catalogue *c)
{
	for (size_t i = 0; i < c->nowned; i++)
		free(c->owned[i]);
	free(c->owned);
	free(c->item);
	*c = (struct catalogue){ 0 };
}

static size_t catalogue_position(const struct catalogue *c, const char *name)
{
	size_t i = 0;

	while (i < c->n && strcmp(c->item[i]->name, name))
		i++;
	return i;
}

const struct setting *catalogue_find(const struct catalogue *c, const char *name)
{
	size_t i = catalogue_position(c, name);

	if (i == c->n && name[0] != '/' && strchr(name, '/')) {
		char path[SETTING_TEXT], dotted[SETTING_TEXT];

		sysctl_path(name, path, sizeof(path));
		sysctl_name(path, dotted, sizeof(dotted));
		i = catalogue_position(c, dotted);
	}
	return i < c->n ? c->item[i] : NULL;
}

/* ---- a copy that owns its texts: one block of memory, the texts behind the struct ---- */

struct copy {
	char *text; /* NULL while only the length is counted */
	size_t len;
};

static const char *copy_text(struct copy *k, const char *text)
{
	size_t len;
	char *to;

	if (!text)
		return NULL;
	len = strlen(text) + 1;
	to = k->text ? k->text + k->len : NULL;
	if (to)
		memcpy(to, text, len);
	k->len += len;
	return to;
}

static void copy_list(struct copy *k, const char **to, const char *const *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = copy_text(k, from[i]);
}

static void copy_texts(struct copy *k, struct setting *to, const struct setting *from)
{
	to->name = copy_text(k, from->name);
	to->group = copy_text(k, from->group);
	to->help = copy_text(k, from->help);
	to->needs = copy_text(k, from->needs);
	to->word = copy_text(k, from->word);
	to->low = copy_text(k, from->low);
	to->high = copy_text(k, from->high);
	to->floor = copy_text(k, from->floor);
	to->ceiling = copy_text(k, from->ceiling);
	to->unit = copy_text(k, from->unit);
	to->choices_file = copy_text(k, from->choices_file);
	to->methods = copy_text(k, from->methods);
	to->placements = copy_text(k, from->placements);
	copy_list(k, to->path, from->path, SETTING_PATHS);
	copy_list(k, to->demo, from->demo, SETTING_DEMOS);
	copy_list(k, to->choice, from->choice, SETTING_CHOICES);
	copy_list(k, to->companion, from->companion, SETTING_COMPANIONS);
	for (size_t i = 0; i < SETTING_REFUSED; i++) {
		to->refused[i].value = copy_text(k, from->refused[i].value);
		to->refused[i].why = copy_text(k, from->refused[i].why);
	}
	for (size_t i = 0; i < SETTING_MEANINGS; i++) {
		to->meaning[i].value = copy_text(k, from->meaning[i].value);
		to->meaning[i].words = copy_text(k, from->meaning[i].words);
	}
}

const struct setting *catalogue_add(struct catalogue *c, const struct setting *s)
{
	struct setting measure = *s, *own;
	struct copy k = { 0 };
	size_t i;

	copy_texts(&k, &measure, s);
	if (catalogue_reserve(&c->item, &c->size, c->n + 1, sizeof(*c->item)) ||
	    catalogue_reserve(&c->owned, &c->owned_size, c->nowned + 1, sizeof(*c->owned)))
		return NULL;
	own = malloc(sizeof(*own) + k.len);
	if (!own)
		return NULL;
	*own = *s;
	k = (struct copy){ .text = (char *)(own + 1) };
	copy_texts(&k, own, s);
	c->owned[c->nowned++] = own;
	i = catalogue_position(c, own->name);
	c->item[i] = own;
	if (i == c->n)
		c->n++;
	return own;
}
