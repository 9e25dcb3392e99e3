# packages.mk -- Ludus in other places: install, uninstall, a tarball, a Debian package, a
# rock. Manual pages and completions are written from the tables of the commands.

PAGES := $(OUT)/man/ludus.1
SHELLS := $(OUT)/completions/bash/ludus

$(PAGES): vm/make/manpages.lua $(OUT)/ludus
	@mkdir -p $(@D)
	@$(OUT)/ludus lua $< $(@D)

$(SHELLS): vm/make/completions.lua $(OUT)/ludus
	@mkdir -p $(OUT)/completions/bash $(OUT)/completions/zsh $(OUT)/completions/fish
	@$(OUT)/ludus lua $< $(OUT)/completions

# ---- where things go ---------------------------------------------------------------
TO     = $(DESTDIR)$(PREFIX)
LUALIB ?= $(PREFIX)/lib/lua/5.4
BASHDIR = $(TO)/share/bash-completion/completions
ZSHDIR  = $(TO)/share/zsh/vendor-completions
FISHDIR = $(TO)/share/fish/vendor_completions.d
DOCDIR  = $(TO)/share/doc/ludus
PAGEDIR = $(TO)/share/ludus/page
# The page for browsers is installed where it has been built.
PAGE    = $(wildcard $(WEB_PAGE)/*)

install: all install-module $(PAGES) $(SHELLS) ## install below PREFIX (default /usr/local)
	install -d "$(TO)/bin" "$(TO)/share/man/man1" "$(BASHDIR)" \
	    "$(ZSHDIR)" "$(FISHDIR)" "$(DOCDIR)/scripts"
	install -m 755 $(OUT)/ludus "$(TO)/bin/ludus"
	install -m 644 $(OUT)/man/*.1 "$(TO)/share/man/man1"
	install -m 644 $(SHELLS) "$(BASHDIR)/ludus"
	install -m 644 $(OUT)/completions/zsh/_ludus "$(ZSHDIR)/_ludus"
	install -m 644 $(OUT)/completions/fish/ludus.fish "$(FISHDIR)/ludus.fish"
	install -m 644 README.md CHANGES.md LICENSE docs/*.md "$(DOCDIR)"
	cp -R scripts/. "$(DOCDIR)/scripts"
	$(if $(PAGE),install -d "$(PAGEDIR)" && install -m 644 $(PAGE) "$(PAGEDIR)")

install-module: module
	install -d "$(DESTDIR)$(LUALIB)"
	install -m 644 $(OUT)/ludus.so "$(DESTDIR)$(LUALIB)/ludus.so"

uninstall: ## remove what `make install` with the same PREFIX put there
	rm -f "$(TO)/bin/ludus" "$(DESTDIR)$(LUALIB)/ludus.so" "$(TO)/share/man/man1/ludus.1" \
	    "$(TO)/share/man/man1"/ludus-*.1 "$(BASHDIR)/ludus" "$(ZSHDIR)/_ludus" \
	    "$(FISHDIR)/ludus.fish"
	rm -rf "$(DOCDIR)" "$(PAGEDIR)"
	-cd "$(TO)" && rmdir -p --ignore-fail-on-non-empty bin share/man/man1 lib/lua/5.4 share/ludus \
	    share/bash-completion/completions share/zsh/vendor-completions \
	    share/fish/vendor_completions.d share/doc 2>/dev/null

editors: $(OUT)/ludus ## definitions for lua-language-server, colours of rules: build/editors
	@mkdir -p build/editors/luacats/ludus build/editors/vim/after/syntax build/editors/vscode
	@$(OUT)/ludus lua vm/make/annotations.lua build/editors/luacats
	@$(OUT)/ludus lua vm/make/syntax.lua build/editors

# ---- packages ----------------------------------------------------------------------
NAME := ludus-$(VERSION)

dist: ## build/ludus-VERSION.tar.gz, which builds without git
	@mkdir -p build
	git archive --prefix=$(NAME)/ -o build/$(NAME).tar.gz HEAD

deb: dist ## a Debian package, in build/deb (debhelper, lintian)
	@LUDUS_PACKAGES="debhelper lintian" vm/make/setup.sh packages
	rm -rf build/deb
	mkdir -p build/deb
	cp build/$(NAME).tar.gz build/deb/ludus_$(VERSION).orig.tar.gz
	tar -C build/deb -xf build/$(NAME).tar.gz
	cp -R vm/make/debian build/deb/$(NAME)
	sed -i 's/@VERSION@/$(VERSION)/' build/deb/$(NAME)/debian/changelog
	cd build/deb/$(NAME) && dpkg-buildpackage -us -uc
	lintian --fail-on error,warning build/deb/*.changes

rock: ## the Lua module, built and put into build/rock by luarocks
	@LUDUS_PACKAGES=luarocks vm/make/setup.sh packages
	sed 's/@VERSION@/$(VERSION)/' vm/make/ludus.rockspec >build/ludus-$(VERSION)-1.rockspec
	luarocks --lua-version 5.4 --tree build/rock make build/ludus-$(VERSION)-1.rockspec

packages: deb ## the package and the rock in clean Debian systems: SUITES (root; network)
	@tests/packages.sh $(or $(SUITES),bookworm)

# ---- the manual --------------------------------------------------------------------
site: all ## the manual as static pages with a search, in build/site (pandoc)
	@LUDUS_PACKAGES="pandoc graphviz gnuplot-nox" vm/make/setup.sh packages
	@./ludus lua vm/make/site.lua build/site
