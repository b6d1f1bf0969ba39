// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Fuzz the codecs of settings: whatever a file holds or a person types, a normalised value stays what it
 * is when normalised again, and what would be written reads back as that value.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "settings/catalogue.h"
#include "settings/setting.h"
#include "settings/setting_int.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int ok)
{
	if (!ok)
		abort();
}

static void check_text(const struct setting *s, bool inverted, const char *text)
{
	char value[SETTING_TEXT], again[SETTING_TEXT], raw[SETTING_TEXT];

	if (setting_normalise(s, inverted, text, value, sizeof(value)))
		return;
	must(!setting_normalise(s, false, value, again, sizeof(again)));
	must(!strcmp(value, again));
	must(codec_same(value, again));
	if (!setting_raw(s, inverted, value, raw, sizeof(raw)) && raw[0]) {
		must(!strchr(raw, '\n'));
		must(!setting_normalise(s, inverted, raw, again, sizeof(again)));
		must(!strcmp(value, again));
	}
	setting_format(s, value, again, sizeof(again));
	must(memchr(again, '\0', sizeof(again)) != NULL);
}

static void check_typed(const struct setting *s, const char *text)
{
	struct setting_here h = { .setting = s, .access = ACCESS_WRITE };
	char value[SETTING_TEXT], raw[SETTING_TEXT], again[SETTING_TEXT];
	struct err e = { 0 };
	int ret = setting_check(&h, NULL, text, value, sizeof(value), &e);

	if (ret) {
		must(e.code == -ret && e.text[0]);
		return;
	}
	must(!setting_value_refused(s, value));
	must(!setting_raw(s, false, value, raw, sizeof(raw)));
	must(!setting_check(&h, NULL, value, again, sizeof(again), &e));
	must(!strcmp(value, again));
}

static void check_mix(const char *a, const char *b)
{
	struct setting_value v = { 0 };

	if (strlen(a) >= SETTING_TEXT || strlen(b) >= SETTING_TEXT || !*a || strstr(a, " / "))
		return;
	setting_value_add(&v, a);
	setting_value_add(&v, a);
	must(!v.mixed && !strcmp(v.text, a));
	setting_value_add(&v, b);
	must(v.mixed == (strcmp(a, b) != 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct setting any = { .name = "x", .word = NULL };
	char *text, path[SETTING_TEXT], name[SETTING_TEXT];

	if (size < 2)
		return 0;
	text = malloc(size - 1);
	if (!text)
		return 0;
	memcpy(text, data + 2, size - 2);
	text[size - 2] = '\0';
	any.kind = data[0] % SETTING_KINDS;
	any.min = data[1] & 2 ? -5 : 0;
	any.max = data[1] & 4 ? 1000000 : 0;
	any.min = any.max ? any.min : 0;
	any.unit = data[1] & 8 ? "us" : data[1] & 16 ? "kHz" : NULL;
	any.word = any.kind == SETTING_BOOL && data[1] & 32 ? "WORD" : NULL;
	check_text(&any, any.kind == SETTING_BOOL && data[1] & 1, text);
	check_typed(&any, text);
	check_text(&settings[data[1] % nsettings], false, text);
	check_typed(&settings[data[1] % nsettings], text);
	must(setting_guess("/sys/x/some_cpus", text) < SETTING_KINDS);
	must(setting_guess("/proc/sys/a/b", text) < SETTING_KINDS);
	check_mix(text, "other");
	if (strlen(text) < SETTING_TEXT - 16 && text[0] && text[0] != '/' && !strchr(text, '/')) {
		sysctl_path(text, path, sizeof(path));
		sysctl_name(path, name, sizeof(name));
		must(!strcmp(name, text));
	}
	free(text);
	return 0;
}
