# ccdq. No configure step: make, make demo, make check, make install PREFIX=/usr/local.
#
#   all          the commands in bin/, build/libccdq.a (the default)
#   demo         generate, solve and verify a million queries, then the public benchmark queries
#   check        all tests by one prove command; check-long draws far more, check-asan under sanitizers
#   check-tsan   the tests that use threads under ThreadSanitizer
#   check-arm64  all tests on an emulated arm64, and that it writes the bytes of this processor; deps-arm64 first; hours
#   check-soak   SOAK_N= (1e9) queries through pipes in constant memory; hours
#   bench-linear methods of ccd-vf and ccd-ee: time, hits, errors; bench-fastccd: its paper's Table 1;
#                bench-formats: what it costs to read and write streams (BENCH_N= sets the number of queries)
#   bench-patch  methods of ccd-patch: its paper's Table 1 and Figures 4 to 6 (BENCH_SECONDS= sets those a cell)
#   bench-sdf    methods of ccd-sdf: the tables of the thesis of its baselines (BENCH_N= sets the steps of a set)
#   bench-vol    methods and cullings of ccd-vol: its paper's Tables I to III, and the truth of real scenes (also BENCH_SECONDS=)
#   bench-scene  the solver of ccd-patch --scene: its paper's Figure 10, all families of scenes (also BENCH_SECONDS=)
#   install      PREFIX=, DESTDIR=; uninstall removes what install put there
#   dist         ccdq-VERSION.tar.gz from a git checkout
#   deps         what demo and check need, by apt-get; deps-dev: what only developers need; deps-arm64: what check-arm64 needs
#   format       clang-format in place
#
# CC, CFLAGS, LDFLAGS, BUILD, BIN, JOBS may be set; WERROR= lets warnings of other compilers pass.

CC ?= cc
CFLAGS ?= -O2 -g
WERROR ?= -Werror
PREFIX ?= /usr/local
BUILD ?= build
BIN ?= bin
INSTALL ?= install
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
VERSION := $(shell sed -n 's/.*CCDQ_VERSION "\(.*\)".*/\1/p' lib/ccdq.h)

# -ffp-contract=off: a fused product would change results from one processor to the next.
# -fPIC: so that the library can become a part of a shared object.
ALL_CFLAGS = $(CFLAGS) -std=c11 -Wall -Wextra $(WERROR) -ffp-contract=off -fPIC -fvisibility=hidden -D_POSIX_C_SOURCE=200809L
LDLIBS = -ldeflate -lz -lgmp -lm -lpthread

