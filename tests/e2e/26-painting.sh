#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Measure, then draw: keys do not cost slices, and the screen is painted no more often than --fps says.
. "$(dirname "$0")/lib.sh"

quick='-m classic -P same -s 100ms'
slices() { grep -c '"kind":"slice"' "$WORK/r.jsonl"; }
# Slices that count for nothing, or were painted over; the start is left out, where nothing was pressed yet.
lost() { grep '"kind":"slice"' "$WORK/r.jsonl" | tail -n "+$1" | grep -cE '"(void|disturbed)":true'; }
measures() { [ "$(slices)" -gt "$1" ]; }

# A key held down for eight seconds, as a keyboard repeats it.
start 100x30 "'$CTXTOP' $quick --record r.jsonl"
wait_rates
before=$(slices)
for _ in $(seq 109); do
	keys Down
	sleep 0.073
done
check 'Down held for 8 s: it measures on' until_true "$PATIENCE" measures $((before + 40))
after=$(slices)
gone=$(lost $((before + 1)))
check "Down held for 8 s: at most one slice in ten is lost ($gone of $((after - before)))" \
	test $((gone * 10)) -le $((after - before))
keys q
expect_end 'Down held for 8 s' 0

# With one paint a second the keys still arrive, and all of them.
start 100x30 "'$CTXTOP' $quick --fps 1 --record s.jsonl"
wait_rates
keys c
expect '--fps 1: a key is answered' 'busy %'
keys c
expect '--fps 1: and the next' 'pipes +same'
keys F
expect 'F: more often' 'at most 2 times a second'
keys F
expect 'F: more often still' 'at most 5 times a second'
keys q
expect_end '--fps 1' 0

# The stream is in the order of its time.
backwards() {
	grep -oE '"t_ns":[0-9]+' "$1" | awk -F: '$2 < last { n++ } { last = $2 } END { print n + 0 }'
}
check 'a recording goes forward in time' test "$(backwards "$WORK/r.jsonl")" = 0
finish
