# Ludus -- settings, file lists, rules, targets. `make help` lists the targets.

# ---- settings ---------------------------------------------------------------
MODE    ?= release
PREFIX  ?= /usr/local
DESTDIR ?=
CC       = gcc
RE2C    ?= re2c
LUA     ?= lua5.4
GREATEST ?= build/greatest/greatest.h
VERSION := 0.1.0

OUT      := build/$(MODE)
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes \
            -Wswitch-enum -Werror
# Functions begin lines of the cache: else a walker is up to 8% slower or faster by
# what happens to stand before it.
FLAGS_release := -O2 -falign-functions=64
FLAGS_debug   := -O0 -g3
FLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
                 -fno-omit-frame-pointer
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined \
                 -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_cover   := -O0 -g --coverage -fprofile-update=atomic
FLAGS := $(FLAGS_$(MODE))
ifeq ($(FLAGS),)
$(error MODE must be release, debug, asan, tsan, fuzz or cover, not '$(MODE)')
endif

ifeq ($(MODE),fuzz)                  # warnings are for the other modes
WARNINGS := -w
endif

LUA_CFLAGS := $(shell pkg-config --cflags lua5.4 2>/dev/null || \
                      echo -I/usr/include/lua5.4)
LUA_LIBS   := $(shell pkg-config --libs lua5.4 2>/dev/null || echo -llua5.4)
CPPFLAGS += -Ivm -Istdlib -I$(OUT)/gen $(LUA_CFLAGS) -DLUDUS_VERSION='"$(VERSION)"'
# SIMD=0: no AVX2. DISPATCH=switch: no computed goto, as for other compilers.
SIMD     ?= 1
DISPATCH ?= goto
CPPFLAGS += $(if $(filter 0,$(SIMD)),-DLUDUS_NO_SIMD) \
            $(if $(filter switch,$(DISPATCH)),-DLUDUS_SWITCH)
# hot_assert() is for every mode but release.
CPPFLAGS += $(if $(filter-out release,$(MODE)),-DLUDUS_CHECKED)
CFLAGS   += -std=c11 -ffp-contract=off $(FLAGS) $(WARNINGS) -fPIC -fvisibility=hidden -pthread
# Lua's archive in the program itself: no jump table between C and Lua, which makes
# callbacks a tenth faster; whole, because modules in C look for all of it there.
LUA_ARCHIVE = $(filter /%,$(shell $(CC) -print-file-name=liblua5.4.a))
WHOLE      := -Wl,--whole-archive
REST       := -Wl,--no-whole-archive
LUA_INSIDE  = $(if $(LUA_ARCHIVE),$(WHOLE) $(LUA_ARCHIVE) $(REST),$(LUA_LIBS))
LDLIBS   += -lsqlite3 -ledit -lkissfft-float -lm -ldl -pthread
LDFLAGS  += -Wl,--export-dynamic

