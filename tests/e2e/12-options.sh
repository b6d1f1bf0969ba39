#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The command line: help and version touch nothing, wrong usage ends with status 2 and says what to do, lists
# name what there is, the config file is read and its faults are named.
. "$(dirname "$0")/lib.sh"
cd "$WORK" || exit 1

for o in -h --help; do
	env -u TERM -u HOME "$CTXTOP" $o >out 2>err </dev/null
	check "$o: exit status 0" test $? -eq 0
	check "$o on standard output" grep -q '^Usage: ctxtop' out
done
for o in -V -v --version; do
	env -u TERM -u HOME "$CTXTOP" $o >out 2>err </dev/null
	check "$o: exit status 0" test $? -eq 0
	check "$o: one line" sh -c 'test $(wc -l <out) -eq 1 && grep -qE "^ctxtop [0-9]" out'
done
for c in run report list undo; do
	"$CTXTOP" $c --help >out 2>err
	check "$c --help: exit status 0" test $? -eq 0
	check "$c --help: its own usage" grep -q "^Usage: ctxtop $c" out
done
check 'undo --help: its options' grep -q -- --force out
check 'undo --help: not those of others' sh -c '! grep -q -- --theme out'
while read -r what; do
	# shellcheck disable=SC2086 # words
	timeout 10 "$CTXTOP" $what >out 2>err </dev/null
	check "wrong: $what: exit status 2" test $? -eq 2
	check "wrong: $what: says what to do" grep -qE "Try 'ctxtop --help'|there are|known are|One of" err
	check "wrong: $what: nothing on standard output" test ! -s out
done <<'END'
--no-such-option
-x
no-such-command
run -m no-such-method
run -P no-such-placement
run -s 1h
run -s banana
run -n -3
run -d never
run -f no-such-format
run too much
list
list nonsense
report
--config /no/such/file run
END
for what in methods placements probes views themes; do
	"$CTXTOP" list $what >out 2>err
	check "list $what" test $? -eq 0
	check "list $what has lines" test -s out
done
for what in methods placements settings probes views themes; do
	"$CTXTOP" list $what --names >out 2>err
	check "list $what --names: names alone" sh -c 'test -s out && ! grep -qvE "^[A-Za-z0-9._-]+$" out'
done
"$CTXTOP" list methods >out
for m in sigusr1 msgq pipe sem spin-yield spinlock; do
	check "list methods: $m" grep -qw -- "$m" out
done

"$CTXTOP" --print-config >conf 2>err
check '--print-config' test $? -eq 0
check 'what it prints is read again' "$CTXTOP" --config conf --print-config
mkdir -p "$HOME/.config/ctxtop"
sed 's/^slice *=.*/slice = 7ms/' conf >"$HOME/.config/ctxtop/ctxtop.conf"
check 'the config file is read' sh -c '"$CTXTOP" --print-config | grep -qE "^ *slice *= *7 ?ms"'
check 'the command line wins' sh -c '"$CTXTOP" -s 9ms --print-config | grep -qE "^ *slice *= *9 ?ms"'
sed 's/^mouse *=.*/mouse = off/' conf >"$HOME/.config/ctxtop/ctxtop.conf"
check 'a switch that the file turned off' sh -c '"$CTXTOP" --print-config | grep -qx "mouse = off"'
check 'is turned on again' sh -c '"$CTXTOP" --mouse --print-config | grep -qx "mouse = on"'
check 'and off by its letter' sh -c '"$CTXTOP" --mouse -M --print-config | grep -qx "mouse = off"'
for o in help version force print-config config; do
	printf '[ctxtop]\n%s = on\n' $o >call.conf
	"$CTXTOP" --config call.conf --print-config >out 2>err
	check "$o is nothing for the config file" grep -q "call.conf:2: unknown option" err
done
printf '[ctxtop]\ncolour = mauve\n' >bad.conf
"$CTXTOP" --config bad.conf run -n 1 >out 2>err
check 'a fault in the config: exit status 2' test $? -eq 2
check 'file, line and word are named' grep -qE 'bad.conf:2:.*colour' err

mkfifo fifo.conf
truncate -s 3G large.conf
for f in fifo.conf large.conf /dev/zero .; do
	timeout 5 "$CTXTOP" --config "$f" --print-config >out 2>err </dev/null
	check "$f as config: exit status 2" test $? -eq 2
	check "$f as config: refused with words" grep -qE "is not a plain file|is larger than" err
done
check '/dev/null as config: nothing is set' "$CTXTOP" --config /dev/null --print-config

"$CTXTOP" run -n 1 --sysroot /no/such/folder >out 2>err </dev/null
check 'a folder that is not there: it ends with a failure' test $? -ne 0
check 'the folder is named, and nothing else' sh -c 'grep -q /no/such/folder err && test $(wc -l <err) -eq 1'

# What cannot be written is said once, with the reason; a closed descriptor is taken by no other file.
quick='run -m sem -P same -n 1 -s 5ms'
# shellcheck disable=SC2086 # words
{
	"$CTXTOP" $quick 2>err >/dev/full
	check 'a full disk: exit status 1' test $? -eq 1
	check 'a full disk: one line with the reason' sh -c 'grep -q "No space left" err && test $(wc -l <err) -eq 1'
	"$CTXTOP" $quick 2>err >&-
	check 'no standard output: exit status 1' test $? -eq 1
	check 'no standard output: one line with the reason' \
		sh -c 'grep -q "Bad file descriptor" err && test $(wc -l <err) -eq 1'
	"$CTXTOP" $quick -o closed.txt <&- >&- 2>&-
	check 'nothing open: the report comes all the same' grep -q semaphore closed.txt
}
finish
