#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A write that takes its time, as taking a CPU off line does: the guardian is stopped, so that the answer comes
# only when it is let go on. Meanwhile the screen says so, keys and views work, rates come in; Ctrl-C wakes it, and
# what it changed is put back.
. "$(dirname "$0")/settings.sh"
[ "$(id -u)" = 0 ] || skip_all 'needs root'
cd "$WORK" || exit 1
knob=kernel.timer_migration
was=$(value $knob)
put $knob "$was" 2>/dev/null || skip_all "$knob cannot be written here"
flip=$((1 - was))

stopped() { grep -q '^State:.T' "/proc/$1/status"; }
halt_guardian() { guardian=$(pid_of ctxtop-guardian); kill -STOP "$guardian"; until_true 10 stopped "$guardian"; }

start 140x45 "'$CTXTOP' -s 10ms -m pipe -P same -r rec.jsonl"
wait_measured
settings_view $knob
halt_guardian
wait_for "Enter: $knob"
keys Enter
expect 'the screen says what is being set' "setting $knob \.\.\."
check 'nothing is written yet' is $knob "$was"
keys Escape
expect 'keys work: the settings view is left' "$MEASURED"
expect 'the other view says so, too' "setting $knob \.\.\."
count() { wc -l <rec.jsonl; }
more() { [ "$(count)" -gt $((before + 20)) ]; }
before=$(count)
check 'events still come in' until_true "$PATIENCE" more
keys '?'
expect 'the help opens' 'Keys that work everywhere'
keys Escape
kill -CONT "$guardian"
becomes 'then it is set' $knob $flip
expect_not 'and the words go' "setting $knob \.\.\."
after_esc
settings_view $knob
expect 'it is known as our own change' "$knob +o[nf]+ +o[nf]+ +A .* you"

halt_guardian
wait_for "Enter: $knob"
keys Enter
wait_for "setting $knob \.\.\." || not_ok 'the second one is under way' "$(screen)"
keys C-c
expect_end 'Ctrl-C beside a stopped guardian, which is woken' 0
expect 'it says what was restored' "restored: $(sysctl_path $knob) is $was"
check_terminal 'Ctrl-C'
becomes 'it is put back' $knob "$was"
check_gone 'Ctrl-C'
check 'no journal is left' test ! -e "$JOURNAL"
finish
