// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * ptymeter: run a program on a pseudo-terminal of a given size and meter what it costs.
 *
 * usage: ptymeter COLUMNS ROWS SECONDS PROGRAM [ARGUMENTS...]     prints "name value" lines:
 *   first_frame_ms  from fork to 100 bytes behind smcup (or to 100 bytes, where no smcup comes)
 *   private_kb      private pages of all its processes, half a second after that
 *   frames bytes    bursts of output with more than 4 ms of silence before them, and their bytes
 *   writes          write() calls of its main thread (whatever they wrote to)
 *   main_cpu_ms cpu_ms     CPU time of its main thread, of all threads of its first process
 * The last four are counted from one second after the first frame to the end. Then the program gets
 * 'q', SIGTERM a second later, SIGKILL two seconds after that.
 *
 * Invariant: reads the terminal as fast as it can, so that the program never waits for it.
 */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MS INT64_C(1000000)

struct meter {
	pid_t pid;
	int fd;
	int64_t start, last; /* of the run; of the newest output */
	int64_t first_frame; /* 0: not yet */
	char seen[8192];     /* the first bytes, to find smcup in */
	size_t nseen;
	size_t total, frames, bytes; /* bytes ever; counted from the mark on */
	bool counting;
};

struct usage {
	int64_t main_ns, all_ns;
	long long writes;
};

static int64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

/* ---- /proc ---- */

static int64_t cpu_ns(pid_t pid, const char *tid)
{
	long long ns = 0;
	char path[300];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%s/schedstat", (int)pid, tid);
	f = fopen(path, "re");
	if (f && fscanf(f, "%lld", &ns) != 1)
		ns = 0;
	if (f)
		fclose(f);
	return ns;
}

static long long written_calls(pid_t pid)
{
	char path[64], line[128];
	long long n = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/io", (int)pid, (int)pid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "syscw: %lld", &n);
	if (f)
		fclose(f);
	return n;
}

static struct usage usage_of(pid_t pid)
{
	struct usage u = { .writes = written_calls(pid) };
	struct dirent *de;
	char path[64];
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	d = opendir(path);
	while (d && (de = readdir(d))) {
		int64_t ns;

		if (de->d_name[0] == '.')
			continue;
		ns = cpu_ns(pid, de->d_name);
		u.all_ns += ns;
		if (atoi(de->d_name) == pid)
			u.main_ns = ns;
	}
	if (d)
		closedir(d);
	return u;
}

static pid_t parent_of(pid_t pid)
{
	char path[64], text[1024], *p;
	int parent = 0;
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "re");
	if (!f)
		return 0;
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	p = strrchr(text, ')');
	if (!p || sscanf(p + 1, " %*c %d", &parent) != 1)
		return 0;
	return parent;
}

static bool descends(pid_t pid, pid_t from)
{
	for (int depth = 0; pid > 1 && depth < 64; depth++, pid = parent_of(pid))
		if (pid == from)
			return true;
	return false;
}

static size_t private_kb_one(pid_t pid)
{
	char path[64], line[256];
	size_t sum = 0, kb;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", (int)pid);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "Private_Clean: %zu", &kb) == 1 ||
		    sscanf(line, "Private_Dirty: %zu", &kb) == 1)
			sum += kb;
	if (f)
		fclose(f);
	return sum;
}

static size_t private_kb(pid_t from)
{
	DIR *d = opendir("/proc");
	struct dirent *de;
	size_t sum = 0;

	while (d && (de = readdir(d))) {
		pid_t pid = (pid_t)atoi(de->d_name);

		if (pid > 0 && descends(pid, from))
			sum += private_kb_one(pid);
	}
	if (d)
		closedir(d);
	return sum;
}

/* ---- the terminal ---- */

