#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# --sysroot: a captured machine is shown throughout, and what was measured here is not mixed with it.
. "$(dirname "$0")/lib.sh"
machines=$ROOT/tests/fixtures
cd "$WORK" || exit 1

run() { timeout 60 "$CTXTOP" run --sysroot "$machines/sysroot-mix" -n 3 -s 20ms -m pipe -P same "$@" </dev/null; }
run >out 2>err
check 'a run with --sysroot' test $? -eq 0
check 'the report says that the machine is captured' grep -q '^mind  *captured machine' out
check 'and shows its processor' grep -q 'Example(R) CPU 1000' out
# the rate of this machine by the 8000 MHz of the other one
check 'no rate is divided by its clock' grep -Eq '^pipes? same( +[0-9]+){3} +-- ' out
run -f json -r slices.jsonl >json 2>err
value() { grep -m1 "\"$1\":" json | sed 's/.*: *//; s/,$//'; }
check 'JSON: captured' test "$(value captured)" = true
check 'JSON: nothing by MHz' test "$(value average_per_mhz)" = null
check 'JSON: the interrupts of another machine are not set beside the loops' test "$(value resched_per_loop)" = null
check 'JSON: how many CPUs were allowed there was not captured' test "$(value ncpu_allowed)" = null
# of slices: neither the clock of this machine nor loads of the other one
check 'the recording has slices' grep -q '"kind":"slice"' slices.jsonl
check 'none with a clock, with steal or with interrupts' sh -c \
	'! grep "\"kind\":\"slice\"" slices.jsonl | grep -Eq "\"(mhz|steal|other_load|irq_ns)\""'

list() { "$CTXTOP" list placements --sysroot "$machines/$1"; }
check 'list placements: of the captured machine' sh -c "$(declare -f list); CTXTOP='$CTXTOP' machines='$machines'
	list power-cross-smt | grep '^cross' | grep -q 'CPU 0 and 2'"
mkdir -p empty/proc
check 'list placements: a capture without CPUs says so' sh -c \
	"'$CTXTOP' list placements --sysroot empty | grep -q 'cannot be read below empty'"

start 100x30 "'$CTXTOP' -s 20ms -m pipe -P same --sysroot '$machines/sysroot-mix'"
expect 'the header says so too' 'captured machine'
keys q
expect_end 'q' 0
check_terminal 'after it'
check_gone 'after it'
finish
