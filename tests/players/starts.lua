-- starts.lua -- tries to start a program: in the sandbox it must not.
local ok = pcall(function() require "ludus.external".start { "echo", "started" }:hear() end)
print(ok and "started" or "held")
