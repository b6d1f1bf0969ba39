// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * usage: reading /proc/PID/stat, status, sched and the CPU clocks of workers.
 *
 * Invariant: descriptors are opened after the last fork, so that no worker inherits one.
 */
#include "bench/usage.h"
#include "bench/procstat.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int open_proc(pid_t pid, const char *name)
{
	char path[64];

	text_format(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	return open(path, O_RDONLY | O_CLOEXEC);
}

int usage_open(struct group *g)
{
	if (g->forked > USAGE_WORKERS)
		return 0;
	g->files = calloc(g->forked, sizeof(*g->files));
	if (!g->files)
		return -ENOMEM;
	for (unsigned w = 0; w < g->forked; w++) {
		struct worker_files *wf = &g->files[w];

		wf->stat = open_proc(g->pid[w], "stat");
		wf->status = open_proc(g->pid[w], "status");
		wf->sched = open_proc(g->pid[w], "sched");
		wf->has_clock = clock_getcpuclockid(g->pid[w], &wf->cpu_clock) == 0;
	}
	return 0;
}

static void close_one(int fd)
{
	if (fd >= 0)
		close(fd);
}

void usage_close(struct group *g)
{
	for (unsigned w = 0; g->files && w < g->forked; w++) {
		close_one(g->files[w].stat);
		close_one(g->files[w].status);
		close_one(g->files[w].sched);
	}
	free(g->files);
	g->files = NULL;
}

static bool read_small(int fd, char *buf, size_t size)
{
	ssize_t n = fd < 0 ? -1 : pread(fd, buf, size - 1, 0);

	if (n <= 0)
		return false;
	buf[n] = '\0';
	return true;
}

static void read_clock(clockid_t id, struct metrics *m)
{
	struct timespec ts;

	if (!clock_gettime(id, &ts))
		metric_set(m, METRIC_cpu_ns, (double)(ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec));
}

/* What one worker has used until now, and the CPU it ran on last. */
static void read_worker(const struct worker_files *wf, struct metrics *m, int16_t *last_cpu)
{
	uint64_t a, b;
	char buf[8192];
	int cpu;

	*last_cpu = -1;
	if (wf->has_clock)
		read_clock(wf->cpu_clock, m);
	if (read_small(wf->stat, buf, sizeof(buf)) && procstat_stat(buf, &a, &cpu)) {
		metric_set(m, METRIC_faults, (double)a);
		*last_cpu = (int16_t)cpu;
	}
	if (read_small(wf->status, buf, sizeof(buf)) && procstat_status(buf, &a, &b)) {
		metric_set(m, METRIC_nvcsw, (double)a);
		metric_set(m, METRIC_nivcsw, (double)b);
	}
	if (read_small(wf->sched, buf, sizeof(buf)) && procstat_sched(buf, &a))
		metric_set(m, METRIC_migrations, (double)a);
}

void usage_read(const struct group *g, struct usage *u)
{
	int64_t before = now_ns();

	*u = (struct usage){ .cpu = { -1, -1 } };
	for (unsigned w = 0; w < g->forked; w++) {
		unsigned side = method_side(g->choice.method, g->choice.param, w);
		struct metrics one = { 0 };
		int16_t cpu = -1;
		clockid_t id;

		if (g->files)
			read_worker(&g->files[w], &one, &cpu);
		else if (!clock_getcpuclockid(g->pid[w], &id))
			read_clock(id, &one);
		if (u->cpu[side] < 0)
			u->cpu[side] = cpu;
		metrics_add(&u->metrics, &one, !w);
	}
	u->t_ns = (before + now_ns()) / 2;
}

int usage_together(const struct group *g)
{
	char buf[1024];
	uint64_t faults;
	int first = -1, cpu;

	for (unsigned w = 0; w < g->forked; w++) {
		if (!g->files || !read_small(g->files[w].stat, buf, sizeof(buf)) ||
		    !procstat_stat(buf, &faults, &cpu))
			return -1;
		if (w && cpu != first)
			return 0;
		first = cpu;
	}
	return 1;
}
