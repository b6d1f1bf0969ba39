// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * settings_config: sections [setting NAME] of the user's configuration as entries of the catalogue.
 *
 * Invariant: after a failure the catalogue is as it was; every error names file and line. A section
 * can name files to read and values to offer, never make one written.
 */
#include "settings/setting.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings/setting_int.h"

#define SECTION	     "setting "
#define NAME_MAX_LEN 40 /* what inih leaves of a section's name */
#define FILE_MAX     (1024 * 1024)

struct draft {
	struct setting s;
	char pool[8192]; /* the texts of s */
	size_t used;
	size_t npaths, ncompanions;
	unsigned line; /* where the section begins */
	bool open, kind_given;
};

struct reader {
	const char *p; /* what is left of the text */
	const char *file;
	unsigned line;
	struct catalogue *c;
	char section[64];
	struct draft d;
	struct err *e;
	int ret;
};

static int fail(struct reader *r, unsigned line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static int fail(struct reader *r, unsigned line, const char *fmt, ...)
{
	char words[160];
	va_list ap;

	if (r->ret)
		return 0;
	va_start(ap, fmt);
	text_vformat(words, sizeof(words), fmt, ap);
	va_end(ap);
	for (char *p = words; *p; p++)
		if ((unsigned char)*p < 32 || *p == 127)
			*p = '?';
	r->ret = err_set(r->e, EINVAL, "%.60s:%u: %s", r->file, line, words);
	return 0;
}

static const char *keep(struct draft *d, const char *text, size_t len)
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
static bool keep_list(struct draft *d, const char *text, const char **list, size_t max)
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
		list[n] = keep(d, text, used);
		if (!list[n])
			return false;
		text += len + (text[len] == ',');
	}
	return n > 0;
}

static bool whole(const char *text, int64_t *v)
{
	char number[32];

	return !number_normalise(text, strlen(text), number, sizeof(number)) &&
	       number_value(number, v);
}

/* ---- one function a key: false when the value is not of its kind ---- */

static bool allowed_path(const char *path)
{
	return (!strncmp(path, "/proc/sys/", 10) || !strncmp(path, "/sys/", 5)) &&
	       !strstr(path, "..") && strlen(path) < 1024 && !setting_path_refused(path);
}

static bool set_path(struct draft *d, const char *value)
{
	if (!allowed_path(value) || d->npaths == SETTING_PATHS)
		return false;
	if (!d->npaths) {
		memset(d->s.path, 0, sizeof(d->s.path));
		d->s.inverted = 0;
	}
	d->s.path[d->npaths] = keep(d, value, strlen(value));
	return d->s.path[d->npaths++] != NULL;
}

static bool set_companion(struct draft *d, const char *value)
{
	if (!allowed_path(value) || d->ncompanions == SETTING_COMPANIONS)
		return false;
	if (!d->ncompanions)
		memset(d->s.companion, 0, sizeof(d->s.companion));
	d->s.companion[d->ncompanions] = keep(d, value, strlen(value));
	return d->s.companion[d->ncompanions++] != NULL;
}

static bool set_kind(struct draft *d, const char *value)
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

static bool set_values(struct draft *d, const char *value)
{
	return keep_list(d, value, d->s.demo, SETTING_DEMOS);
}

static bool set_choices(struct draft *d, const char *value)
{
	d->s.choices_file = NULL;
	return keep_list(d, value, d->s.choice, SETTING_CHOICES);
}

static bool set_choices_file(struct draft *d, const char *value)
{
	if ((value[0] == '/' && strncmp(value, "/sys/", 5) && strncmp(value, "/proc/sys/", 10)) ||
	    strstr(value, "..") || !value[0])
		return false;
	d->s.choices_file = keep(d, value, strlen(value));
	return d->s.choices_file != NULL;
}

static bool set_min(struct draft *d, const char *value)
{
	return whole(value, &d->s.min);
}

static bool set_max(struct draft *d, const char *value)
{
	return whole(value, &d->s.max);
}

static bool set_unit(struct draft *d, const char *value)
{
	d->s.unit = keep(d, value, strlen(value));
	return d->s.unit && value[0] && strlen(value) < 12;
}

static bool set_group(struct draft *d, const char *value)
{
	for (size_t i = 0; setting_groups[i]; i++)
		if (!strcmp(setting_groups[i], value)) {
			d->s.group = setting_groups[i];
			return true;
		}
	return false;
}

static bool set_help(struct draft *d, const char *value)
{
	d->s.help = keep(d, value, strlen(value));
	return d->s.help && value[0];
}

static bool set_reaches(struct draft *d, const char *value)
{
	for (int k = 0; k < SETTING_REACHES; k++)
		if (!strcmp(setting_reach_name(k), value)) {
			d->s.reaches = k;
			return true;
		}
	return false;
}

