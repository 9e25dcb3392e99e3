-- test_switch.lua -- a row of a table without a case must not compile.
--
-- A copy of the sources gets one more row in one .def file; every file that must have
-- a case for it is then refused by the compiler, which names the row.
local check = dofile "tests/lua/check.lua"

local copy, write = check.folder()
check.run("cp -r vm stdlib " .. copy)

-- What the compiler says of a file of the copy; nothing if it is content.
local function complaint(file, flags)
  local _, said = check.run(("cd %s && cc -std=c11 -fsyntax-only -Wall -Wswitch-enum " ..
    "-Werror %s -Ivm -Istdlib %s"):format(copy, flags or "", file))
  return said
end

local function text_of(path)
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  return text
end

-- The .def file, a row of it, and the files that must have a case, each with
-- what the compiler gets besides.
local mines, lanes = "stdlib/minesweeper/", "vm/engine/lanes/"
local rules = "vm/engine/rules/"
local tables = {
  { "vm/program/core.def", 'PRIM(NORTH, "NORTH", 0, "x")',
    { mines .. "play.c" }, { mines .. "groups.c" } },
  { mines .. "prims.def", 'PRIM(NORTH, "NORTH", 0, "x")',
    { mines .. "play.c" }, { mines .. "short_walk.c" }, { mines .. "trace.c" },
    { mines .. "behaviour.c" } },
  { mines .. "codes.def", "ACTION(NORTH)",
    { mines .. "groups.c" }, { mines .. "groups.c", "-DLUDUS_SWITCH" },
    { mines .. "simt_mines_plain.c" },
    { mines .. "simt_mines_plain.c", "-DLUDUS_SWITCH" } },
  { lanes .. "code.def", 'CODE(NORTH, "x")',
    { mines .. "groups.c" }, { mines .. "groups.c", "-DLUDUS_SWITCH" },
    { mines .. "simt_mines_plain.c" },
    { mines .. "simt_mines_plain.c", "-DLUDUS_SWITCH" } },
  { rules .. "rules_code.def", "CODE(NORTH)", { rules .. "rules_run.c" } },
  { rules .. "rules_ops.def", 'RULE_OP(NORTH, "north", 1, 0, "x")',
    { rules .. "rules_run.c" }, { rules .. "rules_plain.c" },
    { rules .. "native/rules_c_body.c" } },
  { "stdlib/othello/prims.def", 'PRIM(NORTH, "NORTH", 1, "x")',
    { "stdlib/othello/program.c" } },
  { "stdlib/battleship/sink/gunner.def", 'GUN(NORTH, "North", ACT, "x")',
    { "stdlib/battleship/sink/gunner.c" } },
}

local known = {}                     -- files that compile as they are

for _, t in ipairs(tables) do
  local def, row = t[1], t[2]
  local text = text_of(def)
  for i = 3, #t do
    local file, flags = t[i][1], t[i][2] or ""
    local name = ("%s %s with one more row in %s"):format(file, flags, def)
    if not known[file .. flags] then
      check.equal(file .. " " .. flags, complaint(file, flags), "")
      known[file .. flags] = true
    end
    write(def, text .. row .. "\n")
    local said = complaint(file, flags)
    write(def, text)
    check.ok(name, said:find "NORTH[^\n]*not handled in switch"
      or said:find "NORTH[^\n]* not defined" or said:find "NORTH[^\n]* undeclared"
      or said:find "undeclared [^\n]*NORTH")
  end
end

check.run("rm -r " .. copy)
return check.done()
