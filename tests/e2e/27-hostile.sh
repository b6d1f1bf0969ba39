#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Strings from outside with escape sequences, BEL, C1 and bytes that are no UTF-8: none of them reaches the terminal,
# from whatever the program prints.
. "$(dirname "$0")/lib.sh"
fixtures=$(cd "$(dirname "$0")/../fixtures" && pwd)
logs=$(cd "$(dirname "$0")/../logs" && pwd)
cd "$WORK" || exit 1

ESC=$'\e]0;TITLE\a\e[31m' C1=$'\xc2\x9b31m' RAW=$'\x9b31m\xff'
bad="$ESC$C1$RAW"

# clean NAME COMMAND...: what it prints is UTF-8 without control characters, and it says something.
clean() {
	local name=$1
	shift
	"$@" >out 2>&1 </dev/null
	if [ ! -s out ]; then
		not_ok "$name" 'nothing was printed'
	elif ! iconv -f UTF-8 -t UTF-8 out >/dev/null 2>&1; then
		not_ok "$name: UTF-8" "$(cat -v out)"
	elif LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' out; then
		not_ok "$name: no control characters" "$(cat -v out)"
	else
		ok "$name"
	fi
}

clean 'a recording of a version that is not known' "$CTXTOP" report "$fixtures/escape-hostname.jsonl"
cp "$fixtures/escape-option.conf" .
clean 'an option in a config file' "$CTXTOP" run -c escape-option.conf -n 1
printf '[ctxtop]\nlabel = %s\n' "$bad" >label.conf
clean 'a value in a config file' "$CTXTOP" --print-config -c label.conf
printf '[ctxtop]\nslice = %s\n' "$bad" >slice.conf
clean 'a value that is refused' "$CTXTOP" run -c slice.conf -n 1
printf '[setting %s]\npath = /proc/sys/%s\n' "$bad" "$bad" >setting.conf
clean 'a setting and its path' "$CTXTOP" list settings -c setting.conf
clean 'the same as JSON' "$CTXTOP" list settings -c setting.conf --format json
clean 'an option on the command line' "$CTXTOP" "--$bad"
clean 'a value on the command line' "$CTXTOP" run --slice "$bad"
clean 'a method' "$CTXTOP" run -m "$bad"
clean 'a verb' "$CTXTOP" "$bad"
clean 'a file that is not there' "$CTXTOP" report "$bad"
clean 'a folder that is not there' "$CTXTOP" list probes --sysroot "$bad"
clean 'an output that cannot be opened' "$CTXTOP" run -n 1 -s 10ms -m pipe -P same -o "/nowhere/$bad"
clean 'a theme' "$CTXTOP" list themes --themes-dir "$WORK"
mkdir themes
printf 'theme[main_fg]="%s"\n' "$bad" >"themes/x$ESC$C1.theme"
clean "a theme's name" "$CTXTOP" list themes --themes-dir themes

# every text of a recording
sed "s/\"hostname\":\"[^\"]*\"/\"hostname\":\"=box\\\\u001b[31m\\\\u009b\"/; s/\"label\":\"/\"label\":\"\\\\u001b]0;T\\\\u0007/" \
	"$logs/two-cpus.jsonl" >hostile.jsonl
for format in table ctxbench json csv; do
	clean "report -f $format" "$CTXTOP" report -f $format hostile.jsonl
done
"$CTXTOP" report -f csv hostile.jsonl >out.csv
check 'csv: no formula' grep -q ",'=box" out.csv
check 'csv: a line of figures stays one of numbers' awk -F, 'NR > 1 && $9 !~ /^[0-9]+$/ { bad = 1 } END { exit bad }' out.csv

# a run with a hostile label, and its own recording read again
clean 'run with a label' "$CTXTOP" run -n 1 -s 10ms -m pipe -P same --label "note $ESC" -r own.jsonl
[ ! -e own.jsonl ] || clean 'report of it' "$CTXTOP" report own.jsonl
finish
