#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# NO_COLOR and --no-color leave attributes only, --ascii draws with ASCII only, each shipped theme comes up, a
# theme that does not exist is said to.
. "$(dirname "$0")/lib.sh"

# colours set by SGR: 30-37, 38;..., 40-47, 48;..., 90-107
coloured() { tm capture-pane -e -p | grep -qaE $'\x1b\\[([0-9;]*;)?(3[0-8]|4[0-8]|9[0-7]|10[0-7])(;[0-9;]*)?m'; }
PANE_TERM=xterm-256color
export PANE_TERM

start 80x24 "'$CTXTOP' -s 10ms"
wait_rates
check 'colours as a rule' coloured
for how in "NO_COLOR=1 '$CTXTOP'" "'$CTXTOP' --no-color" "'$CTXTOP' -C"; do
	start 80x24 "$how -s 10ms"
	wait_rates
	if coloured; then not_ok "no colour: ${how/$CTXTOP/ctxtop}" "$(tm capture-pane -e -p)"; else ok "no colour: ${how/$CTXTOP/ctxtop}"; fi
done
start 80x24 "NO_COLOR= '$CTXTOP' -s 10ms"
wait_rates
check 'an empty NO_COLOR means nothing' coloured

for size in 80x24 140x45; do
	start $size "'$CTXTOP' --ascii -s 10ms"
	wait_rates
	while read -r key pattern; do
		keys "$key"
		wait_for "$pattern" || not_ok "--ascii $size: $key opens its view" "$(screen)"
		if screen | LC_ALL=C grep -q '[^ -~]'; then
			not_ok "--ascii $size, $key: ASCII only" "$(screen | LC_ALL=C grep '[^ -~]')"
		else
			ok "--ascii $size, $key: ASCII only"
		fi
		# a key right after an Esc that shows nothing would be Alt and that key
		[ "$key" = g ] || keys Escape
		wait_for 'message queue +same'
	done <<-'END'
		g message queue +same
		Enter the series before, after
		c online, [0-9]+ offline
		i counted
		y Up Down scroll
		l newest first|Nothing has happened
		T high-contrast
		? freeze the picture
	END
done

for theme in "$ROOT"/themes/*.theme; do
	theme=$(basename "$theme" .theme)
	start 80x24 "'$CTXTOP' --themes-dir '$ROOT/themes' --theme $theme -s 10ms"
	expect "theme $theme" "$RATES"
done
start 80x24 "'$CTXTOP' --theme no-such-theme -s 10ms"
expect 'a theme that does not exist is named' 'no-such-theme'
stop
check_gone 'look'
finish
