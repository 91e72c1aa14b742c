# contrastd: `make` alone lists the targets.

PREFIX = /usr
DESTDIR =
SWIFT = swift

# The standard library inside the programs: they run where no Swift is, and start in two thirds of the time.
RELEASE = -c release --static-swift-stdlib
PROGRAMS = .build/release/contrastd .build/release/contrastctl

# What compiling, linking and the checks need; then what the toolchain's own programs and its Foundation load.
PACKAGES = git make python3 binutils libc6-dev libgcc-12-dev libstdc++-12-dev libsystemd-dev libsqlite3-dev libyaml-dev \
  pkg-config libcurl4 libncurses6 libsqlite3-0 libuuid1 libxml2 tzdata zlib1g

# What the tests on a booted system need besides.
SYSTEM_PACKAGES = systemd systemd-container util-linux mount procps strace mandoc varlink-go python3-venv neovim \
  emacs-nox elpa-eglot vim vim-ale openssh-client openssh-server

bin = $(DESTDIR)$(PREFIX)/bin
lib = $(DESTDIR)$(PREFIX)/lib
share = $(DESTDIR)$(PREFIX)/share
sysconf = $(DESTDIR)/etc

ROWS =
SECONDS = 60
READERS =
ROUNDS = 1000
LIMIT = 1800

.PHONY: help run test test-system torture lint bench bench-equality fuzz build install deps clean

help: ## This list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | while IFS='	' read -r name text; do \
	  printf 'make %-12s %s\n' "$$name" "$$text"; done

run: build ## Build, then watch the example palettes in the foreground; Ctrl-C ends it
	exec .build/release/contrastd --foreground --socket=.build/contrastd.sock --lsp-socket=.build/lsp.sock \
	  --state-directory=.build/state etc/contrastd/examples

test: deps lint ## Every check and test that needs no booted system
	$(SWIFT) test --disable-xctest

test-system: build ## The running daemon: what it misses, others' clients, a system booted with systemd; as root
	@Tests/Scripts/install-packages $(SYSTEM_PACKAGES)
	@Tests/System/rounds
	@Tests/System/strain
	@Tests/System/state
	@ROUNDS=40 SECONDS=3 Tests/System/torture
	@Tests/System/varlink-clients
	@Tests/System/editors/run
	@Tests/System/editors/overlays
	@Tests/System/lsp-conformance
	@Tests/System/another-machine
	@Tests/System/run

torture: build ## Kill the daemon at ROUNDS=1000 random moments, and at each write: is a regression lost? As root
	@Tests/Scripts/install-packages $(SYSTEM_PACKAGES)
	@ROUNDS=$(ROUNDS) SECONDS=$(LIMIT) Tests/System/torture

lint: ## Formatting, the walls between the modules, and a proof that the walls are watched
	@Tests/Scripts/lint
	@Tests/Scripts/lint-selftest

bench: deps ## Measure, beside references in C; some rows only: make bench ROWS="parse cold"
	@Tests/Benchmarks/run $(ROWS)

bench-equality: deps ## Hold 100 million pairs against the plain loop, 100,000 edits against fresh readings
	$(SWIFT) build $(RELEASE) --product contrastd-bench
	.build/release/contrastd-bench equality 100000000
	.build/release/contrastd-bench edits 100000

fuzz: deps ## Read damaged files under the address sanitizer, SECONDS a reader: make fuzz SECONDS=600 READERS="yaml tokens"
	@Tests/Fuzz/run $(SECONDS) $(READERS)

build: deps ## The release build: .build/release/contrastd and .build/release/contrastctl
	$(SWIFT) build $(RELEASE) --product contrastd
	$(SWIFT) build $(RELEASE) --product contrastctl
	@for object in .build/release/PairKernelAVX2.build/*.o; do Tests/Scripts/vector-walls "$$object"; done

install: build ## Install below PREFIX (/usr), inside DESTDIR where one is given; the configuration goes to /etc
	install -d $(bin) $(share)/contrastd/schema $(share)/doc/contrastd $(share)/man/man1 $(share)/man/man5 \
	  $(share)/man/man8 $(lib)/systemd/system $(lib)/systemd/catalog $(lib)/sysusers.d $(sysconf)/contrastd/contrastd.conf.d
	install -s -m 755 $(PROGRAMS) $(bin)/
	@for unit in systemd/*.service systemd/*.socket; do \
	  sed 's|/usr/bin/|$(PREFIX)/bin/|' "$$unit" >$(lib)/systemd/system/$${unit##*/} && \
	  chmod 644 $(lib)/systemd/system/$${unit##*/} || exit; done
	install -m 644 systemd/contrastd.sysusers $(lib)/sysusers.d/contrastd.conf
	install -m 644 systemd/contrastd.catalog $(lib)/systemd/catalog/
	@# What the administrator has written stays.
	@[ -e $(sysconf)/contrastd/contrastd.conf ] || install -m 644 etc/contrastd/contrastd.conf $(sysconf)/contrastd/
	install -m 644 etc/contrastd/contrastd.conf.d/README $(sysconf)/contrastd/contrastd.conf.d/
	@for page in etc/man/*.[158]; do install -m 644 "$$page" $(share)/man/man$${page##*.}/ || exit; done
	@for file in etc/contrastd/schema/*.json; do \
	  [ ! -e "$$file" ] || install -m 644 "$$file" $(share)/contrastd/schema/ || exit; done
	@for file in README.md CHANGELOG.md LICENSE; do \
	  [ ! -e "$$file" ] || install -m 644 "$$file" $(share)/doc/contrastd/ || exit; done
	@[ ! -d etc/contrastd/examples ] || cp -R --no-preserve=mode,ownership etc/contrastd/examples $(share)/doc/contrastd/
	install -D -m 644 etc/completions/contrastctl.bash $(share)/bash-completion/completions/contrastctl
	install -D -m 644 etc/completions/_contrastctl $(share)/zsh/vendor-completions/_contrastctl
	install -D -m 644 etc/completions/contrastctl.fish $(share)/fish/vendor_completions.d/contrastctl.fish

deps: ## Install the Debian packages that are missing
	@Tests/Scripts/install-packages $(PACKAGES)

clean: ## Remove what the build made
	rm -rf .build
