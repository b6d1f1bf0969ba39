/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * report_json: what the parts of the JSON report share.
 *
 * Invariant: NULL means no memory, and nothing else.
 */
#ifndef CTXTOP_REPORT_JSON_H
#define CTXTOP_REPORT_JSON_H

#include <jansson.h>

#include "model/frame.h"

/* Whole numbers without ".0"; null for what is missing or not finite. */
json_t *report_json_number(bool have, double v);
/* @v, or NULL and @v released where @rc is not 0. */
json_t *report_json_finish(json_t *v, int rc);
/* All columns of @fig as members of @o. 0 or -ENOMEM. */
int report_json_figures(json_t *o, const struct figures *fig);

json_t *report_json_epochs(const struct frame *f);
json_t *report_json_changes(const struct frame *f);
json_t *report_json_marks(const struct frame *f);

#endif
