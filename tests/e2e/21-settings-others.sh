#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What others change while it runs: the mark, the log line with its author, a new epoch; what is written anew with
# the value it had makes no mark; undo keeps its hands off what others made of a change.
. "$(dirname "$0")/settings.sh"
[ "$(id -u)" = 0 ] || skip_all 'needs root'
cd "$WORK" || exit 1
bool=kernel.timer_migration number=kernel.sched_rr_timeslice_ms added=net.ipv4.ip_default_ttl
was=$(value $bool) was_number=$(value $number) was_added=$(value $added)
if [ "$was" = 1 ]; then flip=0 on=on off=off; else flip=1 on=off off=on; fi
put $bool "$was" 2>/dev/null && put $number "$was_number" 2>/dev/null || skip_all "$bool, $number cannot be written here"

# as sysctl(8), and so called; where there is none its way to write is the shell's
cat >"$WORK/another-program" <<'END'
#!/bin/bash
echo "$2" >"$1"
END
chmod +x "$WORK/another-program"

start 140x45 "'$CTXTOP' -s 10ms -m pipe -P same -k $added"
wait_measured
expect 'one epoch at first' 'epoch 1 of 1'
"$WORK/another-program" "$(sysctl_path $bool)" $flip
expect 'the log line: what, and which program' "set +A $bool $on -> $off by another-pr"
expect 'a new epoch, with its cause' "epoch 2 of 2: $bool $off"
expect 'the strip: was, and the letter' "$bool $off \(was $on, A\)"
expect 'the letter stands on the time axis' 'loops/s.*A.*now'
settings_view $bool
expect 'the list: now, at start, letter, author' "$bool +$off +$on +A +[0-9:]{8} another-pr"
keys u
expect 'u: it is not ours to undo' 'nothing to undo'
check 'u leaves it' is $bool $flip

if command -v sysctl >/dev/null; then
	sysctl -qw "$bool=$was"
	expect 'sysctl -w is seen with its name' "$bool +$on +$on +B +[0-9:]{8} sysctl"
else
	put $bool "$was"
	expect 'the shell is seen with its name' "$bool +$on +$on +B +[0-9:]{8} bash"
fi
go_to $added
put $added 99
expect 'what -k names is watched as well' "$added +99 .* C +[0-9:]{8} bash"
put $added "$was_added"
expect 'and when it is put back' "$added +$was_added .* D +[0-9:]{8} bash"

# the same value again, twice: then one that differs, whose letter tells that nothing came between
put $bool "$was"
put $bool "$was"
put $number 55
keys l
expect 'the next letter is the next change' "E $number .* -> 55 ms by bash"
check 'the same value again is no mark' test "$(screen | grep -cE ' set +[A-Z] ')" = 5
keys t
go_to $number

# ours, and then somebody else's
keys e
wait_for 'value for'
keys C-u
text 66
keys Enter
becomes 'our own change' $number 66
expect 'is ours' "$number +66 ms .* F +[0-9:]{8} you"
put $number 77
expect 'the change of it is not' "$number +77 ms .* G +[0-9:]{8} bash"
keys u
expect 'u leaves alone what others changed since, and says so' "$number.* is 77; .*66.*left alone|sched_rr_timeslice_ms is 77.*left alone"
check 'u leaves it: the value' is $number 77
put $number "$was_number"
expect 'and sees it put back' "$number +$was_number ms .* H +[0-9:]{8} bash"

# a burst: every value cannot be seen, the last one must be
for i in 11 12 13 14 15 16 17 18 19 20; do put $number $i; done
expect 'a burst: the last value stands' "$number +20 ms "
put $number "$was_number"
expect 'a burst: and the end of it' "$number +$was_number ms "
keys q
expect_end 'q asks nothing: what was ours is as it was' 0
check_gone 'others'
is $number "$was_number" || put $number "$was_number"
is $bool "$was" || put $bool "$was"

# ---- what comes later: a file system over these files goes away ----

late=net.core.somaxconn
if mount -t tmpfs nothing /proc/sys/net/core 2>/dev/null; then
	start 140x45 "'$CTXTOP' -s 10ms -m pipe -P same"
	wait_measured
	umount /proc/sys/net/core
	expect 'what comes is in the log' "state +$late is here now: "
	was_late=$(value $late)
	put $late 4001
	expect 'and is watched from then on: event, mark, author' "set +A $late $was_late -> 4001 by bash"
	expect 'and begins an epoch' "epoch 2 of 2: $late 4001"
	put $late "$was_late"
	expect 'until it is put back' "set +B $late 4001 -> $was_late"
	keys q
	expect_end 'what came later' 0
	stop
else
	skip 'what comes later' 'nothing can be mounted here'
fi
finish
