#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The report's formats, read by other programs' eyes: JSON by jq, CSV by columns, ctxbench's by its six lines;
# and a recording's report says the same as the run that wrote it.
. "$(dirname "$0")/lib.sh"
cd "$WORK" || exit 1
six='sigusr1 msgq pipe sem spin-yield spinlock'

"$CTXTOP" run -s 10ms -n 3 -P same -l 'first try' -r rec -f json >run.json 2>err
check 'run -f json: exit status 0' test $? -eq 0
if command -v jq >/dev/null; then
	check 'it is JSON' jq -e . run.json
	# the names are found wherever in the document they stand
	for m in $six; do
		check "JSON names $m" jq -e --arg m "$m" '[.. | strings] | index($m)' run.json
	done
	check 'JSON has the label' jq -e '[.. | strings] | index("first try")' run.json
	check 'every series has its unit, its placement and a rate above zero' \
		jq -e '.series | length == 6 and all(.unit == "loops/s" and .placement == "same" and .average > 0 and .low <= .high)' run.json
	check 'it has as many samples as slices, each a number' \
		jq -e '.series | all(.n == (.samples | length) and (.samples | all(type == "number")))' run.json
	check 'interrupts and CPUs are there' jq -e '(.cpus | length > 0) and (.interrupts | length > 0)' run.json
else
	skip 'JSON' 'jq is not installed'
fi

"$CTXTOP" report rec -f json >report.json 2>err
check 'report of the recording: exit status 0' test $? -eq 0
if command -v jq >/dev/null; then
	check 'the recording tells the same figures as the run' diff <(jq -S .series run.json) <(jq -S .series report.json)
	check 'and the same about the machine' diff <(jq -S 'del(.series)' run.json) <(jq -S 'del(.series)' report.json)
fi
check 'the recording is JSON Lines' sh -c 'jq -e -s "length > 20" rec'

for format in table ctxbench csv; do
	"$CTXTOP" run -s 10ms -n 2 -P same -r rec-$format -f $format >run.$format 2>err
	check "run -f $format: exit status 0" test $? -eq 0
	"$CTXTOP" report rec-$format -f $format >report.$format 2>err
	check "report -f $format prints what the run printed" diff run.$format report.$format
done

check 'table: all six' sh -c 'for l in "SIGUSR1 " "message queue " "pipes " "semaphore " "spin+yield " "spinlock "; do
	grep -q "^${l}same .*[0-9]" run.table || { echo "no $l"; exit 1; }
done'
check 'ctxbench: all six, per second and per MHz' sh -c 'test "$(grep -cE "[0-9].*[0-9]" run.ctxbench)" -ge 6'

# CSV: one header, the same number of fields in each line, a number in each rate
check 'csv: the same number of fields in each line' awk -F, 'NR == 1 { n = NF } NF != n { print; bad = 1 } END { exit bad || NR < 7 }' run.csv
for m in $six; do
	check "csv names $m" grep -q "$m" run.csv
done

"$CTXTOP" run -f nonsense >out 2>err
check 'an unknown format: exit status 2' test $? -eq 2
check 'the formats are named' grep -q 'json' err
"$CTXTOP" report no-such-file >out 2>err
check 'a recording that is not there: exit status 1' test $? -eq 1
check 'the file is named' grep -q no-such-file err
echo 'not a recording' >junk
"$CTXTOP" report junk >out 2>err
check 'a file that is no recording: exit status 1' test $? -eq 1
check 'in words' test -s err
"$CTXTOP" run -s 5ms -n 1 -r rec >out 2>err
check 'an existing recording is not overwritten: exit status 1' test $? -eq 1
check 'the file is named' grep -q rec err
head -c "$(($(wc -c <rec) - 20))" rec >torn
"$CTXTOP" report torn -f csv >out 2>err
check 'a recording cut off in its last line is still reported' grep -q sigusr1 out
check_gone 'formats'
check_ipc 'formats'
finish
