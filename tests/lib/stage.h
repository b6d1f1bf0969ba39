/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stage: a screen of 120 x 40 over a frame made by hand, with settings, for tests that press keys.
 *
 * Invariant: each test has a stage of its own; nothing of the machine is read.
 */
#ifndef CTXTOP_TESTS_STAGE_H
#define CTXTOP_TESTS_STAGE_H

#include "views/screen.h"
#include "views/view.h"
#include "sample.h"

struct stage {
	struct frame *f;
	struct canvas c;
	struct screen s;
	struct intent out;
};

/* A fresh screen into @s; the one of the call before goes. For tests that draw many, one after another. */
void stage_screen(struct screen *s);
/* cmocka's set-up and teardown: *state is a struct stage that shows the settings view. */
int stage_setup(void **state);
int stage_teardown(void **state);
/* What is drawn, malloc'd. */
char *stage_picture(struct stage *st);
/* Does @word stand on the screen? */
bool stage_shows(struct stage *st, const char *word);
/* One key, the screen drawn before and after it. The intent that came out, also in st->out. */
enum intent_kind stage_press(struct stage *st, int key);

#endif