static void look_for_first(struct meter *m, const char *buf, size_t n, int64_t t)
{
	static const char smcup[] = "\033[?1049h";
	const char *at;
	size_t room = sizeof(m->seen) - 1 - m->nseen, behind;

	if (m->first_frame)
		return;
	n = n < room ? n : room;
	memcpy(m->seen + m->nseen, buf, n);
	m->nseen += n;
	m->seen[m->nseen] = '\0';
	at = memmem(m->seen, m->nseen, smcup, sizeof(smcup) - 1);
	behind = at ? m->nseen - (size_t)(at - m->seen) - (sizeof(smcup) - 1) : m->nseen;
	if (behind >= 100)
		m->first_frame = t;
}

/* Take in what comes until @end; false when the program has gone. */
static bool watch(struct meter *m, int64_t end)
{
	static char buf[65536];

	for (;;) {
		struct pollfd pfd = { .fd = m->fd, .events = POLLIN };
		int64_t t = now(), left = end - t;
		ssize_t n;

		if (left <= 0)
			return true;
		if (poll(&pfd, 1, (int)(left / MS) + 1) <= 0)
			continue;
		n = read(m->fd, buf, sizeof(buf));
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n <= 0)
			return false;
		t = now();
		if (m->counting) {
			m->frames += t - m->last > 4 * MS;
			m->bytes += (size_t)n;
		}
		m->total += (size_t)n;
		m->last = t;
		look_for_first(m, buf, (size_t)n, t);
	}
}

/* End it: politely, then not. Does it end by itself? */
static void finish(struct meter *m)
{
	if (write(m->fd, "q", 1) == 1 && !watch(m, now() + 1000 * MS))
		goto reap;
	kill(m->pid, SIGTERM);
	if (watch(m, now() + 2000 * MS))
		kill(m->pid, SIGKILL);
reap:
	close(m->fd);
	while (waitpid(m->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static void say(const struct meter *m, size_t kb, const struct usage *a, const struct usage *b)
{
	printf("first_frame_ms %.1f\n", (double)(m->first_frame - m->start) / 1e6);
	printf("private_kb %zu\n", kb);
	printf("frames %zu\n", m->frames);
	printf("bytes %zu\n", m->bytes);
	if (a->writes >= 0 && b->writes >= 0)
		printf("writes %lld\n", b->writes - a->writes);
	printf("main_cpu_ms %.3f\n", (double)(b->main_ns - a->main_ns) / 1e6);
	printf("cpu_ms %.3f\n", (double)(b->all_ns - a->all_ns) / 1e6);
}

static int meter(struct meter *m, double seconds)
{
	struct usage a, b;
	size_t kb;

	while (!m->first_frame) {
		if (!watch(m, now() + MS) || now() - m->start > 20000 * MS) {
			fprintf(stderr, "ptymeter: no first frame came\n");
			finish(m);
			return 1;
		}
	}
	if (!watch(m, m->first_frame + 500 * MS))
		return fprintf(stderr, "ptymeter: the program ended at once\n"), 1;
	kb = private_kb(m->pid);
	watch(m, m->first_frame + 1000 * MS);
	a = usage_of(m->pid);
	m->counting = true;
	if (!watch(m, now() + (int64_t)(seconds * 1e9)))
		return fprintf(stderr, "ptymeter: the program ended too soon\n"), 1;
	b = usage_of(m->pid);
	m->counting = false;
	say(m, kb, &a, &b);
	finish(m);
	return 0;
}

int main(int argc, char **argv)
{
	struct meter m = { .fd = -1 };
	struct winsize ws = { 0 };

	if (argc < 5) {
		fprintf(stderr, "usage: ptymeter COLUMNS ROWS SECONDS PROGRAM [ARGUMENTS...]\n");
		return 2;
	}
	ws.ws_col = (unsigned short)atoi(argv[1]);
	ws.ws_row = (unsigned short)atoi(argv[2]);
	m.start = now();
	m.pid = forkpty(&m.fd, NULL, NULL, &ws);
	if (m.pid < 0) {
		perror("ptymeter: forkpty");
		return 1;
	}
	if (!m.pid) {
		setenv("TERM", "xterm-256color", 1);
		execvp(argv[4], argv + 4);
		perror("ptymeter: exec");
		_exit(127);
	}
	return meter(&m, atof(argv[3]));
}
