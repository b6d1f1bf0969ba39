// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_proposal: what is proposed on machines of several kinds, made here as folders, and what the demonstrations
 * promise there.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../lib/stage.h"
#include "../lib/tempdir.h"
#include "app/app.h"
#include "settings/catalogue.h"
#include "settings/presets.h"
#include "settings/proposal.h"

#define CPUS "sys/devices/system/cpu/"

struct machine {
	char dir[256];
	struct sysroot root;
};

static int setup(void **state)
{
	struct machine *m = calloc(1, sizeof(*m));

	if (!m)
		return -1;
	tempdir_make(m->dir, sizeof(m->dir));
	tempdir_write(m->dir, "0-3\n", CPUS "online");
	tempdir_write(m->dir, "1\n", "proc/sys/kernel/timer_migration");
	tempdir_write(m->dir, "0\n", "proc/sys/kernel/nmi_watchdog");
	tempdir_write(m->dir, "0\n", "proc/sys/kernel/sched_schedstats");
	tempdir_write(m->dir, "0\n", "sys/module/haltpoll/parameters/guest_halt_poll_ns");
	*state = m;
	return sysroot_open(&m->root, m->dir);
}

static int teardown(void **state)
{
	struct machine *m = *state;

	sysroot_close(&m->root);
	tempdir_remove(m->dir);
	free(m);
	return 0;
}

static void has_idle(struct machine *m, const char *driver, const char *governor)
{
	tempdir_write(m->dir, driver, CPUS "cpuidle/current_driver");
	tempdir_write(m->dir, governor, CPUS "cpuidle/current_governor");
	tempdir_write(m->dir, "menu teo haltpoll\n", CPUS "cpuidle/available_governors");
	if (strcmp(driver, "none\n") != 0)
		tempdir_write(m->dir, "1\n", CPUS "cpu0/cpuidle/state1/latency");
}

/* The letters of what is proposed, in the order of the catalogue. */
static const char *proposed(struct machine *m)
{
	static char keys[64];
	size_t n = 0;

	for (size_t i = 0; i < nsettings; i++) {
		struct setting_here h;

		assert_int_equal(setting_resolve(&h, &settings[i], &m->root), 0);
		if (proposal_acts(&h, &m->root) && proposal_wanted(&settings[i], &m->root))
			keys[n++] = settings[i].key;
		setting_here_free(&h);
	}
	keys[n] = '\0';
	return keys;
}

static void test_without_idle_driver(void **state)
{
	struct machine *m = *state;

	assert_string_equal(proposed(m), "vaw"); /* what costs a little instead */
	has_idle(m, "none\n", "menu\n");
	assert_string_equal(proposed(m), "vaw");
	tempdir_write(m->dir, "performance\n", CPUS "cpufreq/policy0/scaling_governor");
	tempdir_write(m->dir, "performance powersave\n",
		      CPUS "cpufreq/policy0/scaling_available_governors");
	assert_string_equal(proposed(m), "gvw");
}

static void test_with_idle_driver(void **state)
{
	struct machine *m = *state;

	has_idle(m, "intel_idle\n", "menu\n");
	assert_string_equal(proposed(m), "ovw"); /* nobody asks haltpoll's parameter */
	has_idle(m, "haltpoll\n", "haltpoll\n");
	assert_string_equal(proposed(m), "opvw");
	tempdir_write(m->dir, "0\n", CPUS "online"); /* nobody to wake */
	assert_string_equal(proposed(m), "vaw");
}

/* What nobody could write is not proposed, whoever asks. */
static void test_read_only_file(void **state)
{
	struct machine *m = *state;
	char path[512];

	snprintf(path, sizeof(path), "%s/proc/sys/kernel/nmi_watchdog", m->dir);
	assert_int_equal(chmod(path, 0444), 0);
	assert_string_equal(proposed(m), "va");
}

static void test_demonstrations(void **state)
{
	struct stage *st = *state;
	struct app a = { .frame = *st->f };
	struct setting_info latency = *a.frame.setting[0].info, polls = *a.frame.setting[2].info;

	demo_list(&a);
	assert_string_equal(a.screen.presets, ""); /* none acts there as far as is known */
	latency.flags |= SETTING_ACTS;
	polls.flags |= SETTING_ACTS;
	a.frame.setting[0].info = &latency;
	a.frame.setting[2].info = &polls;
	demo_list(&a);
	/* it polls already: only the way back is of use */
	assert_string_equal(a.screen.presets, "1 never sleep  6 guest halts");
	assert_string_equal(demo_begin(&a, 6), "haltpoll.guest_halt_poll_ns=0");
	assert_null(demo_begin(&a, 2));
	assert_null(demo_begin(&a, 9));
	polls.flags &= (uint16_t)~SETTING_CAN_CHANGE;
	demo_list(&a);
	assert_string_equal(a.screen.presets, "1 never sleep");
	assert_non_null(strstr(preset_shows(&presets[0], true, true), "several times"));
	assert_null(strstr(preset_shows(&presets[0], false, true), "several times"));
	assert_non_null(strstr(preset_shows(&presets[0], true, false), "nothing to see"));
	sample_free(st->f);
	st->f = sample_frame(&(struct sample_spec){ .rounds = 2 });
}

/* D asks on the overview as well, and takes no number that is not offered. */
static void test_question(void **state)
{
	static const enum view_id where[] = { VIEW_overview, VIEW_settings };
	struct stage *st = *state;

	for (size_t i = 0; i < ARRAY_SIZE(where); i++) {
		st->s.view = where[i];
		st->s.presets[0] = '\0';
		stage_press(st, 'D');
		assert_true(stage_shows(st, "no demonstration: nothing that acts"));
		text_copy(st->s.presets, sizeof(st->s.presets), "1 never sleep  6 guest halts");
		stage_press(st, 'D');
		assert_true(stage_shows(st, "show what? 1 never sleep  6 guest halts"));
		assert_int_equal(stage_press(st, '2'), INTENT_NONE);
		assert_int_equal(stage_press(st, '6'), INTENT_PRESET);
		assert_true(st->out.arg == 6);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_without_idle_driver, setup, teardown),
		cmocka_unit_test_setup_teardown(test_with_idle_driver, setup, teardown),
		cmocka_unit_test_setup_teardown(test_read_only_file, setup, teardown),
		cmocka_unit_test_setup_teardown(test_demonstrations, stage_setup, stage_teardown),
		cmocka_unit_test_setup_teardown(test_question, stage_setup, stage_teardown),
	};

	return cmocka_run_group_tests_name("proposal", tests, NULL, NULL);
}
