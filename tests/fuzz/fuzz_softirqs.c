// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_softirqs: any text as the file that the probe "softirqs" reads.
 *
 * Invariant: see fuzz_probe.h.
 */
#include "fuzz_probe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return fuzz_probe(&probe_softirqs, data, size);
}
