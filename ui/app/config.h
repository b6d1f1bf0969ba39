/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * config: the values of all options as one struct: defaults, then the config file (INI), then the
 * command line.
 *
 * Invariant: after config_set() failed, nothing changed; names are the same in the file and as long
 * options.
 */
#ifndef CTXTOP_CONFIG_H
#define CTXTOP_CONFIG_H

#include <stdio.h>

#include "app/config_values.h"
#include "app/option_table.h"
#include "base/ini.h"

/*
 * The option that @name sets: also "no-NAME" of a switch, and twins ("ascii"); then *@value is what it
 * is to be set to. NULL: unknown.
 */
const struct option_row *config_find(const char *name, const char **value);

void config_defaults(struct config *c);
/*
 * Set one option by name from text. @value NULL is right for switches ("mouse", "no-mouse") and
 * twins only. Texts may hold no control characters. 0, -ENOENT unknown name, also of an option of one
 * call, -EINVAL bad value; words in @e name the option, the value and what is allowed.
 */
int config_set(struct config *c, const char *name, const char *value, struct err *e);
/* The same by the option itself, those of one call too; no twin. */
int config_set_row(struct config *c, const struct option_row *o, const char *value, struct err *e);
/*
 * Set what section [ctxtop] of @file says; other sections are left to others. 0; -EINVAL with file, line
 * and what is wrong. All or nothing: on failure @c is unchanged.
 */
int config_take(struct config *c, const struct ini *file, struct err *e);
/* The same from a file. Also -ENOENT and others of ini_load(). */
int config_read(struct config *c, const char *path, struct err *e);
/* The user's config path ($XDG_CONFIG_HOME, ~/.config, passwd). 0 or -ENOENT. */
int config_path(char *buf, size_t size);
/*
 * Write all options but those of one call with a comment each, as --print-config does. A value that an INI line cannot
 * hold (too long, " ;" in it, blanks at its ends) is written as a comment. 0 or -errno.
 */
int config_write(const struct config *c, FILE *out);
/*
 * Save to @path, atomically: a new file in the same folder is renamed over it. Folders are made
 * (0700). Refused with words: a symbolic link (-ELOOP), a file, or for a new file a folder, of
 * another user (-EPERM; under sudo the user's own config stays theirs), anything but a plain file
 * (-EINVAL). Options of one run (OPTION_ONCE) are written as comments. 0 or -errno.
 */
int config_save(const struct config *c, const char *path, struct err *e);

#endif