# ---- files ------------------------------------------------------------------
SOURCES := $(filter-out vm/main.c vm/cluster/% stdlib/web/%,$(sort $(shell find vm stdlib -name '*.c')))
LEXERS  := $(patsubst grammar/%.re,$(OUT)/gen/%.c,$(wildcard grammar/*.re))
LIBRARY := $(sort $(shell find stdlib -name '*.lua' -o -name ludus_kernel.py))
TESTS   := $(wildcard tests/test_*.c)
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o) $(LEXERS:.c=.o) $(OUT)/gen/library.o
MAIN_O  := $(OUT)/vm/main.o
HARNESS := $(filter-out tests/fuzz/main.c,$(wildcard tests/fuzz/*.c))
FUZZ_O  := $(HARNESS:%.c=$(OUT)/%.o)
TEST_O  := $(TESTS:%.c=$(OUT)/%.o) $(OUT)/tests/main.o $(FUZZ_O)
FAULTS  := $(OUT)/tests/faults.so

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY: $(LEXERS) $(OUT)/gen/library.c $(OUT)/gen/suites.def
.PHONY: all run test setup install clean help layers check format figures docs papers \
        bench bench-against bench-peers soak soak-rules soak-columns fuzz faults flips \
        kills chroots module mutants portability coverage valgrind \
        install-module uninstall dist deb rock packages editors cluster cluster-kills \
        cluster-digests cluster-overhead cluster-scale site

# ---- rules ------------------------------------------------------------------
# Whatever is made is made aside, then renamed: another make may be at work here.
ASIDE   = -o $@.$$$$ && mv $@.$$$$ $@
DEPENDS = -MMD -MP -MF $(@:.o=.d) -MT $@

$(OUT)/%.o: %.c | setup
	@mkdir -p $(@D)
	@echo '  cc    $<'
	@$(CC) $(CPPFLAGS) $(CFLAGS) $(DEPENDS) -c $< $(ASIDE)

$(OUT)/gen/%.o: $(OUT)/gen/%.c | setup
	@echo '  cc    $<'
	@$(CC) $(CPPFLAGS) $(CFLAGS) $(DEPENDS) -c $< $(ASIDE)

$(OUT)/gen/%.c: grammar/%.re | setup
	@mkdir -p $(@D)
	@echo '  re2c  $<'
	@$(RE2C) -W -Werror --no-debug-info $< $(ASIDE)

$(OUT)/gen/library.c: vm/make/embed.sh $(LIBRARY)
	@mkdir -p $(@D)
	@echo '  embed stdlib'
	@vm/make/embed.sh stdlib $(LIBRARY) >$@.$$$$ && mv $@.$$$$ $@

$(OUT)/gen/suites.def: $(TESTS)
	@mkdir -p $(@D)
	@for t in $(sort $(notdir $(basename $(TESTS)))); do echo "SUITE_OF($$t)"; \
	 done >$@.$$$$ && mv $@.$$$$ $@

$(TEST_O): CPPFLAGS += -Itests -isystem $(dir $(GREATEST))
$(TEST_O): CFLAGS += -Wno-unused-parameter -Wno-conversion
$(TEST_O): | $(GREATEST)
$(OUT)/tests/main.o: $(OUT)/gen/suites.def

build/greatest/greatest.h:
	@vm/make/setup.sh greatest $@

$(OUT)/ludus: $(MAIN_O) $(OBJECTS)
	@echo '  link  $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(LUA_INSIDE) $(LDLIBS) $(ASIDE)

$(OUT)/ludus.so: $(OBJECTS)
	@echo '  link  $@'
	@$(CC) $(CFLAGS) -shared $(filter %.o,$^) $(LDLIBS) $(ASIDE)

$(OUT)/tests/run: $(TEST_O) $(OBJECTS)
	@echo '  link  $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(LUA_INSIDE) $(LDLIBS) $(ASIDE)

# MODE=fuzz CC=clang only.
$(OUT)/tests/fuzz/main.o: CPPFLAGS += -Itests
$(OUT)/fuzz: $(FUZZ_O) $(OUT)/tests/fuzz/main.o $(OBJECTS)
	@echo '  link  $@'
	@$(CC) $(CFLAGS) -fsanitize=fuzzer $(LDFLAGS) $(filter %.o,$^) \
	    $(LUA_INSIDE) $(LDLIBS) $(ASIDE)

$(FAULTS): tests/faults/faults.c | setup
	@mkdir -p $(@D)
	@echo '  cc    $<'
	@$(CC) -std=c11 -O1 $(WARNINGS) -fPIC -shared $< -ldl -pthread $(ASIDE)

# Rebuilds what depends on a list of files when a file is added or removed.
$(OUT)/gen/files: FORCE
	@mkdir -p $(@D)
	@echo '$(LIBRARY) $(TESTS) $(SOURCES) $(HARNESS)' >$@.$$$$; \
	 cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@
$(OUT)/gen/library.c $(OUT)/gen/suites.def $(OUT)/ludus $(OUT)/ludus.so \
$(OUT)/tests/run: $(OUT)/gen/files
FORCE:

include vm/make/web.mk

# ---- targets ----------------------------------------------------------------
all: $(OUT)/ludus ## build ./ludus (MODE=release|debug|asan|tsan)
ifeq ($(MODE),release)
	@cmp -s $(OUT)/ludus ludus || install $(OUT)/ludus ludus
endif

MPICC ?= mpicc
$(OUT)/ludus-mpi.so: vm/cluster/mpi.c vm/evolve/cluster.h
	@mkdir -p $(@D)
	@echo '  mpicc $<'
	@$(MPICC) -Ivm -std=c11 -O2 $(filter-out -Wpedantic,$(WARNINGS)) -fPIC \
	    -fvisibility=hidden -shared $< $(ASIDE)

cluster: all ## build ludus-mpi.so: runs over the ranks of Open MPI
	@LUDUS_PACKAGES="openmpi-bin libopenmpi-dev" vm/make/setup.sh packages
	@$(MAKE) --no-print-directory $(OUT)/ludus-mpi.so
ifeq ($(MODE),release)
	@cmp -s $(OUT)/ludus-mpi.so ludus-mpi.so || install $(OUT)/ludus-mpi.so ludus-mpi.so
endif

module: $(OUT)/ludus.so ## build the module for stock lua5.4

setup: ## install missing packages by apt
	@vm/make/setup.sh packages

run: all ## evolve a small Minesweeper player
	@./ludus run scripts/first.lua

# The cluster is tested where Open MPI is installed.
CLUSTER_TESTED := $(if $(shell command -v $(MPICC)),$(OUT)/ludus-mpi.so)

test: $(OUT)/ludus $(OUT)/ludus.so $(OUT)/tests/run $(FAULTS) check $(WEB_TESTED) $(CLUSTER_TESTED) ## run every test
ifeq ($(MODE),release)
	@cmp -s $(OUT)/ludus ludus || install $(OUT)/ludus ludus
endif
	@tests/run.sh $(OUT)

docs: all ## write docs/language.md from the tables
	@./ludus lua vm/make/docs.lua >docs/language.md.new
	@mv docs/language.md.new docs/language.md

papers: all ## write docs/papers.md from what `ludus papers` computes
	@./ludus lua vm/make/papers.lua >docs/papers.md.new
	@mv docs/papers.md.new docs/papers.md

.PHONY: lessons kit
lessons: all ## every claim of scripts/lessons on 100 seeds (WRITE=1 notes the counts)
	@./ludus lua vm/make/lessons.lua $(if $(WRITE),--write) $(ONLY)

KIT := build/kit
kit: all ## slides and worksheets of the lessons, HTML and PDF, in build/kit (chromium)
	@LUDUS_PACKAGES=chromium vm/make/setup.sh packages
	@./ludus lua vm/make/kit.lua $(KIT)
	@for f in deck worksheets; do chromium --headless --no-sandbox --disable-gpu \
	    --no-pdf-header-footer --print-to-pdf=$(KIT)/$$f.pdf $(KIT)/$$f.html \
	    2>/dev/null && echo "wrote $(KIT)/$$f.pdf"; done

bench-peers: all ## measure beside DEAP, numpy and pagmo, where they are installed
	@./ludus lua tests/peers/ant.lua
	@./ludus lua tests/peers/regression.lua
	@./ludus lua tests/peers/cma.lua

bench: all ## measure this machine, everything `ludus bench` knows
	@./ludus bench

bench-against: all ## two binaries in turns: OLD=..., BENCH="engines ga", TIMES=5
	@TIMES=$(or $(TIMES),5) ./ludus lua tests/bench/against.lua $(OLD) ./ludus $(BENCH)

coverage: ## count the lines of C the tests reach, by folder (lcov)
	@LUDUS_PACKAGES=lcov vm/make/setup.sh packages
	@find build/cover -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) --no-print-directory MODE=cover test || true
	@tests/coverage.sh build/cover

valgrind: ## a short run of each kind under valgrind
	@LUDUS_PACKAGES=valgrind vm/make/setup.sh packages
	@$(MAKE) --no-print-directory MODE=debug build/debug/ludus
	@tests/valgrind.sh build/debug/ludus

portability: $(OUT)/ludus ## compare gcc, clang, no SIMD, a later Lua, arm64 by qemu, every engine
	@LUDUS_PACKAGES="clang qemu-user-static gcc-aarch64-linux-gnu" vm/make/setup.sh packages
	@vm/make/setup.sh lua build/lua
	@vm/make/setup.sh arm64 build/arm64
	@tests/portability.sh $(ONLY)

layers: ## check that includes point one way, who names games, and line lengths
	@vm/make/layers.sh

# What was found in order is looked at again when it has changed, or how one looks.
CHECKED := $(shell find vm stdlib tests -name '*.[ch]')
changed  = $(if $(filter .clang%,$?),$^,$?)
check: layers $(OUT)/checked/layout $(OUT)/checked/lint ## layers, layout, cppcheck, clang-tidy

$(OUT)/checked/layout: $(CHECKED) $(wildcard .clang-format)
	@LUDUS_PACKAGES="clang-format" vm/make/setup.sh packages
	@$(LUA) vm/make/format.lua $(filter %.c %.h,$(changed))
	@mkdir -p $(@D) && touch $@

$(OUT)/checked/lint: $(SOURCES:%.c=$(OUT)/%.o) $(wildcard .clang-tidy)
	@LUDUS_PACKAGES="clang-tidy cppcheck" vm/make/setup.sh packages
	@vm/make/lint.sh $(OUT) "$(filter-out -DLUDUS_VERSION%,$(CPPFLAGS))" \
	    $(patsubst $(OUT)/%.o,%.c,$(filter %.o,$(changed)))
	@mkdir -p $(@D) && touch $@

figures: ## the house in figures: files, functions, parameters, asserts
	@LUDUS_PACKAGES=universal-ctags vm/make/setup.sh packages
	@$(LUA) vm/make/figures.lua

format: ## break and indent lines of C as .clang-format says
	@LUDUS_PACKAGES=clang-format vm/make/setup.sh packages
	@$(LUA) vm/make/format.lua --fix $(CHECKED)

SOAK ?= 1000000
soak: $(OUT)/tests/run all ## engines on SOAK programs, SOAK generations, TIME seconds (600)
	@LUDUS_SOAK=$(SOAK) $(OUT)/tests/run -v -t engines_agree_on_random
	@LUDUS_SOAK=$(SOAK) $(OUT)/tests/run -v -s test_rules
	@rm -f $(OUT)/soak.db
	@./ludus run tests/soak/million.lua --set generations=$(SOAK) \
	    --store $(OUT)/soak.db | tail -n 3
	@./ludus lua tests/soak/memory.lua $(or $(TIME),600)

$(OUT)/cc: Makefile                  # compiles native rules in the same mode
	@printf '#!/bin/sh\nexec $(CC) "$$@" $(FLAGS)\n' >$@
	@chmod +x $@

soak-columns: $(OUT)/tests/run ## columns and the plain interpreter on SOAK programs
	@LUDUS_SOAK=$(SOAK) $(OUT)/tests/run -v -t columns_agree

soak-rules: $(OUT)/tests/run $(OUT)/cc ## engines on SOAK random and mutated rules
	@mkdir -p $(OUT)/cache
	@LUDUS_SOAK=$(SOAK) LUDUS_CC=$(abspath $(OUT))/cc \
	    XDG_CACHE_HOME=$(abspath $(OUT))/cache $(OUT)/tests/run -v -s test_rules

mutants: all build/greatest/greatest.h ## change vm/ in MUTANTS (150) ways: does a test notice? SEED
	@MUTANTS=$(MUTANTS) SEED=$(SEED) tests/mutants/run.sh $(OUT)/ludus

BITS ?= 10000
flips: $(OUT)/ludus ## flip BITS (10000) single bits of stores: is each told?
	@$(OUT)/ludus lua tests/faults/flips.lua $(BITS)

faults: $(OUT)/ludus $(FAULTS) ## inject a fault at every place, not only at some
	@tests/faults/every.sh $(OUT)

kills: $(OUT)/ludus ## kill runs of every kind KILLS (1000) times: the same digests? SEED, KIND
	@LUDUS=$(abspath $(OUT))/ludus LUDUS_OUT=$(abspath $(OUT)) KILLS=$(or $(KILLS),1000) \
	    $(OUT)/ludus lua tests/lua/test_kills.lua

cluster-kills: cluster ## kill ranks of runs KILLS (100) times: the same digests? SEED
	@LUDUS=$(abspath $(OUT))/ludus KILLS=$(or $(KILLS),100) \
	    $(OUT)/ludus lua tests/cluster/kills.lua

cluster-digests: cluster ## every way to evolve on RANKS (2 3): the same digests? WORD
	@LUDUS=$(abspath $(OUT))/ludus $(OUT)/ludus lua tests/cluster/digests.lua

cluster-overhead: cluster ## 2 ranks beside 1 process of 2 threads: TURNS (3), GENERATIONS (60)
	@LUDUS=$(abspath $(OUT))/ludus $(OUT)/ludus lua tests/cluster/overhead.lua

cluster-scale: all ## a generation on up to 1,024 ranks, by a model of measured costs
	@./ludus lua tests/cluster/scale.lua

chroots: ## make test in clean Debian 12 and 13, as root and as a user (root; network)
	@tests/chroot.sh bookworm trixie

fuzz: ## fuzz every reader and engine, TIME seconds each (60; clang)
	@LUDUS_PACKAGES="clang libclang-rt-dev" vm/make/setup.sh packages
	@$(MAKE) --no-print-directory MODE=fuzz CC=clang build/fuzz/fuzz
	@tests/fuzz/run.sh build/fuzz $(or $(TIME),60) $(ONLY)

include vm/make/packages.mk

clean: ## remove everything built
	rm -rf build ludus ludus-mpi.so

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile vm/make/*.mk | expand -t 23

-include $(OBJECTS:.o=.d) $(MAIN_O:.o=.d) $(TEST_O:.o=.d) \
         $(OUT)/tests/fuzz/main.d
