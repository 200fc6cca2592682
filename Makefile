# The front door. Each target is a script in tools/, and says what it does.
.PHONY: help play test quick fresh crash build bench bench-server bench-club calibration map fuzz lint format coverage screenshots install clean

help:     ## show this list
	@sed -n 's/^\([a-z-]*\): *## /  make \1\t/p' Makefile | expand -t 20

play:     ## play in the browser: starts the server, prints its address (installs what that needs)
	@tools/setup play && tools/build
	@build/roundhouse serve $(if $(PORT),--listen 127.0.0.1:$(PORT)) || { status=$$?; \
		echo 'If the port is taken, choose another: make play PORT=8940' >&2; exit $$status; }

test:     ## run every test and check (installs what that needs)
	@tools/setup test && tools/test

quick:    ## build with gcc and run the tests of what has changed: under a minute
	@tools/setup test && tools/quick

fresh:    ## run make play and make test, in both orders, on a minimal Debian (needs root)
	@tools/fresh

crash:    ## kill the server while people play, CRASH_KILLS (1000) times, then CRASH_FAULTS (2000) of any kind
	@tools/setup test && tools/crash $${CRASH_KILLS:-1000}

build:    ## build the program, build/roundhouse, and the page, build/web
	@tools/setup play && tools/build

bench:    ## measure the speed of random play
	@tools/setup play && tools/build && build/roundhouse bench

bench-server: ## measure the capacity of a server (build/bench_server --help)
	@tools/setup play && tools/build && build/bench_server

bench-club: ## measure the pages of a club with a million results (build/bench_club --help)
	@tools/setup play && tools/build && build/bench_club

calibration: ## compare the chances that hints show with what comes of them (minutes)
	@tools/setup test && tools/tree gcc && ninja -C build/check/gcc tests/ai/calibrate && build/check/gcc/tests/ai/calibrate

map:      ## print the purpose of every file, or of those below IN (make map IN=src/server)
	@tools/house_map . $(IN)

fuzz:     ## fuzz, FUZZ_SECONDS (600) for each target
	@tools/setup test && tools/fuzz $${FUZZ_SECONDS:-600}

lint:     ## clang-format, clang-tidy and cppcheck alone
	@tools/setup test && tools/test lint

format:   ## format every source file by .clang-format
	@tools/setup test && tools/format --write

coverage: ## show which lines the tests reach, build/coverage/index.html
	@tools/setup test && tools/coverage

screenshots: ## make pictures of the page, build/pictures
	@tools/setup test && tools/build && tools/screenshots

install:  ## install program, page and manual page under PREFIX (/usr/local), below DESTDIR
	@tools/setup play && tools/build && tools/install

clean:    ## remove everything that was built
	rm -rf build web/node_modules tests/web/node_modules
