// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * gate: of keys that came together one changes a setting, none after one that changed what keys mean, and none
 * soon after an ESC.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "app/gate.h"

static bool refused(struct gate *g, enum intent_kind kind, unsigned reads, bool trusted,
		    unsigned look)
{
	return gate_refuses(g, kind, &(struct gate_key){ reads, trusted, look }) != NULL;
}

static void test_one_a_read(void **state)
{
	struct gate g = { 0 };

	(void)state;
	assert_false(refused(&g, INTENT_STEP, 1, true, 0));
	assert_true(refused(&g, INTENT_STEP, 1, true, 0));
	assert_true(refused(&g, INTENT_UNDO, 1, true, 0));
	assert_true(refused(&g, INTENT_SET, 1, true, 0));
	assert_true(refused(&g, INTENT_PRESET, 1, true, 0));
	assert_false(refused(&g, INTENT_SET, 2, true, 0));
	assert_false(refused(&g, INTENT_UNDO_ALL, 3, true, 0));
}

static void test_not_after_an_escape(void **state)
{
	struct gate g = { 0 };

	(void)state;
	assert_true(refused(&g, INTENT_STEP, 1, false, 0));
	assert_false(refused(&g, INTENT_STEP, 1, true, 0)); /* what was refused does not count */
}

/* A key that changed what keys mean, and then one that changes a setting, in one read. */
static void test_not_behind_another_look(void **state)
{
	struct gate g = { 0 };

	(void)state;
	assert_false(refused(&g, INTENT_NONE, 1, true, 1));
	assert_true(refused(&g, INTENT_STEP, 1, true, 1));
	assert_true(refused(&g, INTENT_STEP, 1, true, 2)); /* the leader's letter ends its mode */
	assert_false(refused(&g, INTENT_STEP, 2, true, 2));
	/* its own doing is no hindrance: an answer closes its question */
	assert_false(refused(&g, INTENT_SET, 3, true, 3));
	assert_false(refused(&g, INTENT_NONE, 4, true, 4));
	assert_false(refused(&g, INTENT_UNDO, 5, true, 4));
}

static void test_other_keys(void **state)
{
	static const enum intent_kind free_ones[] = { INTENT_NONE, INTENT_QUIT,	 INTENT_VIEW,
						      INTENT_MARK, INTENT_STRIP, INTENT_WATCH };
	struct gate g = { .reads = 4, .moved = 4 };

	(void)state;
	for (size_t i = 0; i < sizeof(free_ones) / sizeof(free_ones[0]); i++)
		assert_false(refused(&g, free_ones[i], 4, false, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_a_read),
		cmocka_unit_test(test_not_after_an_escape),
		cmocka_unit_test(test_not_behind_another_look),
		cmocka_unit_test(test_other_keys),
	};

	return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
