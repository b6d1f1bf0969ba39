// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_fixtures_machine: machines whose CPUs were once reported wrongly, and what is right.
 *
 * Invariant: nothing of the machine that runs the test is looked at.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/fixture.h"
#include "machine/placement.h"

/* Packages without a number, caches of their own: still siblings come last. */
static void test_cross_is_no_sibling(void **state)
{
	static const int cpus[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	struct placed placed;
	struct sysroot root;
	struct topology t;
	struct err e;

	(void)state;
	fixture_open(&root, "power-cross-smt");
	assert_int_equal(topology_of(&t, &root, cpus, ARRAY_SIZE(cpus)), 0);
	assert_int_equal(placement_choose(&t, &(struct place){ .kind = PLACE_CROSS }, &placed, &e),
			 0);
	assert_int_equal(placed.cpu[0], 0);
	assert_int_equal(placed.cpu[1], 2);
	assert_string_equal(placed.relation, "");
	topology_free(&t);
	sysroot_close(&root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cross_is_no_sibling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
