-- test_verbs.lua -- the table of docs/verbs.md, cell by cell.

local check  = dofile "tests/lua/check.lua"
local evolve = require "ludus.core.evolve"
local ludus  = require "ludus"
local script = require "ludus.script"
require "ludus.inspect"

local folder = check.folder()

-- ---- games and programs, by the columns of the table ---------------------------------

local columns = {}

local function put(name, subject, game, p, more)
  local path = ("%s/%s.program"):format(folder, (name:gsub(" ", "-")))
  local f = assert(io.open(path, "w"))
  f:write(tostring(p))
  f:close()
  columns[name] = { subject = subject, game = game, program = p, path = path,
    watch = more and more.watch, person = more and more.person }
end

local function of_script(name, path)
  local e = script.load(path)
  put(name, path, e.game, e.game:read(evolve.random(e.species, ludus.rng(11))))
end

of_script("tree Lua", "tests/lua/own/nim.lua")
of_script("linear rules", "tests/lua/own/mower.lua")
of_script("linear Lua", "scripts/linear-robot.lua")
of_script("machine Lua", "tests/lua/own/pennies.lua")
of_script("machine rules", "tests/lua/own/roshambo.lua")
of_script("tree rules", "tests/lua/own/trail.lua")
of_script("vector rules", "tests/lua/own/cannon.lua")
of_script("vector Lua", "tests/lua/own/courier.lua")
local mines = require "ludus.minesweeper".game {}
put("tree C", "minesweeper", mines, mines:read "RPB (PROGN (UNC 0) (UNC 3))")
local battle = require "ludus.battleship"
put("linear C", "battleship", battle.game { cases = 2 },
  battle.read "scripts/programs/battleship-figure8-repaired.lgp",
  { watch = "--watch --seed 1" })
put("machine C", "ipd", require "ludus.ipd".game { turns = 20 },
  require "ludus.machine".parse "c01 d01", { watch = "--against TFT --turns 5" })
local puzzle = require "ludus.puzzle".game {}
put("vector C", "puzzle", puzzle, puzzle:read "(16, 9, 2, 1)", { person = "--player human" })

local othello = require "ludus.othello"
local contest = { depth = 1, teacher_depth = 1, plies = 4, teachers = { "discs" } }
local judges = othello.game(contest)
put("Othello trees", "othello", judges, judges:read "RPB (ADD (C1) (C2))",
  { watch = "--black discs --depth 1 --quick" })
contest.program = "vector"
local weights = othello.game(contest)
put("Othello weights", "othello", weights,
  weights:read "(-10, 60, 0, -30, -10, -20, 100, 110)",
  { watch = "--black discs --depth 1 --quick" })

-- A function in Lua for each column: its text, and the words of `ludus play`.
local functions = {
  ["tree C"] = { [[function(view)
    for row = 1, view.rows do
      for col = 1, view.cols do if not view.board[row][col] then return row, col end end
    end
  end]] },
  ["tree rules"] = { 'function() return "(MOVE)" end' },
  ["tree Lua"] = { "function() return 1 end" },
  ["linear C"] = { "function(view) return view.shots + 1 end", "--watch --seed 1" },
  ["linear rules"] = { 'function() return "Mow" end' },
  ["linear Lua"] = { "function() return false end" },
  ["machine C"] = { 'function() return "c" end', "--against TFT --turns 5" },
  ["machine rules"] = { 'function() return "rock" end' },
  ["machine Lua"] = { 'function() return "c" end' },
  ["vector C"] = { "function(state) return state.moves < 2 and 1 or nil end" },
  ["vector rules"] = { "function() return { 2, 6, 9 } end" },
  ["vector Lua"] = { "function() return 1 end" },
  ["Othello trees"] = { "function(c1) return c1 end", "--white discs --depth 1 --quick" },
  ["Othello weights"] = { "function(c1) return c1 end", "--white discs --depth 1 --quick" },
}
for name, row in pairs(functions) do
  local path = ("%s/%s.lua"):format(folder, (name:gsub(" ", "-")))
  local f = assert(io.open(path, "w"))
  f:write("return ", row[1], "\n")
  f:close()
  columns[name].func, columns[name].func_words = path, row[2] or ""
end

-- ---- verbs, by the rows ---------------------------------------------------------------

-- A command's output, if it ends well; else an error with its words.
local function shell(words, lines)
  local input = folder .. "/input"
  local f = assert(io.open(input, "w"))
  f:write(lines or "")
  f:close()
  local out, status = check.run(('"$LUDUS" %s <%s 2>&1; echo $?'):format(words, input)), nil
  out, status = out:match "^(.-)(%d+)\n$"
  if status ~= "0" then error(out, 0) end
  return out
end

local function fresh(p) return { fresh = p and 10 } end

