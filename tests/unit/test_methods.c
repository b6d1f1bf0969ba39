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
#include "../lib/testmethods.h"

static void check_size(const struct method *m)
{
	struct method_choice c = { .method = m };
	struct method_size size;

	for (int i = 0; i < METHOD_PARAMS && m->param[i].name; i++)
		c.param[i] = m->param[i].def;
	size = method_size(m, c.param);
	assert_true(size.workers >= 1 && size.crew >= 1 && size.crew <= size.workers);
	assert_true((m->kind == METHOD_SOLO) == (size.workers == 1));
	assert_true(m->kind == METHOD_SOLO || m->kind == METHOD_GROUP || m->follow);
	assert_true(size.msq <= 1 && size.sem <= 32);
	assert_true(method_scale(m, c.param) > 0);
	for (unsigned w = 0; w < size.workers; w++)
		assert_true(method_side(m, c.param, w) <= 1);
}

/* Every group that a method says it is in is one that people can name. */
static void check_groups(const struct method *m)
{
	size_t words = *m->groups != '\0', known = 0;

	for (const char *p = m->groups; *p; p++)
		words += *p == ' ';
	for (const struct method_group *g = method_groups; g->name; g++)
		known += method_in_group(m, g->name);
	assert_int_equal(words, known);
}

static void test_every_method_is_complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < METHODS; i++) {
		const struct method *m = methods[i];

		assert_non_null(m);
		assert_true(m->name && *m->name && strlen(m->name) < 20);
		assert_true(m->label && *m->label && strlen(m->label) < 24);
		assert_true(m->summary && *m->summary && strlen(m->summary) < 160);
		assert_true(m->unit && *m->unit && strlen(m->unit) < 12);
		assert_true(m->version >= 1);
		assert_true(m->kind < METHOD_KINDS && *method_kind_name(m->kind));
		assert_true(m->lead);
		check_size(m);
		check_groups(m);
		assert_true(!(m->flags & METHOD_YIELDS) || (m->flags & METHOD_SPINS));
		assert_null(strpbrk(m->name, ", :="));
	}
}

/* ctxbench's six are round trips of two processes, in loops, everywhere. */
static void test_classic(void **state)
{
	(void)state;
	for (size_t i = 0; i < METHODS; i++) {
		const struct method *m = methods[i];
		const int64_t none[METHOD_PARAMS] = { 0 };

		if (!method_in_group(m, "classic"))
			continue;
		assert_string_equal(m->unit, "loops/s");
		assert_int_equal(m->kind, METHOD_ROUND_TRIP);
		assert_int_equal(m->version, 1);
		assert_int_equal(m->places, 0);
		assert_int_equal(method_size(m, none).workers, 2);
		assert_true(method_scale(m, none) == 1);
	}
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

/* The choices of @l as they are typed. */
static void list_text(const struct method_list *l, char *buf, size_t size)
{
	size_t n = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < l->n; i++) {
		char params[80];

		method_params_text(&l->item[i], params, sizeof(params));
		n += text_format(buf + n, size - n, "%s%s%s%s", i ? "," : "",
				 l->item[i].method->name, params[0] ? ":" : "", params);
	}
}

static void check_list(const char *list, const char *want)
{
	struct method_list l = { 0 };
	struct err e = { 0 };
	char got[240];

	if (methods_select(list, &l, &e))
		fail_msg("%s: %s", list, e.text);
	list_text(&l, got, sizeof(got));
	assert_string_equal(got, want);
	methods_free(&l);
}

static void test_groups_hold_methods(void **state)
{
	(void)state;
	for (const struct method_group *g = method_groups; g->name; g++) {
		struct method_list l = { 0 };
		struct err e;

		assert_true(*g->summary);
		assert_int_equal(methods_select(g->name, &l, &e), 0);
		assert_true(l.n > 0);
		methods_free(&l);
	}
}

static void test_lists(void **state)
{
	struct method_list l = { 0 };
	struct err e;

	(void)state;
	check_list("pipe", "pipe");
	check_list("pipe,sem", "pipe,sem");
	check_list("sem,pipe,sem", "pipe,sem");
	check_list(",pipe,,sem,", "pipe,sem");
	check_list("classic", "sigusr1,msgq,pipe,sem,spin-yield,spinlock");
	check_list("classic,-spinlock", "sigusr1,msgq,pipe,sem,spin-yield");
	check_list("classic,-sched", "sigusr1,msgq,pipe,sem");
	check_list("classic,-sched,spinlock", "sigusr1,msgq,pipe,sem,spinlock");
	check_list("sched,-spin-yield", "spinlock");
	check_list("ipc", "sigusr1,msgq,pipe,sem");
	check_list("-pipe,pipe", "pipe"); /* in the order of the list */
	assert_int_equal(methods_select("all", &l, &e), 0);
	assert_int_equal(l.n, METHODS);
	methods_free(&l);
	assert_int_equal(methods_select("all,-pipe", &l, &e), 0);
	assert_int_equal(l.n, METHODS - 1);
	methods_free(&l);
}

