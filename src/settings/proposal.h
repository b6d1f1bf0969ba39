/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * proposal: which settings are worth proposing on this machine: not those that are here and move nothing.
 *
 * Invariant: who runs ctxtop does not matter, the machine does: an ordinary user is shown what root is.
 */
#ifndef CTXTOP_PROPOSAL_H
#define CTXTOP_PROPOSAL_H

#include "settings/setting.h"

/*
 * Is @h here, is there something to choose, could root write it, and does the machine have what it works on
 * (setting.acts)? Reads some files.
 */
bool proposal_acts(const struct setting_here *h, const struct sysroot *root);
/* Does it belong on the strip of this machine, if it acts? */
bool proposal_wanted(const struct setting *s, const struct sysroot *root);

#endif
