# Every command that a person needs; `make help` lists them.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
SHELL := /bin/sh
MAKEFLAGS += -r # no built-in rules: make would try each of them for each header, which takes most of its start

DUMP   ?= examples/sample.xml
DB     ?=
REPORT ?=
DETECTION ?=
REUSE  ?=
PREFIX ?= /usr/local

# ---- Variables on the command line ---------------------------------------------------------------

KNOWN := DUMP DB DETECTION REUSE REPORT PREFIX DESTDIR BUILD CC CFLAGS CPPFLAGS LDFLAGS AR OBJCOPY PKGCONFIG \
         WERROR ASSERTIONS STEMMER EXTENSION SQLITE_CFLAGS SQLITE_LIBS LOADER_CFLAGS LOADER_LIBS CHECK_CFLAGS TEST_CFLAGS NEARDUP_LONG \
         NAME NEARDUP_SEED NEARDUP_SHARED NEARDUP_VALGRIND NEARDUP_FIGURES FUZZ FUZZ_SECONDS FUZZ_MAIN CLANG \
         V RUNS SIZES COUNTS LIMIT BEFORE EDGES STATEMENTS PEERS MAKE SHELL MAKEFLAGS
GIVEN := $(foreach name,$(.VARIABLES),$(if $(findstring command line,$(origin $(name))),$(name)))
UNKNOWN := $(firstword $(filter-out $(KNOWN),$(GIVEN)))

# make would ignore a misspelt variable. Here it is an error. The environment may hold any name.
ifneq ($(UNKNOWN),)
NEAREST := $(shell python3 -c 'import difflib, sys; print(*difflib.get_close_matches(sys.argv[1].upper(), sys.argv[2:], 1))' \
    '$(UNKNOWN)' $(KNOWN) 2>/dev/null)
$(error unknown variable $(UNKNOWN)$(if $(NEAREST),; did you mean $(NEAREST)?,.) \
    The variables are DUMP DB DETECTION REUSE REPORT PREFIX DESTDIR BUILD CC CFLAGS CPPFLAGS LDFLAGS; see make help)
endif

# ---- How to build --------------------------------------------------------------------------------

CC        ?= cc
AR        ?= ar
CFLAGS    ?= -O2 -g
PKGCONFIG ?= pkg-config
BUILD     ?= build

# A command is told by one word and its file; with V=1 it is printed in full, with -s not at all.
QUIET := $(findstring s,$(firstword -$(MAKEFLAGS)))
say    = $(if $(V),,@$(if $(QUIET),,printf '  %-4s %s\n' $(1) $@; ))

STANDARD := -std=c17 -D_XOPEN_SOURCE=700
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(if $(WERROR),-Werror)
CHECKS   := $(if $(ASSERTIONS),,-DNDEBUG)
COMPILE   = $(call say,CC)$(CC) $(STANDARD) $(WARNINGS) $(CHECKS) $(CFLAGS) $(CPPFLAGS) -MMD -MP

ifeq ($(shell uname -s),Darwin)
# For the number of processors.
STANDARD += -D_DARWIN_C_SOURCE
MODULE := neardup.dylib
SHARED := -dynamiclib
ICONV  := -liconv
else
MODULE := neardup.so
# If memory runs out while functions are registered, SQLite unloads the library but keeps the
# functions registered so far. nodelete keeps their code in memory.
SHARED := -shared -Wl,-z,defs -Wl,-z,nodelete
endif

# The one place of the version is the header.
VERSION := $(shell sed -n 's/^\#define NEARDUP_VERSION "\(.*\)"$$/\1/p' ext/neardup.h)

LIBRARIES      := libxml-2.0 sqlite3 libpcre2-8 zlib liblzma libzstd
LOADER_CFLAGS   = $(shell $(PKGCONFIG) --cflags $(LIBRARIES) 2>/dev/null)
LOADER_LIBS     = $(shell $(PKGCONFIG) --libs $(LIBRARIES) 2>/dev/null) -lbz2 $(ICONV)
SQLITE_CFLAGS   = $(shell $(PKGCONFIG) --cflags sqlite3 2>/dev/null)
SQLITE_LIBS     = $(shell $(PKGCONFIG) --libs sqlite3 2>/dev/null)

