// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_methods: the table of methods, and lists of names and groups.
 *
 * Invariant: what is asked of one method is asked of all.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "bench/methods.h"

static void test_every_method_is_complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < METHODS; i++) {
		const struct method *m = methods[i];

		assert_non_null(m);
		assert_true(m->name && *m->name && strlen(m->name) < 20);
		assert_true(m->label && *m->label && strlen(m->label) < 24);
		assert_true(m->summary && *m->summary && strlen(m->summary) < 160);
		assert_string_equal(m->unit, "loops/s");
		assert_true(m->version >= 1);
		assert_in_range(m->nworkers, 2, PARTY_WORKERS);
		assert_true(m->lead && m->follow);
		assert_true(m->nmsq <= 1 && m->nsem <= 32);
		assert_true(!(m->flags & METHOD_YIELDS) || (m->flags & METHOD_SPINS));
		assert_null(strpbrk(m->name, ", "));
		assert_ptr_equal(method_find(m->name), m);
	}
	assert_null(method_find("nonsense"));
	assert_null(method_find(""));
}

static void test_names_do_not_clash(void **state)
{
	(void)state;
	for (size_t i = 0; i < METHODS; i++) {
		for (size_t k = i + 1; k < METHODS; k++)
			assert_string_not_equal(methods[i]->name, methods[k]->name);
		for (const struct method_group *g = method_groups; g->name; g++)
			assert_string_not_equal(methods[i]->name, g->name);
		assert_string_not_equal(methods[i]->name, "all");
	}
}

static void test_order_of_ctxbench(void **state)
{
	static const char *const order[] = { "sigusr1", "msgq",	      "pipe",
					     "sem",	"spin-yield", "spinlock" };

	(void)state;
	assert_true(METHODS >= ARRAY_SIZE(order));
	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		assert_string_equal(methods[i]->name, order[i]);
}

static unsigned count(const bool chosen[METHODS])
{
	unsigned n = 0;

	for (size_t i = 0; i < METHODS; i++)
		n += chosen[i];
	return n;
}

static void test_groups_hold_methods(void **state)
{
	bool chosen[METHODS];
	struct err e;

	(void)state;
	for (const struct method_group *g = method_groups; g->name; g++) {
		assert_int_equal(methods_select(g->members, chosen, &e), 0);
		assert_true(count(chosen) > 0);
		assert_int_equal(methods_select(g->name, chosen, &e), 0);
	}
}

static void check_list(const char *list, const char *want)
{
	bool chosen[METHODS], wanted[METHODS] = { false };
	struct err e = { 0 };

	for (const char *p = want; *p;) {
		size_t n = strcspn(p, " ");

		for (size_t i = 0; i < METHODS; i++)
			if (strlen(methods[i]->name) == n && !strncmp(methods[i]->name, p, n))
				wanted[i] = true;
		p += n + (p[n] == ' ');
	}
	assert_int_equal(methods_select(list, chosen, &e), 0);
	assert_memory_equal(chosen, wanted, sizeof(chosen));
}

static void test_lists(void **state)
{
	bool chosen[METHODS];
	struct err e;

	(void)state;
	check_list("pipe", "pipe");
	check_list("pipe,sem", "pipe sem");
	check_list("sem,pipe,sem", "pipe sem");
	check_list(",pipe,,sem,", "pipe sem");
	check_list("classic", "sigusr1 msgq pipe sem spin-yield spinlock");
	check_list("classic,-spinlock", "sigusr1 msgq pipe sem spin-yield");
	check_list("classic,-sched", "sigusr1 msgq pipe sem");
	check_list("classic,-sched,spinlock", "sigusr1 msgq pipe sem spinlock");
	check_list("sched,-spin-yield", "spinlock");
	check_list("-pipe,pipe", "pipe"); /* in the order of the list */
	assert_int_equal(methods_select("all", chosen, &e), 0);
	assert_int_equal(count(chosen), METHODS);
	assert_int_equal(methods_select("all,-pipe", chosen, &e), 0);
	assert_int_equal(count(chosen), METHODS - 1);
}

static void test_bad_lists(void **state)
{
	static const char *const unknown[] = {
		"pipes",
		"pipe,none",
		"-none",
		"-",
		"pip",
		"PIPE",
		"pipe , sem",
		"pipe sem",
		"pipe;sem",
		"--pipe",
		"a name that is longer than any name of a method may ever become",
	};
	static const char *const nothing[] = { "", ",", "-pipe", "pipe,-pipe", "all,-all" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(unknown); i++) {
		bool chosen[METHODS] = { true }, before[METHODS] = { true };
		struct err e = { 0 };

		assert_int_equal(methods_select(unknown[i], chosen, &e), -EINVAL);
		assert_memory_equal(chosen, before, sizeof(chosen));
		assert_int_equal(e.code, EINVAL);
		assert_non_null(strstr(e.text, "no method or group '"));
		/* the words name all that could have been meant */
		assert_non_null(strstr(e.text, "classic"));
		for (size_t k = 0; k < METHODS; k++)
			assert_non_null(strstr(e.text, methods[k]->name));
	}
	for (size_t i = 0; i < ARRAY_SIZE(nothing); i++) {
		bool chosen[METHODS];
		struct err e = { 0 };

		assert_int_equal(methods_select(nothing[i], chosen, &e), -EINVAL);
		assert_non_null(strstr(e.text, "no method is chosen"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_method_is_complete),
		cmocka_unit_test(test_names_do_not_clash),
		cmocka_unit_test(test_order_of_ctxbench),
		cmocka_unit_test(test_groups_hold_methods),
		cmocka_unit_test(test_lists),
		cmocka_unit_test(test_bad_lists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
