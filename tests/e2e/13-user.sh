#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# As an ordinary user, on one CPU, and with too little of everything: what cannot run says why in words, and
# the rest goes on.
. "$(dirname "$0")/lib.sh"
cd "$WORK" || exit 1
fast='-s 5ms -n 2 -f csv'

# user COMMAND: as nobody when we are root, as ourselves when not
chmod 777 "$WORK" "$HOME"
if [ "$(id -u)" = 0 ]; then
	cp "$CTXTOP" "$WORK/ctxtop"
	CTXTOP=$WORK/ctxtop
	user() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
else
	user() { "$@"; }
fi
user true 2>/dev/null || skip_all 'no way to be an ordinary user here'

user "$CTXTOP" run $fast >out 2>err </dev/null
check 'ordinary user: exit status 0' test $? -eq 0
for m in sigusr1 msgq pipe sem spin-yield spinlock; do
	check "ordinary user: $m has a rate" awk -F, -v m=$m 'index($0, m) { for (i = 1; i <= NF; i++) if ($i + 0 > 0) found = 1 } END { exit !found }' out
done
check_gone 'ordinary user'
check_ipc 'ordinary user'
if [ "$(id -u)" = 0 ]; then
	start 100x30 "exec setpriv --reuid 65534 --regid 65534 --clear-groups '$CTXTOP' -s 10ms"
	# a window of root's: the user may use it, as after su
	expect 'ordinary user: the dashboard' "$RATES"
	stop
fi

# one CPU
if command -v taskset >/dev/null; then
	cpu=$(taskset -pc $$ | sed 's/.*: *//; s/[,-].*//')
	taskset -c "$cpu" "$CTXTOP" run -s 5ms -n 1 >out 2>err </dev/null
	check 'one CPU: exit status 0' test $? -eq 0
	check 'one CPU: same is measured' grep -qE '^message queue +same +[0-9]' out
	check 'one CPU: cross is not there, with the reason' grep -qiE 'cross.*(CPU|one)' out
	check 'one CPU: no cross has a rate' sh -c '! grep -qE "cross +[0-9][0-9.]* +[0-9]" out'
	start 120x40 "taskset -c $cpu '$CTXTOP' -s 10ms"
	expect 'one CPU on the screen: rates' "$RATES"
	expect 'one CPU on the screen: the reason' 'cross +[a-z].*CPU'
	stop
else
	skip 'one CPU' 'no taskset'
fi

# too few processes: the limit counts all of that user's, so it is set to what runs now and a few more
limited() { # LIMIT... -- COMMAND
	local limits=()
	while [ "$1" != -- ]; do limits+=("$1"); shift; done
	shift
	user prlimit "${limits[@]}" "$@"
}
words() { grep -qiE "$1" out err; }
if command -v prlimit >/dev/null; then
	# guardian, runner and sampler just fit, the workers do not
	for n in 1 2 3 4 5 6 7 8 10 12; do
		limited --nproc=$n -- "$CTXTOP" run -s 5ms -n 1 -P same >out 2>err </dev/null
		status=$?
		if [ $status -eq 0 ] || [ $status -eq 1 ]; then
			ok "at most $n processes: ends in order (exit status $status)"
		else
			not_ok "at most $n processes: ends in order" "exit status $status: $(cat err)"
		fi
		if grep -qE '^message queue +same +[0-9]' out; then
			ok "at most $n processes: enough"
		elif [ $n = 12 ]; then
			not_ok "at most $n processes: enough" "$(cat out err)"
		else
			check "at most $n processes: said in words" words 'fork|thread|process|resource'
		fi
		until_true 10 none_left || { not_ok "at most $n processes: none left" "$(ours)"; end_ours; }
	done
	for n in 3 4 5 6 8 10 12 14 16 20 24; do
		limited --nofile=$n -- "$CTXTOP" run -s 5ms -n 1 -P same >out 2>err </dev/null
		status=$?
		if [ $status -ne 0 ] && [ $status -ne 1 ] && [ $status -ne 127 ]; then
			not_ok "at most $n descriptors: ends in order" "exit status $status: $(cat err)"
		elif grep -qE '^pipes +same +[0-9]' out; then
			ok "at most $n descriptors: enough"
		else
			check "at most $n descriptors: said in words" words 'too many|open files|descriptor|error while loading'
		fi
		until_true 10 none_left || { not_ok "at most $n descriptors: none left" "$(ours)"; end_ours; }
	done
else
	skip 'limits' 'no prlimit'
fi

# System V limits belong to the IPC namespace: in one that is made for this, where objects may be no more
way=$(forbidder) || way=none
own_ipc() { # SETTING COMMAND...: the setting is made in the new namespace only
	if [ "$way" = forbid_by_limit ]; then unshare -Uri bash -c "$@"; else unshare -i bash -c "$@"; fi
}
with() { # SETTING
	local forbid='exec setpriv --bounding-set=-sys_admin'
	[ "$way" = forbid_by_limit ] && forbid='echo 0 >/proc/sys/user/max_ipc_namespaces; exec'
	own_ipc "$1 || exit 99; $forbid '$CTXTOP' run -s 5ms -n 5 -P same" >out 2>err </dev/null
	status=$?
}
with 'echo 0 >/proc/sys/kernel/msgmni'
if [ "$way" != none ] && [ $status -ne 99 ] && [ -s out ]; then
	check 'no message queues allowed: exit status 0' test $status -eq 0
	check 'no message queues allowed: said in words' grep -qiE 'message queue.*(msgget|space|queue)' out
	check 'no message queues allowed: the others go on' grep -qE '^semaphore +same +[0-9]' out
	with 'echo "0 0 0 0" >/proc/sys/kernel/sem'
	check 'no semaphores allowed: said in words' grep -qiE 'semaphore.*(semget|space|argument)' out
	check 'no semaphores allowed: the others go on' grep -qE '^message queue +same +[0-9]' out
else
	skip 'System V limits' 'no IPC namespace with limits of its own to be had here'
fi
check_gone 'limits'
check_ipc 'limits'
finish