# libstemmer is linked into one object, out of which its names are not seen, and its list of names becomes
# constant: a user of the extension needs nothing, and may have another libstemmer. STEMMER is the archive;
# where there is none, functions of word vectors take no language.
ifeq ($(origin STEMMER)$(MODULE),undefinedneardup.so)
STEMMER := $(shell $(CC) $(CPPFLAGS) -E -include libstemmer.h -xc /dev/null >/dev/null 2>&1 && \
             $(CC) $(CFLAGS) $(LDFLAGS) -print-file-name=libstemmer.a 2>/dev/null | grep /)
endif
OBJCOPY ?= $(shell $(CC) -print-prog-name=objcopy)

CORE      := $(wildcard ext/core/*/*.c ext/core/*/*/*.c)
FUNCTIONS := ext/neardup.c $(wildcard ext/functions/*.c ext/functions/*/*.c)
LOADER    := $(filter-out loader/program/%,$(wildcard loader/*.c loader/*/*.c))
PROGRAM   := $(wildcard loader/program/*.c)
LANGUAGES := $(sort $(wildcard loader/sentences/languages/*.txt))
WORDS     := $(sort $(wildcard ext/core/kinds/vocabulary/*.txt))
ANTONYMS  := $(sort $(wildcard ext/core/kinds/antonyms/*.txt))
TREES     := $(sort $(wildcard ext/core/kinds/trees/*.txt))
SQL       := $(sort $(wildcard sql/*.sql sql/*/*.sql sql/report/*.html sql/report/*.css sql/report/*.js))
STOPS     := $(sort $(wildcard ext/core/vectors/stop_words/*.txt))

GENERATED := $(BUILD)/generated/antonyms_data.c $(BUILD)/generated/vocabulary_data.c \
             $(BUILD)/generated/trees_data.c $(BUILD)/generated/stop_words_data.c
SCRIPTS_DATA := $(BUILD)/generated/scripts_data.c

CORE_OBJECTS    := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/stemmer.c,$(CORE))) \
                   $(BUILD)/linked/stemmer.o $(GENERATED:%.c=%.o)
MODULE_OBJECTS  := $(FUNCTIONS:%.c=$(BUILD)/%.o) $(SCRIPTS_DATA:.c=.o)
STATIC_OBJECTS  := $(FUNCTIONS:%.c=$(BUILD)/static/%.o) $(SCRIPTS_DATA:.c=.o)
LOADER_OBJECTS  := $(LOADER:%.c=$(BUILD)/%.o) \
                   $(BUILD)/generated/languages_data.o $(BUILD)/generated/templates_data.o \
                   $(BUILD)/generated/footer_headings_data.o $(BUILD)/ext/core/text/characters.o \
                   $(BUILD)/ext/core/text/language_code.o
PROGRAM_OBJECTS := $(PROGRAM:%.c=$(BUILD)/%.o) $(LOADER_OBJECTS)

.PHONY: all
all: $(BUILD)/$(MODULE) $(BUILD)/neardup-load $(BUILD)/neardup  ## build the extension and the programs (the default)

.PHONY: debug profile compile_commands.json
debug:  #- build for gdb in build/debug, with assertions
	@$(MAKE) BUILD=build/debug CFLAGS='-O0 -g3' ASSERTIONS=1 all

# What `make run` does with DUMP, by functions and their callers.
profile: packages  #- where the time of a run goes: DUMP, into build/profile/perf.data, by perf
	@command -v perf >/dev/null || { echo 'make profile: there is no perf (linux-perf on Debian)' >&2; exit 1; }
	@$(MAKE) BUILD=build/profile CFLAGS='-O2 -g -fno-omit-frame-pointer' all
	@perf record -q -g -o build/profile/perf.data $(MAKE) -s BUILD=build/profile \
	    CFLAGS='-O2 -g -fno-omit-frame-pointer' run >/dev/null
	@perf report -i build/profile/perf.data --no-children --stdio -g none | head -n 40

compile_commands.json:  #- for editors and clang-tidy
	@$(MAKE) -Bn V=1 all | awk -v folder='$(CURDIR)' -f ext/packages/make/compile_commands.awk >$@

$(BUILD)/$(MODULE): $(MODULE_OBJECTS) $(CORE_OBJECTS)
	$(call say,LINK)$(CC) $(CFLAGS) $(SHARED) -fvisibility=hidden -o $@ $^ $(LDFLAGS) -lm -lpthread

$(BUILD)/libneardup.a: $(STATIC_OBJECTS) $(CORE_OBJECTS)  # for static linking, see ext/neardup.h
	$(call say,AR)rm -f $@ && $(AR) rcs $@ $^

# The whole extension as one source file, for those who compile it themselves.
$(BUILD)/amalgamation/neardup.c: ext/packages/c/amalgamate.py $(CORE) $(FUNCTIONS) \
    $(GENERATED) $(SCRIPTS_DATA) $(wildcard ext/*.h ext/*/*.h ext/*/*/*.h ext/*/*/*/*.h) LICENSE
	@python3 $< $(@D) $(CORE) $(FUNCTIONS) $(GENERATED) $(SCRIPTS_DATA)

$(BUILD)/neardup-load: $(BUILD)/neardup
	@ln -sf neardup $@

# Wheels name another file, which is compiled for their target.
EXTENSION ?= $(BUILD)/libneardup.a

$(BUILD)/neardup: $(PROGRAM_OBJECTS) $(EXTENSION)
	$(call say,LINK)$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) $(LOADER_LIBS) -lm -lpthread

# libxml2 may need ICU, which is C++. The linker warns of functions that need the C library at run time.
static: PACKAGES += g++
static: packages all  #- the program with all libraries linked in: build/neardup-static
	$(call say,LINK)$(CC) -static -s -Wl,--no-warnings $(CFLAGS) -o $(BUILD)/neardup-static $(PROGRAM_OBJECTS) $(EXTENSION) $(LDFLAGS) \
	    $(shell $(PKGCONFIG) --static --libs $(LIBRARIES) 2>/dev/null) -lbz2 -lm -lpthread -lstdc++

$(BUILD)/ext/%.o: ext/%.c
	@mkdir -p $(@D)
	$(COMPILE) $(OWN_CFLAGS) -fPIC -fvisibility=hidden $(SQLITE_CFLAGS) -c -o $@ $<

# What is linked in must be machine code, so -flto is off here. A libstemmer that was installed, or removed, after a
# build counts in the next.
$(BUILD)/ext/core/vectors/stems/stemmer.o: OWN_CFLAGS := $(if $(STEMMER),-DNEARDUP_STEMMER -fno-lto)
$(BUILD)/ext/core/vectors/stems/stemmer.o: $(BUILD)/linked/stemmer

.PHONY: ask
$(BUILD)/linked/stemmer: ask
	@mkdir -p $(@D)
	@echo '$(STEMMER)' | cmp -s - $@ || echo '$(STEMMER)' >$@

$(BUILD)/linked/stemmer.o: $(BUILD)/ext/core/vectors/stems/stemmer.o $(STEMMER)
	@mkdir -p $(@D)
	$(call say,LINK)$(if $(STEMMER),$(CC) $(filter -m%,$(CFLAGS)) -r -nostdlib -o $@.new $^ && \
	    $(OBJCOPY) --wildcard --keep-global-symbol='stemmer_*' \
	        --rename-section .data.rel.local=.data.rel.ro.local $@.new,cp $< $@.new) && mv $@.new $@

$(BUILD)/static/ext/%.o: ext/%.c
	@mkdir -p $(@D)
	$(COMPILE) -DSQLITE_CORE $(SQLITE_CFLAGS) -c -o $@ $<

$(BUILD)/loader/%.o: loader/%.c
	@mkdir -p $(@D)
	$(COMPILE) $(LOADER_CFLAGS) -c -o $@ $<

$(BUILD)/generated/%.o: $(BUILD)/generated/%.c
	$(COMPILE) -fPIC -fvisibility=hidden -Iloader -Iext/core -Iext/functions/runner -c -o $@ $<

# The extension contains all scripts, and what the report is made of.
$(SCRIPTS_DATA): ext/packages/make/scripts_data.awk $(SQL)
	@mkdir -p $(@D)
	$(call say,MAKE)LC_ALL=C awk -f $^ > $@.$$$$ && mv $@.$$$$ $@

# Data files become tables in C; a README.md beside them describes their format.
GENERATE = @mkdir -p $(@D); $(if $(V)$(QUIET),,printf '  %-4s %s\n' MAKE $@; )LC_ALL=C awk $(addprefix -f ,$(filter %.awk,$^)) $(filter %.txt,$^) \
               > $@.$$$$ && mv $@.$$$$ $@

$(BUILD)/generated/languages_data.c: ext/core/base/data_files.awk \
    loader/sentences/languages/generate_languages.awk $(LANGUAGES)
	$(GENERATE)

$(BUILD)/generated/templates_data.c $(BUILD)/generated/footer_headings_data.c: \
$(BUILD)/generated/%_data.c: ext/core/base/data_files.awk loader/wikitext/data/generate_%.awk \
    loader/wikitext/data/%.txt
	$(GENERATE)

$(BUILD)/generated/vocabulary_data.c: ext/core/base/data_files.awk \
    ext/core/kinds/vocabulary/generate_vocabulary.awk ext/core/kinds/sentences/vocabulary.h $(WORDS)
	$(GENERATE)

$(BUILD)/generated/antonyms_data.c: ext/core/base/data_files.awk ext/core/kinds/antonyms/generate_antonyms.awk \
    $(ANTONYMS)
	$(GENERATE)

$(BUILD)/generated/trees_data.c: ext/core/base/data_files.awk ext/core/kinds/trees/generate_trees.awk $(TREES)
	$(GENERATE)

$(BUILD)/generated/stop_words_data.c: ext/core/vectors/stop_words/generate_stop_words.sh $(STOPS)
	@mkdir -p $(@D)
	$(call say,MAKE)sh $(filter %.sh,$^) $(filter %.txt,$^) > $@.$$$$ && mv $@.$$$$ $@

# Of this build alone: others may be in folders of it.
-include $(shell find $(addprefix $(BUILD)/,ext generated loader static tests) -name '*.d' 2>/dev/null)

# ---- Test programs -------------------------------------------------------------------------------

# tests/run builds these with sanitizers, in a BUILD of their own. Tests of the core link what they use of
# the core, tests of the functions link the static library and SQLite, and tests of the loader and of the program
# link what they use of these, without main(). TEST_CFLAGS are flags of the tests, not of what they test.
CORE_TESTS     := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/core/*/test_*.c))
FUNCTION_TESTS := $(patsubst %.c,$(BUILD)/%,$(wildcard \
    tests/functions/test_*.c tests/faults/test_*.c tests/hostile/test_*.c tests/hosts/test_*.c))
