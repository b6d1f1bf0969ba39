/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * methods_params: the reading of parameters, for methods.c; the rest of it stands in methods.h.
 *
 * Pure.
 */
#ifndef CTXTOP_METHODS_PARAMS_H
#define CTXTOP_METHODS_PARAMS_H

#include "bench/methods.h"

/* Every parameter as it is when nothing is said of it. */
void method_params_default(struct method_choice *c);
/* "procs=8:size=16k" into @c, whose method is set. 0 or -EINVAL with words. */
int method_params_read(struct method_choice *c, const char *text, struct err *e);
/* A value as it is read: "16k", or a word. */
void method_value_text(const struct method_param *p, int64_t value, char *buf, size_t size);

#endif
