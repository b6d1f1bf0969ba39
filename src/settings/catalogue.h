/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * catalogue: all settings of this run: built in, then those of the user's config, then what was added by
 * path.
 *
 * Invariant: one name, one setting; nothing here reads a value but to guess the kind of a new one.
 */
#ifndef CTXTOP_CATALOGUE_H
#define CTXTOP_CATALOGUE_H

#include "base/ini.h"
#include "settings/setting.h"

extern const struct setting settings[];
extern const size_t nsettings;

/* All settings of this run. Pointers to them stay valid until catalogue_free(). */
struct catalogue {
	const struct setting **item;
	size_t n, size;
	void **owned; /* memory of the settings that are not built in */
	size_t nowned, owned_size;
};

/* The built-in ones. 0 or -ENOMEM. */
int catalogue_init(struct catalogue *c);
void catalogue_free(struct catalogue *c);
/* NULL for an unknown name. A sysctl may be named with '/' between its parts as well. */
const struct setting *catalogue_find(const struct catalogue *c, const char *name);
/*
 * Copy @s with all its texts; one of the same name that came before is replaced (its pointer stays
 * valid). The copy, or NULL without memory.
 */
const struct setting *catalogue_add(struct catalogue *c, const struct setting *s);
/*
 * The setting of that name, or of "/proc/sys/..", "/sys/..", or of a sysctl name that is in no
 * catalogue: its kind is guessed from the file's name and present value, never by writing.
 * NULL with words in @e: not below /proc/sys or /sys, absent, not readable, a trigger.
 */
const struct setting *catalogue_name(struct catalogue *c, const struct sysroot *root,
				     const char *name, struct err *e);
/*
 * Sections [setting NAME] of an INI file; other sections are left alone. Keys: path (may
 * come several times), kind, values, choices, choices-file, min, max, unit, group, help, reaches,
 * settle-ms, risk, inverted, companion, word. A section of a known name changes a copy of that entry.
 * 0; -EINVAL with file and line, nothing is added then.
 */
int catalogue_take(struct catalogue *c, const struct ini *file, struct err *e);

/*
 * Names that begin with @prefix: of the catalogue, then of /proc/sys one level at a time ("net.i"
 * gives "net.ipv4."). Sorted, malloc'd, ended by NULL; how many, or -ENOMEM.
 */
int setting_complete(const struct catalogue *c, const struct sysroot *root, const char *prefix,
		     char ***names);
void setting_names_free(char **names);

#endif
