#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sysctls of the IPC namespace are those of the workers: no queue is allowed, the series of queues says so and
# the others go on; the machine's own value is untouched, and undo brings the series back.
. "$(dirname "$0")/settings.sh"
[ "$(id -u)" = 0 ] || skip_all 'needs root'
cd "$WORK" || exit 1
knob=kernel.msgmni
[ -e "$(sysctl_path $knob)" ] || skip_all "$knob is not here"
unshare -i true 2>/dev/null || skip_all 'IPC namespaces are not allowed here'
was=$(value $knob)

start 140x45 "'$CTXTOP' -s 10ms -m msgq,pipe -P same"
wait_measured
settings_view $knob
keys e
wait_for 'value for'
keys C-u
text 0
keys Enter
expect 'it is changed' "$knob +0 +[0-9]+ +A "
check "the machine's own value stays" is $knob "$was"
keys Escape Escape
expect 'the queue says what it lacks' 'message queue.*msgget: No space left'
expect 'the others go on' 'pipes.*[0-9]{4,}'
check "the machine's own value still stays" is $knob "$was"
after_esc
keys U
expect 'undone, the queue runs again' 'message queue same runs again'
keys q
expect_end 'it ends' 0
check "the machine's own value at the end" is $knob "$was"
check_gone 'no process is left'
finish
