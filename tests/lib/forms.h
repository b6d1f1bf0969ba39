/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * forms: what terminals send that is no key of ctxtop's: Alt and a key, modified keys, the keypad, replies,
 * changes of focus, strings.
 *
 * Invariant: each is one complete sequence; none is in ui/term's table of keys.
 */
#ifndef CTXTOP_TESTS_FORMS_H
#define CTXTOP_TESTS_FORMS_H

#include <stdbool.h>
#include <stddef.h>

#define FORM_MOST 64

int form_count(void);
/* Form @i into @form; its length, 0 beyond the last one. */
size_t form_get(int i, char form[FORM_MOST]);
/* It as something to print. */
const char *form_name(const char *form, size_t n);
/* Are the first @cut bytes nothing but ESC? */
bool form_escape_open(const char *form, size_t cut);

#endif
