/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shell: the line that a person would type for a write of ctxtop.
 *
 * Pure. Invariant: the line is one line, and the shell gives back the very texts.
 */
#ifndef CTXTOP_SHELL_H
#define CTXTOP_SHELL_H

#include "settings/codec.h"

#define SHELL_LINE (2 * SETTING_RAW) /* bytes of a line, with its end */

/*
 * The shell line that writes @value to @path: `sysctl -w kernel.x=0`, `echo 0 > /sys/...`. For
 * /dev/cpu_dma_latency the lines that open it and write; @value NULL: the one that lets go of it.
 */
void shell_line(char *buf, size_t size, const char *path, const char *value);

#endif