LIB_SRC := $(wildcard lib/*.c lib/*/*.c)
FORMATS_SRC := $(wildcard formats/*.c)
COMMANDS := $(patsubst cmd/%.c,%,$(wildcard cmd/ccd-*.c))
CMD_SRC := $(filter-out cmd/ccd-%.c,$(wildcard cmd/*.c))
UNIT_SRC := $(wildcard tests/unit/*.c)
HEADERS := $(wildcard lib/*.h lib/*/*.h formats/*.h cmd/*.h tests/*.h tests/*/*.h)
BENCH_SRC := $(wildcard tests/bench/*.c)
C_SRC := $(LIB_SRC) $(FORMATS_SRC) $(CMD_SRC) $(COMMANDS:%=cmd/%.c) $(UNIT_SRC) $(BENCH_SRC)
UNIT := $(UNIT_SRC:%.c=$(BUILD)/%)
MAN := $(wildcard man/*.[1-9])

obj = $(patsubst %.c,$(BUILD)/%.o,$(1))
# For a file whose text stands for flags or a list: rewritten only when the text is another one.
stamp = @mkdir -p $(@D); echo '$(1)' | cmp -s - $@ || echo '$(1)' > $@
# A make below this one that works in parallel even when this one was not told to.
parallel = $(MAKE) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

all: $(COMMANDS:%=$(BIN)/%) $(BUILD)/libccdq.a
unit: $(UNIT)

$(BUILD)/libccdq.a: $(call obj,$(LIB_SRC)) $(BUILD)/lib.list
	@rm -f $@
	$(AR) rcs $@ $(filter %.o,$^)

# The library as it is installed: one object, of all that stands behind ccdq.h, whose only names are those that begin with ccdq_,
# so that none of them can be one of a program's own.
TOOL = $(shell $(CC) -print-prog-name=$(1))
$(BUILD)/install/libccdq.a: $(BUILD)/libccdq.a
	@mkdir -p $(@D); rm -f $@
	$(CC) -r -nostdlib -o $(@D)/ccdq.o $$($(call TOOL,nm) -g --defined-only $< | sed -n 's/.* [A-Z] \(ccdq_.*\)/-Wl,-u,\1/p') $<
	$(call TOOL,objcopy) --wildcard --keep-global-symbol='ccdq_*' $(@D)/ccdq.o
	$(AR) rcs $@ $(@D)/ccdq.o

# What the commands share; a command takes of it what it needs.
$(BUILD)/cmd.a: $(call obj,$(CMD_SRC) $(FORMATS_SRC)) $(BUILD)/cmd.list
	@rm -f $@
	$(AR) rcs $@ $(filter %.o,$^)

# One source at several widths of vectors, chosen at run time; elsewhere than on x86-64 two of them are empty.
WIDTHS = $(addprefix $(BUILD)/lib/,linear/batch_$(1).o linear/fast_$(1).o curved/overlap_$(1).o \
    broad/apart_$(1).o volume/kernels_$(1).o)
$(call WIDTHS,portable) $(call WIDTHS,avx2) $(call WIDTHS,avx512): private ALL_CFLAGS += -O3
ifneq ($(filter x86_64%,$(shell $(CC) -dumpmachine)),)
$(call WIDTHS,avx2): private ALL_CFLAGS += -mavx2
$(call WIDTHS,avx512): private ALL_CFLAGS += -mavx512f -mavx512dq
endif

# Where the processor rounds upward: what the compiler knows of rounding to nearest does not hold there.
$(BUILD)/lib/scene/%.o $(BUILD)/tests/unit/upward%.o $(BUILD)/tests/unit/scene%.o: private ALL_CFLAGS += -frounding-math

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BIN)/%: $(BUILD)/cmd/%.o $(BUILD)/cmd.a $(BUILD)/libccdq.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/cmd.a $(BUILD)/libccdq.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS)

# What is compared with numbers of many digits.
$(addprefix $(BUILD)/tests/unit/,upward scene_elementary scene_inclusion): private LDLIBS := -lmpfr $(LDLIBS)

$(BUILD)/flags: FORCE
	$(call stamp,$(CC) $(ALL_CFLAGS) $(LDFLAGS))
$(BUILD)/lib.list: FORCE
	$(call stamp,$(LIB_SRC))
$(BUILD)/cmd.list: FORCE
	$(call stamp,$(CMD_SRC) $(FORMATS_SRC))

# ---- Tests ----

export BIN BUILD CC

check: have-deps
	+@$(parallel) all unit
	prove -j$(JOBS) --timer --exec '' $(UNIT) $(sort $(wildcard tests/*/*.t))

check-long:
	+CCDQ_LONG=1 $(MAKE) check

check-asan:
	+$(MAKE) check BUILD=$(BUILD)/asan BIN=$(BUILD)/asan/bin \
	    CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'

# What runs commands in several threads: the pipeline itself, and the commands in all their combinations.
THREADED = pipeline cat stream indexed contacts verify patch sdf sdf-mesh vol vol-memory scene
TSAN = $(BUILD)/tsan
check-tsan: have-deps
	+@$(parallel) all $(TSAN)/tests/unit/pipeline BUILD=$(TSAN) BIN=$(TSAN)/bin \
	    CFLAGS='-O1 -g -fsanitize=thread -fno-omit-frame-pointer'
	BUILD=$(TSAN) BIN=$(TSAN)/bin TSAN_OPTIONS='halt_on_error=1 exitcode=66' \
	    prove -j$(JOBS) --timer --exec '' $(TSAN)/tests/unit/pipeline $(wildcard $(THREADED:%=tests/cli/%.t))

