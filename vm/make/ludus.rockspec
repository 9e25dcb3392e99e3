package = "ludus"
version = "@VERSION@-1"
source = { url = "git+file://." }
description = {
  summary = "A virtual machine for evolving game players",
  detailed = "Ludus as a module for Lua 5.4: experiments in genetic programming with a C "
    .. "engine, the same bits on any number of threads.",
  license = "MIT",
}
dependencies = { "lua ~> 5.4" }
build = {
  type = "make",
  build_target = "module",
  install_target = "install-module",
  install_variables = { LUALIB = "$(LIBDIR)" },
}
