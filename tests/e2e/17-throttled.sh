#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Below a control group with a quota the workers are held back: slices, header, system view and report say so.
. "$(dirname "$0")/lib.sh"
cd "$WORK" || exit 1

# The group of this process for CPU time: version 1 where it has the controller, else version 2.
own_group() {
	local mount below
	if below=$(grep -m1 -E '^[0-9]+:([a-z_,]*,)?cpu(,[a-z_,]*)?:' /proc/self/cgroup); then
		mount=$(awk '$0 ~ / - cgroup [^ ]* [^ ]*(^|,)cpu(,|$)/ { print $5; exit }' /proc/self/mountinfo)
	else
		below=$(grep -m1 '^0::' /proc/self/cgroup)
		mount=$(awk '/ - cgroup2 / { print $5; exit }' /proc/self/mountinfo)
	fi
	[ -n "$mount" ] && echo "$mount${below#*:*:}"
}
parent=$(own_group) || skip_all 'there are no control groups here'
group=$parent/ctxtop-test-$$
mkdir "$group" 2>/dev/null || skip_all "no control group can be made below $parent"
trap 'cleanup; until_true 10 rmdir "$group"' EXIT
if [ -e "$group/cpu.cfs_quota_us" ]; then
	echo 20000 >"$group/cpu.cfs_quota_us"
else
	{ echo '20000 100000' >"$group/cpu.max"; } 2>/dev/null || skip_all 'no quota can be set here (cgroup.subtree_control)'
fi

limited() { bash -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"; }
limited timeout 60 "$CTXTOP" run -n 6 -m pipe -P same -r slices.jsonl >out 2>err </dev/null
check 'a run with a fifth of a CPU' test $? -eq 0
check 'slices are flagged, with words' grep -q 'quota of the control group.*"throttled":true' slices.jsonl
check 'and carry how much' grep -Eq '"throttled_cpus":0\.[1-9]|"throttled_cpus":[1-9]' slices.jsonl
check 'the report shows the quota' grep -q 'quota 0.2' out
check 'and counts the slices' sh -c 'tr -s "\n " " " <out | grep -Eq "in [1-9] of [0-9]+ slices the workers were held back"'

start 130x40 "bash -c 'echo \$\$ >$group/cgroup.procs; exec \"$CTXTOP\" -m pipe -P same'"
expect 'the header says so' 'THROTTLED'
keys l
expect 'the log too, and why' 'held back.*quota of the control group'
keys y
expect 'and the system view' 'workers are held back'
keys q
expect_end 'q' 0
check_gone 'after it'
finish
