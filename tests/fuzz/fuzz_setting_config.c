// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Fuzz the sections of settings in the configuration: whatever the text, a setting that was taken names
 * only files that may be named and values that its own validator takes; an error has one printable line
 * with the file's name, and nothing was added.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "settings/catalogue.h"
#include "settings/setting.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int ok)
{
	if (!ok)
		abort();
}

static void check_path(const char *path)
{
	must(!strncmp(path, "/proc/sys/", 10) || !strncmp(path, "/sys/", 5));
	must(!strstr(path, ".."));
	must(!setting_path_refused(path));
}

static void check_setting(const struct setting *s)
{
	struct setting_here h = { .setting = s };

	must(s->name && s->name[0] && strlen(s->name) <= 40 && s->help && s->group);
	must(s->kind < SETTING_KINDS && s->min <= s->max);
	must(s->path[0] != NULL);
	for (size_t i = 0; i < SETTING_PATHS && s->path[i]; i++)
		if (strcmp(s->path[i], "/dev/cpu_dma_latency") &&
		    strcmp(s->path[i], "/proc/irq/default_smp_affinity"))
			check_path(s->path[i]);
	for (size_t i = 0; i < SETTING_COMPANIONS && s->companion[i]; i++)
		check_path(s->companion[i]);
	for (size_t i = 0; i < SETTING_DEMOS && s->demo[i]; i++) {
		char out[SETTING_TEXT];

		if (s->kind != SETTING_CHOICE && s->kind != SETTING_BRACKET)
			must(!setting_check(&h, NULL, s->demo[i], out, sizeof(out), NULL));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct catalogue c;
	struct ini file;
	struct err e = { 0 };
	size_t before;
	int ret;

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	must(!catalogue_init(&c));
	before = c.n;
	ret = ini_load_text(&file, text, size, "fuzz.conf", &e);
	if (!ret) {
		ret = catalogue_take(&c, &file, &e);
		ini_free(&file);
	}
	if (ret) {
		must(ret == -EINVAL && e.code == EINVAL && c.n == before);
		must(!strncmp(e.text, "fuzz.conf:", 10));
		for (const char *p = e.text; *p; p++)
			must((unsigned char)*p >= 32 && *p != 127);
	}
	for (size_t i = 0; i < c.n; i++)
		if (c.item[i]->flags & SETTING_USER)
			check_setting(c.item[i]);
	catalogue_free(&c);
	free(text);
	return 0;
}
