// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * settings_config: sections [setting NAME] of the user's configuration as entries of the catalogue.
 *
 * Invariant: after a failure the catalogue is as it was; every error names file and line.
 */
#include "settings/catalogue.h"
#include "settings/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "settings/setting_draft.h"

#define SECTION	     "setting "
#define NAME_MAX_LEN 40

/* The section that is being read. */
struct section {
	const struct ini *file;
	struct catalogue *c;
	struct draft d;
	unsigned line; /* where it begins */
	bool open;     /* it is one of ours */
};

static int section_finish(struct section *s, struct err *e)
{
	struct err why;

	if (!s->open)
		return 0;
	s->open = false;
	if (draft_finish(&s->d, &why))
		return ini_wrong(s->file, s->line, e, "%s", why.text);
	if (!catalogue_add(s->c, &s->d.s))
		return err_set(e, ENOMEM, "no memory for the settings of %.80s", s->file->name);
	return 0;
}

static bool good_name(const char *name)
{
	size_t len = strlen(name);

	return len && name[0] != '.' && name[len - 1] != '.' &&
	       !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789._-")];
}

static int section_begin(struct section *s, const struct ini_entry *head, struct err *e)
{
	const char *name = head->section + strlen(SECTION);

	if (strncmp(head->section, SECTION, strlen(SECTION)))
		return 0;
	name += strspn(name, " \t");
	if (strlen(name) > NAME_MAX_LEN)
		return ini_wrong(s->file, head->line, e,
				 "the name of a setting has at most %d characters", NAME_MAX_LEN);
	if (!good_name(name))
		return ini_wrong(
			s->file, head->line, e,
			"\"%.40s\" is no name for a setting: up to %d letters, digits, . _ -", name,
			NAME_MAX_LEN);
	draft_begin(&s->d, catalogue_find(s->c, name), name);
	s->line = head->line;
	s->open = true;
	return 0;
}

static int section_take(struct section *s, const struct ini_entry *at, struct err *e)
{
	struct err why;
	int ret;

	if (!at->key) {
		ret = section_finish(s, e);
		return ret ? ret : section_begin(s, at, e);
	}
	if (s->open && draft_set(&s->d, at->key, at->value, &why))
		return ini_wrong(s->file, at->line, e, "%s", why.text);
	return 0;
}

static int take_all(struct catalogue *c, const struct ini *file, struct err *e)
{
	struct section *s = calloc(1, sizeof(*s)); /* too large for a stack */
	int ret = 0;

	if (!s)
		return err_set(e, ENOMEM, "no memory to read %.80s", file->name);
	s->c = c;
	s->file = file;
	for (size_t i = 0; i < file->n && !ret; i++)
		ret = section_take(s, &file->entry[i], e);
	if (!ret)
		ret = section_finish(s, e);
	free(s);
	return ret;
}

int catalogue_take(struct catalogue *c, const struct ini *file, struct err *e)
{
	const struct setting **before = malloc(MAX(c->n, (size_t)1) * sizeof(*before));
	size_t n = c->n;
	int ret;

	if (!before)
		return err_set(e, ENOMEM, "no memory to read %.80s", file->name);
	memcpy(before, c->item, n * sizeof(*before));
	ret = take_all(c, file, e);
	if (ret) {
		memcpy(c->item, before, n * sizeof(*before));
		c->n = n;
	}
	free(before);
	return ret;
}
