// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * comma: see comma.h. localedef compiles German out of its source into a temporary folder.
 */
#include "comma.h"

#include <locale.h>
#include <stdlib.h>

#include "base/base.h"
#include "tempdir.h"

static char comma_dir[256];

static bool comma_set(const char *name)
{
	return setlocale(LC_ALL, name) && localeconv()->decimal_point[0] == ',';
}

static bool comma_make(void)
{
	char command[400];

	tempdir_make(comma_dir, sizeof(comma_dir));
	text_format(command, sizeof(command),
		    "localedef -c -i de_DE -f UTF-8 '%s/de_DE.UTF-8' >/dev/null 2>&1", comma_dir);
	/* localedef warns by its exit status; what counts is whether the locale can be set */
	if (system(command) < 0)
		return false;
	setenv("LOCPATH", comma_dir, 1);
	return comma_set("de_DE.UTF-8");
}

bool comma_begin(void)
{
	static const char *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (comma_set(names[i]))
			return true;
	if (comma_make())
		return true;
	comma_end();
	return false;
}

void comma_end(void)
{
	setlocale(LC_ALL, "C");
	unsetenv("LOCPATH");
	if (comma_dir[0])
		tempdir_remove(comma_dir);
	comma_dir[0] = '\0';
}