static bool set_settle(struct draft *d, const char *value)
{
	int64_t v;

	if (!whole(value, &v) || v < 1 || v > 60000)
		return false;
	d->s.settle_ms = (unsigned)v;
	return true;
}

static bool set_risk(struct draft *d, const char *value)
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

static bool set_inverted(struct draft *d, const char *value)
{
	char flag[4];

	if (setting_normalise_kind(SETTING_BOOL, NULL, false, value, flag, sizeof(flag)))
		return false;
	d->s.inverted = flag[0] == '1' ? (1u << SETTING_PATHS) - 1 : 0;
	return true;
}

static bool set_word(struct draft *d, const char *value)
{
	if (!value[0] || value[strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")] ||
	    strlen(value) > 60)
		return false;
	d->s.word = keep(d, value, strlen(value));
	return d->s.word != NULL;
}

static const struct key {
	const char *name, *wants;
	bool (*set)(struct draft *d, const char *value);
} keys[] = {
	{ "path", "a file below /proc/sys or /sys that holds a value", set_path },
	{ "companion", "a file below /proc/sys or /sys that holds a value", set_companion },
	{ "kind", "bool, number, choice, bracket, mask, cpulist, vector or text", set_kind },
	{ "values", "up to 8 values with commas between", set_values },
	{ "choices", "up to 12 words with commas between", set_choices },
	{ "choices-file", "a file name, beside the setting's or below /proc/sys or /sys",
	  set_choices_file },
	{ "min", "a whole number", set_min },
	{ "max", "a whole number", set_max },
	{ "unit", "a short text", set_unit },
	{ "group", "a group of the settings view, as \"other\"", set_group },
	{ "help", "a text", set_help },
	{ "reaches", "\"now\", \"new tasks\", \"new sockets\"...", set_reaches },
	{ "settle-ms", "1 to 60000", set_settle },
	{ "risk", "hang, security, power, one-way", set_risk },
	{ "inverted", "yes or no", set_inverted },
	{ "word", "a word in capitals out of a list of words", set_word },
};

/* ---- sections ---- */

static bool good_name(const char *name)
{
	size_t len = strlen(name);

	return len && len <= NAME_MAX_LEN && name[0] != '.' && name[len - 1] != '.' &&
	       !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789._-")];
}

static void begin(struct reader *r, const char *name)
{
	const struct setting *base = catalogue_find(r->c, name);
	struct draft *d = &r->d;

	memset(d, 0, sizeof(*d));
	d->open = true;
	d->line = r->line;
	if (base) {
		d->s = *base;
		d->kind_given = true;
	} else {
		d->s.group = "other";
		d->s.help = "From the configuration file.";
	}
	d->s.name = keep(d, name, strlen(name));
	d->s.flags |= SETTING_USER;
}

static int check_values(struct reader *r, const struct setting *s)
{
	for (size_t i = 0; i < SETTING_DEMOS && s->demo[i]; i++) {
		struct setting_here h = { .setting = s };
		char out[SETTING_TEXT];
		struct err e;

		if (s->kind == SETTING_CHOICE || s->kind == SETTING_BRACKET)
			continue; /* what there is to choose, only the machine knows */
		/* a setting without files on an empty root: only the bounds of the entry count */
		if (setting_check(&h, NULL, s->demo[i], out, sizeof(out), &e))
			return fail(r, r->d.line, "%s", e.text);
	}
	return 1;
}

static int finish(struct reader *r)
{
	struct draft *d = &r->d;
	struct setting *s = &d->s;
	char path[SETTING_TEXT];

	if (!d->open || r->ret)
		return !r->ret;
	d->open = false;
	if (!s->path[0]) {
		sysctl_path(s->name, path, sizeof(path));
		if (!strchr(s->name, '.') || !set_path(d, path))
			return fail(r, d->line, "setting %s: a line \"path = ...\" is missing",
				    s->name);
	}
	if (!d->kind_given)
		s->kind = s->choice[0] || s->choices_file ? SETTING_CHOICE
			  : s->min || s->max		  ? SETTING_NUMBER
							  : SETTING_TEXT_LINE;
	if (s->min > s->max)
		return fail(r, d->line, "setting %s: min is above max", s->name);
	if (s->kind == SETTING_CHOICE && !s->choice[0] && !s->choices_file)
		return fail(r, d->line, "setting %s: a choice needs choices or choices-file",
			    s->name);
	if (s->word && s->kind != SETTING_BOOL)
		return fail(r, d->line, "setting %s: only a bool can be a word", s->name);
	if (!check_values(r, s))
		return 0;
	if (!catalogue_add(r->c, s))
		r->ret = err_set(r->e, ENOMEM, "no memory for the settings of %.80s", r->file);
	return 1;
}

static int enter(struct reader *r, const char *section)
{
	const char *name = section + strlen(SECTION);

	if (!finish(r))
		return 0;
	text_copy(r->section, sizeof(r->section), section);
	if (strncmp(section, SECTION, strlen(SECTION)))
		return 1;
	name += strspn(name, " \t");
	if (!good_name(name))
		return fail(r, r->line,
			    "\"%.40s\" is no name for a setting: up to %d letters, digits, . _ -",
			    name, NAME_MAX_LEN);
	begin(r, name);
	return 1;
}

static int on_pair(void *user, const char *section, const char *name, const char *value)
{
	struct reader *r = user;

	if (r->ret || (strcmp(section, r->section) && !enter(r, section)) || !r->d.open)
		return !r->ret;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (strcmp(keys[i].name, name))
			continue;
		if (!keys[i].set(&r->d, value ? value : ""))
			return fail(r, r->line, "%s = %.40s: wanted is %s", name,
				    value ? value : "", keys[i].wants);
		return 1;
	}
	return fail(r, r->line, "unknown key \"%.40s\" in [setting %s]", name, r->d.s.name);
}

