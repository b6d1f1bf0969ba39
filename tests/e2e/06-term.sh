#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every TERM with every locale: either the dashboard comes up and leaves the terminal as it was, or, where the
# terminal cannot address its cursor, one sentence names the cure and the exit status is 1.
. "$(dirname "$0")/lib.sh"

bytes_above_127() { screen | LC_ALL=C grep -q '[^ -~]'; }

for locale in C C.UTF-8; do
	for term in xterm-256color xterm linux vt100 screen tmux-256color dumb nonsense unset; do
		set_term="export TERM=$term"
		[ $term = unset ] && set_term='unset TERM'
		if [ $term != nonsense ] && [ $term != unset ] && ! infocmp $term >/dev/null 2>&1; then
			skip "$term, $locale" 'no terminfo entry here'
			continue
		fi
		name="TERM=$term LC_ALL=$locale"
		start 80x24 "($set_term; LC_ALL=$locale exec '$CTXTOP' -s 10ms)"
		if [ $term = dumb ]; then
			expect_end "$name" 1
			check "$name: the cure is named" shows 'ctxtop run'
		else
			expect "$name: rates" 'SIGUSR1 .*[0-9]'
			[ $locale = C ] && if bytes_above_127; then
				not_ok "$name: ASCII only" "$(screen)"
			else
				ok "$name: ASCII only"
			fi
			keys q
			expect_end "$name" 0
		fi
		check_terminal "$name"
	done
done
finish
