// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_draft: the keys of a section [setting NAME], one after the other, until an entry is whole.
 *
 * Invariant: a section can name files to read and values to offer, never make one written.
 */
#include "settings/setting_draft.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "settings/setting_int.h"

static const char *draft_keep(struct draft *d, const char *text, size_t len)
{
	char *to = d->pool + d->used;

	if (len >= sizeof(d->pool) - d->used)
		return NULL;
	memcpy(to, text, len);
	to[len] = '\0';
	d->used += len + 1;
	return to;
}

/* Texts between commas into @list; false when there are more than @max. */
static bool draft_list(struct draft *d, const char *text, const char **list, size_t max)
{
	size_t n = 0;

	while (n < max)
		list[n++] = NULL;
	for (n = 0; *text; n++) {
		size_t len = strcspn(text, ","), used;

		text += strspn(text, " \t");
		len = strcspn(text, ",");
		for (used = len; used && isspace((unsigned char)text[used - 1]); used--)
			;
		if (n == max || !used)
			return false;
		list[n] = draft_keep(d, text, used);
		if (!list[n])
			return false;
		text += len + (text[len] == ',');
	}
	return n > 0;
}

static bool draft_whole(const char *text, int64_t *v)
{
	char number[32];

	return !codec_number((struct word){ text, strlen(text) }, number, sizeof(number)) &&
	       codec_number_value(number, v);
}

/* ---- one function a key: false when the value is not of its kind ---- */

static bool draft_path_allowed(const char *path)
{
	return (!strncmp(path, "/proc/sys/", 10) || !strncmp(path, "/sys/", 5)) &&
	       !strstr(path, "..") && strlen(path) < 1024 && !setting_path_refused(path);
}

static bool draft_set_path(struct draft *d, const char *value)
{
	if (!draft_path_allowed(value) || d->npaths == SETTING_PATHS)
		return false;
	if (!d->npaths) {
		memset(d->s.path, 0, sizeof(d->s.path));
		d->s.inverted = 0;
	}
	d->s.path[d->npaths] = draft_keep(d, value, strlen(value));
	return d->s.path[d->npaths++] != NULL;
}

static bool draft_set_companion(struct draft *d, const char *value)
{
	if (!draft_path_allowed(value) || d->ncompanions == SETTING_COMPANIONS)
		return false;
	if (!d->ncompanions)
		memset(d->s.companion, 0, sizeof(d->s.companion));
	d->s.companion[d->ncompanions] = draft_keep(d, value, strlen(value));
	return d->s.companion[d->ncompanions++] != NULL;
}

static bool draft_set_kind(struct draft *d, const char *value)
{
	for (int k = 0; k < SETTING_KINDS; k++) {
		if (strcmp(setting_kind_name(k), value))
			continue;
		if (k == SETTING_HELD || k == SETTING_RANGE)
			return false;
		d->s.kind = k;
		d->kind_given = true;
		return true;
	}
	return false;
}

static bool draft_set_values(struct draft *d, const char *value)
{
	return draft_list(d, value, d->s.demo, SETTING_DEMOS);
}

static bool draft_set_choices(struct draft *d, const char *value)
{
	d->s.choices_file = NULL;
	return draft_list(d, value, d->s.choice, SETTING_CHOICES);
}

static bool draft_set_choices_file(struct draft *d, const char *value)
{
	if ((value[0] == '/' && strncmp(value, "/sys/", 5) && strncmp(value, "/proc/sys/", 10)) ||
	    strstr(value, "..") || !value[0])
		return false;
	d->s.choices_file = draft_keep(d, value, strlen(value));
	return d->s.choices_file != NULL;
}

static bool draft_set_min(struct draft *d, const char *value)
{
	return draft_whole(value, &d->s.min);
}

static bool draft_set_max(struct draft *d, const char *value)
{
	return draft_whole(value, &d->s.max);
}

static bool draft_set_unit(struct draft *d, const char *value)
{
	d->s.unit = draft_keep(d, value, strlen(value));
	return d->s.unit && value[0] && strlen(value) < 12;
}

static bool draft_set_group(struct draft *d, const char *value)
{
	for (size_t i = 0; setting_groups[i]; i++)
		if (!strcmp(setting_groups[i], value)) {
			d->s.group = setting_groups[i];
			return true;
		}
	return false;
}

static bool draft_set_help(struct draft *d, const char *value)
{
	d->s.help = draft_keep(d, value, strlen(value));
	return d->s.help && value[0];
}

static bool draft_set_reaches(struct draft *d, const char *value)
{
	for (int k = 0; k < SETTING_REACHES; k++)
		if (!strcmp(setting_reach_name(k), value)) {
			d->s.reaches = k;
			return true;
		}
	return false;
}

static bool draft_set_settle(struct draft *d, const char *value)
{
	int64_t v;

	if (!draft_whole(value, &v) || v < 1 || v > 60000)
		return false;
	d->s.settle_ms = (unsigned)v;
	return true;
}

