// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * views: the table of all views, in the order of views.def.
 *
 * Invariant: views[VIEW_x] is view_x.
 */
#include "views/view.h"

const struct view *const views[VIEWS] = {
#define VIEW(name) [VIEW_##name] = &view_##name,
#include "views/views.def"
#undef VIEW
};
