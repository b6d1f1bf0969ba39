// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * probes: kept descriptors, buffers, the cost of each reading and its budget.
 *
 * Invariant: a reading is published (now, valid, time_ns) only when the whole text was read and
 * parsed without contradiction; every attempt, failed or not, counts against the budget.
 */
#include "engine/probes.h"

#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A torn text is read again so many times. */
#define REREADS 3
/* A new cost moves the smoothed one by 1/4, so that one cold reading does not stand for long. */
#define SMOOTH 4

#define PROBE(name) [PROBE_##name] = &probe_##name,
const struct probe *const probes[PROBES] = {
#include "probes/probes.def"
};
#undef PROBE

/* CPU time of this thread: waiting for a CPU is no cost of the reading. */
static int64_t cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

void probe_reader_init(struct probe_reader *pr, enum probe_id id, const struct sysroot *root)
{
	*pr = (struct probe_reader){ .probe = probes[id], .root = root, .fd = -1 };
}

static void close_fd(struct probe_reader *pr)
{
	if (pr->fd >= 0)
		close(pr->fd);
	pr->fd = -1;
}

void probe_reader_free(struct probe_reader *pr)
{
	close_fd(pr);
	textbuf_free(&pr->text);
	table_free(&pr->table[0]);
	table_free(&pr->table[1]);
	pr->valid[0] = pr->valid[1] = false;
}

bool probe_reader_due(const struct probe_reader *pr, int64_t now_ns)
{
	return !pr->cost_ns || now_ns - pr->tried_ns >= PROBE_BUDGET * pr->cost_ns;
}

/* Was the file of the kept descriptor removed or replaced? A captured machine's can be. */
static bool replaced(const struct probe_reader *pr)
{
	struct stat st;

	return !pr->root->live && fstat(pr->fd, &st) == 0 && st.st_nlink == 0;
}

static int open_fd(struct probe_reader *pr)
{
	int fd = sysroot_fd(pr->root, pr->probe->path);

	if (fd < 0)
		return fd;
	pr->fd = fd;
	return 0;
}

/* Read the text by the kept descriptor, or by a new one when the kept one leads nowhere. */
static int read_text(struct probe_reader *pr)
{
	int ret;

	if (pr->fd >= 0 && replaced(pr))
		close_fd(pr);
	if (pr->fd >= 0) {
		ret = textbuf_read_fd(&pr->text, pr->fd);
		if (ret != -ENODEV && ret != -ENOENT)
			return ret;
		close_fd(pr);
	}
	ret = open_fd(pr);
	return ret ? ret : textbuf_read_fd(&pr->text, pr->fd);
}

static int read_error(struct probe_reader *pr, int ret)
{
	const char *below = pr->root->live ? "" : " below ";
	const char *root = pr->root->live ? "" : pr->root->path;

	close_fd(pr);
	return err_sys(&pr->err, -ret, "cannot read %s%s%s", pr->probe->path, below, root);
}

static int parse_error(struct probe_reader *pr, int ret)
{
	const char *path = pr->probe->path;

	if (ret == -EAGAIN)
		return err_set(
			&pr->err, EAGAIN,
			"%s contradicted itself %d times (a CPU comes or goes?); left out now",
			path, 1 + REREADS);
	if (ret == -EINVAL)
		return err_set(&pr->err, EINVAL, "%s is not of the form that \"%s\" knows", path,
			       pr->probe->name);
	return err_sys(&pr->err, -ret, "cannot take in %s", path);
}

/* One attempt with its re-reads; the reading goes into the older table. */
static int attempt(struct probe_reader *pr, int64_t *time_ns)
{
	struct table *t = &pr->table[!pr->now];
	int ret = -EAGAIN;

	for (int i = 0; i <= REREADS && ret == -EAGAIN; i++) {
		int64_t begin = now_ns();

		ret = read_text(pr);
		if (ret)
			return read_error(pr, ret);
		*time_ns = begin + (now_ns() - begin) / 2;
		table_clear(t);
		ret = pr->probe->parse(t, pr->text.data, pr->text.len);
	}
	return ret ? parse_error(pr, ret) : 0;
}

int probe_reader_read(struct probe_reader *pr)
{
	int64_t begin = cpu_ns(), time_ns = 0, cost;
	int ret;

	pr->tried_ns = now_ns();
	pr->valid[!pr->now] = false;
	ret = attempt(pr, &time_ns);
	cost = MAX(cpu_ns() - begin, (int64_t)1);
	pr->cost_ns = pr->cost_ns ? MAX(pr->cost_ns + (cost - pr->cost_ns) / SMOOTH, (int64_t)1)
				  : cost;
	if (ret)
		return ret;
	pr->err = (struct err){ 0 };
	pr->now = !pr->now;
	pr->valid[pr->now] = true;
	pr->time_ns[pr->now] = time_ns;
	return 0;
}

int probe_reader_delta(const struct probe_reader *pr, struct delta *out, int64_t *window_ns)
{
	if (!pr->valid[0] || !pr->valid[1])
		return -ENODATA;
	*window_ns = pr->time_ns[pr->now] - pr->time_ns[!pr->now];
	return table_delta(&pr->table[pr->now], &pr->table[!pr->now], out);
}
