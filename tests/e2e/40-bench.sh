#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The bench: its judge says OK, MISS and "can't tell" of what it is fed, and everything that it measures can be
# measured here. No figure is judged: that is for a quiet machine.
. "$(dirname "$0")/lib.sh"
tools=$ROOT/${BUILD:-build}/tests/bench
table=$WORK/table

# fed LINE...: the judge's table of these lines, and its exit status
fed() {
	printf '%s\n' "$@" | "$tools/judge" >"$table" 2>"$WORK/err"
	status=$?
}
status_is() { [ "$status" -eq "$1" ] || { echo "status $status"; cat "$table" "$WORK/err"; return 1; }; }
row() { grep -E "$1" "$table" || { cat "$table"; return 1; }; }

fed 'head|a' 'pair|kept|99|100|>=|0.98' 'pair|kept|99.1|100|>=|0.98' 'value|memory|5|kB|<=|8' 'value|memory|5|kB|<=|8' \
	'pair|open|97|100|>=|0.98' 'pair|open|99.2|100|>=|0.98'
check 'nothing missed is status 0' status_is 0
check 'a kept ratio' row '^ *kept +0\.9905 .* 2 +>= 0\.98 +OK$'
check 'a kept value' row '^ *memory +5 kB .*<= 8 +OK$'
check 'an interval that straddles its aim' row "^ *open .*can't tell; [0-9]+ more pairs would$"
check 'the closing line counts them' row "^2 OK, 0 MISS, 1 can't tell, 0 without an aim$"
fed 'head|a' 'pair|low|90|100|>=|0.98' 'pair|low|90.1|100|>=|0.98' 'failed|the rest'
check 'a miss is status 1' status_is 1
check 'a miss is named' row '^ *low .*MISS$'
fed 'head|a' 'pair|one|90|100|>=|0.98'
check 'a single pair is never a miss' status_is 0
fed 'head|a' 'failed|it all'
check 'what could not be measured is status 2' status_is 2
for line in 'pair|a|0|1|-|-' 'pair|a|1' 'pair|a|x|1|-|-' 'pair|a|1|1|=|1' 'pear|a' 'value|a||ms|-|-'; do
	fed "$line"
	check "no measurement: $line" status_is 2
done

# On a busy machine a slice may be void and a row lack pairs: then it is measured again.
missing() {
	local method
	for method in $("$tools/plain" list); do
		grep -qE "^ *$method (same|cross) +[0-9]" "$table" || echo "no row of $method"
	done
	grep 'could not be measured' "$table" "$WORK/err"
}
measures_all() {
	BUILD=$ROOT/${BUILD:-build} BENCH_PAIRS=1 "$ROOT/tests/bench/run.sh" methods >"$table" 2>"$WORK/err" </dev/null
	[ -z "$(missing)" ]
}
if until_true $((PATIENCE * 5)) measures_all; then
	ok 'every method stands beside its plain loop'
else
	not_ok 'every method stands beside its plain loop' "$(missing; cat "$table" "$WORK/err")"
fi
finish
