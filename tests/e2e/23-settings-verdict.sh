#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The whole of it: /dev/cpu_dma_latency is held at 0 while the loops run; the rows of pairs on two CPUs get their
# figure in the verdict's column, the headline counts the series that differ, and all is put back.
#
# Whether this machine shows the effect at all is measured first, without ctxtop's help in holding it.
. "$(dirname "$0")/settings.sh"
[ "$(id -u)" = 0 ] || skip_all 'needs root'
cd "$WORK" || exit 1
hold=/dev/cpu_dma_latency
[ -c $hold ] || skip_all "no $hold here"
[ "$(cat /sys/devices/system/cpu/cpuidle/current_driver 2>/dev/null || echo none)" != none ] || skip_all 'no idle driver here'
[ "$(nproc)" -ge 2 ] || skip_all 'needs two CPUs'
LEAST=1.5 # times faster, or there is nothing to see
BEFORE=90 # rounds before the change: enough for a look after 20 and one after 40 is not waited for
TRIES=2   # other work on the machine may hide it

now_latency() { od -An -td4 -N4 $hold | tr -d ' '; }
latency_is() { [ "$(now_latency)" = "$1" ]; }
latency=$(now_latency)
[ "$latency" -gt 0 ] || skip_all "somebody holds $hold at 0 already"

rate() { # the mean of pipes on two CPUs
	"$CTXTOP" run -s 20ms -m pipe -P cross -n 20 -f csv 2>/dev/null </dev/null |
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i } NR == 2 { print $col["average"] }'
}
effect() { # other work that comes and goes may hide it: the second or third attempt counts as well
	idle=$(rate)
	exec 8<>$hold
	printf '\0\0\0\0' >&8
	held=$(rate)
	exec 8>&-
	echo "# pipes cross: $idle loops/s, with the latency held $held"
	awk -v a="$idle" -v b="$held" -v least=$LEAST 'BEGIN { exit !(a > 0 && b >= least * a) }'
}
effect || effect || effect || skip_all "holding $hold does not show here ($idle -> $held loops/s)"

slices_reach() { # ROUNDS in the present epoch
	local n
	n=$(screen | sed -nE 's/.* slices +([0-9]+) .*/\1/p' | head -1)
	[ "${n:-0}" -ge "$1" ]
}
row() { screen | grep -E "^│.?$1 +(same|cross) " -A 1 | grep -E ' cross ' | head -1; } # METHOD
verdict_of() { row "$1" | sed -E 's/│ *$//' | awk '{ print $NF }'; }
has_figure() { verdict_of "$1" | grep -qE '^(▲)?(x[0-9.]+|\+[0-9.]+%)$'; }
both_have_figures() { has_figure pipes && has_figure semaphore; }
# nothing more comes: both have a figure, or their last look is over
is_over() { both_have_figures || ! { verdict_of pipes; verdict_of semaphore; } | grep -qE '^([0-9]+/[0-9]+|--)?$'; }

start 140x45 "'$CTXTOP' -s 20ms -m pipe,sem"
wait_measured
found=no
for ((try = 1; try <= TRIES; try++)); do
	until_true 60 slices_reach $BEFORE || break
	settings_view cpu_dma_latency
	keys Enter
	check "try $try: it is held" until_true "$PATIENCE" latency_is 0
	keys Escape
	wait_measured
	until_true 90 is_over
	last=$(screen)
	if both_have_figures; then
		found=yes
		break
	fi
	keys u
	until_true "$PATIENCE" latency_is "$latency"
	wait_for 'cpu_dma_latency none'
done
if [ $found = yes ]; then
	ok "pipes and semaphores on two CPUs: $(verdict_of pipes), $(verdict_of semaphore)"
	letter=$(screen | sed -nE 's/.*cpu_dma_latency 0 us \(was none, ([A-Z])\).*/\1/p')
	check "the column bears the letter of the change ($letter)" shows "Δ$letter│"
	expect 'the headline counts' "$letter cpu_dma_latency none -> 0 us: ([0-9]+ of [0-9]+ series differ|no difference proven in [0-9]+ series, [0-9]+ taken one by one)"
	settings_view cpu_dma_latency
	expect 'the settings view has the effect as well' 'cpu_dma_latency +0 us +none .*(series differ|taken one by one|no difference proven)'
	keys Escape
	wait_measured
elif echo "$last" | grep -qE ' cross .* (noisy|~|--)│'; then
	skip 'the verdict' "other work on this machine hides the effect"
else
	not_ok 'the verdict' "$last"
fi
keys q
if [ $found = yes ]; then
	expect 'q asks' 'restore 1 changed setting\?'
	keys y
fi
expect_end 'the end' 0
check 'the latency is as it was' until_true "$PATIENCE" latency_is "$latency"
check "no journal left" test ! -e "$JOURNAL"
check_gone 'verdict'
finish
