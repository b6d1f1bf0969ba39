#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Without a terminal: where output may go, what a failing output means, Ctrl-C, and that the screen is refused
# with the name of the other command.
. "$(dirname "$0")/lib.sh"
cd "$WORK" || exit 1

refused() { # NAME; the live dashboard without a terminal on standard output
	[ "$status" -eq 2 ] && grep -q 'ctxtop run' err && ok "$1" ||
		not_ok "$1" "exit status $status
$(cat err)"
}
timeout 20 "$CTXTOP" >out 2>err </dev/null
status=$?
refused 'dashboard to a file: exit 2, names ctxtop run'
check 'and nothing is written to the file' test ! -s out
timeout 20 "$CTXTOP" 2>err </dev/null | cat >out
status=${PIPESTATUS[0]}
refused 'dashboard into a pipe: exit 2, names ctxtop run'
timeout 20 "$CTXTOP" >&- 2>err </dev/null
status=$?
refused 'dashboard with closed standard output: exit 2, names ctxtop run'

result() { # NAME STATUS PATTERN-ON-STDERR
	if [ "$status" -eq "$2" ] && { [ -z "$3" ] || grep -qE -- "$3" err; }; then
		ok "$1: exit status $2"
	else
		not_ok "$1: exit status $2" "exit status $status, standard error:
$(cat err)"
	fi
}
fast='-s 5ms -n 1 -P same'
timeout 20 "$CTXTOP" run $fast >out 2>err </dev/null
status=$?
result 'run </dev/null' 0 ''
check 'the report is on standard output' grep -q 'SIGUSR1' out
check 'nothing is on standard error, which is no terminal' test ! -s err
timeout 20 "$CTXTOP" run $fast >/dev/full 2>err </dev/null
status=$?
result 'run >/dev/full' 1 '[Ss]pace'
timeout 20 "$CTXTOP" run $fast >&- 2>err </dev/null
status=$?
result 'run with closed standard output' 1 '.'
timeout 20 "$CTXTOP" run $fast <&- >out 2>err
status=$?
result 'run with closed standard input' 0 ''
timeout 20 "$CTXTOP" run $fast >out 2>&- </dev/null
status=$?
result 'run with closed standard error' 0 ''
timeout 20 "$CTXTOP" run $fast <&- >&- 2>&-
check 'run with all three closed: exit status 1' test $? -eq 1
timeout 20 "$CTXTOP" run $fast -o /no/such/folder/x 2>err </dev/null
status=$?
result 'run -o into a folder that is not there' 1 '/no/such/folder/x'
timeout 20 "$CTXTOP" run $fast -o there 2>err </dev/null >out
status=$?
result 'run -o file' 0 ''
check 'the report is in the file, not on standard output' sh -c 'grep -q SIGUSR1 there && test ! -s out'
# a reader that has seen enough
timeout 20 "$CTXTOP" run $fast 2>err </dev/null | head -1 >out
status=${PIPESTATUS[0]}
check 'run | head -1 has its line' test -s out
case $status in
0 | 1 | 141) ok 'run | head -1 ends in order' ;;
*) not_ok 'run | head -1 ends in order' "exit status $status: $(cat err)" ;;
esac
for verb in --help --version 'list methods'; do
	# shellcheck disable=SC2086 # words
	timeout 20 "$CTXTOP" $verb >/dev/full 2>err </dev/null
	status=$?
	result "$verb >/dev/full" 1 '[Ss]pace'
done
check_gone 'run'
check_ipc 'run'

# Ctrl-C: the report of what was measured, and success
start 100x30 "'$CTXTOP' run -s 10ms -n 100000"
wait_for 'round [2-9]'
keys C-c
expect_end 'Ctrl-C of run' 0
expect 'the report is printed' 'message queue .*[0-9]'
check_terminal 'Ctrl-C of run'
check_gone 'Ctrl-C of run'
check_ipc 'Ctrl-C of run'

"$CTXTOP" run -s 10ms -n 100000 -f csv >out 2>err </dev/null &
job=$!
measured() { [ -n "$(pid_of ctx:)" ]; }
until_true "$PATIENCE" measured
kill -INT "$(main_pid)"
wait $job
status=$?
result 'SIGINT of run without a terminal' 0 ''
check 'its report is printed' grep -q sigusr1 out
finish
