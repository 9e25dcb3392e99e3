-- lines.lua -- the verbs for linear programs, whatever game they play.
--
--     p:trace(g, 1)  p:profile(g)  p:impact(g)  p:simplify(g)  p:diff(q)  p:explain()
--
-- A program is played at the game that is given, or at the one of the run it comes
-- from. Without either it goes home: to the game that owns its instructions, if one
-- says so (homes in its verbs.lua); its own verbs then take what they like. No program
-- is ever tested on another game.

local flow     = require "ludus.inspect.flow"
local inspect  = require "ludus.inspect"
local look     = require "ludus.inspect.look"
local recipes  = require "ludus.script.recipes"
local sandbox  = require "ludus.script.sandbox"
local show     = require "ludus.repl.show"
local spec     = require "ludus.script.spec"

local lines = {}

-- ---- programs --------------------------------------------------------------

-- Blocks as { name, capacity, instructions }.
function lines.blocks(p)
  local list = {}
  for i, row in ipairs(p:set():blocks()) do
    list[i] = { name = row.name, capacity = row.capacity, p:block(i) }
    list[i].lines = list[i][1]
  end
  return list
end

local function text_of(blocks)
  local out = {}
  for _, b in ipairs(blocks) do
    out[#out + 1] = ("%s state (%d/%d)"):format(b.name, #b.lines, b.capacity)
    for i, name in ipairs(b.lines) do
      out[#out + 1] = ("%d. %s"):format(i, name)
    end
    out[#out + 1] = ""
  end
  return table.concat(out, "\n")
end

-- The program without one line.
function lines.without(p, block, line)
  local blocks = lines.blocks(p)
  table.remove(blocks[block].lines, line)
  return p:set():parse(text_of(blocks), "(shortened)")
end

-- Blocks side by side; mark(block, line) is put before a line.
function lines.side_by_side(p, mark, view)
  local blocks, rows, out = lines.blocks(p), 0, {}
  local width = math.max(18, math.min(26, view.width // #blocks))
  for _, b in ipairs(blocks) do rows = math.max(rows, #b.lines) end
  local function pad(text)
    return text .. (" "):rep(width - show.columns(text))
  end
  local head = {}
  for i, b in ipairs(blocks) do head[i] = pad(view.paint("head", b.name)) end
  out[1] = (table.concat(head):gsub("%s+$", ""))
  for line = 1, rows do
    local words = {}
    for i, b in ipairs(blocks) do
      words[i] = pad(b.lines[line] and mark(i, line,
        ("%2d %s"):format(line, b.lines[line]))
        or "")
    end
    out[#out + 1] = (table.concat(words):gsub("%s+$", ""))
  end
  return out
end

-- The registers on lines of the view's width, with what they were before.
function lines.register_lines(s, before, view)
  local words = {}
  for i, key in ipairs(s.order) do
    local old = before and before.registers[key]
    words[i] = ("%s %s%s"):format(key, s.registers[key], old
      and old ~= s.registers[key] and " (was " .. old .. ")" or "")
  end
  return show.wrap(table.concat(words, ", "), view.width)
end

-- ---- values of lines -------------------------------------------------------

local Lines = show.speaks { __name = "ludus.linear.lines" }

function Lines:__show(view)
  local out = { self.title }
  table.move(lines.side_by_side(self.program, function(b, l, text)
    local value = self.values[b][l]
    return ("%s %s"):format(self.format:format(value), value == 0 and "~"
      .. text or text)
  end, view), 1, 100, 2, out)
  out[#out + 1] = self.foot
  return table.concat(out, "\n")
end

-- Something to show: { program, title, values by block and line, format, foot }.
function lines.values(fields) return setmetatable(fields, Lines) end

-- What f(block, line) gives for each line.
local function each_line(p, f)
  local values = {}
  for i, b in ipairs(lines.blocks(p)) do
    values[i] = {}
    for l in ipairs(b.lines) do values[i][l] = f(i, l) end
  end
  return values
end

-- ---- whose program ---------------------------------------------------------

-- Calls verb(game, ...) with the game that is given or known, else the one at home.
local function with_game(name, p, verb, ...)
  local function found(game, ...)
    if not game then return inspect.at_home(name, p, ...) end
    return verb(game, look.read(game, p, name), ...)
  end
  return found(look.find(p, ...))
end

-- ---- verbs -----------------------------------------------------------------

-- A case of the game, step by step.
function lines.trace(p, ...)
  return with_game("trace", p, function(game, q, ...)
    return look.need("trace", game, "trace"):trace(q, ...)
  end, ...)
end

-- How often each line runs, over all cases of the game.
function lines.profile(p, ...)
  return with_game("profile", p, function(game, q)
    local counts, steps = look.visits(game, q)
    local visits = each_line(q, function(block, line)
      return counts[block - 1 << 16 | line - 1]
    end)
    return lines.values { program = q, values = visits, visits = visits, steps = steps,
      format = "%6d", foot = "~: never runs",
      title = ("%d steps in %d cases; visits of each line"):format(steps,
        look.cases(game, q)) }
  end, ...)
end

-- Each line left out in turn: what the raw score loses.
function lines.impact(p, ...)
  return with_game("impact", p, function(game, q)
    local full = look.score(game, q).raw
    local loss = each_line(q, function(block, line)
      return full - look.score(game, lines.without(q, block, line)).raw
    end)
    return lines.values { program = q, values = loss, loss = loss, full = full,
      format = "%+7.6g", foot = "~: costs nothing",
      title = ("what the raw score loses without a line; %.6g in full"):format(full) }
  end, ...)
end

-- Leaves lines out as long as same(shorter program) holds.
function lines.shorten(p, same)
  local q, again = p, true
  while again do
    again = false
    for i, b in ipairs(lines.blocks(q)) do
      for l = #b.lines, 1, -1 do
        local ok, r = sandbox.try(lines.without, q, i, l)
        if ok and #r < #q and same(r) then q, again = r, true end
      end
    end
  end
  return q
end

-- The program without the lines that change nothing in any case, fresh ones included;
-- options as for trees.
function lines.simplify(p, ...)
  return with_game("simplify", p, function(game, q, options)
    local simplify = require "ludus.inspect.simplify"
    local s = spec.check("p:simplify", options, simplify.fields)
    local games, why = simplify.games(game, s)
    local expected = look.expect(q, games)
    local short = lines.shorten(q, function(r)
      return (look.behaves(r, expected))
    end)
    local result = simplify.told(q, short, games, why)
    result.noun, result.checked = "lines", #q - #short
    return simplify.result(result)
  end, ...)
end

-- ---- diff, words -----------------------------------------------------------

local Diff = show.speaks { __name = "ludus.diff" }

function Diff:__show(view)
  if #self == 0 then return "the same program" end
  local out = {}
  for i, row in ipairs(self) do
    out[i] = view.paint(row.sign == "+" and "add" or "cut",
      ("%s %s: %s"):format(row.sign,
      row.block, row.text))
  end
  return table.concat(out, "\n")
end

-- Longest common lines of two blocks: what went and what came.
local function compare(a, b, name, list)
  local len = {}
  for i = #a, 0, -1 do
    len[i] = {}
    for j = #b, 0, -1 do
      if i == #a or j == #b then len[i][j] = 0
      elseif a[i + 1] == b[j + 1] then len[i][j] = len[i + 1][j + 1] + 1
      else len[i][j] = math.max(len[i + 1][j], len[i][j + 1]) end
    end
  end
  local i, j = 0, 0
  while i < #a or j < #b do
    if i < #a and j < #b and a[i + 1] == b[j + 1] then i, j = i + 1, j + 1
    elseif j == #b or i < #a and len[i + 1][j] >= len[i][j + 1] then
      i = i + 1
      list[#list + 1] = { sign = "-", block = name,
        text = ("%d. %s"):format(i, a[i]) }
    else
      j = j + 1
      list[#list + 1] = { sign = "+", block = name,
        text = ("%d. %s"):format(j, b[j]) }
    end
  end
end

-- The lines that make q of p.
function lines.diff(p, q)
  local list, a, b = setmetatable({}, Diff), lines.blocks(p), lines.blocks(q)
  for i in ipairs(a) do compare(a[i].lines, b[i].lines, a[i].name, list) end
  return list
end

-- Where a line leads, if that is not the next one.
local function leads(block, line)
  if line.skip then
    return line.skip > #block.lines and "if not, again from 1"
      or "if not, on with " .. line.skip
  end
  if not line.jump then return nil end
  return (line.jump == "maybe" and "it may jump to " or "to ") .. block.next
end

-- The help of an instruction, where it leads, and whether it can be reached.
local function line_words(help, block, line)
  local words = {}
  if help and help ~= "" then words[1] = help end
  words[#words + 1] = leads(block, line)
  local text = table.concat(words, "; ")
  return line.reached and text or text .. (text == "" and "" or " ") .. "(never reached)"
end

-- The instructions in words, from the rows of the set where they have help, with where
-- tests and jumps lead.
function lines.explain(p, ...)
  local game = look.find(p, ...)
  local recipe = game and recipes.recipe(game)
  local help, out, wide = {}, {}, 6
  for _, row in ipairs(p:set():rows()) do
    help[row.name] = row.help
    wide = math.max(wide, #row.name)
  end
  for i, b in ipairs(flow.blocks(p, recipe and recipe.settings.nested == true)) do
    out[#out + 1] = ("%s, %d of %d lines%s:"):format(b.name, #b.lines, b.capacity,
      i == 1 and "; it begins here" or "")
    for k, line in ipairs(b.lines) do
      out[#out + 1] = (("  %2d. %-" .. wide .. "s  %s"):format(k, line.name,
        line_words(help[line.name], b, line)):gsub("%s+$", ""))
    end
    if b.last.reached then out[#out + 1] = "      again from 1" end
  end
  return table.concat(out, "\n") .. "\n"
end

-- How a program looks at the prompt.
function lines.show(p, view)
  return view.paint("dim", ("linear program, %d line%s"):format(#p,
    #p == 1 and "" or "s")) .. "\n"
    .. table.concat(lines.side_by_side(p, function(_, _, text) return text end, view),
      "\n")
end

return lines
