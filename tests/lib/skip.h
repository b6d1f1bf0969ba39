/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * skip: a test that this machine cannot run says what it lacks. Behind cmocka.h.
 *
 * Invariant: no test is skipped without a reason; tests/run counts one without as failed.
 */
#ifndef CTXTOP_TESTS_SKIP_H
#define CTXTOP_TESTS_SKIP_H

#define skip_for(...)                       \
	do {                                \
		print_message(__VA_ARGS__); \
		print_message("\n");        \
		skip();                     \
	} while (0)

#endif
