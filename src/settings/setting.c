// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting: names of kinds, reaches and risks, and the codec for a setting.
 *
 * Invariant: every kind, reach and risk has a name.
 */
#include "settings/setting.h"

#include <string.h>

#include "settings/setting_int.h"

#define SETTLE_MS 50

static const char *const kind_names[SETTING_KINDS] = {
	[SETTING_BOOL] = "bool",       [SETTING_NUMBER] = "number", [SETTING_CHOICE] = "choice",
	[SETTING_BRACKET] = "bracket", [SETTING_MASK] = "mask",	    [SETTING_CPULIST] = "cpulist",
	[SETTING_VECTOR] = "vector",   [SETTING_RANGE] = "range",   [SETTING_HELD] = "held",
	[SETTING_TEXT_LINE] = "text",
};

static const char *const reach_names[SETTING_REACHES] = {
	[REACH_NOW] = "now",
	[REACH_TASK] = "new tasks",
	[REACH_EXEC] = "new programs",
	[REACH_SOCK] = "new sockets",
	[REACH_PIPE] = "new pipes",
	[REACH_FAULT] = "new memory",
	[REACH_LISTEN] = "new listeners",
	[REACH_LOAD] = "next load",
	[REACH_DEVICE] = "new devices",
};

static const char *const risk_names[] = { "hang", "security", "power", "one-way" };

const char *setting_kind_name(enum setting_kind kind)
{
	return kind < SETTING_KINDS ? kind_names[kind] : "unknown";
}

const char *setting_reach_name(enum setting_reach reach)
{
	return reach < SETTING_REACHES ? reach_names[reach] : "unknown";
}

void setting_risk_text(unsigned risk, char *buf, size_t size)
{
	size_t n = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(risk_names); i++)
		if (risk & (1u << i))
			n += text_format(buf + n, size - n, "%s%s", n ? "," : "", risk_names[i]);
}

unsigned setting_settle_ms(const struct setting *s)
{
	return s->settle_ms ? s->settle_ms : SETTLE_MS;
}

int setting_normalise(const struct setting *s, bool inverted, const char *raw, char *out,
		      size_t size)
{
	return codec_normalise(s->kind, s->word, inverted, raw, out, size);
}

int setting_raw(const struct setting *s, bool inverted, const char *value, char *raw, size_t size)
{
	return codec_raw(s->kind, s->word, inverted, value, raw, size);
}
