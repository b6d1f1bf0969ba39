// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * cpu_mhz: the clock the calling CPU runs at now, by timing chains of dependent register
 * operations whose latency in cycles is known.
 *
 * Invariant: a figure leaves here only if two different chains agree on it.
 */
#include "machine/cpu.h"

#include <errno.h>

#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)

#define WINDOWS	     100
#define WINDOW_NS    14000 /* aim; 10..20 us */
#define BLOCK	     256 /* operations between two loop tests: few tests, and still inside the caches */
#define AGREE_WITHIN 0.03
#define TRIES	     16

#define OPS_4(op)   op op op op
#define OPS_16(op)  OPS_4(op) OPS_4(op) OPS_4(op) OPS_4(op)
#define OPS_64(op)  OPS_16(op) OPS_16(op) OPS_16(op) OPS_16(op)
#define OPS_256(op) OPS_64(op) OPS_64(op) OPS_64(op) OPS_64(op)

/*
 * Each step needs the result of the step before, so that a core cannot run two at once; the loop's
 * own counter runs beside it. Additions of a constant are not used: recent cores carry them out
 * while renaming registers, in no time. The latencies are those in the makers' tables: on x86 one
 * cycle for a rotation and three for a 32 bit multiplication (Intel since Nehalem, AMD since K10,
 * not Bulldozer and its kin, where the chains will disagree); on arm64 one cycle each. A
 * multiplication serves only on x86: on arm64 it takes 3 or 4 cycles, by core.
 */
#if defined(__aarch64__)
static void chain_a(unsigned long blocks)
{
	uint64_t x = 0x9e3779b97f4a7c15, y = 0x5555555555555555;

	while (blocks--)
		__asm__ volatile(OPS_256("eor %0, %0, %1\n\t") : "+r"(x) : "r"(y));
}

static void chain_b(unsigned long blocks)
{
	uint64_t x = 0x9e3779b97f4a7c15;

	while (blocks--)
		__asm__ volatile(OPS_256("ror %0, %0, #7\n\t") : "+r"(x));
}
#define CYCLES_A 1
#define CYCLES_B 1
#else
static void chain_a(unsigned long blocks)
{
	uint32_t x = 0x9e3779b9;

	while (blocks--)
		__asm__ volatile(OPS_256("roll $7, %0\n\t") : "+r"(x) : : "cc");
}

static void chain_b(unsigned long blocks)
{
	uint32_t x = 0x9e3779b9, y = 0x7f4a7c15;

	while (blocks--)
		__asm__ volatile(OPS_256("imull %1, %0\n\t") : "+r"(x) : "r"(y) : "cc");
}
#define CYCLES_A 1
#define CYCLES_B 3
#endif

struct chain {
	void (*run)(unsigned long blocks);
	unsigned cycles;      /* of one operation */
	unsigned long blocks; /* a window has this many */
	double best_mhz;
};

/* What two readings of the clock cost: the least of some, taken off every window. */
static int64_t clock_cost_ns(void)
{
	int64_t least = INT64_MAX;

	for (int i = 0; i < 32; i++) {
		int64_t t = now_ns();

		t = now_ns() - t;
		if (t >= 0)
			least = MIN(least, t);
	}
	return least;
}

static int64_t time_window(const struct chain *c, unsigned long blocks, int64_t cost_ns)
{
	int64_t t = now_ns();

	c->run(blocks);
	return now_ns() - t - cost_ns;
}

/* Size the window by the fastest of some short runs; the first ones also warm the code up. */
static int calibrate(struct chain *c, int64_t cost_ns, struct err *e)
{
	const unsigned long probe = 16 / c->cycles;
	int64_t least = INT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		int64_t t = time_window(c, probe, cost_ns);

		if (t > 0)
			least = MIN(least, t);
	}
	if (least == INT64_MAX)
		return err_set(e, EAGAIN, "the clock of this machine is too coarse to time a CPU");
	c->blocks = probe * WINDOW_NS / (unsigned long)least;
	if (!c->blocks)
		return err_set(e, EAGAIN, "too much other load to time this CPU");
	return 0;
}

static void measure(struct chain *c, int64_t cost_ns)
{
	int64_t t = time_window(c, c->blocks, cost_ns);
	double mhz;

	if (t <= 0)
		return;
	mhz = (double)c->blocks * BLOCK * c->cycles * 1e3 / (double)t;
	c->best_mhz = MAX(c->best_mhz, mhz);
}

int cpu_running_mhz(double *mhz, struct err *e)
{
	struct chain a = { .run = chain_a, .cycles = CYCLES_A };
	struct chain b = { .run = chain_b, .cycles = CYCLES_B };
	int64_t cost_ns = clock_cost_ns();
	double high, low;
	int ret;

	if (cost_ns > WINDOW_NS / 4)
		return err_set(e, EAGAIN, "reading the time takes too long here to time a CPU");
	ret = calibrate(&a, cost_ns, e);
	if (!ret)
		ret = calibrate(&b, cost_ns, e);
	if (ret)
		return ret;
	/* by turns, so that a clock which moves meanwhile moves under both */
	for (int i = 0; i < WINDOWS; i++) {
		measure(&a, cost_ns);
		measure(&b, cost_ns);
	}
	high = MAX(a.best_mhz, b.best_mhz);
	low = MIN(a.best_mhz, b.best_mhz);
	if (!(low > 0) || high > low * (1 + AGREE_WITHIN))
		return err_set(e, EAGAIN,
			       "the two timing chains disagree (%.0f and %.0f MHz): too much other "
			       "load, or a CPU with other latencies",
			       a.best_mhz, b.best_mhz);
	*mhz = high;
	return 0;
}

#else

int cpu_running_mhz(double *mhz, struct err *e)
{
	(void)mhz;
	return err_set(e, ENOTSUP, "the running clock cannot be timed on this architecture");
}

#endif
