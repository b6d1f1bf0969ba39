#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run: what ctxtop costs, in paired alternations within one run, judged by intervals.
#
# usage: make bench                    all of it, some six minutes
#        tests/bench/run.sh SECTION... methods perf screen
# BENCH_PAIRS=N: so many pairs (7, of the short ones three times as many); BENCH_SECONDS=N: seconds a run of the screen (6). Measure on a machine that
# does nothing else. The table and its closing line come at the end. A row is MISS only where its whole 95 %
# interval lies on the wrong side of the aim, and then the exit status is 1; "can't tell" is no failure. 2: some
# figure could not be measured.
set -u

build=${BUILD:-build}
ctxtop=$build/ctxtop
tools=$build/tests/bench
pairs=${BENCH_PAIRS:-7} seconds=${BENCH_SECONDS:-6}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
LC_ALL=C.UTF-8
export LC_ALL
# nobody's own settings, and none of ours left behind
XDG_CONFIG_HOME=$work/config
export XDG_CONFIG_HOME
measured=$work/measured

have() { command -v "$1" >/dev/null 2>&1; }
say() { echo "$*" >>"$measured"; }
# The value of NAME in a file of "name value" lines.
value() { awk -v name="$1" '$1 == name { print $2 }' "$2"; }
# Column COLUMN of every series of a CSV report that has an average: method placement value
column() {
	awk -F, -v want="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["average"] + 0 > 0 { print $at["method"], $at["placement"], $at[want] }' "$2"
}
# Two lines of work, in the order A B where $1 is even and B A where it is odd.
in_turn() {
	if [ $(($1 % 2)) -eq 0 ]; then $2 && $3; else $3 && $2; fi
}

# ---- methods against plain loops ----

ours() { "$ctxtop" run -m "$method" -P same,cross -n 1 -s 100ms -f csv -o "$work/ours" 2>"$work/err"; }
theirs() {
	# on the CPUs that ctxtop takes
	: >"$work/theirs"
	for place in same cross; do
		at=$(awk -v p=$place '$1 == p { print $2, $3 }' "$work/cpus")
		# shellcheck disable=SC2086 # two numbers
		[ -z "$at" ] || echo "$place $("$tools/plain" "$method" $at 100)" >>"$work/theirs"
	done
}

methods() {
	say "head|rate against a plain loop in C"
	for method in $("$tools/plain" list); do
		ours || { say "failed|$method: $(head -n 1 "$work/err")"; continue; }
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			$at["cpus"] ~ /^[0-9]/ { split($at["cpus"], c, /[^0-9]+/); print $at["placement"], c[1], c[2] == "" ? c[1] : c[2] }' \
			"$work/ours" >"$work/cpus"
		i=0
		while [ $i -lt $((3 * pairs)) ]; do
			in_turn $i ours theirs || { say "failed|$method: $(head -n 1 "$work/err")"; break; }
			column average "$work/ours" | while read -r _ place rate; do
				plain=$(awk -v p="$place" '$1 == p { print $2 }' "$work/theirs")
				[ -n "$plain" ] || continue
				case $method,$place in
				spinlock,same) aim='-|-' ;; # a loop takes time slices: their length is the scheduler's matter
				*) aim='>=|0.98' ;;
				esac
				say "pair|$method $place|$rate|$plain|$aim"
			done
			i=$((i + 1))
		done
	done
}

# ---- against perf bench ----

