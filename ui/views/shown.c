// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * shown: the part of the frame that the screen shows.
 *
 * Invariant: an epoch further back than there are is the oldest.
 */
#include "views/shown.h"

#include "base/base.h"

const struct frame_series *shown_series(const struct frame *f, const struct screen *s)
{
	if (!f->nseries)
		return NULL;
	return &f->series[MIN(s->selected, f->nseries - 1)];
}

size_t shown_epoch(const struct frame *f, const struct screen *s)
{
	size_t back = (size_t)MAX(s->epoch_back, 0);

	return f->nepochs ? f->nepochs - 1 - MIN(back, f->nepochs - 1) : 0;
}

const struct figures *shown_figures(const struct screen *s, const struct frame_series *fs,
				    const struct frame *f)
{
	return f->nepochs && fs->epoch ? &fs->epoch[shown_epoch(f, s)] : NULL;
}
