// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_interrupts: any text as the file that the probe "interrupts" reads.
 *
 * Invariant: see fuzz_probe.h.
 */
#include "fuzz_probe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return fuzz_probe(&probe_interrupts, data, size);
}
