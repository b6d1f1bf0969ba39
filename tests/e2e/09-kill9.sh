#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# kill -9 of each kind of process at random moments: nobody is left behind, no System V object either: in an
# IPC namespace of its own, and in the host's where none can be had (ROUNDS of each, 20 as a rule).
. "$(dirname "$0")/lib.sh"
ROUNDS=${ROUNDS:-20}

run() { # COMMAND PREFIX...: headless, in the background
	"$@" "$CTXTOP" run -s 5ms -n 1000000 -m msgq,sem,pipe -P same,cross -f csv >/dev/null 2>"$WORK/err" </dev/null &
	job=$!
	disown $job # the shell need not report that it was killed
}
has() { [ -n "$(pid_of "$1")" ]; }

# The victim dies after a random wait of up to 60 ms: that is the point here, any moment must do.
strike() { # VICTIM
	local pid
	until_true "$PATIENCE" has ctx: || return 1
	sleep "0.0$((RANDOM % 60 + 10))"
	# a worker may have ended before the blow falls: then the next one is it
	until pid=$(pid_of "$1") && [ -n "$pid" ] && kill -9 "$pid" 2>/dev/null; do
		kill -0 $job 2>/dev/null || return 1
	done
}

campaign() { # NAME PREFIX...
	local where=$1 victim i bad words
	shift
	for victim in ctxtop ctxtop-spawner ctxtop-runner ctxtop-guardian ctx:; do
		bad=''
		for ((i = 1; i <= ROUNDS; i++)); do
			run "$@"
			if ! strike $victim; then
				bad="round $i: no $victim came up: $(cat "$WORK/err")"
			elif [ $victim = ctxtop-guardian ] || [ $victim = ctx: ] || [ $victim = ctxtop-runner ]; then
				# the measuring outlives these: it is ended in the usual way
				until_true "$PATIENCE" has ctx: || bad="round $i: no worker after the loss of $victim"
				[ -z "$(main_pid)" ] || kill -TERM "$(main_pid)" 2>/dev/null
			fi
			until_true 10 none_left || bad="round $i: left behind: $(ours)"
			until_true 10 ipc_as_before || bad="round $i: System V objects: $(diff <(echo "$IPC_BEFORE") <(ipc_objects))"
			end_ours
			[ -z "$bad" ] || break
		done
		if [ -z "$bad" ]; then ok "$where: kill -9 $victim, $ROUNDS times"; else not_ok "$where: kill -9 $victim" "$bad"; fi
		if [ -n "$bad" ]; then IPC_BEFORE=$(ipc_objects); fi
	done
	# a lost runner is followed by another one: a gap with its words, and the measuring goes on
	"$@" "$CTXTOP" run -s 40ms -n 20 -m msgq --record "$WORK/rec.jsonl" >/dev/null 2>"$WORK/err" </dev/null &
	job=$!
	until_true "$PATIENCE" has ctx:
	kill -9 "$(pid_of ctxtop-runner)"
	wait $job
	words="exit status $?: $(cat "$WORK/err")"
	if [ "$words" = "exit status 0: " ] && grep '"kind":"gap"' "$WORK/rec.jsonl" |
		grep -q 'the runner was killed by signal 9 (Killed); started again'; then
		ok "$where: a lost runner is started again"
	else
		not_ok "$where: a lost runner is started again" "$words"
	fi
	rm -f "$WORK/rec.jsonl"
	# without the spawner nobody can: words and a status, not a hang
	"$@" "$CTXTOP" run -s 5ms -n 1000000 -m msgq >/dev/null 2>"$WORK/err" </dev/null &
	job=$!
	until_true "$PATIENCE" has ctx:
	kill -9 "$(pid_of ctxtop-spawner)"
	wait $job
	words="exit status $?: $(cat "$WORK/err")"
	case $words in
	"exit status 1: "*[a-z]*) ok "$where: the loss of the spawner is said in words" ;;
	*) not_ok "$where: the loss of the spawner is said in words" "$words" ;;
	esac
}

campaign 'own namespace'

if way=$(forbidder); then
	campaign "host's namespace" $way
else
	skip "host's namespace" 'no way to forbid unshare() here'
fi

# On a screen: after kill -9 of the program itself the terminal cannot be restored by it, but the rest goes.
start 80x24 "'$CTXTOP' -s 10ms"
wait_rates
kill -9 "$(main_pid)"
check_gone 'kill -9 of the dashboard'
check_ipc 'kill -9 of the dashboard'
finish