static void head(struct reader *r, const char *section, size_t len)
{
	char name[sizeof(r->section)];

	if (!strncmp(section, SECTION, strlen(SECTION)) && len > strlen(SECTION) + NAME_MAX_LEN) {
		fail(r, r->line, "the name of a setting has at most %d characters", NAME_MAX_LEN);
		return;
	}
	text_format(name, sizeof(name), "%.*s", (int)MIN(len, sizeof(name) - 1), section);
	enter(r, name);
}

/* inih's way to get the next line; counts them, and cuts none without a word. */
static char *next_line(char *buf, int num, void *stream)
{
	struct reader *r = stream;
	size_t len = strcspn(r->p, "\n");

	if (!*r->p || r->ret)
		return NULL;
	r->line++;
	if (len + 2 > (size_t)num) {
		fail(r, r->line, "the line is longer than %d characters", num - 2);
		return NULL;
	}
	/* inih tells of a section only with its first pair; ours may have none */
	if (r->p[0] == '[' && r->p[strcspn(r->p, "]\n")] == ']')
		head(r, r->p + 1, strcspn(r->p + 1, "]"));
	memcpy(buf, r->p, len);
	r->p += len + (r->p[len] == '\n');
	buf[len] = '\n';
	buf[len + 1] = '\0';
	return buf;
}

static int parse(struct catalogue *c, const char *text, const char *file, struct err *e)
{
	struct reader *r = calloc(1, sizeof(*r));
	int bad, ret;

	if (!r)
		return err_set(e, ENOMEM, "no memory to read %.80s", file);
	r->p = text;
	r->file = file;
	r->c = c;
	r->e = e;
	bad = ini_parse_stream(next_line, r, on_pair, r);
	finish(r);
	/* lines that are no INI at all concern us only inside our own sections; config says the rest */
	if (!r->ret && bad > 0 && !strncmp(r->section, SECTION, strlen(SECTION)))
		fail(r, (unsigned)bad, "neither [section] nor \"key = value\"");
	ret = r->ret;
	free(r);
	return ret;
}

int catalogue_parse(struct catalogue *c, const char *text, const char *file, struct err *e)
{
	const struct setting **before = malloc(MAX(c->n, (size_t)1) * sizeof(*before));
	size_t n = c->n;
	int ret;

	if (!before)
		return err_set(e, ENOMEM, "no memory to read %.80s", file);
	memcpy(before, c->item, n * sizeof(*before));
	ret = parse(c, text, file, e);
	if (ret) {
		memcpy(c->item, before, n * sizeof(*before));
		c->n = n;
	}
	free(before);
	return ret;
}

int catalogue_read(struct catalogue *c, const char *path, struct err *e)
{
	FILE *f = fopen(path, "re");
	char *text;
	size_t n;
	int ret;

	if (!f)
		return err_sys(e, errno, "cannot open %.120s", path);
	text = malloc(FILE_MAX + 1);
	if (!text) {
		fclose(f);
		return err_set(e, ENOMEM, "no memory to read %.120s", path);
	}
	n = fread(text, 1, FILE_MAX, f);
	text[n] = '\0';
	if (ferror(f))
		ret = err_set(e, EIO, "cannot read %.120s", path);
	else if (n == FILE_MAX || strlen(text) != n)
		ret = err_set(e, EINVAL, "%.120s: not a text of at most 1 MiB", path);
	else
		ret = catalogue_parse(c, text, path, e);
	fclose(f);
	free(text);
	return ret;
}
