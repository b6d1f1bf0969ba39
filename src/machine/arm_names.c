// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * arm_names: what the numbers of ARM cores are called.
 *
 * Invariant: one line a core, ascending; an unknown one has no name, never a neighbour's.
 */
#include "machine/arm_names.h"

#include "base/base.h"

static const struct arm_name {
	unsigned id;
	const char *name;
} arm_makers[] = {
	{ 0x41, "ARM" },       { 0x42, "Broadcom" },  { 0x43, "Cavium" },  { 0x46, "Fujitsu" },
	{ 0x48, "HiSilicon" }, { 0x4e, "NVIDIA" },    { 0x50, "APM" },	   { 0x51, "Qualcomm" },
	{ 0x53, "Samsung" },   { 0x56, "Marvell" },   { 0x61, "Apple" },   { 0x66, "Faraday" },
	{ 0x69, "Intel" },     { 0x6d, "Microsoft" }, { 0x70, "Phytium" }, { 0xc0, "Ampere" },
};

/* Main ID register: implementer << 12 | part number, as the reference manuals of the cores state. */
static const struct arm_name arm_cores[] = {
	{ 0x41926, "ARM926" },
	{ 0x41b02, "ARM11 MPCore" },
	{ 0x41b36, "ARM1136" },
	{ 0x41b56, "ARM1156" },
	{ 0x41b76, "ARM1176" },
	{ 0x41c05, "Cortex-A5" },
	{ 0x41c07, "Cortex-A7" },
	{ 0x41c08, "Cortex-A8" },
	{ 0x41c09, "Cortex-A9" },
	{ 0x41c0d, "Cortex-A12" },
	{ 0x41c0e, "Cortex-A17" },
	{ 0x41c0f, "Cortex-A15" },
	{ 0x41c14, "Cortex-R4" },
	{ 0x41c15, "Cortex-R5" },
	{ 0x41c17, "Cortex-R7" },
	{ 0x41c18, "Cortex-R8" },
	{ 0x41d01, "Cortex-A32" },
	{ 0x41d02, "Cortex-A34" },
	{ 0x41d03, "Cortex-A53" },
	{ 0x41d04, "Cortex-A35" },
	{ 0x41d05, "Cortex-A55" },
	{ 0x41d06, "Cortex-A65" },
	{ 0x41d07, "Cortex-A57" },
	{ 0x41d08, "Cortex-A72" },
	{ 0x41d09, "Cortex-A73" },
	{ 0x41d0a, "Cortex-A75" },
	{ 0x41d0b, "Cortex-A76" },
	{ 0x41d0c, "Neoverse-N1" },
	{ 0x41d0d, "Cortex-A77" },
	{ 0x41d0e, "Cortex-A76AE" },
	{ 0x41d13, "Cortex-R52" },
	{ 0x41d15, "Cortex-R82" },
	{ 0x41d40, "Neoverse-V1" },
	{ 0x41d41, "Cortex-A78" },
	{ 0x41d42, "Cortex-A78AE" },
	{ 0x41d43, "Cortex-A65AE" },
	{ 0x41d44, "Cortex-X1" },
	{ 0x41d46, "Cortex-A510" },
	{ 0x41d47, "Cortex-A710" },
	{ 0x41d48, "Cortex-X2" },
	{ 0x41d49, "Neoverse-N2" },
	{ 0x41d4a, "Neoverse-E1" },
	{ 0x41d4b, "Cortex-A78C" },
	{ 0x41d4c, "Cortex-X1C" },
	{ 0x41d4d, "Cortex-A715" },
	{ 0x41d4e, "Cortex-X3" },
	{ 0x41d4f, "Neoverse-V2" },
	{ 0x41d80, "Cortex-A520" },
	{ 0x41d81, "Cortex-A720" },
	{ 0x41d82, "Cortex-X4" },
	{ 0x41d83, "Neoverse-V3AE" },
	{ 0x41d84, "Neoverse-V3" },
	{ 0x41d85, "Cortex-X925" },
	{ 0x41d87, "Cortex-A725" },
	{ 0x41d88, "Cortex-A520AE" },
	{ 0x41d89, "Cortex-A720AE" },
	{ 0x41d8e, "Neoverse-N3" },
	{ 0x42516, "Vulcan" },
	{ 0x430a1, "ThunderX 88XX" },
	{ 0x430a2, "ThunderX 81XX" },
	{ 0x430a3, "ThunderX 83XX" },
	{ 0x430af, "ThunderX2" },
	{ 0x430b8, "ThunderX3" },
	{ 0x46001, "A64FX" },
	{ 0x48d01, "Kunpeng-920" },
	{ 0x48d02, "TaiShan-v120" },
	{ 0x4e000, "Denver" },
	{ 0x4e003, "Denver 2" },
	{ 0x4e004, "Carmel" },
	{ 0x50000, "X-Gene" },
	{ 0x51001, "Oryon" },
	{ 0x5104d, "Krait" },
	{ 0x5106f, "Krait" },
	{ 0x51800, "Kryo 2XX Gold" },
	{ 0x51801, "Kryo 2XX Silver" },
	{ 0x51802, "Kryo 3XX Gold" },
	{ 0x51803, "Kryo 3XX Silver" },
	{ 0x51804, "Kryo 4XX Gold" },
	{ 0x51805, "Kryo 4XX Silver" },
	{ 0x51c00, "Falkor" },
	{ 0x53001, "Exynos-M1" },
	{ 0x53002, "Exynos-M3" },
	{ 0x53003, "Exynos-M4" },
	{ 0x53004, "Exynos-M5" },
	{ 0x61022, "M1 Icestorm" },
	{ 0x61023, "M1 Firestorm" },
	{ 0x61024, "M1 Pro Icestorm" },
	{ 0x61025, "M1 Pro Firestorm" },
	{ 0x61032, "M2 Blizzard" },
	{ 0x61033, "M2 Avalanche" },
	{ 0x6dd49, "Azure Cobalt 100" },
	{ 0x70662, "FTC662" },
	{ 0x70663, "FTC663" },
	{ 0x70862, "FTC862" },
	{ 0xc0ac3, "Ampere-1" },
	{ 0xc0ac4, "Ampere-1A" },
	{ 0xc0ac5, "Ampere-1B" },
};

static const char *name_of(const struct arm_name *table, size_t n, unsigned id)
{
	for (size_t i = 0; i < n; i++)
		if (table[i].id == id)
			return table[i].name;
	return NULL;
}

const char *arm_maker(unsigned id)
{
	return name_of(arm_makers, ARRAY_SIZE(arm_makers), id);
}

const char *arm_core(unsigned id)
{
	return name_of(arm_cores, ARRAY_SIZE(arm_cores), id);
}
