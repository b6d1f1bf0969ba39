/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * config_text: what the files of config share: values as text.
 *
 * Invariant: what is written here, config_set() reads back to the same value.
 */
#ifndef CTXTOP_CONFIG_TEXT_H
#define CTXTOP_CONFIG_TEXT_H

#include "app/config.h"

/* "0", or whole h, m, s, ms, us, whichever is largest; else seconds with decimals ("1.000000005s"). */
void config_time_text(char *buf, size_t size, int64_t ns);
/* What is allowed, in words. */
void config_allowed(const struct option_row *o, char *buf, size_t size);
/* A text that the table does not restrict any further: its help says all. */
bool config_free_text(const struct option_row *o);
/* The present value of @o in @c. */
void config_value_text(const struct config *c, const struct option_row *o, char *buf, size_t size);
/* config_write(); @lasting: options of one run as comments. 0 or -errno. */
int config_write_options(const struct config *c, FILE *out, bool lasting);

#endif