# Built by Debian's cross compiler, run by qemu-user, which the kernel starts for programs of other processors.
ARM64 = $(BUILD)/arm64
ARM64_CC = aarch64-linux-gnu-gcc
check-arm64: have-deps
	@mkdir -p $(ARM64)
	@echo 'int main(void) { return 0; }' | $(ARM64_CC) -x c - -o $(ARM64)/have-arm64 -ldeflate -lz -lmpfr -lgmp && \
	    $(ARM64)/have-arm64 || { echo "make: arm64 programs cannot be built and run here. As root:" >&2; \
	    echo "    dpkg --add-architecture arm64; make deps-arm64" >&2; exit 2; }
	+@$(parallel) all
	+OTHER_BIN=$(BIN) $(MAKE) check CC=$(ARM64_CC) BUILD=$(ARM64) BIN=$(ARM64)/bin

check-soak: have-deps
	+@$(parallel) all
	python3 tests/soak/soak.py $(SOAK_N)

# Prints a pipeline, then runs it; fails if any step of it fails.
show = @printf '\n$$ %s\n' '$(1)'; bash -o pipefail -c '$(1)'
NYU = tests/data/nyu-handcrafted

demo: have-deps
	+@$(parallel) all
	$(call show,$(BIN)/ccd-gen vf -n 1000000 --seed 1 | $(BIN)/ccd-vf --keep | $(BIN)/ccd-verify --exact -)
	$(call show,$(BIN)/ccd-vf --from nyu $(NYU)-vf.csv.gz | $(BIN)/ccd-verify --strict $(NYU)-vf.csv.gz -)
	$(call show,$(BIN)/ccd-ee --from nyu $(NYU)-ee.csv.gz | $(BIN)/ccd-verify --strict $(NYU)-ee.csv.gz -)
	@printf '\nNo collision missed, none made up.\n'

# ---- Benches: each prints the machine and what it measured ----

bench-linear: all $(BUILD)/tests/bench/linear
	$(BUILD)/tests/bench/linear $(BENCH_N)
$(BUILD)/tests/bench/linear: $(call obj,tests/bench/linear-sets.c tests/bench/linear-ends.c)
bench-fastccd: $(BUILD)/tests/bench/fastccd
	$< $(BENCH_N)
bench-formats: $(BUILD)/tests/bench/formats
	$< $(BENCH_N)
bench-patch: $(BUILD)/tests/bench/patch
	$< $(BENCH_SECONDS)
$(BUILD)/tests/bench/patch: $(call obj,tests/bench/patch-sets.c)
bench-sdf: $(BUILD)/tests/bench/sdf
	$< $(BENCH_N)
$(BUILD)/tests/bench/sdf: $(call obj,tests/bench/sdf-sets.c tests/bench/sdf-run.c tests/bench/sdf-meshes.c)
bench-vol: $(BUILD)/tests/bench/volume
	$< $(BENCH_SECONDS)
$(BUILD)/tests/bench/volume: $(call obj,tests/bench/volume-scenes.c)
bench-scene: $(BUILD)/tests/bench/scene
	$< $(BENCH_SECONDS)
$(BUILD)/tests/bench/scene: $(call obj,tests/bench/scene-run.c)

# ---- Dependencies ----

DEPS = gcc libc6-dev make zlib1g-dev libdeflate-dev libgmp-dev libmpfr-dev perl python3 parallel mandoc
DEPS_ARM64 = gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static zlib1g-dev:arm64 libdeflate-dev:arm64 \
    libgmp-dev:arm64 libmpfr-dev:arm64
DEPS_DEV = clang clang-format libclang-rt-dev valgrind pkg-config git python3-meshio

# Whether demo and check can run: the libraries compile and link; prove and python3 are there.
have-deps:
	@mkdir -p $(BUILD)
	@{ printf '#include <zlib.h>\n#include <libdeflate.h>\n#include <gmp.h>\n#include <mpfr.h>\nint main(void) { return 0; }\n' | \
	    $(CC) $(CFLAGS) $(LDFLAGS) -x c - -o $(BUILD)/have-deps -ldeflate -lz -lmpfr -lgmp && \
	    command -v prove && command -v python3; } >/dev/null 2>&1 || $(MAKE) deps

