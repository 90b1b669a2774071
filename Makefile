# ccdq: make, make demo, make check, make install. No configure step.
# Set CC, CFLAGS, PREFIX, DESTDIR, and TEST_JOBS as you like.

CC ?= cc
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
BUILD ?= build
BIN ?= bin
VERSION := $(shell sed -n 's/.*CCDQ_VERSION "\(.*\)".*/\1/p' lib/ccdq.h)

# -ffp-contract=off: a fused product would change results from one processor to the next.
override CFLAGS += -std=c11 -Wall -Wextra -Werror -ffp-contract=off -D_POSIX_C_SOURCE=200809L
LDLIBS = -lz -lgmp -lm -lpthread

LIB_SRC := $(wildcard lib/*.c lib/*/*.c)
FORMATS_SRC := $(wildcard formats/*.c)
COMMANDS := $(patsubst cmd/%.c,%,$(wildcard cmd/ccd-*.c))
CMD_SRC := $(filter-out cmd/ccd-%.c,$(wildcard cmd/*.c))
UNIT := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/*.c))

obj = $(patsubst %.c,$(BUILD)/%.o,$(1))

all: $(COMMANDS:%=$(BIN)/%) $(BUILD)/libccdq.a

$(BUILD)/libccdq.a: $(call obj,$(LIB_SRC))
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BIN)/%: $(BUILD)/cmd/%.o $(call obj,$(CMD_SRC) $(FORMATS_SRC)) $(BUILD)/libccdq.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(call obj,$(FORMATS_SRC)) $(BUILD)/libccdq.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

check: all $(UNIT)
	prove -r --exec '' $(UNIT)

clean:
	rm -rf $(BUILD) $(BIN)

.PHONY: all check clean
.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
