// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * methods_params: parameters of methods, from text and to text, and what follows from their values.
 *
 * Pure. Invariant: a value that was read lies within its parameter's range, and is written in the
 * way it is read.
 */
#include "bench/methods_params.h"

#include <errno.h>
#include <string.h>

static const struct {
	char letter;
	int64_t times;
} multiples[] = { { 'g', 1 << 30 }, { 'm', 1 << 20 }, { 'k', 1 << 10 } };

static bool is_bytes(const struct method_param *p)
{
	return !strcmp(p->unit, "B");
}

/* Digits, and behind a number of bytes k, m or g. */
static bool number_read(const struct method_param *p, const char *text, int64_t *value)
{
	int64_t v = 0;
	const char *at = text;

	for (; *at >= '0' && *at <= '9'; at++) {
		if (v > (INT64_MAX - 9) / 10)
			return false;
		v = v * 10 + (*at - '0');
	}
	if (at == text)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(multiples) && *at && is_bytes(p); i++) {
		if ((*at | 0x20) != multiples[i].letter)
			continue;
		if (v > INT64_MAX / multiples[i].times)
			return false;
		v *= multiples[i].times;
		at++;
		break;
	}
	*value = v;
	return !*at;
}

static bool word_read(const struct method_param *p, const char *text, int64_t *value)
{
	for (int i = 0; p->word[i]; i++) {
		if (strcmp(p->word[i], text))
			continue;
		*value = i;
		return true;
	}
	return false;
}

void method_value_text(const struct method_param *p, int64_t value, char *buf, size_t size)
{
	if (p->word) {
		text_copy(buf, size, p->word[value]);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(multiples) && is_bytes(p); i++) {
		if (!value || value % multiples[i].times)
			continue;
		text_format(buf, size, "%lld%c", (long long)(value / multiples[i].times),
			    multiples[i].letter);
		return;
	}
	text_format(buf, size, "%lld", (long long)value);
}

static void range_text(const struct method_param *p, char *buf, size_t size)
{
	char least[24], most[24];
	size_t n = 0;

	if (!p->word) {
		method_value_text(p, p->least, least, sizeof(least));
		method_value_text(p, p->most, most, sizeof(most));
		text_format(buf, size, "%s to %s%s%s", least, most, *p->unit ? " " : "", p->unit);
		return;
	}
	for (int i = 0; p->word[i]; i++)
		n += text_format(buf + n, size - n, "%s%s", i ? ", " : "", p->word[i]);
}

void method_param_help(const struct method_param *p, char *buf, size_t size)
{
	char value[24], range[80];

	method_value_text(p, p->def, value, sizeof(value));
	range_text(p, range, sizeof(range));
	text_format(buf, size, "%s=%s (%s) %s", p->name, value, range, p->help);
}

static int no_param(const struct method *m, const char *name, struct err *e)
{
	char names[120] = "";
	size_t n = 0;

	for (int i = 0; i < METHOD_PARAMS && m->param[i].name; i++)
		n += text_format(names + n, sizeof(names) - n, " %s", m->param[i].name);
	if (!n)
		return err_set(e, EINVAL, "%s has no parameters, so '%s' is not one", m->name,
			       name);
	return err_set(e, EINVAL, "%s has no parameter '%s'; there are:%s", m->name, name, names);
}

static int read_one(struct method_choice *c, const char *name, const char *text, struct err *e)
{
	const struct method *m = c->method;
	char range[80];

	for (int i = 0; i < METHOD_PARAMS && m->param[i].name; i++) {
		const struct method_param *p = &m->param[i];
		int64_t v;

		if (strcmp(p->name, name))
			continue;
		if (p->word ? word_read(p, text, &v)
			    : number_read(p, text, &v) && v >= p->least && v <= p->most) {
			c->param[i] = v;
			return 0;
		}
		range_text(p, range, sizeof(range));
		return err_set(e, EINVAL, "%s:%s is '%s', allowed is %s", m->name, name, text,
			       range);
	}
	return no_param(m, name, e);
}

int method_params_read(struct method_choice *c, const char *text, struct err *e)
{
	while (*text) {
		size_t n = strcspn(text, ":");
		const char *is = memchr(text, '=', n);
		char name[24], value[24];
		int ret;

		if (!is)
			return err_set(e, EINVAL,
				       "a parameter of %s is written NAME=VALUE, not '%.*s'",
				       c->method->name, (int)n, text);
		text_format(name, sizeof(name), "%.*s", (int)(is - text), text);
		text_format(value, sizeof(value), "%.*s", (int)(text + n - is - 1), is + 1);
		ret = read_one(c, name, value, e);
		if (ret)
			return ret;
		text += n + (text[n] == ':');
	}
	return 0;
}

void method_params_default(struct method_choice *c)
{
	for (int i = 0; i < METHOD_PARAMS; i++)
		c->param[i] = c->method->param[i].name ? c->method->param[i].def : 0;
}

void method_params_text(const struct method_choice *c, char *buf, size_t size)
{
	size_t n = 0;

	if (size)
		buf[0] = '\0';
	for (int i = 0; i < METHOD_PARAMS && c->method->param[i].name; i++) {
		const struct method_param *p = &c->method->param[i];
		char value[24];

		if (c->param[i] == p->def)
			continue;
		method_value_text(p, c->param[i], value, sizeof(value));
		n += text_format(buf + n, size - n, "%s%s=%s", n ? ":" : "", p->name, value);
	}
}

struct method_size method_size(const struct method *m, const int64_t *param)
{
	struct method_size size = m->size;

	if (m->resize)
		m->resize(param, &size);
	if (!size.crew || size.crew > size.workers)
		size.crew = size.workers;
	return size;
}

double method_scale(const struct method *m, const int64_t *param)
{
	return m->scale ? m->scale(param) : 1;
}

unsigned method_side(const struct method *m, const int64_t *param, unsigned worker)
{
	return m->side ? m->side(param, worker) : worker % 2;
}
