#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# fuzz: run one fuzzer for FUZZ_SECONDS, from its seeds.  usage: tests/fuzz.sh PROGRAM
#
# New inputs go to a folder that is thrown away; one that breaks the program is kept in $BUILD.
set -u

program=$1
name=$(basename "$program")
seeds=tests/fuzz/seeds/${name#fuzz_}
corpus=$(mktemp -d) || exit 1
trap 'rm -rf "$corpus"' EXIT

echo 1..1
[ -d "$seeds" ] || seeds=''
if "./$program" -max_total_time="${FUZZ_SECONDS:-5}" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
	-artifact_prefix="${BUILD:-build}/$name-" "$corpus" ${seeds:+"$seeds"} >"$corpus.log" 2>&1; then
	echo "ok 1 - $name $(sed -n 's/^stat::number_of_executed_units: */inputs: /p' "$corpus.log")"
	rm -f "$corpus.log"
else
	echo "not ok 1 - $name"
	tail -n 60 "$corpus.log" | sed 's/^/# /'
	rm -f "$corpus.log"
	exit 1
fi
