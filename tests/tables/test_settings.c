// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_settings: what every entry of the built-in catalogue must fulfil.
 *
 * Invariant: nothing of the running machine is looked at.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "machine/placement.h"
#include "settings/catalogue.h"
#include "settings/setting.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The entry under test, for the message of a failed check. */
#define check(s, cond)                                        \
	do {                                                  \
		if (!(cond))                                  \
			fail_msg("%s: %s", (s)->name, #cond); \
	} while (0)

static bool below(const char *path, const char *folder)
{
	return !strncmp(path, folder, strlen(folder));
}

static void names_are_unique_and_well_formed(void **state)
{
	(void)state;
	assert_true(nsettings >= 60);
	for (size_t i = 0; i < nsettings; i++) {
		const struct setting *s = &settings[i];
		size_t len = strlen(s->name);

		check(s, len > 2 && len < 40);
		check(s, !s->name[strspn(s->name,
					 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					 "0123456789_.-")]);
		check(s, islower((unsigned char)s->name[0]) && s->name[len - 1] != '.');
		for (size_t k = 0; k < i; k++)
			check(s, strcmp(settings[k].name, s->name));
	}
}

static void sysctls_and_parameters_bear_their_own_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < nsettings; i++) {
		const struct setting *s = &settings[i];
		char text[256], name[256];

		if (below(s->path[0], "/proc/sys/")) {
			sysctl_path(s->name, text, sizeof(text));
			check(s, !strcmp(text, s->path[0]));
			sysctl_name(s->path[0], name, sizeof(name));
			check(s, !strcmp(name, s->name));
		}
		if (below(s->path[0], "/sys/module/")) {
			const char *dot = strchr(s->name, '.');

			check(s, dot);
			snprintf(text, sizeof(text), "/sys/module/%.*s/parameters/%s",
				 (int)(dot - s->name), s->name, dot + 1);
			check(s, !strcmp(text, s->path[0]));
		}
	}
}

static void texts_are_there(void **state)
{
	bool used[32] = { false };

	(void)state;
	for (size_t i = 0; i < nsettings; i++) {
		const struct setting *s = &settings[i];
		size_t len = strlen(s->help), g = 0;

		while (setting_groups[g] && strcmp(setting_groups[g], s->group))
			g++;
		check(s, setting_groups[g]);
		used[g] = true;
		check(s, len > 15 && len < 220 && isupper((unsigned char)s->help[0]));
		check(s, strchr(".?", s->help[len - 1]) && !strchr(s->help, '\n'));
		check(s, s->needs || s->kind == SETTING_HELD);
		check(s, setting_settle_ms(s) >= 50 && setting_settle_ms(s) <= 1000);
		check(s, s->kind < SETTING_KINDS && s->reaches < SETTING_REACHES);
	}
	for (size_t g = 0; setting_groups[g]; g++)
		assert_true(used[g] || !strcmp(setting_groups[g], "other"));
}

static void paths_are_in_allowed_places(void **state)
{
	(void)state;
	for (size_t i = 0; i < nsettings; i++) {
		const struct setting *s = &settings[i];

		check(s, s->path[0]);
		for (size_t k = 0; k < SETTING_PATHS && s->path[k]; k++) {
			const char *p = s->path[k];

			check(s, below(p, "/proc/sys/") || below(p, "/sys/") ||
					 (s->kind == SETTING_HELD &&
					  !strcmp(p, "/dev/cpu_dma_latency")) ||
					 (s->flags & SETTING_SHOW));
			check(s, !strstr(p, "..") && !strstr(p, "//"));
			check(s, !setting_path_refused(p));
		}
		for (size_t k = 0; k < SETTING_COMPANIONS && s->companion[k]; k++) {
			const char *p = s->companion[k];

			check(s, below(p, "/proc/sys/") || below(p, "/sys/"));
			check(s, !setting_path_refused(p));
			for (size_t m = 0; m < SETTING_PATHS && s->path[m]; m++)
				check(s, strcmp(s->path[m], p));
		}
		check(s, s->inverted < 1u << SETTING_PATHS);
		for (size_t k = 0; k < SETTING_PATHS; k++)
			check(s,
			      !(s->inverted & 1u << k) || (s->path[k] && s->kind == SETTING_BOOL));
	}
}

static void kinds_have_what_they_need(void **state)
{
	(void)state;
	for (size_t i = 0; i < nsettings; i++) {
		const struct setting *s = &settings[i];

		switch (s->kind) {
		case SETTING_NUMBER:
		case SETTING_HELD:
			check(s, s->min < s->max && s->demo[0] && s->demo[1]);
			break;
		case SETTING_CHOICE:
			check(s, s->choice[0] || s->choices_file);
			break;
		case SETTING_VECTOR:
		case SETTING_TEXT_LINE:
			check(s, s->demo[0] && s->demo[1]);
			break;
		case SETTING_RANGE:
			check(s, s->low && s->high && s->min < s->max);
			check(s, (s->floor && s->ceiling) || s->demo[1]);
			break;
		default:
			break;
		}
		check(s, !s->word || s->kind == SETTING_BOOL);
		check(s, (s->kind == SETTING_RANGE) == (s->low != NULL));
		check(s, !(s->risk & RISK_ONE_WAY) || s->refused[0].value);
		for (size_t k = 0; k < SETTING_REFUSED && s->refused[k].value; k++)
			check(s, s->refused[k].why && strlen(s->refused[k].why) > 8);
		for (size_t k = 0; k < SETTING_MEANINGS && s->meaning[k].value; k++)
			check(s, s->meaning[k].words && s->meaning[k].words[0]);
		if (s->placements) {
			struct place_list chosen = { 0 };

			check(s, !placements_select(s->placements, &chosen, NULL));
			places_free(&chosen);
		}
	}
}

