# SPDX-License-Identifier: GPL-3.0-or-later
#
# check.awk: the rules of the rooms, over every source file of the tree in one pass. See check.sh.
#
# Invariant: a file is judged by the folder it stands in and by its own words, never by its name; only
# ui/main.c, and the headers that the drawing rooms look through, are named. Only code and string
# constants are looked at, never words in comments. A breach is printed as FILE:LINE: sentence.

function complain(words) { complain_at(FILENAME, FNR, words) }
function complain_at(file, line, words) { print file ":" line ": " words; bad = 1 }

# Is one of @names called, or named as a word, in @text? Anchored at word borders by hand.
function calls(text, names) { return match(text, "(^|[^A-Za-z0-9_.>])(" names ")[ \t]*\\(") }
# Is it any of the calls that a room may lack? Asked first: seven patterns for every line are slow.
function any_call(text) { return index(text, "(") && calls(text, every_call) }
function word(text, names) { return match(text, "(^|[^A-Za-z0-9_])(" names ")([^A-Za-z0-9_]|$)") }

# Split @line into code without comments (CODE; string constants become "") and the constants (TEXT).
function split_line(line,    i, c, two, in_text) {
	CODE = ""; TEXT = ""; in_text = 0
	# most lines hold neither constant nor comment
	if (in_comment && !index(line, "*/")) return
	if (!in_comment && line !~ /["'\/]/) { CODE = line; return }
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1); two = substr(line, i, 2)
		if (in_comment) {
			if (two == "*/") { in_comment = 0; i++ }
		} else if (in_text) {
			if (c == "\\") { TEXT = TEXT two; i++ }
			else if (c == "\"") { in_text = 0; CODE = CODE "\""; TEXT = TEXT "\n" }
			else TEXT = TEXT c
		} else if (two == "/*") { in_comment = 1; i++ }
		else if (two == "//") break
		else if (c == "'" && substr(line, i, 3) ~ /^'.'$/) { CODE = CODE "0"; i += 2 }
		else if (c == "'" && substr(line, i, 4) ~ /^'\\.'$/) { CODE = CODE "0"; i += 3 }
		else if (c == "\"") { in_text = 1; CODE = CODE "\"" }
		else CODE = CODE c
	}
}

# The path of a quoted include as seen from the root: beside the file, else as -Isrc -Iui find it.
function resolve(from, name,    dir, path) {
	dir = from; sub(/[^\/]*$/, "", dir)
	path = dir name
	while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
	if (path in exists) return path
	return (("src/" name) in exists) ? "src/" name : (("ui/" name) in exists) ? "ui/" name : path
}

