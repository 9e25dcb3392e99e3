# web.mk -- the page for browsers: `make web` builds it in build/web/page.
#
# The VM, its Lua library and the libraries it needs become one WebAssembly program by
# Debian's emscripten. That one needs three favours: acorn, which Debian's node has not
# where emscripten looks for it, comes from npm; its frozen cache is used as it is; and
# node must not have a fetch() of its own. Nothing here is built unless it is asked for.

WEB      := build/web
WEB_OBJ  := $(WEB)/obj
WEB_SRC  := $(WEB)/src
WEB_PAGE := $(WEB)/page
WEB_NODE := $(WEB)/npm
EMCC     := NODE_PATH=$(abspath $(WEB_NODE))/node_modules EMCC_SKIP_SANITY_CHECK=1 nice emcc

WEB_FILES   := $(filter-out vm/base/system/terminal.c vm/base/system/http.c,$(SOURCES))
WEB_OBJECTS := $(WEB_FILES:%.c=$(WEB_OBJ)/%.o) $(patsubst grammar/%.re,$(WEB_OBJ)/gen/%.o,$(wildcard grammar/*.re)) \
               $(WEB_OBJ)/gen/library.o $(WEB_OBJ)/stdlib/web/absent.o \
               $(WEB_OBJ)/stdlib/web/bind_web.o
WEB_CPPFLAGS := -Ivm -Istdlib -I$(OUT)/gen -I$(WEB_SRC) -I$(WEB_SRC)/lua -I$(WEB_SRC)/sqlite \
                -DLUDUS_VERSION='"$(VERSION)"' -DLUDUS_SWITCH
WEB_CFLAGS   := -O2 -msimd128 -ffp-contract=off
WEB_SQLITE   := -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_DEFAULT_MEMSTATUS=0
WEB_LINK     := -O2 -msimd128 -sMODULARIZE=1 -sEXPORT_NAME=ludusModule -sENVIRONMENT=worker,node \
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sTOTAL_STACK=8MB -sFILESYSTEM=1 \
    -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 -sDYNAMIC_EXECUTION=0 --no-entry \
    -sEXPORTED_RUNTIME_METHODS=ccall,FS,ENV,stringToUTF8,lengthBytesUTF8 \
    -sEXPORTED_FUNCTIONS=_malloc,_free,_web_open,_web_ask,_web_command

# What the page is made of beside the program: its own files, the scripts, and an editor.
WEB_PARTS := $(patsubst stdlib/web/page/%,$(WEB_PAGE)/%,$(wildcard stdlib/web/page/*)) \
             $(addprefix $(WEB_PAGE)/,codemirror.js codemirror.css codemirror-lua.js)
WEB_SCRIPTS := $(sort $(shell find scripts -type f))
CODEMIRROR  := /usr/share/javascript/codemirror

.PHONY: web web-pictures web-test web-measure
# `make test` builds the page where its tools are, unless only other tests are wanted.
WEB_TESTED := $(if $(and $(shell command -v emcc),$(shell command -v chromium),$(if \
                $(ONLY),$(findstring web,$(ONLY)),all)),web-test)
web-test: web
	@vm/make/setup.sh npm $(WEB_NODE) playwright-core@1 axe-core@4

# Large files are there packed, too: `ludus serve` sends those.
WEB_PACKED := $(addprefix $(WEB_PAGE)/,ludus.wasm.gz ludus.js.gz codemirror.js.gz catalog.json.gz)

web: $(WEB_PAGE)/ludus.js $(WEB_PAGE)/catalog.json $(WEB_PARTS) $(WEB_PACKED) ## build the page for browsers in build/web/page (emscripten, npm)

web-pictures: web ## photograph the page for docs/ (chromium)
	@LUDUS_PACKAGES=chromium vm/make/setup.sh packages
	@vm/make/setup.sh npm $(WEB_NODE) playwright-core@1
	@node tests/web/pictures.cjs docs

web-measure: web-test ## figures of the page: paint, redraws, memory over SECONDS (60)
	@LUDUS_PACKAGES=chromium vm/make/setup.sh packages
	@node tests/web/measure.cjs $(or $(SECONDS),60)

$(WEB)/ready:
	@LUDUS_PACKAGES="emscripten tcl libjs-codemirror" vm/make/setup.sh packages
	@vm/make/setup.sh web $(WEB_SRC)
	@vm/make/setup.sh npm $(WEB_NODE) acorn@8
	@touch $@

WEB_DEPENDS = -MMD -MP -MF $(@:.o=.d) -MT $@

$(WEB_OBJ)/gen/%.o: $(OUT)/gen/%.c $(WEB)/ready
	@mkdir -p $(@D)
	@echo '  emcc  $<'
	@$(EMCC) $(WEB_CPPFLAGS) $(WEB_CFLAGS) $(WEB_DEPENDS) -c $< $(ASIDE)

$(WEB_OBJ)/%.o: %.c $(WEB)/ready $(LEXERS)
	@mkdir -p $(@D)
	@echo '  emcc  $<'
	@$(EMCC) $(WEB_CPPFLAGS) $(WEB_CFLAGS) $(WEB_DEPENDS) -c $< $(ASIDE)

$(WEB_OBJ)/liblua.o: $(WEB)/ready
	@mkdir -p $(@D)
	@echo '  emcc  Lua'
	@for f in $(WEB_SRC)/lua/*.c; do echo "#include \"lua/$${f##*/}\""; done >$(@:.o=.c)
	@$(EMCC) -I$(WEB_SRC) -I$(WEB_SRC)/lua -O2 -DLUA_USE_POSIX -c $(@:.o=.c) $(ASIDE)

$(WEB_OBJ)/sqlite.o: $(WEB)/ready
	@mkdir -p $(@D)
	@echo '  emcc  SQLite'
	@$(EMCC) $(WEB_SQLITE) -Os -c $(WEB_SRC)/sqlite/sqlite3.c $(ASIDE)

$(WEB_OBJ)/kissfft.o: $(WEB)/ready
	@mkdir -p $(@D)
	@echo '  emcc  kissfft'
	@$(EMCC) -O2 -ffp-contract=off -c $(WEB_SRC)/kissfft/kiss_fft.c $(ASIDE)

$(WEB_PAGE)/ludus.js: $(WEB_OBJECTS) $(WEB_OBJ)/liblua.o $(WEB_OBJ)/sqlite.o $(WEB_OBJ)/kissfft.o
	@mkdir -p $(@D)
	@echo '  link  $@'
	@$(EMCC) $(WEB_LINK) $(filter %.o,$^) -o $@

$(WEB_PAGE)/ludus.wasm: $(WEB_PAGE)/ludus.js

$(WEB_PAGE)/%.gz: $(WEB_PAGE)/%
	@gzip -9 -n -c $< >$@

$(WEB_PAGE)/catalog.json: vm/make/catalog.lua $(WEB_SCRIPTS)
	@mkdir -p $(@D)
	@$(LUA) vm/make/catalog.lua $(WEB_SCRIPTS) >$@

$(WEB_PAGE)/codemirror-lua.js: $(WEB)/ready
	@install -D -m 644 $(CODEMIRROR)/mode/lua/lua.js $@

$(WEB_PAGE)/codemirror.js $(WEB_PAGE)/codemirror.css: $(WEB)/ready
	@install -D -m 644 $(CODEMIRROR)/lib/$(@F) $@

$(WEB_PAGE)/%: stdlib/web/page/%
	@install -D -m 644 $< $@

-include $(WEB_OBJECTS:.o=.d)