local verbs = {
  ["g:score(p)"] = function(c) return c.game:score(c.program) end,
  ["p:trace(g, 1)"] = function(c)
    local t = c.program:trace(c.game, 1)
    assert(t:at(#t + 1).over, "no end")
    return tostring(t:at(1)) .. tostring(t:at(#t + 1)) .. tostring(t:events())
  end,
  ["p:profile(g)"] = function(c) return tostring(c.program:profile(c.game)) end,
  ["p:impact(g)"] = function(c) return tostring(c.program:impact(c.game)) end,
  ["p:simplify(g)"] = function(c)
    local s = c.program:simplify(c.game, fresh(true))
    assert(s.equal, "not equal")
    return tostring(s)
  end,
  ["p:same(p, g)"] = function(c)
    assert(c.program:same(c.program, c.game, fresh(true)).equal, "not the same")
    return true
  end,
  ["p:explain(g)"] = function(c) return c.program:explain(c.game) end,
  ["p:outcomes(g)"] = function(c)
    local o = c.program:outcomes(c.game)
    assert(#o.cases == c.game:goal().cases, "a case is missing")
    return tostring(o)
  end,
  ["p:losses(g)"] = function(c) return tostring(c.program:losses(c.game)) end,
  ["p:strategy(g)"] = function(c)
    local s = c.program:strategy(c.game)
    assert(#s.tree.cases == c.game:goal().cases, "a case is missing")
    return tostring(s) .. s:dot()
  end,
  ["t:why()"] = function(c)
    local w = c.program:trace(c.game, 1):why()
    assert(#w:slice() >= 1, "no slice")
    return tostring(w)
  end,
  ["t:what_if(1, { program = p })"] = function(c)
    local f = c.program:trace(c.game, 1):what_if(1, { program = c.program })
    assert(f.same, "the same program plays otherwise")
    return tostring(f)
  end,
  ["t:what_if(n, { value = v })"] = function(c)
    local t = c.program:trace(c.game, 1)
    for n = 1, #t do
      local s = t:at(n)
      local value = s.theirs or s.move
      if value == nil then value = s.value end
      if value ~= nil then
        local f = t:what_if(n, { value = value })
        assert(f.same, "what is so is not so")
        return tostring(f)
      end
    end
    return tostring(t:what_if(1, { value = 1 }))
  end,
  ["p:distil(g)"] = function(c)
    local d = c.program:distil(c.game, { trials = 5, fresh = 0 })
    assert(d.equal and d.after <= d.before, "not equal")
    return tostring(d)
  end,
  ["p:diff(p)"] = function(c)
    assert(tostring(c.program:diff(c.program)):find "^the same", "a difference")
    return true
  end,
  ["p:tree()"] = function(c) return c.program:tree() end,
  ["p:dot()"] = function(c)
    assert(c.program.dot, "no drawing")
    return c.program:dot()
  end,
  ["ludus score"] = function(c) return shell(("score %s %s"):format(c.subject, c.path)) end,
  ["ludus score, a function"] = function(c)
    return shell(("score %s %s"):format(c.subject, c.func))
  end,
  ["ludus play, a function"] = function(c)
    local who = c.subject == "othello" and "--black" or "--player"
    return shell(("play %s %s %s %s"):format(c.subject, who, c.func, c.func_words))
  end,
  ["ludus ops"] = function(c) return shell("ops " .. c.subject) end,
  ["ludus trace"] = function(c) return shell(("trace %s %s"):format(c.subject, c.path)) end,
  ["ludus play, watching"] = function(c)
    return shell(("play %s --player %s %s"):format(c.subject, c.path, c.watch or ""))
  end,
  ["ludus play, a person"] = function(c)
    return shell(("play %s %s"):format(c.subject, c.person or ""), "q\n")
  end,
}

-- ---- the table -------------------------------------------------------------------------

local file = assert(io.open "docs/verbs.md")
local text = file:read "a"
file:close()
local heads, rows, reasons = nil, 0, {}
for number in text:gmatch "\n(%d+)%. " do reasons[number] = true end
for line in text:gmatch "[^\n]+" do
  local cells = {}
  for cell in line:gmatch "|%s*([^|]-)%s*%f[|]" do cells[#cells + 1] = cell end
  if cells[1] == "verb" then
    heads = cells
  elseif heads and #cells == #heads and not cells[1]:find "^%-" then
    rows = rows + 1
    local name = cells[1]:gsub("`", "")
    local verb = verbs[name]
    check.ok("a verb of the table: " .. name, verb)
    verbs[name] = nil
    for i = 2, #heads do
      local ok, what = pcall(verb, columns[heads[i]])
      local yes, number = cells[i] == "yes", cells[i]:match "^no (%d+)$"
      check.ok(("%s, %s: yes, or no with a reason"):format(name, heads[i]), yes
        or number and reasons[number])
      if yes and not ok then print(what) end
      check.equal(("%s, %s works"):format(name, heads[i]), ok, yes)
      if not ok then
        check.ok(("%s, %s is refused in words"):format(name, heads[i]),
          type(what) == "string" and not what:find "attempt to" and what:find "%a")
      end
    end
  end
end
check.equal("all rows", rows, 24)
check.equal("every verb is in the table", next(verbs), nil)
os.execute("rm -r " .. folder)

return check.done()
