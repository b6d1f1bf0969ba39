// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * settings_list: the catalogue as a table and as JSON.
 *
 * Invariant: reads each setting once, writes to @out only.
 */
#include "settings/settings_list.h"
#include "base/text.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *access_name(enum setting_access access)
{
	return access == ACCESS_WRITE ? "write" : access == ACCESS_READ ? "read" : "none";
}

/* ---- table ---- */

static void print_line(FILE *out, const struct setting_here *h, const struct sysroot *root)
{
	const struct setting *s = h->setting;
	char value[64] = "--", risk[64], more[32] = "", path[SETTING_RAW], why[240];
	struct setting_value v;

	if (h->access != ACCESS_NONE && !setting_read(h, root, &v)) {
		if (v.mixed)
			text_shown(value, sizeof(value), v.text);
		else
			setting_format(s, v.text, value, sizeof(value));
	}
	setting_risk_text(s->risk, risk, sizeof(risk));
	fprintf(out, "  %-36s %-24s %-13s %-15s ", s->name, value, setting_reach_name(s->reaches),
		risk[0] ? risk : "-");
	if (h->npaths > 1)
		text_format(more, sizeof(more), " and %zu more", h->npaths - 1);
	if (h->npaths)
		fprintf(out, "%s%s", text_shown(path, sizeof(path), h->path[0]), more);
	fprintf(out, "%s%s\n", h->npaths && h->reason[0] ? ": " : "",
		text_shown(why, sizeof(why), h->reason));
}

int settings_list_text(FILE *out, const struct catalogue *c, const struct sysroot *root)
{
	fprintf(out, "  %-36s %-24s %-13s %-15s %s\n", "setting", "value", "reaches", "risk",
		"where, or why not");
	for (size_t g = 0; setting_groups[g]; g++) {
		bool begun = false;

		for (size_t i = 0; i < c->n; i++) {
			struct setting_here h;

			if (strcmp(c->item[i]->group, setting_groups[g]))
				continue;
			if (!begun)
				fprintf(out, "%s\n", setting_groups[g]);
			begun = true;
			if (setting_resolve(&h, c->item[i], root))
				return -ENOMEM;
			print_line(out, &h, root);
			setting_here_free(&h);
		}
	}
	return ferror(out) ? -EIO : 0;
}

/* ---- JSON ---- */

/* What the kernel or a captured machine says is not always UTF-8, which JSON is. */
static json_t *json_shown(const char *text)
{
	char buf[SETTING_RAW];

	return json_string(text_shown(buf, sizeof(buf), text));
}

static json_t *text_or_null(const char *text)
{
	return text && text[0] ? json_shown(text) : json_null();
}

static json_t *json_paths(const struct setting_here *h)
{
	json_t *a = json_array();

	for (size_t i = 0; i < h->npaths; i++)
		json_array_append_new(a, json_shown(h->path[i]));
	return a;
}

static json_t *json_values(const struct setting_here *h, const struct sysroot *root)
{
	struct setting_values v;
	json_t *a = json_array();

	setting_values(h, root, &v);
	for (size_t i = 0; i < v.n; i++)
		json_array_append_new(a, json_shown(v.value[i]));
	return a;
}

static json_t *json_risks(unsigned risk)
{
	json_t *a = json_array();

	for (unsigned bit = 1; bit <= RISK_ONE_WAY; bit <<= 1) {
		char name[32];

		setting_risk_text(risk & bit, name, sizeof(name));
		if (name[0])
			json_array_append_new(a, json_string(name));
	}
	return a;
}

static json_t *json_moves(const struct setting *s)
{
	json_t *o = json_object(), *rows = json_array();

	for (int k = 0; k < ROW_CLASSES; k++)
		if (s->rows & (1u << k))
			json_array_append_new(rows, json_string(row_class_name(k)));
	json_object_set_new(o, "rows", rows);
	json_object_set_new(o, "methods", text_or_null(s->methods));
	json_object_set_new(o, "placements", text_or_null(s->placements));
	return o;
}

static json_t *json_setting(const struct setting_here *h, const struct sysroot *root)
{
	const struct setting *s = h->setting;
	struct setting_value v;
	bool known = h->access != ACCESS_NONE && !setting_read(h, root, &v);
	json_t *o = json_object();

	json_object_set_new(o, "name", json_shown(s->name));
	json_object_set_new(o, "group", json_shown(s->group));
	json_object_set_new(o, "kind", json_string(setting_kind_name(s->kind)));
	json_object_set_new(o, "help", text_or_null(s->help));
	json_object_set_new(o, "unit", text_or_null(s->unit));
	json_object_set_new(o, "value", known ? json_shown(v.text) : json_null());
	json_object_set_new(o, "mixed", json_boolean(known && v.mixed));
	json_object_set_new(o, "possible_values", json_values(h, root));
	json_object_set_new(o, "reaches", json_string(setting_reach_name(s->reaches)));
	json_object_set_new(o, "settle_ms", json_integer(setting_settle_ms(s)));
	json_object_set_new(o, "risk", json_risks(s->risk));
	json_object_set_new(o, "access", json_string(access_name(h->access)));
	json_object_set_new(o, "reason", text_or_null(h->reason));
	json_object_set_new(o, "paths", json_paths(h));
	json_object_set_new(o, "moves", json_moves(s));
	return o;
}

int settings_list_json(FILE *out, const struct catalogue *c, const struct sysroot *root)
{
	json_t *all = json_array();
	int ret = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct setting_here h;

		if (setting_resolve(&h, c->item[i], root)) {
			json_decref(all);
			return -ENOMEM;
		}
		if (json_array_append_new(all, json_setting(&h, root)))
			ret = -ENOMEM;
		setting_here_free(&h);
	}
	if (!ret && json_dumpf(all, out, JSON_INDENT(2)))
		ret = -EIO;
	if (!ret && fputc('\n', out) == EOF)
		ret = -EIO;
	json_decref(all);
	return ret;
}
