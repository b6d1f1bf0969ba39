#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run: what ctxtop's own loops and screen cost, as ratios within one run, with the aim beside each.
#
# usage: make bench      (BENCH_QUICK=1: short, only to see that everything can be measured)
#
# A miss is a finding, not a failure: the exit status is 1 only when something could not be measured
# that should. Measure on a machine that does nothing else.
set -u

build=${BUILD:-build}
ctxtop=$build/ctxtop
tools=$build/tests/bench
quick=${BENCH_QUICK:-}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
LC_ALL=C.UTF-8
export LC_ALL
# nobody's own settings, and none of ours left behind
XDG_CONFIG_HOME=$work/config
export XDG_CONFIG_HOME
bad=0

if [ -n "$quick" ]; then
	rounds=1 ms=50 seconds=2 loops=5000 pairs=1
else
	rounds=9 ms=300 seconds=10 loops=100000 pairs=5
fi

have() { command -v "$1" >/dev/null 2>&1; }
cannot() {
	echo "bench: cannot measure $*" >&2
	bad=1
}

# "row|label|value|unit|comparison|aim" and "note|words", one a line, as a table.
table() {
	awk -F'|' '
		$1 == "head" { printf "\n%-78s %10s %9s\n", $2, "measured", "aim"; next }
		$1 == "note" { printf "  %s\n", $2; next }
		$1 == "row" {
			verdict = ""
			if ($5 == "<=") verdict = ($3 + 0 <= $6 + 0) ? "ok" : "MISS"
			if ($5 == ">=") verdict = ($3 + 0 >= $6 + 0) ? "ok" : "MISS"
			printf "  %-76s %10s %9s %s\n", $2, $3 ($4 == "" ? "" : " " $4), ($5 == "-" ? "" : $5 " " $6), verdict
		}'
}

# The value of NAME in a file of "name value" lines.
value() { awk -v name="$1" '$1 == name { print $2 }' "$2"; }
# The median of the numbers of a file, one a line.
median() { sort -g "$1" | awk '{ v[NR] = $1 } END { if (NR) print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b + 0 > 0) printf "%.3f", a / b; else exit 1 }'; }

# ---- methods against plain loops ----

methods() {
	echo "head|methods through the runner, $rounds times in turn with plain C loops, medians"
	"$tools/rates" versus "$tools/plain" "$rounds" "$ms" || echo "failed" >"$work/methods-failed"
}

# ---- against perf bench ----

perf_rate() { "$@" 2>/dev/null | awk '/ops\/sec/ { gsub(/,/, "", $1); print $1 }'; }

perf_pipe() {
	echo 'head|pipes against "perf bench sched pipe", in turn, medians'
	cpu=$(taskset -pc $$ 2>/dev/null | sed 's/.*: *//; s/[^0-9].*//')
	: >"$work/a" && : >"$work/b" && : >"$work/c" && : >"$work/d"
	i=0
	while [ $i -lt "$pairs" ]; do
		"$tools/rates" one pipe "$cpu" "$cpu" "$ms" >>"$work/a"
		perf_rate taskset -c "$cpu" perf bench sched pipe -l "$loops" >>"$work/b"
		"$tools/rates" one pipe -1 -1 "$ms" >>"$work/c"
		perf_rate perf bench sched pipe -l "$loops" >>"$work/d"
		i=$((i + 1))
	done
	if r=$(ratio "$(median "$work/a")" "$(median "$work/b")"); then
		echo "row|pipe on one CPU ($(median "$work/a") : $(median "$work/b") loops/s)|$r||>=|0.98"
	else
		echo failed >"$work/perf-failed"
	fi
	if r=$(ratio "$(median "$work/c")" "$(median "$work/d")"); then
		echo "row|pipe, placed by the scheduler ($(median "$work/c") : $(median "$work/d") loops/s; two-moded)|$r||-|-"
	else
		echo failed >"$work/perf-failed"
	fi
}

# ---- the dashboard on and off ----