function room_of(path) { return match(path, /.*\//) ? substr(path, 1, RLENGTH - 1) : "" }

# A room, in the order of the house, and its rights.
function room(name, rights,    i, n, r) {
	floor[name] = ++floors
	n = split(rights, r, " ")
	for (i = 1; i <= n; i++) right[name, r[i]] = 1
}

# What takes a right: calls and system headers by pattern, and the sentence for who lacks it.
function takes(what, names, headers, words) {
	kinds = kinds " " what
	if (names != "") every_call = every_call (every_call == "" ? "" : "|") names
	call_of[what] = names; header_of[what] = headers; lacks[what] = words
}

BEGIN {
	n = split(files, list, " ")
	for (i = 1; i <= n; i++) exists[list[i]] = 1

	# A room includes itself and the rooms above it. One without rights is pure.
	room("src/base",          "clock files signals")
	room("src/machine",       "clock rooted libcpuid")
	room("src/probes",        "")
	room("src/bench",         "clock files write signals fork")
	room("src/bench/methods", "files signals")
	room("src/settings",      "clock files signals threads")
	room("src/guardian",      "clock files write signals fork environment")
	room("src/stream",        "files write")
	room("src/model",         "")
	room("src/engine",        "clock files signals threads")
	room("src/report",        "")
	room("ui/term",           "clock files signals environment print curses")
	room("ui/draw",           "")
	room("ui/views",          "")
	room("ui/app",            "clock files write signals environment print")
	room("ui",                "clock files signals environment print exit") # ui/main.c

	takes("clock", "clock_gettime|clock_nanosleep|gettimeofday|time|clock|nanosleep|usleep|sleep|now_ns|wall_ns|timerfd_[a-z]+",
		"sys/(time|timerfd)\\.h", "reads no clock")
	takes("files", "open|openat|openat2|fopen|fdopen|freopen|creat|read|write|pread|pwrite|close|opendir|fdopendir|readdir|stat|lstat|fstat|fstatat|access|faccessat|readlink|readlinkat|unlink|unlinkat|rename|mkdir|ioctl|fcntl|poll|ppoll|select|epoll_[a-z]+|eventfd|signalfd|inotify_[a-z0-9_]+|fanotify_[a-z]+|pipe|pipe2|socket|socketpair|mmap|shmget|dup|dup2|sysroot_[a-z]+|fgets|getline|fread",
		"(fcntl|poll|dirent|unistd|sys/(stat|mman|socket|wait|ioctl|select|epoll|eventfd|inotify|fanotify|file|uio))\\.h", "touches no file")
	takes("write", "creat|truncate|ftruncate|mkstemp|mkostemp|unlink|unlinkat|rename|renameat|mkdir|rmdir|link|symlink|chmod|chown",
		"", "opens nothing for writing")
	takes("signals", "signal|sigaction|sigprocmask|pthread_sigmask|sigwaitinfo|sigtimedwait|kill|raise|tgkill|alarm|setitimer|timer_create",
		"(signal|sys/signalfd)\\.h", "knows no signals")
	takes("threads", "pthread_create|thrd_create|pthread_[a-z]+_[a-z_]+|pthread_join|sem_post|sem_wait|sem_timedwait|sem_init|mtx_[a-z]+",
		"(pthread|semaphore|threads)\\.h", "knows no threads")
	takes("fork", "fork|vfork|_Fork|clone|clone3|posix_spawn|posix_spawnp|system|popen|daemon|forkpty|execl|execlp|execle|execv|execve|execvp|execvpe|fexecve",
		"spawn\\.h", "starts no process: bench and guardian do")
	takes("environment", "getenv|secure_getenv|setenv|putenv|unsetenv", "", "reads no environment: what is wanted comes as an argument")
	takes("print", "printf|puts|putchar|vprintf|perror|psignal", "", "prints nothing on standard output or error")
	takes("exit", "exit|quick_exit|_exit|_Exit|abort|atexit", "", "does not end the program")
	takes("curses", "", "((ncursesw?/)?(n?curses|panel|menu|form|term|termcap|tic))\\.h", "has no curses: ui/term has")
	takes("libcpuid", "", "libcpuid/[a-z_]+\\.h", "has no libcpuid: src/machine has")

	# What a room does not see, although it stands above.
	hidden["src/report"] = "^src/(engine|guardian|bench|settings)/"
	# What draws sees base, probes, what a frame is made of, and what it may ask for.
	drawing["ui/draw"] = drawing["ui/views"] = 1
	looks_through = "src/model/frame.h src/stream/order.h"
	never_drawn = "^src/(bench|bench/methods|settings|guardian|engine|report)/|^ui/app/"
}

FNR == 1 {
	in_comment = 0; opening = 1; pure = 0; start = 0
	here = room_of(FILENAME); code = FILENAME ~ /^(src|ui)\//
	if (code && !(here in floor)) complain("no such room: " here "; the rooms stand in check.awk and in the README")
	if (code && (here == "src" || (here == "ui" && FILENAME != "ui/main.c")))
		complain("a file stands in a room, not in " here "/ itself; only ui/main.c does")
}
{ lines[FILENAME] = FNR }

# Has this file the right? Some take another along; a file that calls itself pure has none.
function may(what) {
	if (pure) return 0
	if (what == "files" && ((here, "rooted") in right)) return 1
	# who forks ends what it has forked, and who handles signals dies of them
	if (what == "exit" && CODE !~ /(^|[^A-Za-z0-9_])(exit|quick_exit|atexit)[ \t]*\(/ && (((here, "fork") in right) || ((here, "signals") in right))) return 1
	if (what == "threads" && ((here, "signals") in right) && calls(CODE, "pthread_sigmask") && !calls(CODE, "pthread_create")) return 1
	return (here, what) in right
}
function who() { return pure ? "a file that calls itself pure" : here }

# ---- each file: licence, opening comment, length ----
FNR == 1 && FILENAME ~ /\.c$/ && $0 != "// SPDX-License-Identifier: GPL-3.0-or-later" {
	complain("the first line must be '// SPDX-License-Identifier: GPL-3.0-or-later'")
}
FNR == 1 && FILENAME ~ /\.(h|def)$/ && $0 != "/* SPDX-License-Identifier: GPL-3.0-or-later */" {
	complain("the first line must be '/* SPDX-License-Identifier: GPL-3.0-or-later */'")
}
FNR == 2 && $0 !~ /^\/\*/ { complain("the second line must open the comment on the file's duty") }
FNR == 601 && code { complain("a file has at most 600 lines: split it by duty") }
FNR == 801 { complain("a test has at most 800 lines: split it by what it tests") }

# The opening comment may bind the file: one that calls itself pure is held to it, wherever it stands.
opening && FNR > 1 {
	if (FILENAME ~ /\.c$/ && tolower($0) ~ /(^|[^a-z])pure([^a-z]|$)/) pure = 1
	if (/\*\//) opening = 0
}

{ split_line($0) }

# ---- lengths of functions: from "{" in the first column to "}" ----
/^[{]/ { start = FNR }
/^[}]/ && start {
	if (FNR - start > 81) complain_at(FILENAME, start, "a function has at most 80 lines, this one " FNR - start - 1)
	start = 0
}

!code { next }

# ---- words left behind ----
word($0, "TODO|FIXME|XXX|HACK") { complain("unfinished: say it in an issue, not in the code") }

# ---- includes ----
/^[ \t]*#[ \t]*include[ \t]*"/ {
	name = $0; sub(/^[^"]*"/, "", name); sub(/".*$/, "", name)
	path = resolve(FILENAME, name)
	if (name ~ /\.c$/) complain("a .c file is not for including")
	if (path ~ /\/default_theme\.h$/) next # made from a theme while building
	ninc++; inc_file[ninc] = FILENAME; inc_line[ninc] = FNR; inc_path[ninc] = path
	there = room_of(path)
	if (!(path in exists)) complain("no such file below src/ or ui/: " name)
	else if (here in floor && floor[there] > floor[here]) complain(here " stands above " there " and includes nothing of it (" path ")")
	if (here == "src/bench/methods" && FILENAME ~ /\.c$/ && path != "src/bench/method.h")
		complain("a method includes bench/method.h and system headers, not " path)
	if (here == "src/probes" && there !~ /^src\/(probes|base)$/) complain("a probe includes probes/ and base/, not " path)
	if (here in hidden && path ~ hidden[here]) complain(here " does not see " there " (" path ")")
}
/^[ \t]*#[ \t]*include[ \t]*</ {
	name = $0; sub(/^[^<]*</, "", name); sub(/>.*$/, "", name)
	n = split(kinds, kind, " ")
	for (i = 1; i <= n; i++)
		if (header_of[kind[i]] != "" && name ~ "^(" header_of[kind[i]] ")$" && !may(kind[i]))
			complain(who() " " lacks[kind[i]] " and has no use for <" name ">")
}

# ---- calls ----
CODE !~ /^[ \t]*#/ {
	n = any_call(CODE) ? split(kinds, kind, " ") : 0
	for (i = 1; i <= n; i++)
		if (call_of[kind[i]] != "" && calls(CODE, call_of[kind[i]]) && !may(kind[i])) complain(who() " " lacks[kind[i]])
	if (word(CODE, "SYS_(fork|vfork|clone|clone3|execve)|__NR_(fork|vfork|clone|clone3|execve)") && !may("fork")) complain(who() " " lacks["fork"])
	if (word(CODE, "stdout|stderr") && !may("print")) complain(who() " " lacks["print"])
	if (((here, "rooted") in right) && calls(CODE, "open|fopen|freopen|opendir|stat|lstat|access|readlink"))
		complain(here " reads only below a root: sysroot_..., openat()")

	# where anything at all is opened for writing; what goes to /dev/null is not written
	opens = word(CODE, "O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND") || \
		(calls(CODE, "fopen|freopen|fdopen") && TEXT ~ /(^|\n)([wa][a-z+]*|r[a-z]*\+[a-z]*)\n/)
	if (opens && TEXT == "/dev/null\n") opens = 0
	if (opens && !may("write")) complain(who() " " lacks["write"])
	if (opens) nopen[FILENAME]++
	if (TEXT ~ /(^|\n)\/(proc|sys)(\/|\n)/) { lit_file[++nlits] = FILENAME; lit_line[nlits] = FNR; lit_text[nlits] = TEXT }
}

# What is reached from @file by includes, into seen[]; with @from a breach is blamed on that include.
function reach(file, from, line, via,    k) {
	if (file in seen) return
	seen[file] = 1
	if (from != "" && file ~ never_drawn)
		complain_at(from, line, "what draws sees a frame and never " file (via == "" ? "" : " (through " via ")"))
	for (k = 1; k <= ninc; k++)
		if (inc_file[k] == file) reach(inc_path[k], from, line, via == "" ? file : via)
}

# Circles: files that reach each other must be one module (one prefix). x.c and x.h are one node, so that files
# which call each other count, not only headers.
function node_of(path) { sub(/\.[ch]$/, "", path); return path }
function module_of(node,    base) { base = node; sub(/.*\//, "", base); sub(/_.*/, "", base); return room_of(node) "/" base }
function walk(node, from,    k, n, next_one) {
	n = split(edges[node], next_one, " ")
	for (k = 1; k <= n; k++)
		if (!((from, next_one[k]) in reaches)) { reaches[from, next_one[k]] = 1; walk(next_one[k], from) }
}
function circles(    j, a, b) {
	for (j = 1; j <= ninc; j++) {
		a = node_of(inc_file[j]); b = node_of(inc_path[j])
		if (a == b || inc_path[j] !~ /\.h$/) continue
		if (!((a, b) in edge)) edges[a] = edges[a] " " b
		edge[a, b] = 1
	}
	for (a in edges) walk(a, a)
	for (j = 1; j <= ninc; j++) {
		a = node_of(inc_file[j]); b = node_of(inc_path[j])
		if (a != b && ((b, a) in reaches) && module_of(a) != module_of(b) && inc_path[j] ~ /\.h$/)
			complain_at(inc_file[j], inc_line[j], "a circle: " inc_path[j] " comes back to " a)
	}
}

END {
	# what draws sees a frame: directly, base, probes and what the frame's own headers include
	n = split(looks_through, glass, " ")
	split("", seen)
	for (i = 1; i <= n; i++) reach(glass[i], "", 0, "")
	for (f in seen) visible[f] = 1
	for (j = 1; j <= ninc; j++) {
		if (!(room_of(inc_file[j]) in drawing)) continue
		if (inc_path[j] ~ /^src\// && inc_path[j] !~ /^src\/(base|probes)\// && !(inc_path[j] in visible)) {
			complain_at(inc_file[j], inc_line[j], "what draws sees a frame, not " inc_path[j])
			continue
		}
		split("", seen)
		reach(inc_path[j], inc_file[j], inc_line[j], "")
	}
	for (j = 1; j <= nlits; j++) {
		f = lit_file[j]
		if (room_of(f) == "src/guardian" || !nopen[f]) continue
		# the runner's own namespace: its id maps, and nothing else
		if (room_of(f) == "src/bench" && lit_text[j] ~ /^\/proc\/self\/(uid_map|gid_map|setgroups)\n/) continue
		complain_at(f, lit_line[j], "names a path below /proc or /sys in a file that opens for writing; only the guardian writes there")
	}
	circles()
	exit bad
}