static bool draft_set_risk(struct draft *d, const char *value)
{
	unsigned risk = 0;
	const char *p = value;

	while (*p) {
		size_t len = strcspn(p, ", ");
		unsigned bit;

		for (bit = 1; len && bit <= RISK_ONE_WAY; bit <<= 1) {
			char name[64];

			setting_risk_text(bit, name, sizeof(name));
			if (strlen(name) == len && !memcmp(name, p, len))
				break;
		}
		if (bit > RISK_ONE_WAY)
			return false;
		risk |= len ? bit : 0;
		p += len + (p[len] != '\0');
	}
	d->s.risk |= risk;
	return risk != 0;
}

static bool draft_set_inverted(struct draft *d, const char *value)
{
	char flag[4];

	if (codec_normalise(SETTING_BOOL, NULL, false, value, flag, sizeof(flag)))
		return false;
	d->s.inverted = flag[0] == '1' ? (1u << SETTING_PATHS) - 1 : 0;
	return true;
}

static bool draft_set_word(struct draft *d, const char *value)
{
	if (!value[0] || value[strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")] ||
	    strlen(value) > 60)
		return false;
	d->s.word = draft_keep(d, value, strlen(value));
	return d->s.word != NULL;
}

static const struct draft_key {
	const char *name, *wants;
	bool (*set)(struct draft *d, const char *value);
} draft_keys[] = {
	{ "path", "a file below /proc/sys or /sys that holds a value", draft_set_path },
	{ "companion", "a file below /proc/sys or /sys that holds a value", draft_set_companion },
	{ "kind", "bool, number, choice, bracket, mask, cpulist, vector or text", draft_set_kind },
	{ "values", "up to 8 values with commas between", draft_set_values },
	{ "choices", "up to 12 words with commas between", draft_set_choices },
	{ "choices-file", "a file name, beside the setting's or below /proc/sys or /sys",
	  draft_set_choices_file },
	{ "min", "a whole number", draft_set_min },
	{ "max", "a whole number", draft_set_max },
	{ "unit", "a short text", draft_set_unit },
	{ "group", "a group of the settings view, as \"other\"", draft_set_group },
	{ "help", "a text", draft_set_help },
	{ "reaches", "\"now\", \"new tasks\", \"new sockets\"...", draft_set_reaches },
	{ "settle-ms", "1 to 60000", draft_set_settle },
	{ "risk", "hang, security, power, one-way", draft_set_risk },
	{ "inverted", "yes or no", draft_set_inverted },
	{ "word", "a word in capitals out of a list of words", draft_set_word },
};

void draft_begin(struct draft *d, const struct setting *base, const char *name)
{
	memset(d, 0, sizeof(*d));
	if (base) {
		d->s = *base;
		d->kind_given = true;
	} else {
		d->s.group = "other";
		d->s.help = "From the configuration file.";
	}
	d->s.name = draft_keep(d, name, strlen(name));
	d->s.flags |= SETTING_USER;
}

int draft_set(struct draft *d, const char *key, const char *value, struct err *e)
{
	for (size_t i = 0; i < ARRAY_SIZE(draft_keys); i++) {
		if (strcmp(draft_keys[i].name, key))
			continue;
		if (draft_keys[i].set(d, value))
			return 0;
		return err_set(e, EINVAL, "%s = %.40s: wanted is %s", key, value,
			       draft_keys[i].wants);
	}
	return err_set(e, EINVAL, "unknown key \"%.40s\" in [setting %s]", key, d->s.name);
}

static int draft_check_values(const struct setting *s, struct err *e)
{
	for (size_t i = 0; i < SETTING_DEMOS && s->demo[i]; i++) {
		struct setting_here h = { .setting = s };
		char out[SETTING_TEXT];

		if (s->kind == SETTING_CHOICE || s->kind == SETTING_BRACKET)
			continue; /* what there is to choose, only the machine knows */
		/* a setting without files on an empty root: only the bounds of the entry count */
		if (setting_check(&h, NULL, s->demo[i], out, sizeof(out), e))
			return -EINVAL;
	}
	return 0;
}

int draft_finish(struct draft *d, struct err *e)
{
	struct setting *s = &d->s;
	char path[SETTING_TEXT];

	if (!s->path[0]) {
		sysctl_path(s->name, path, sizeof(path));
		if (!strchr(s->name, '.') || !draft_set_path(d, path))
			return err_set(e, EINVAL, "setting %s: a line \"path = ...\" is missing",
				       s->name);
	}
	if (!d->kind_given)
		s->kind = s->choice[0] || s->choices_file ? SETTING_CHOICE
			  : s->min || s->max		  ? SETTING_NUMBER
							  : SETTING_TEXT_LINE;
	if (s->min > s->max)
		return err_set(e, EINVAL, "setting %s: min is above max", s->name);
	if (s->kind == SETTING_CHOICE && !s->choice[0] && !s->choices_file)
		return err_set(e, EINVAL, "setting %s: a choice needs choices or choices-file",
			       s->name);
	if (s->word && s->kind != SETTING_BOOL)
		return err_set(e, EINVAL, "setting %s: only a bool can be a word", s->name);
	return draft_check_values(s, e);
}