averages() { "$ctxtop" report -f csv "$1" >"$work/csv" && awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) { gsub(/"/, "", $i); at[$i] = i } next }
	$at["average"] + 0 > 0 { print $at["method"] " " $at["placement"] " " $at["average"] }' "$work/csv"; }

on_off() {
	echo "head|rates with the dashboard on, against headless, $pairs times in turn"
	i=0
	rm -f "$work"/on-* "$work"/off-*
	while [ $i -lt "$pairs" ]; do
		rm -f "$work/rec-on" "$work/rec-off"
		"$tools/ptymeter" 160 48 "$seconds" "$ctxtop" -m pipe,msgq,sem -P same,cross -r "$work/rec-on" >/dev/null
		"$ctxtop" run -m pipe,msgq,sem -P same,cross -d "$seconds" -r "$work/rec-off" >/dev/null
		for side in on off; do
			averages "$work/rec-$side" | while read -r method placement rate; do
				echo "$rate" >>"$work/$side-$method-$placement"
			done
		done
		i=$((i + 1))
	done
	for f in "$work"/off-*; do
		name=${f##*/off-}
		if [ -s "$work/on-$name" ] && r=$(ratio "$(median "$work/on-$name")" "$(median "$f")"); then
			echo "row|$name: on : off|$r||>=|0.99"
		else
			echo failed >"$work/onoff-failed"
		fi
	done
}

# ---- the screen's budget ----

# LABEL FILE [aims]: rows of one program, with our aims beside them or not.
screen_rows() {
	frames=$(value frames "$2")
	le='-' writes='write() calls a frame'
	[ -n "${3:-}" ] && le='<=' writes='write() calls a frame, with the one that hands the baton back'
	per() { awk -v n="$1" -v f="$frames" -v form="$2" 'BEGIN { if (f > 0 && n != "") printf form, n / f; else print "--" }'; }
	echo "row|$1: first frame after start|$(value first_frame_ms "$2")|ms|$le|30"
	echo "row|$1: private memory of all processes|$(value private_kb "$2")|kB|$le|8192"
	echo "row|$1: CPU a painted frame, main thread|$(per "$(value main_cpu_ms "$2")" %.2f)|ms|$le|1"
	echo "row|$1: CPU a painted frame, all its threads|$(per "$(value cpu_ms "$2")" %.2f)|ms|$le|2"
	echo "row|$1: bytes a frame|$(per "$(value bytes "$2")" %.0f)||$le|4096"
	echo "row|$1: $writes|$(per "$(value writes "$2")" %.2f)||$le|3"
	echo "note|$1: $frames frames in $seconds s"
}

screen() {
	echo "head|the screen at 160x48"
	if "$tools/ptymeter" 160 48 "$seconds" "$ctxtop" >"$work/ctxtop"; then
		screen_rows ctxtop "$work/ctxtop" aims
	else
		echo failed >"$work/screen-failed"
	fi
	for other in htop btop; do
		if ! have $other; then
			echo "note|$other is not installed"
		elif "$tools/ptymeter" 160 48 "$seconds" $other >"$work/$other"; then
			screen_rows $other "$work/$other"
		else
			echo "note|$other could not be metered"
		fi
	done
}

for tool in rates plain ptymeter; do
	[ -x "$tools/$tool" ] || { cannot "anything: $tools/$tool is not built (make bench builds it)"; exit 1; }
done
[ -x "$ctxtop" ] || { cannot "anything: $ctxtop is not built"; exit 1; }

methods | table
[ -e "$work/methods-failed" ] && cannot 'a method (see above)'
if ! have perf; then
	echo && echo 'perf is not installed: no comparison with perf bench'
elif ! perf bench sched pipe -l 10 >/dev/null 2>&1; then
	echo && echo 'perf bench does not run here: no comparison with it'
else
	perf_pipe | table
	[ -e "$work/perf-failed" ] && cannot 'pipes against perf bench'
fi
on_off | table
[ -e "$work/onoff-failed" ] && cannot 'rates with the dashboard on and off'
screen | table
[ -e "$work/screen-failed" ] && cannot "the dashboard's screen"
exit $bad
