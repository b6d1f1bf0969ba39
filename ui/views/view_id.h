/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_id: the numbers of the views, in the order of views.def.
 *
 * Invariant: the first line of views.def is the view that one begins with and that Esc leads back to.
 */
#ifndef CTXTOP_VIEW_ID_H
#define CTXTOP_VIEW_ID_H

enum view_id {
#define VIEW(name) VIEW_##name,
#include "views/views.def"
#undef VIEW
	VIEWS
};

#define VIEW_HOME ((enum view_id)0)

#endif