ours_pipe() { rate=$("$ctxtop" run -m pipe -P same -n 1 -s 300ms -f csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["average"] }'); }
perf_pipe() { other=$(taskset -c "$cpu" perf bench sched pipe -l 100000 2>/dev/null | awk '/ops\/sec/ { gsub(/,/, "", $1); print $1 }'); }

perf_section() {
	say 'head|pipes against "perf bench sched pipe"'
	if ! have perf || ! have taskset || ! perf bench sched pipe -l 10 >/dev/null 2>&1; then
		say 'note|perf bench does not run here'
		return
	fi
	cpu=$(taskset -pc $$ 2>/dev/null | sed 's/.*: *//; s/[^0-9].*//')
	i=0
	while [ $i -lt "$pairs" ]; do
		in_turn $i ours_pipe perf_pipe
		say "pair|pipe same|$rate|$other|>=|0.98"
		i=$((i + 1))
	done
}

# ---- the dashboard ----

# meter NAME PROGRAM...: on a terminal of 160x48, its figures into $work/NAME
meter() {
	name=$1
	shift
	"$tools/ptymeter" 160 48 "$seconds" "$@" >"$work/$name" 2>"$work/err" ||
		{ say "failed|$name on a terminal: $(head -n 1 "$work/err")"; return 1; }
}
calm() { meter calm "$ctxtop" --fps 1; }
usual() { meter usual "$ctxtop"; }
# recording costs writes and CPU of its own
recorded() { rm -f "$work/rec-usual"; meter recorded "$ctxtop" -r "$work/rec-usual"; }
short() { rm -f "$work/rec-short"; meter short "$ctxtop" -s 20ms -r "$work/rec-short"; }
htop_run() { ! have htop || meter htop htop -d 10; }
headless() {
	rm -f "$work/rec-headless"
	"$ctxtop" run -d "$((seconds + 1))" -r "$work/rec-headless" >/dev/null 2>"$work/err" ||
		{ say "failed|headless: $(head -n 1 "$work/err")"; return 1; }
}
# Of the time from the end of the first slice on, the share inside slices that count.
duty() {
	jq -n 'reduce (inputs | select(.kind == "slice")) as $e ({};
		if .first then .last = $e.t_ns | .in += (if $e.slice.void then 0 else $e.slice.wall_ns end)
		else .first = $e.t_ns | .in = 0 end) | .in / (.last - .first)' "$1"
}
averages() { "$ctxtop" report -f csv "$1" >"$work/csv" && column average "$work/csv"; }
# The mean ratio of the rates of all series of a placement in two recordings, as "ratio 1".
on_off() {
	averages "$work/rec-usual" >"$work/on" && averages "$work/rec-headless" >"$work/off" &&
		awk -v p="$1" 'FNR == NR { if ($2 == p) on[$1] = $3; next }
			$2 == p && on[$1] && $1 != "spinlock" { sum += log(on[$1] / $3); n++ }
			END { if (n) printf "%.6f|1", exp(sum / n) }' "$work/on" "$work/off"
}
per_frame() {
	awk -v of="$1" -v name="$2" '$1 == "frames" { f = $2 } $1 == of { v = $2 } END { if (f > 0 && v > 0) print v / f }' "$work/$2"
}

screen_values() {
	say "value|first frame after start|$(value first_frame_ms "$work/usual")|ms|<=|30"
	say "value|private memory of all processes|$(value private_kb "$work/usual")|kB|<=|8192"
	say "value|CPU a frame, main thread|$(per_frame main_cpu_ms usual)|ms|<=|1"
	say "value|CPU a frame, all threads|$(per_frame cpu_ms usual)|ms|<=|2"
	say "value|bytes a frame|$(per_frame bytes usual)|B|<=|4096"
	say "value|write() calls a frame, its orders among them|$(per_frame writes usual)||<=|3"
	say "value|frames a second|$(awk -v s="$seconds" '$1 == "frames" { print $2 / s }' "$work/usual")||<=|5.2"
	say "value|duty at 100 ms|$(duty "$work/rec-usual")||>=|0.96"
	say "value|duty at 20 ms|$(duty "$work/rec-short")||>=|0.85"
	for place in same cross; do
		say "pair|rates, dashboard : headless, all $place|$(on_off $place)|>=|0.99"
	done
	if have htop; then
		say "pair|CPU, --fps 1 : htop -d 10|$(value cpu_ms "$work/calm")|$(value cpu_ms "$work/htop")|<=|1"
		say "pair|CPU, --fps 5 : htop -d 10|$(value cpu_ms "$work/usual")|$(value cpu_ms "$work/htop")|<=|2"
		say "pair|first frame : htop|$(value first_frame_ms "$work/usual")|$(value first_frame_ms "$work/htop")|-|-"
	fi
}

one_way() { calm && htop_run && usual; }
other_way() { usual && htop_run && calm; }
screen() {
	say 'head|the dashboard at 160x48, default options'
	have htop || say 'note|htop is not installed: no comparison of CPU'
	i=0
	while [ $i -lt "$pairs" ]; do
		if [ $((i % 2)) -eq 0 ]; then one_way; else other_way; fi && recorded && short && headless && screen_values || return
		i=$((i + 1))
	done
}

for tool in judge plain ptymeter; do
	[ -x "$tools/$tool" ] || { echo "bench: $tools/$tool is not built (make bench builds it)" >&2; exit 2; }
done
[ -x "$ctxtop" ] || { echo "bench: $ctxtop is not built" >&2; exit 2; }
: >"$measured"
[ $# -gt 0 ] || set -- methods perf screen
for section; do
	echo "bench: measuring: $section" >&2
	case $section in
	methods | screen) $section ;;
	perf) perf_section ;;
	*) echo "bench: no section $section" >&2; exit 2 ;;
	esac
done
"$tools/judge" <"$measured"