# Installs Debian packages: as root, or through sudo where that asks no password. Else says what to install.
apt_install = \
	lacking() { \
	    echo "make: $$1. Please install these Debian packages:"; echo "    $(1)"; \
	    echo "or what they hold elsewhere: a C11 compiler, zlib, libdeflate, GMP and MPFR with their headers,"; \
	    echo "perl's prove, python3; if you like also GNU parallel and mandoc."; exit 2; \
	} >&2; \
	command -v apt-get >/dev/null || lacking "there is no apt-get here"; \
	root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	$$root true 2>/dev/null || lacking "not root, and sudo is not there or wants a password"; \
	$$root apt-get update -q || echo "make: going on with the package lists that are here" >&2; \
	$$root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $(1) || \
	    lacking "apt-get failed"

deps:
	@$(call apt_install,$(DEPS))
deps-dev:
	@$(call apt_install,$(DEPS) $(DEPS_DEV))
deps-arm64:
	@$(call apt_install,$(DEPS) $(DEPS_ARM64))

# ---- Install ----

# All that install puts below PREFIX; uninstall removes just this.
INSTALLED = $(COMMANDS:%=bin/%) lib/libccdq.a lib/pkgconfig/ccdq.pc include/ccdq.h \
	$(foreach m,$(MAN),share/man/man$(subst .,,$(suffix $(m)))/$(notdir $(m))) \
	$(COMMANDS:%=share/bash-completion/completions/%) $(COMMANDS:%=share/zsh/site-functions/_%) \
	$(COMMANDS:%=share/fish/vendor_completions.d/%.fish) share/doc/ccdq/README.md share/doc/ccdq/LICENSE
AT = $(DESTDIR)$(PREFIX)

install: all $(BUILD)/install/libccdq.a
	$(INSTALL) -d $(sort $(dir $(INSTALLED:%=$(AT)/%)))
	$(INSTALL) $(COMMANDS:%=$(BIN)/%) $(AT)/bin
	$(INSTALL) -m 644 $(BUILD)/install/libccdq.a $(AT)/lib
	$(INSTALL) -m 644 lib/ccdq.h $(AT)/include
	for m in $(MAN); do $(INSTALL) -m 644 $$m $(AT)/share/man/man$${m##*.} || exit; done
	for c in $(COMMANDS); do \
	    $(BIN)/$$c --completion bash >$(AT)/share/bash-completion/completions/$$c && \
	    $(BIN)/$$c --completion zsh >$(AT)/share/zsh/site-functions/_$$c && \
	    $(BIN)/$$c --completion fish >$(AT)/share/fish/vendor_completions.d/$$c.fish || exit; done
	printf '%s\n' 'prefix=$(PREFIX)' 'Name: ccdq' 'Description: continuous collision detection' \
	    'Version: $(VERSION)' 'Cflags: -I$${prefix}/include' 'Libs: -L$${prefix}/lib -lccdq -lgmp -lm' \
	    >$(AT)/lib/pkgconfig/ccdq.pc
	$(INSTALL) -m 644 README.md LICENSE $(AT)/share/doc/ccdq

uninstall:
	rm -f $(INSTALLED:%=$(AT)/%)
	rmdir $(AT)/share/doc/ccdq 2>/dev/null || true

# The tracked files as they are in this checkout. The time stamps are the last commit's: same commit, same bytes.
DIST = ccdq-$(VERSION)
DISTDIR ?= .
dist:
	@[ -e .git ] && git rev-parse HEAD >/dev/null || { echo "make: dist needs a git checkout" >&2; exit 2; }
	git ls-files -z | tar --null -T - --sort=name --owner=0 --group=0 --numeric-owner \
	    --mtime=@$$(git log -1 --format=%ct) --transform 's,^,$(DIST)/,' -cf - | gzip -9n >$(DISTDIR)/$(DIST).tar.gz

# ---- Developing ----

format:
	clang-format -i $(C_SRC) $(HEADERS)
format-check:
	clang-format --dry-run -Werror $(C_SRC) $(HEADERS)

clean:
	rm -rf $(BUILD) $(BIN) ccdq-*.tar.gz

FORCE:
.PHONY: all unit check check-long check-asan check-tsan check-arm64 check-soak demo bench-linear bench-fastccd bench-formats bench-patch bench-sdf bench-vol bench-scene have-deps deps deps-dev deps-arm64 install uninstall \
	dist format format-check clean FORCE
.SECONDARY:
-include $(patsubst %.c,$(BUILD)/%.d,$(C_SRC))
