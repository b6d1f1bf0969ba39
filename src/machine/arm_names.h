/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * arm_names: what the numbers of ARM cores are called: "CPU part : 0xd0b" is a Cortex-A76.
 *
 * Pure. Invariant: const tables.
 */
#ifndef CTXTOP_ARM_NAMES_H
#define CTXTOP_ARM_NAMES_H

/* The maker by "CPU implementer"; NULL: not known. */
const char *arm_maker(unsigned id);
/* The core by implementer << 12 | part; NULL: not known. */
const char *arm_core(unsigned id);

#endif
