// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * proposal: what a setting needs to have an effect, looked up.
 *
 * Invariant: what cannot be found out counts as not there.
 */
#include "settings/proposal.h"

#include <string.h>
#include <sys/stat.h>

#include "settings/setting_int.h"

#define CPUS "/sys/devices/system/cpu/"

/* CPUs to be woken, and idle states to choose among. Without a driver there is one way to be idle. */
static bool has_idle(const struct sysroot *root)
{
	char line[256];

	if (sysroot_line(root, CPUS "online", line, sizeof(line)) || !strpbrk(line, "-,"))
		return false;
	if (sysroot_line(root, CPUS "cpuidle/current_driver", line, sizeof(line)) ||
	    !strcmp(line, "none"))
		return false;
	return sysroot_exists(root, CPUS "cpu0/cpuidle/state1");
}

static bool has_haltpoll(const struct sysroot *root)
{
	char line[64];

	return has_idle(root) &&
	       !sysroot_line(root, CPUS "cpuidle/current_governor", line, sizeof(line)) &&
	       !strcmp(line, "haltpoll");
}

static bool has_clocks(const struct sysroot *root)
{
	return sysroot_exists(root, CPUS "cpufreq/policy0") ||
	       sysroot_exists(root, CPUS "cpu0/cpufreq");
}

static bool could_be_written(const struct setting_here *h, const struct sysroot *root)
{
	for (size_t i = 0; i < h->npaths; i++) {
		struct stat st;

		if (fstatat(root->dirfd, path_below(h->path[i]), &st, 0) || !(st.st_mode & 0222))
			return false;
	}
	return h->npaths > 0;
}

bool proposal_acts(const struct setting_here *h, const struct sysroot *root)
{
	struct setting_values v;

	if (h->access == ACCESS_NONE || !could_be_written(h, root))
		return false;
	setting_values(h, root, &v);
	if (v.n == 1)
		return false;
	switch (h->setting->acts) {
	case ACTS_ANYWHERE:
		return true;
	case ACTS_ON_IDLE:
		return has_idle(root);
	case ACTS_ON_HALTPOLL:
		return has_haltpoll(root);
	case ACTS_INSTEAD:
		return true;
	}
	return false;
}

bool proposal_wanted(const struct setting *s, const struct sysroot *root)
{
	if (!(s->flags & SETTING_FIRST))
		return false;
	return s->acts != ACTS_INSTEAD || (!has_idle(root) && !has_clocks(root));
}