static void check_params(const char *list, const char *want)
{
	struct method_list l = { 0 };
	struct err e = { 0 };
	char got[240];

	if (methods_select_of(testmethods, TESTMETHODS, list, &l, &e))
		fail_msg("%s: %s", list, e.text);
	list_text(&l, got, sizeof(got));
	assert_string_equal(got, want);
	methods_free(&l);
}

/* What is said of parameters is read back as it was, and defaults are left out. */
static void test_params(void **state)
{
	(void)state;
	check_params("blocks", "blocks");
	check_params("blocks:size=64k", "blocks");
	check_params("blocks:size=65536", "blocks");
	check_params("blocks:size=16384:way=large", "blocks:size=16k:way=large");
	check_params("blocks:way=large:size=16384", "blocks:size=16k:way=large");
	check_params("blocks:size=1m", "blocks:size=1m");
	check_params("blocks:size=1025", "blocks:size=1025");
	check_params("crowd:workers=2000,blocks:size=2k,blocks:size=1k,sleeper",
		     "sleeper,blocks:size=2k,blocks:size=1k,crowd:workers=2000");
	check_params("blocks:size=1k,blocks:size=1024", "blocks:size=1k");
	check_params("blocks:size=1k,blocks,-blocks:size=1k", "blocks");
	check_params("blocks:size=1k,blocks,sleeper,-blocks", "sleeper");
}

static void test_bad_params(void **state)
{
	static const struct {
		const char *list, *words;
	} bad[] = {
		{ "blocks:sise=1", "blocks has no parameter 'sise'; there are: size way" },
		{ "blocks:size", "is written NAME=VALUE, not 'size'" },
		{ "blocks:", "no words" },
		{ "blocks:size=", "blocks:size is '', allowed is 1 to 1m B" },
		{ "blocks:size=0", "allowed is 1 to 1m B" },
		{ "blocks:size=2m", "allowed is 1 to 1m B" },
		{ "blocks:size=-1", "allowed is 1 to 1m B" },
		{ "blocks:size=1kk", "allowed is 1 to 1m B" },
		{ "blocks:size=99999999999999999999", "allowed is 1 to 1m B" },
		{ "blocks:way=middle", "blocks:way is 'middle', allowed is small, large" },
		{ "crowd:workers=2k", "allowed is 2 to 6000 workers" },
		{ "forker:x=1", "forker has no parameters, so 'x' is not one" },
		{ "ipc:size=1", "'ipc' is a group; parameters go with one method" },
		{ "nonsense:size=1", "no method or group 'nonsense'" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct method_list l = { 0 };
		struct err e = { 0 };
		int ret = methods_select_of(testmethods, TESTMETHODS, bad[i].list, &l, &e);

		if (!strcmp(bad[i].words, "no words")) { /* a colon too many does no harm */
			assert_int_equal(ret, 0);
			methods_free(&l);
			continue;
		}
		assert_int_equal(ret, -EINVAL);
		assert_null(l.item);
		if (!strstr(e.text, bad[i].words))
			fail_msg("%s: %s", bad[i].list, e.text);
	}
}

static void test_params_say_more(void **state)
{
	struct method_list l = { 0 };
	struct err e = { 0 };
	char help[160];

	(void)state;
	assert_int_equal(methods_select_of(testmethods, TESTMETHODS,
					   "blocks:size=500000,crowd:workers=90", &l, &e),
			 0);
	assert_true(method_scale(l.item[0].method, l.item[0].param) == 0.5);
	assert_int_equal(method_size(l.item[1].method, l.item[1].param).workers, 90);
	assert_int_equal(method_size(l.item[1].method, l.item[1].param).crew, 40);
	method_param_help(&l.item[0].method->param[0], help, sizeof(help));
	assert_string_equal(help, "size=64k (1 to 1m B) bytes of a block");
	method_param_help(&l.item[0].method->param[1], help, sizeof(help));
	assert_string_equal(help, "way=small (small, large) no difference");
	methods_free(&l);
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
	struct method_choice mine = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(unknown); i++) {
		struct method_list l = { &mine, 1 };
		struct err e = { 0 };

		assert_int_equal(methods_select(unknown[i], &l, &e), -EINVAL);
		assert_true(l.item == &mine && l.n == 1);
		assert_int_equal(e.code, EINVAL);
		assert_non_null(strstr(e.text, "no method or group '"));
		/* the words name all that could have been meant */
		assert_non_null(strstr(e.text, "classic"));
		for (size_t k = 0; k < METHODS; k++)
			assert_non_null(strstr(e.text, methods[k]->name));
	}
	for (size_t i = 0; i < ARRAY_SIZE(nothing); i++) {
		struct method_list l = { 0 };
		struct err e = { 0 };

		assert_int_equal(methods_select(nothing[i], &l, &e), -EINVAL);
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
		cmocka_unit_test(test_classic),
		cmocka_unit_test(test_params),
		cmocka_unit_test(test_bad_params),
		cmocka_unit_test(test_params_say_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
