-- linear.lua -- linear programs over instructions of one's own.
--
--     local linear = require "ludus.linear"
--     local set = linear.set {
--       name = "walker", blocks = { { "Walk", 12 }, { "Turn", 6 } },
--       registers = { "x", "facing" },
--       instructions = {
--         { "Step",   function(s) s.x = s.x + s.facing end, help = "one on" },
--         { "IfWall", test = function(s) return s.x == 0 end },
--         { "Back",   function(s) s.facing = -s.facing end },
--         { "Bounce", combine = { "IfWall", "Back", "Step" } },
--         { "Jump",   jump = true },
--       },
--     }
--     local p = set:parse "Walk\nStep\nIfWall\nJump\nTurn\nBack\nJump"
--     local ended, steps, trace = set:run(p, { x = 3, facing = -1 }, { budget = 50 })
--
-- A game is a table of the script's own, given to every function; registers are
-- the fields of it that traces show. An instruction that returns true ends the
-- game. Line 1 of the first block comes first; behind the last line a block
-- starts again. A failed test skips one line, or its whole chain with nested =
-- true. To evolve such programs give `set.species` to ludus.ga, or declare a game of
-- them by ludus.game { program = "linear" }; the module called with a table gives the
-- kind of program experiments need then: program = ludus.linear {}.

local core   = require "ludus.core.linear"
local spec   = require "ludus.script.spec"
local system = require "ludus.core.system"
local words  = require "ludus.script.words"

local linear = {}

local Set = {}
Set.__index = Set
Set.__name = "ludus.linear"

local fields = {
  name         = { "string", "linear", help = "what the set is called" },
  blocks       = { "list", required = true, help = "rows { name, lines }" },
  registers    = { "list", {}, help = "fields of the game that traces show" },
  instructions = { "list", required = true, help = "rows { name, function }" },
}

-- The kind of a row, and its function or parts.
local function kind_of(row)
  if row.jump then return "jump" end
  if row.test then return "test", row.test end
  if row.combine then return "combine", row.combine end
  if type(row[2]) == "function" then return "act", row[2] end
  error(("linear.set: instruction '%s' needs a function, test, combine or jump")
    :format(tostring(row[1])), 0)
end

local function numbers_of(names, rows, owner)
  local parts = {}
  for i, name in ipairs(names) do
    for k, row in ipairs(rows) do
      if row[1] == name then parts[i] = k end
    end
    if not parts[i] then
      local known = {}
      for k, row in ipairs(rows) do known[k] = row[1] end
      local near = system.near(tostring(name), known)
      error(("linear.set: instruction '%s' combines '%s', which is not declared "
        .. "before it%s"):format(owner, tostring(name),
        near and ("; did you mean '%s'?"):format(near) or ""), 0)
    end
  end
  return parts
end

-- A set of instructions, checked.
function linear.set(given)
  local s = spec.check("linear.set", given, fields)
  local rows, functions, help = { { "Nop", "nop" } }, {}, { "no operation" }
  for _, row in ipairs(s.instructions) do
    if type(row) ~= "table" or type(row[1]) ~= "string" then
      error("linear.set: an instruction is a table that begins with its name", 0)
    end
    local kind, what = kind_of(row)
    local parts = kind == "combine" and numbers_of(what, rows, row[1]) or nil
    rows[#rows + 1] = { row[1], kind, parts }
    if type(what) == "function" then functions[#rows] = what end
    help[#rows] = row.help or ""
  end
  local ok, species = pcall(core.new, { name = s.name, blocks = s.blocks,
    registers = s.registers, rows = rows })
  if not ok then error("linear.set: " .. species, 0) end
  return setmetatable({ species = species, functions = functions, help = help },
    Set)
end

function Set:parse(text, name) return self.species:parse(text, name) end
function Set:read(path) return self.species:read(path) end
function Set:random(rng) return self.species:random(rng) end

-- Runs a program on a game: whether it ended, steps spent, and the trace of the
-- first `trace` steps.
function Set:run(program, game, options)
  local o = spec.check("set:run", options, {
    budget = { "integer", 1000, min = 0, help = "most steps" },
    nested = { "boolean", false, help = "a skipped test skips its line, too" },
    trace  = { "integer", 0, min = 0, help = "steps to write down" },
  })
  if type(program) == "string" then program = self:parse(program) end
  return self.species:run(program, game, self.functions, o.budget, o.nested,
    o.trace)
end

-- The instructions with their help, as text.
function Set:manual()
  local lines = {}
  for i, row in ipairs(self.species:rows()) do
    lines[i] = ("  %-12s %-8s %s"):format(row.name, row.kind, self.help[i])
  end
  return table.concat(lines, "\n")
end

local roots = setmetatable({}, { __mode = "k" })

-- The set that another was extended from, or itself.
function linear.root(species) return roots[species] or species end

-- A built-in set with combined instructions more: { Probe = { "MoveFwd",
-- "Shoot" } } as a list of { name, { parts }, help = }.
function linear.extend(species, more)
  local rows, blocks, registers = {}, {}, {}
  for i, row in ipairs(species:rows()) do
    rows[i] = { row.name, row.kind, nil, row.op }
  end
  for i, block in ipairs(species:blocks()) do
    blocks[i] = { block.name, block.capacity }
  end
  for i, register in ipairs(species:registers()) do registers[i] = register.name end
  for _, row in ipairs(more) do
    rows[#rows + 1] = { row[1], "combine", numbers_of(row[2], rows, row[1]) }
  end
  local more_of_it = core.new { name = species:name() .. "_more", blocks = blocks,
    registers = registers, rows = rows }
  roots[more_of_it] = linear.root(species)
  return more_of_it
end

-- The kind of program: its game says all there is to say.
linear.program = words.program("linear", {},
  function(game) return game:species {} end, function() return linear.operators() end)

-- Operators and their shares of the children, as experiments want them: exchanged
-- stretches, changed, added and lost lines.
function linear.operators()
  local rows = {}
  for i, row in ipairs { { 0.4, "twopoint" }, { 0.2, "replace" }, { 0.15, "insert" },
    { 0.15, "delete" }, { 0.1, "swap" } } do
    rows[i] = { row[1], words.operator(row[2]) }
  end
  return rows
end

setmetatable(linear, {
  __call = function(_, given) return linear.program(given) end,
})

return require "ludus.script.closed".module(linear, "ludus.linear")
