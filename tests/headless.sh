#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# headless: short runs of the real program without a screen, for the builds with sanitizers.
#
# A sanitizer in any of the processes writes to standard error and makes the exit status non-zero, or,
# in a helper process, at least leaves its words there: both are looked at.
set -u

ctxtop=${BUILD:-build}/ctxtop
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
n=0 bad=0

try() {
	n=$((n + 1))
	what=$1
	shift
	"$@" >"$work/out" 2>"$work/err"
	status=$?
	if [ $status -eq 0 ] && [ -s "$work/out" ] && ! grep -qE 'Sanitizer|runtime error' "$work/err"; then
		echo "ok $n - $what"
	else
		echo "not ok $n - $what (exit status $status)"
		head -n 80 "$work/err" | sed 's/^/# /'
		bad=1
	fi
}

echo 1..6
try 'run -n 1' "$ctxtop" run -n 1
try 'run, JSON, recorded' "$ctxtop" run -n 2 -s 20ms -f json -r "$work/rec"
try 'report of that recording' "$ctxtop" report "$work/rec"
try 'run as ctxbench printed it' "$ctxtop" run -n 1 -s 20ms -f ctxbench
try 'run, all placements' "$ctxtop" run -n 1 -s 20ms -P same,cross,free -f csv
try 'list methods' "$ctxtop" list methods
exit $bad
