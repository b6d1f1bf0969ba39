// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * procs: reading /proc for tests.
 *
 * Invariant: shares no code with src/procstat.c.
 */
#include "procs.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

static bool read_stat(pid_t pid, char *state, pid_t *parent)
{
	char path[64], text[1024], *p;
	FILE *f;
	size_t n;
	int ppid;

	text_format(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	p = strrchr(text, ')');
	if (!p || sscanf(p + 1, " %c %d", state, &ppid) != 2)
		return false;
	*parent = ppid;
	return true;
}

size_t procs_children(pid_t pid, pid_t *child, size_t most)
{
	DIR *d = opendir("/proc");
	struct dirent *de;
	size_t n = 0;

	while (d && (de = readdir(d))) {
		pid_t one = (pid_t)strtol(de->d_name, NULL, 10), parent;
		char state;

		if (one <= 0 || !read_stat(one, &state, &parent) || parent != pid || state == 'Z')
			continue;
		if (n < most)
			child[n] = one;
		n++;
	}
	if (d)
		closedir(d);
	return n;
}

size_t procs_fds(pid_t pid)
{
	char path[64];
	struct dirent *de;
	size_t n = 0;
	DIR *d;

	text_format(path, sizeof(path), "/proc/%d/fd", (int)pid);
	d = opendir(path);
	while (d && (de = readdir(d)))
		n += de->d_name[0] != '.';
	if (d)
		closedir(d);
	return n - (d && pid == getpid()); /* the folder itself */
}

char procs_state(pid_t pid)
{
	pid_t parent;
	char state;

	return read_stat(pid, &state, &parent) ? state : 0;
}

static size_t lines(const char *path)
{
	FILE *f = fopen(path, "re");
	size_t n = 0;
	int c;

	while (f && (c = fgetc(f)) != EOF)
		n += c == '\n';
	if (f)
		fclose(f);
	return n;
}

size_t procs_sysv(void)
{
	return lines("/proc/sysvipc/msg") + lines("/proc/sysvipc/sem");
}

size_t procs_private_kb(pid_t pid)
{
	char path[64], line[256];
	size_t sum = 0, kb;
	FILE *f;

	text_format(path, sizeof(path), "/proc/%d/smaps_rollup", (int)pid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "Private_Clean: %zu", &kb) == 1 ||
		    sscanf(line, "Private_Dirty: %zu", &kb) == 1)
			sum += kb;
	if (f)
		fclose(f);
	return sum;
}

bool procs_wait(bool (*what)(void *arg), void *arg)
{
	int64_t end = now_ns() + 20 * NSEC_PER_SEC;

	while (!what(arg)) {
		if (now_ns() > end)
			return what(arg);
		usleep(2000);
	}
	return true;
}