/* There and back: what would be written reads as the value it came from. */
static void round_trip(const struct setting *s, const char *value)
{
	for (int inverted = 0; inverted <= (s->kind == SETTING_BOOL); inverted++) {
		char raw[SETTING_TEXT], again[SETTING_TEXT];

		check(s, !setting_raw(s, inverted, value, raw, sizeof(raw)));
		check(s, !strchr(raw, '\n'));
		if (s->kind == SETTING_HELD && !raw[0]) {
			check(s, !strcmp(value, "none"));
			continue;
		}
		check(s, !setting_normalise(s, inverted, raw, again, sizeof(again)));
		check(s, !strcmp(again, value));
		check(s, codec_same(value, again));
	}
}

static void demo_values_pass_their_own_validator(void **state)
{
	(void)state;
	for (size_t i = 0; i < nsettings; i++) {
		const struct setting *s = &settings[i];
		struct setting_here h = { .setting = s };
		struct setting_values v;
		size_t offered = 0;

		setting_values(&h, NULL, &v);
		for (size_t k = 0; k < SETTING_DEMOS && s->demo[k]; k++, offered++) {
			char out[SETTING_TEXT];
			struct err e = { 0 };

			if (setting_check(&h, NULL, s->demo[k], out, sizeof(out), &e))
				fail_msg("%s: %s", s->name, e.text);
			check(s, !strcmp(out, s->demo[k]));
			round_trip(s, s->demo[k]);
			setting_format(s, s->demo[k], out, sizeof(out));
			check(s, out[0]);
		}
		if (offered)
			check(s, v.n == offered); /* all distinct, none refused, none too long */
		for (size_t k = 0; k < v.n; k++) {
			round_trip(s, v.value[k]);
			check(s, setting_step(s, &v, v.value[k], 1));
			check(s, setting_step(s, &v, v.value[k], -1));
		}
	}
}

static void one_way_values_are_refused(void **state)
{
	size_t seen = 0;

	(void)state;
	for (size_t i = 0; i < nsettings; i++) {
		const struct setting *s = &settings[i];
		struct setting_here h = { .setting = s, .access = ACCESS_WRITE };
		struct setting_values v;

		setting_values(&h, NULL, &v);
		for (size_t k = 0; k < SETTING_REFUSED && s->refused[k].value; k++, seen++) {
			struct writes o;
			char out[SETTING_TEXT];
			struct err e = { 0 };

			check(s, setting_check(&h, NULL, s->refused[k].value, out, sizeof(out),
					       &e) == -EPERM);
			check(s, strstr(e.text, s->refused[k].why));
			check(s, setting_encode(&h, NULL, s->refused[k].value, &o, &e) == -EPERM);
			check(s, o.n == 0);
			for (size_t m = 0; m < v.n; m++)
				check(s, strcmp(v.value[m], s->refused[k].value));
		}
	}
	assert_true(seen >= 3);
}

static void out_of_range_is_refused_with_a_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < nsettings; i++) {
		const struct setting *s = &settings[i];
		struct setting_here h = { .setting = s };
		char typed[32], out[SETTING_TEXT];
		struct err e = { 0 };

		if (s->kind != SETTING_NUMBER)
			continue;
		for (int end = 0; end < 2; end++) {
			snprintf(typed, sizeof(typed), "%lld",
				 end ? (long long)s->max + 1 : (long long)s->min - 1);
			check(s, setting_check(&h, NULL, typed, out, sizeof(out), &e));
			check(s, strstr(e.text, s->name));
		}
		check(s, setting_check(&h, NULL, "five", out, sizeof(out), &e) == -EINVAL);
	}
}

static void a_few_stand_in_the_strip(void **state)
{
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < nsettings; i++)
		n += !!(settings[i].flags & SETTING_FIRST);
	assert_in_range(n, 4, 14);
}

/* A letter for good: nobody else's, none that answers a question or means to kill elsewhere. */
static void letters_of_the_strip(void **state)
{
	(void)state;
	for (size_t i = 0; i < nsettings; i++) {
		const struct setting *s = &settings[i];

		check(s, s->key || !(s->flags & SETTING_FIRST));
		check(s, !s->key || (s->key >= 'a' && s->key <= 'z' && !strchr("ynkxtuq", s->key)));
		for (size_t k = 0; s->key && k < i; k++)
			check(s, settings[k].key != s->key);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_unique_and_well_formed),
		cmocka_unit_test(sysctls_and_parameters_bear_their_own_names),
		cmocka_unit_test(texts_are_there),
		cmocka_unit_test(paths_are_in_allowed_places),
		cmocka_unit_test(kinds_have_what_they_need),
		cmocka_unit_test(demo_values_pass_their_own_validator),
		cmocka_unit_test(one_way_values_are_refused),
		cmocka_unit_test(out_of_range_is_refused_with_a_line),
		cmocka_unit_test(a_few_stand_in_the_strip),
		cmocka_unit_test(letters_of_the_strip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
