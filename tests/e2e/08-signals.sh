#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Signals. Those that end a program end it, after it has put the terminal back, by that very signal, so that
# the shell sees 128 + n; stray ones do no harm; stopping and going on gives the terminal to the shell and back.
. "$(dirname "$0")/lib.sh"
ulimit -c 0

for sig in INT TERM HUP QUIT SEGV ABRT BUS ILL FPE SYS XCPU; do
	start 100x30 "'$CTXTOP' -s 10ms"
	wait_rates
	kill -$sig "$(main_pid)"
	expect_end "SIG$sig" $((128 + $(kill -l $sig)))
	check_terminal "SIG$sig"
	check_gone "SIG$sig"
	check_ipc "SIG$sig"
done

for sig in USR1 USR2 PIPE WINCH XFSZ ALRM; do
	start 100x30 "'$CTXTOP' -s 10ms -P same -m msgq"
	wait_for 'message queue .*[0-9]'
	pid=$(main_pid)
	kill -$sig "$pid"
	# it went on measuring: more slices than before
	keys Space
	expect "SIG$sig: it answers keys" 'FROZEN'
	expect "SIG$sig: it measures" '[1-9][0-9]* slices? behind'
	check "SIG$sig: it is the same process" test "$(main_pid)" = "$pid"
	# strays to the helpers are as harmless
	kill -$sig "$(pid_of ctxtop-runner)" "$(pid_of ctxtop-guardian)"
	keys Space
	expect_not "SIG$sig to the helpers: the picture goes on" 'FROZEN'
	keys q
	expect_end "SIG$sig" 0
done

# From a shell with job control: TSTP gives the terminal back, fg paints again. The same with SIGSTOP.
shell() {
	stop
	SOCKET=ctxtop-test-$$-$((++STARTS))
	tm new-session -d -x 100 -y 30 "PS1='prompt> ' exec bash --norc --noprofile -i"
	tm set-option -g remain-on-exit on >/dev/null
	wait_for 'prompt>'
}
state() { awk '/^State:/ { print $2 }' "/proc/$1/status"; }
stopped() { [ "$(state "$1")" = T ]; }
off_screen() { [ "$(pane alternate_on)" = 0 ] && [ "$(pane cursor_flag)" = 1 ]; }
on_screen() { [ "$(pane alternate_on)" = 1 ]; }

for how in C-z TSTP; do
	shell
	text "'$CTXTOP' -s 10ms"
	keys Enter
	wait_rates
	pid=$(main_pid)
	if [ $how = C-z ]; then keys C-z; else kill -TSTP "$pid"; fi
	check "$how: it stops" until_true "$PATIENCE" stopped "$pid"
	check "$how: the shell has the terminal" until_true "$PATIENCE" off_screen
	text 'stty -a | grep -c "icanon echo" | sed s/^/lines:/'
	text ';echo'
	keys Enter
	text 'fg'
	keys Enter
	check "$how: fg paints again" until_true "$PATIENCE" on_screen
	expect "$how: rates after fg" "$RATES"
	keys Space
	expect "$how: keys after fg" 'FROZEN'
	keys Space
	expect "$how: rates go on" '(RUN|IDLE)'
	keys q
	check "$how: q ends it" until_true "$PATIENCE" none_left
	check "$how: the shell has its terminal" until_true "$PATIENCE" off_screen
done

shell
text "'$CTXTOP' -s 10ms"
keys Enter
wait_rates
pid=$(main_pid)
kill -STOP "$pid"
check 'STOP: it stops' until_true "$PATIENCE" stopped "$pid"
# nobody measures, so the workers are ended after a second: they do not burn the CPU for nobody
no_workers() { [ -z "$(pid_of ctx:)" ]; }
check 'STOP: the workers do not go on for nobody' until_true "$PATIENCE" no_workers
# the shell has noticed the stop as well; fg continues it
text 'fg'
keys Enter
expect 'CONT: keys and picture are back' 'F10Quit'
keys Space
expect 'CONT: keys work' 'FROZEN'
keys Space
expect 'CONT: the whole screen is painted again' 'message queue +same.*[0-9]'
expect 'CONT: rates go on' "$RATES"
keys q
check 'CONT: q ends it' until_true "$PATIENCE" none_left
check 'CONT: the shell has its terminal' until_true "$PATIENCE" off_screen
check_ipc 'CONT'

# A slice during which it was stopped does not count, and the log says why. The blow must fall into a slice and
# not between two: with long slices it does nearly always, so a few tries are enough.
start 100x30 "'$CTXTOP' -s 300ms -P same -m msgq -r '$WORK/stopped'"
wait_for 'message queue .*[0-9]'
blow() {
	kill -STOP "$(main_pid)"
	until_true "$PATIENCE" no_workers
	sleep 0.5 # the last slice of a turn ends its workers: that reply must be read late
	kill -CONT "$(main_pid)"
	until_true 2 grep -q '"gap".*ctxtop was stopped' "$WORK/stopped"
}
check 'STOP in a slice: the slice is void, in words' until_true "$PATIENCE" blow
keys l
expect 'STOP in a slice: the log says it' 'ctxtop was stopped'
stop

# the same without a screen
for sig in TERM HUP QUIT; do
	start 80x24 "'$CTXTOP' run -s 10ms -n 100000 -f csv >out.csv"
	until_true "$PATIENCE" test -n "$(pid_of ctx:)"
	wait_for 'round [2-9]'
	kill -$sig "$(main_pid)"
	expect_end "run, SIG$sig" $((128 + $(kill -l $sig)))
	check "run, SIG$sig: the report is printed all the same" grep -q sigusr1 "$WORK/out.csv"
	check_gone "run, SIG$sig"
	check_ipc "run, SIG$sig"
done
finish