LOADER_TESTS   := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/loader/test_*.c tests/loader/*/test_*.c))
PROGRAM_TESTS  := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/program/test_*.c))

FUZZ_TARGETS   := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/fuzz/fuzz_*.c))

.PHONY: tests fuzz-targets
tests: $(CORE_TESTS) $(FUNCTION_TESTS) $(LOADER_TESTS) $(PROGRAM_TESTS) fuzz-targets
fuzz-targets: $(FUZZ_TARGETS)

$(BUILD)/tests/core.a: $(CORE_OBJECTS)
$(BUILD)/tests/loader.a: $(LOADER_OBJECTS)
$(BUILD)/tests/program.a: $(filter-out %/neardup_program.o,$(filter-out $(LOADER_OBJECTS),$(PROGRAM_OBJECTS)))
$(BUILD)/tests/core.a $(BUILD)/tests/loader.a $(BUILD)/tests/program.a:
	@mkdir -p $(@D)
	$(call say,AR)rm -f $@ && $(AR) rcs $@ $^

$(CORE_TESTS): $(BUILD)/tests/core/%: tests/core/%.c $(BUILD)/tests/core.a
	@mkdir -p $(@D)
	$(COMPILE) $(TEST_CFLAGS) -Itests -Itests/core -Iext/core -o $@ $< $(BUILD)/tests/core.a $(LDFLAGS) -lm -lpthread

$(FUNCTION_TESTS): $(BUILD)/tests/%: tests/%.c $(BUILD)/libneardup.a
	@mkdir -p $(@D)
	$(COMPILE) $(TEST_CFLAGS) -Itests -Iext $(SQLITE_CFLAGS) -o $@ $< $(BUILD)/libneardup.a $(LDFLAGS) \
	    $(SQLITE_LIBS) -lm -lpthread -ldl

$(LOADER_TESTS) $(BUILD)/tests/bench/stages: $(BUILD)/tests/%: tests/%.c $(BUILD)/tests/loader.a $(EXTENSION)
	@mkdir -p $(@D)
	$(COMPILE) $(TEST_CFLAGS) -Itests -Itests/loader -Iloader $(LOADER_CFLAGS) -o $@ $< $(BUILD)/tests/loader.a $(EXTENSION) \
	    $(LDFLAGS) $(LOADER_LIBS) -lm -lpthread

$(PROGRAM_TESTS): $(BUILD)/tests/%: tests/%.c $(addprefix $(BUILD)/,tests/program.a tests/loader.a libneardup.a)
	@mkdir -p $(@D)
	$(COMPILE) $(TEST_CFLAGS) -Itests -Iext -Iloader/program $(LOADER_CFLAGS) -o $@ $< \
	    $(BUILD)/tests/program.a $(BUILD)/tests/loader.a $(BUILD)/libneardup.a $(LDFLAGS) $(LOADER_LIBS) -lm

# The main() here replays the corpus; tests/fuzz/run links libFuzzer's instead.
FUZZ_MAIN ?= $(BUILD)/tests/fuzz/replay.o
$(BUILD)/tests/fuzz/replay.o: tests/fuzz/replay.c
	@mkdir -p $(@D)
	$(COMPILE) $(TEST_CFLAGS) -Itests -c -o $@ $<

$(FUZZ_TARGETS): $(BUILD)/tests/%: tests/%.c $(FUZZ_MAIN) $(addprefix $(BUILD)/,tests/program.a tests/loader.a libneardup.a)
	@mkdir -p $(@D)
	$(COMPILE) $(TEST_CFLAGS) -Itests -Iext -Iext/core -Iloader -Iloader/program $(LOADER_CFLAGS) -o $@ $< $(FUZZ_MAIN) \
	    $(BUILD)/tests/program.a $(BUILD)/tests/loader.a $(BUILD)/libneardup.a $(LDFLAGS) $(LOADER_LIBS) -lm

# For tests/bench/kernels, which loads it. The loop has its known length only when optimized.
$(BUILD)/tests/bench/clock.so: tests/bench/clock.c
	@mkdir -p $(@D)
	$(COMPILE) -O2 -fPIC $(SHARED) -o $@ $<

# For tests/bench/learning/train_citations and tests/bench/contestants/vector_peers, which run them.
$(BUILD)/tests/bench/learning/citation_evidence \
$(BUILD)/tests/bench/contestants/vector_kernels: $(BUILD)/tests/bench/%: \
    tests/bench/%.c $(CORE_OBJECTS)
	@mkdir -p $(@D)
	$(COMPILE) -Itests -Iext/core -o $@ $< $(CORE_OBJECTS) $(LDFLAGS) -lm -lpthread

# For tests/bench/exact_neighbours.py, which builds and runs it. It shares no code with neardup.
$(BUILD)/tests/bench/neighbours: tests/bench/neighbours.c
	@mkdir -p $(@D)
	$(COMPILE) -O2 -o $@ $<

# For the tests that preload them.
$(BUILD)/tests/hostile/statement_steps.so: CALLED = $(SQLITE_LIBS)
$(BUILD)/tests/faults/injector.so $(BUILD)/tests/hostile/statement_steps.so: $(BUILD)/tests/%.so: tests/%.c
	@mkdir -p $(@D)
	$(COMPILE) -fPIC $(SHARED) -o $@ $< -ldl $(CALLED)

# For tests/loader/killed.py: it commits sixteen times as often, so that a small file has several transactions.
$(BUILD)/tests/loader/neardup-load: loader/load.c $(PROGRAM_OBJECTS) $(EXTENSION)
	@mkdir -p $(@D)
	$(COMPILE) -DTRANSACTION_SIZE='(1 << 20)' $(LOADER_CFLAGS) -o $@ $< \
	    $(filter-out %/loader/load.o,$(PROGRAM_OBJECTS)) $(EXTENSION) $(LDFLAGS) $(LOADER_LIBS) -lm -lpthread

# These let threads fail to start.
$(BUILD)/tests/core/base/test_task_ring $(BUILD)/tests/core/pairs/test_pairs \
$(BUILD)/tests/core/vectors/test_vector_pairs \
$(BUILD)/tests/core/passages/test_pair_alignment: LDFLAGS += -Wl,--wrap=pthread_create

# These make each allocation of what they test fail.
$(BUILD)/tests/loader/wikitext/test_wikitext $(BUILD)/tests/loader/sentences/test_sentences \
$(BUILD)/tests/loader/test_file_memory $(BUILD)/tests/loader/records/test_records \
$(BUILD)/tests/loader/web/test_html_page \
$(BUILD)/tests/core/vectors/test_text_vector: \
    LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc

# This one sees when a thread begins to wait.
$(BUILD)/tests/loader/test_scheduler: LDFLAGS += -Wl,--wrap=pthread_cond_wait

# ---- What is missing on this machine -------------------------------------------------------------

PACKAGES := gcc libc6-dev pkg-config libsqlite3-dev libxml2-dev libbz2-dev libpcre2-dev zlib1g-dev \
            liblzma-dev libzstd-dev libstemmer-dev

check check-all fuzz check-spark check-report check-sanitizers coverage bench bench-growth bench-index bench-watch bench-peers \
bench-spark deb wheel wheels: PACKAGES += sqlite3 bzip2 xz-utils zstd python3

.PHONY: packages
packages:
	@sh ext/packages/make/packages.sh $(PACKAGES)

# ---- Commands ------------------------------------------------------------------------------------

.PHONY: run papers report check check-all fuzz check-spark check-report check-sanitizers check-code
.PHONY: coverage bench bench-growth bench-index bench-watch bench-peers bench-spark amalgamation npm crate deb dist
.PHONY: wheel wheels install uninstall clean help static

# File names reach the shell through its environment, so that they may contain any character.
export DUMP DB DETECTION REUSE REPORT PREFIX DESTDIR

run: packages  ## load DUMP, a dump or texts (default: the sample), into DB; print what is found
	@BUILD='$(BUILD)' MAKE='$(MAKE)' sh ext/packages/make/run.sh

papers: packages  ## print the tables and figures of the papers for DUMP, beside what they print
	@BUILD='$(BUILD)' MAKE='$(MAKE)' sh ext/packages/make/run.sh papers

report: packages  ## write the findings in DB as a page of HTML: REPORT, or DB with .html
	@[ -n "$$DB" ] || [ "$$DUMP" = examples/sample.xml ] || \
	    { echo 'make report: it reads a database, as make run has made it: DB=NAME.db, without DUMP' >&2; exit 1; }
	@$(MAKE) --no-print-directory -s $(if $(DB),all,run) >/dev/null
	@$(BUILD)/neardup report -- "$${DB:-$(BUILD)/examples/sample.db}" $${REPORT:+"$$REPORT"}

check: packages  ## run the tests, or those of one NAME: a test or a folder of tests/
	@sh tests/run $(NAME)

check-all: packages  #- the long form of NAME, or of everything, with checkers and fuzzing: hours
	@$(if $(NAME),NEARDUP_LONG=1 sh tests/run $(NAME),sh tests/run_all)

fuzz: packages  #- fuzz every target, or FUZZ=NAME, for FUZZ_SECONDS (600) each
	@sh tests/fuzz/run $(FUZZ)

# Without Spark in build/spark, make check skips these tests.
check-spark: PACKAGES += default-jre-headless python3-venv
check-spark: packages  #- neardup.spark on this machine, with Java and Spark, which it installs
	@sh tests/install_spark
	@NEARDUP_LONG=1 sh tests/run spark

# Without a browser, make check skips this test.
check-report: PACKAGES += chromium? firefox-esr?
check-report: packages all  #- the report in browsers, which it installs: chromium, firefox-esr
	@NEARDUP_LONG=1 /usr/bin/python3 tests/pipeline/report_in_browser.py

check-sanitizers: packages  #- ThreadSanitizer on what runs in threads
	@$(MAKE) --no-print-directory -s all
	@NEARDUP_LONG=1 sh tests/hosts/races.sh

check-code:  #- clang-tidy, gcc -fanalyzer, cppcheck, clang-format, shellcheck
	@sh tests/checkers

coverage: packages  #- which branches the tests take; needs gcovr
	@sh tests/coverage

bench: packages  ## measure speed, as ratios to a yardstick run beside it
	@$(MAKE) --no-print-directory -s all $(BUILD)/tests/bench/stages $(BUILD)/tests/bench/contestants/vector_kernels
	@sh tests/bench/run

bench-growth: packages  #- the pipeline at 0.25 to 16 million sentences, text reuse, union_find()
	@$(MAKE) --no-print-directory -s all
	@tests/bench/growth
	@echo
	@tests/bench/reuse_growth
	@echo
	@tests/bench/components

bench-index: packages  #- a live index, on DB if given: speed, bytes, recall, and other indexes; Memory
	@$(MAKE) --no-print-directory -s all
	@tests/bench/live_index $${DB:+"$$DB"}
	@echo
	@tests/bench/memories --half held

bench-watch: packages  #- speed of following the edits of a wiki, and how long one takes, on DB if given
	@$(MAKE) -s all
	@tests/bench/watch $${DB:+"$$DB"}

bench-peers: packages  #- the same work by datasketch, rensa, gaoya, DuckDB …, on DB if given
	@$(MAKE) --no-print-directory -s all
	@tests/bench/contestants/peers $${DB:+-- "$$DB"}
	@tests/bench/contestants/large_peers $${DB:+-- "$$DB"}

bench-spark: PACKAGES += default-jre-headless python3-venv
bench-spark: packages  #- neardup.spark, the pipeline in SQLite and MinHashLSH of Spark, on DB if given
	@$(MAKE) --no-print-directory -s all
	@sh tests/install_spark
	@tests/bench/contestants/spark $${DB:+"$$DB"}

amalgamation: PACKAGES := python3
amalgamation: packages $(BUILD)/amalgamation/neardup.c  #- the extension as one file, build/amalgamation/neardup.c

npm: PACKAGES := python3-venv binutils
npm: packages $(BUILD)/amalgamation/neardup.c  #- the package for Node, in build/packages
	@sh ext/packages/node/pack_node.sh

crate: PACKAGES := python3 gcc libc6-dev
crate: packages $(BUILD)/amalgamation/neardup.c  #- the package for Rust, in build/packages
	@sh ext/packages/stage.sh rust build/packages/rust
	@cd build/packages/rust && cargo package --quiet --allow-dirty && cp target/package/neardup-$(VERSION).crate ..

deb: PACKAGES += build-essential debhelper
deb: packages  #- Debian packages of the last commit, in build/packages
	@sh ext/packages/debian/pack_debian.sh

dist:  #- source archives of the last commit, and their checksums, in build/dist
	@BUILD='$(BUILD)' MAKE='$(MAKE)' sh ext/packages/make/source_archives.sh neardup-$(VERSION)

$(BUILD)/neardup.pc: ext/packages/c/neardup.pc.in ext/neardup.h
	@mkdir -p $(@D)
	@sed -e 's/@VERSION@/$(VERSION)/' -e 's/@MODULE@/$(MODULE)/' $< > $@

wheel wheels: PACKAGES += python3-venv
wheel: PACKAGES += python3-setuptools
wheel: packages  #- Python packages for this machine, with that for Datasette, in build/wheels
	@sh ext/packages/python/build_wheels.sh here

wheels: packages  #- those for Linux with glibc and musl, on x86-64 and ARM
	@sh ext/packages/python/build_wheels.sh

# The extension contains all scripts. These load it into SQLite's shell.
SCRIPTS   := sql/pipeline.sql sql/plain.sql sql/schema.sql
MANUALS   := neardup.1 neardup-load.1 neardup-report.1
COMPLETIONS := share/bash-completion/completions/neardup share/zsh/site-functions/_neardup \
               share/fish/vendor_completions.d/neardup.fish
DOCUMENTS := $(wildcard docs/*.md docs/*/*.md)
SHELVES   := $(sort $(patsubst docs/%/,%,$(dir $(wildcard docs/*/*.md))))
INSTALLED := lib/sqlite3/$(MODULE) lib/libneardup.a lib/pkgconfig/neardup.pc include/neardup.h \
             bin/neardup bin/neardup-load bin/neardup-report $(MANUALS:%=share/man/man1/%) \
             $(COMPLETIONS) $(SCRIPTS:%=share/neardup/%) $(DOCUMENTS:docs/%=share/doc/neardup/%)

# The list of files tells what an older neardup has installed.
install: all $(BUILD)/libneardup.a $(BUILD)/neardup.pc  ## install into PREFIX (default: /usr/local), below DESTDIR if that is set
	@$(MAKE) --no-print-directory -s uninstall
	@install -d "$$DESTDIR$$PREFIX/lib/sqlite3" "$$DESTDIR$$PREFIX/lib/pkgconfig" \
	    "$$DESTDIR$$PREFIX/include" "$$DESTDIR$$PREFIX/bin" "$$DESTDIR$$PREFIX/share/man/man1" \
	    "$$DESTDIR$$PREFIX/share/neardup/sql" $(SHELVES:%="$$DESTDIR$$PREFIX/share/doc/neardup/%") \
	    $(patsubst %/,"$$DESTDIR$$PREFIX/%",$(dir $(COMPLETIONS)))
	install -m 755 $(BUILD)/$(MODULE) "$$DESTDIR$$PREFIX/lib/sqlite3/"
	install -m 644 $(BUILD)/libneardup.a "$$DESTDIR$$PREFIX/lib/"
	install -m 644 $(BUILD)/neardup.pc "$$DESTDIR$$PREFIX/lib/pkgconfig/"
	install -m 644 ext/neardup.h "$$DESTDIR$$PREFIX/include/"
	install -m 755 $(BUILD)/neardup "$$DESTDIR$$PREFIX/bin/"
	@for name in load report; do ln -sf neardup "$$DESTDIR$$PREFIX/bin/neardup-$$name" || exit 1; done
	@umask 022; for file in $(COMPLETIONS); do \
	    case $$file in *bash*) shell=bash ;; *zsh*) shell=zsh ;; *) shell=fish ;; esac; \
	    $(BUILD)/neardup completion $$shell > "$$DESTDIR$$PREFIX/$$file" || exit 1; \
	done
	@umask 022; cd "$$DESTDIR$$PREFIX/share/man/man1" && echo '.so man1/neardup.1' | tee $(MANUALS) >/dev/null
	@umask 022; sh ext/packages/make/man_page.sh $(BUILD)/neardup > "$$DESTDIR$$PREFIX/share/man/man1/neardup.1"
	@for shelf in . $(SHELVES); do \
	    install -m 644 docs/$$shelf/*.md "$$DESTDIR$$PREFIX/share/doc/neardup/$$shelf/" || exit 1; \
	done
	@umask 022; printf '%s\n' $(INSTALLED) > "$$DESTDIR$$PREFIX/share/neardup/files"
	@umask 022; path=$$(printf '%s\n' "$$PREFIX/lib/sqlite3/neardup" | sed -e 's/["\]/\\&/g' -e 's/[|&\]/\\&/g'); \
	for script in $(SCRIPTS); do \
	    sed "s|^\.load build/neardup|.load \"$$path\"|" $$script > "$$DESTDIR$$PREFIX/share/neardup/$$script" || exit 1; \
	done

# Leaves folders that other programs use too, and files that others have put into ours.
uninstall:  ## remove what install has put there
	@cd "$$DESTDIR$$PREFIX" 2>/dev/null || exit 0; \
	rm -f $(INSTALLED); \
	if [ -f share/neardup/files ]; then \
	    while IFS= read -r file; do rm -f -- "$$file"; done < share/neardup/files && \
	    rm -f share/neardup/files; \
	fi; \
	rmdir share/neardup/sql/*/ share/neardup/sql share/neardup \
	    $(SHELVES:%=share/doc/neardup/%) share/doc/neardup \
	    2>/dev/null || :

clean:  #- remove what was built
	rm -rf $(BUILD)

help:  #- this list
	@sh ext/packages/make/help.sh
