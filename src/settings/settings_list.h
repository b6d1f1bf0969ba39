/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * settings_list: all settings with their present values, as `ctxtop list settings` prints them.
 *
 * Invariant: one that is unavailable stands there too, with the reason; a value that is not known is
 * left out (JSON: null), never "" or 0.
 */
#ifndef CTXTOP_SETTINGS_LIST_H
#define CTXTOP_SETTINGS_LIST_H

#include <stdio.h>

#include "settings/catalogue.h"
#include "settings/setting.h"

/* A table by groups: name, value, what it reaches, risk, and path or reason. 0 or -errno. */
int settings_list_text(FILE *out, const struct catalogue *c, const struct sysroot *root);
/*
 * A JSON array of objects: name, group, kind, help, unit, value, mixed, possible_values, reaches,
 * settle_ms, risk, access ("none", "read", "write"), reason, paths, moves.
 */
int settings_list_json(FILE *out, const struct catalogue *c, const struct sysroot *root);

#endif
