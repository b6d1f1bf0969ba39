// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * gate: of keys that came together one changes a setting, and none soon after an ESC.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "app/gate.h"

static void test_one_a_read(void **state)
{
	struct gate g = { 0 };

	(void)state;
	assert_null(gate_refuses(&g, INTENT_STEP, 1, true));
	assert_non_null(gate_refuses(&g, INTENT_STEP, 1, true));
	assert_non_null(gate_refuses(&g, INTENT_UNDO, 1, true));
	assert_non_null(gate_refuses(&g, INTENT_SET, 1, true));
	assert_non_null(gate_refuses(&g, INTENT_PRESET, 1, true));
	assert_null(gate_refuses(&g, INTENT_SET, 2, true));
	assert_null(gate_refuses(&g, INTENT_UNDO_ALL, 3, true));
}

static void test_not_after_an_escape(void **state)
{
	struct gate g = { 0 };

	(void)state;
	assert_non_null(gate_refuses(&g, INTENT_STEP, 1, false));
	assert_null(gate_refuses(&g, INTENT_STEP, 1, true)); /* what was refused does not count */
}

static void test_other_keys(void **state)
{
	static const enum intent_kind free_ones[] = { INTENT_NONE, INTENT_QUIT,	 INTENT_VIEW,
						      INTENT_MARK, INTENT_STRIP, INTENT_WATCH };
	struct gate g = { .reads = 4 };

	(void)state;
	for (size_t i = 0; i < sizeof(free_ones) / sizeof(free_ones[0]); i++)
		assert_null(gate_refuses(&g, free_ones[i], 4, false));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_a_read),
		cmocka_unit_test(test_not_after_an_escape),
		cmocka_unit_test(test_other_keys),
	};

	return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
