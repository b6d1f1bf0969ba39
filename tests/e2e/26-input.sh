#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What comes from the terminal and is no key: Alt and a letter, modified arrows, pastes, what was typed ahead of a
# question, and 300 kB of random bytes into the strip, as root.
. "$(dirname "$0")/settings.sh"
fixtures=$(cd "$(dirname "$0")/../fixtures" && pwd)
cd "$WORK" || exit 1
quick='-s 10ms -m pipe -P same'
bool=kernel.timer_migration

# Bytes into the line in one write, as they are; with brackets, where the program asked for them: with -p.
send() { # FILE [-p]
	tm load-buffer -b input "$1" && tm paste-buffer -b input -r -d ${2-}
}
# The keys before it were taken: y shows the system view.
taken() { keys y; wait_for 'Run information|Processor'; keys y; wait_measured; }

start 140x45 "'$CTXTOP' $quick"
wait_measured
before=$(screen | grep -cE 'settings, events')
send "$fixtures/alt-b.bin"
taken
expect_not 'Alt+b is no key' 'by you|\(sysctl -w'
send "$fixtures/ctrl-right.bin"
taken
check 'Ctrl+Right closes no panel' test "$(screen | grep -cE 'settings, events')" = "$before"
send "$fixtures/paste.txt" -p
expect 'pasted text is dropped, and said' 'pasted text is no keys'
expect_not 'pasted text begins no epoch' 'epoch 2'
keys m
wait_for 'mark, with a note'
send "$fixtures/paste.txt" -p
expect 'a prompt takes pasted text' 'note: how we would write new words'
keys Escape
wait_not 'mark, with a note'
keys q
expect_end 'nothing was changed: q asks nothing' 0
check_terminal 'input'
stop

if [ "$(id -u)" != 0 ] || ! put $bool "$(value $bool)" 2>/dev/null; then
	skip 'keys that change settings' 'needs root'
	finish
fi

# ---- typed ahead ----

was=$(value $bool) flip=$((1 - $(value $bool)))
start 140x45 "'$CTXTOP' $quick"
wait_measured
key=$(letter_of $bool)
[ -n "$key" ] || { skip 'typed ahead' "$bool is not on the strip here"; finish; }
printf ',%s' "$key" >together
send together
expect 'the leader and a letter in one write change nothing' "^ keys came all at once"
check 'the leader and a letter in one write: the value' is $bool "$was"
flip "$key"
becomes "its letter ($key) flips it" $bool "$flip"
expect 'the change is known' "$bool .*was"
printf qn >ahead
send ahead
expect 'the question waits for a key pressed behind it' 'restore 1 changed setting\?'
check 'it was not answered' running
printf '%s,%s' "$key" "$key" >twice
keys c
wait_not 'restore 1'
keys ,
wait_for 'its letter takes a setting'
send twice
becomes 'of two keys in one write the first counts' $bool "$was"
after_esc
keys Escape
sleep 0.1 # together they were Alt and a letter
keys ,
keys "$key"
expect 'none so soon after Esc' 'so soon after Esc'
check 'none so soon after Esc: the value' is $bool "$was"
keys q
expect_end 'typed ahead' 0
check 'it is as it was' is $bool "$was"
stop
watchdog=$(value kernel.nmi_watchdog 2>/dev/null)
start 140x45 "'$CTXTOP' $quick"
wait_measured
send "$fixtures/type-ahead.txt"
gone_or_asked() { ended || shows 'restore . changed setting'; }
check 'all in one write: it asks, or ends and restores' until_true "$PATIENCE" gone_or_asked
ended || { keys y; }
expect_end 'all in one write' 0
check 'all in one write: nothing is left changed' test "$(value kernel.nmi_watchdog 2>/dev/null)" = "$watchdog"
stop

# ---- random bytes ----

for name in $TOUCHES; do value "$name" 2>/dev/null; done >was.values
start 140x45 "'$CTXTOP' $quick"
wait_measured
# without what stops or ends it: Ctrl-C, Ctrl-Z, q
head -c 310000 /dev/urandom | tr -d '\003\032q' | head -c 300000 >noise
send noise
over() { ended || { keys C-c; sleep 0.5; ended; }; }
until_true 120 over
check 'random bytes: it can be left' ended
for name in $TOUCHES; do value "$name" 2>/dev/null; done >now.values
check 'random bytes: all settings are as they were' diff was.values now.values
check 'random bytes: no journal is left' test ! -e "$JOURNAL"
check_terminal 'random bytes'
check_gone 'random bytes'
finish
