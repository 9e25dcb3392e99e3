-- champion.lua -- the best program of a group, for a report: in short, in full, drawn, the
-- games it plays, how its cases end, what it does when.
--
-- Programs and games come from scripts, which may be a stranger's: whatever fails or is
-- missing is left out, and what is shown is text. The key of a map of ends names the letters
-- that stand there.

local closed   = require "ludus.script.closed"
local graphviz = require "ludus.report.graphviz"
local html     = require "ludus.report.html"
local progress = require "ludus.run.progress"
local recipes  = require "ludus.script.recipes"
local sandbox  = require "ludus.script.sandbox"
local show     = require "ludus.repl.show"
local spec     = require "ludus.script.spec"

local champion = {}
local escape = html.escape

local NODES_OPEN, NODES_DRAWN = 60, 300      -- of a drawing: at once; at all
local PARTS_SHORTENED = 400                  -- of a program that is simplified
local LINES_MAX = 60                         -- of a strategy

champion.try = sandbox.try
local try = sandbox.try

-- Can the game do that? A stranger's script may have put anything in its place.
local function can(game, ability)
  if not game.can then return game[ability] ~= nil end
  local ok, yes = try(game.can, game, ability)
  return ok and yes
end

-- ---- the program -------------------------------------------------------------------

local function pretty(program) return program.pretty and program:pretty(78) or tostring(program) end

-- Long lines that have no shape to keep, those of vectors, are broken.
local function block(text, label)
  text = text:gsub("%s+$", "")
  return ('<pre%s tabindex="0" role="group" aria-label="%s">%s</pre>'):format(
    text:find "^%(" and not text:find "\n" and ' class="wrap"' or "", label, escape(text))
end

champion.block = block

-- The program drawn: by Graphviz, else as text; nothing for kinds without a drawing.
local function drawing(program, game)
  if not program.dot then return "" end
  local options                                     -- machines have none
  if program.branches then
    options = { sideways = true }
  elseif program.block then                         -- a linear program
    local recipe = recipes.recipe(game)
    options = { nested = recipe and recipe.settings.nested or false }
  end
  if #program > NODES_DRAWN then
    return ('<p class="key">Its %d %s are too many to draw.</p>'):format(#program,
      program.block and "lines" or "nodes")
  end
  local element, why = graphviz.element(program:dot(options))
  if not element and sandbox.starved(why) then error(why, 0) end
  local small = #program <= NODES_OPEN
  local shown = element and '<div class="drawing made" tabindex="0" role="group" '
    .. 'aria-label="The program drawn">' .. element .. "</div>"
    or "<pre>" .. escape(program:tree(program.block and options)) .. "</pre>"
  return ("<details%s><summary>The program drawn</summary>%s</details>"):format(
    small and " open" or ' class="screen"', shown)
end

-- How it was checked, in a sentence: without the program itself, and without what could have
-- been checked besides.
local function checked(words)
  local lines = {}
  for line in words:gmatch "[^\n]+" do
    if #lines == 4 or line:find " program, " or line:find "^%u+%d* %("
      or line:find "^[> ] *%d+ .*[►↺]" then
      break
    end
    lines[#lines + 1] = line:gsub(": %.by_rule has %d+ nodes", "")
  end
  return (table.concat(lines, "; "):gsub("%s+", " "):gsub("; %(", " (")
    :gsub(" ?%(?'[^']*' says nothing of fresh ones %(field 'fresh'%)%)?;?", ""))
end

-- The shortest program found that does the same, or nil; and how that was checked.
local function shortened(program, game)
  if type(program) ~= "userdata" or #program > PARTS_SHORTENED then return nil end
  local ok, s = try(function()
    local s = program:simplify(game)
    return s.equal ~= false and tostring(s.program) ~= tostring(program)
      and { program = s.program, words = show.text(s, show.view { width = 1000 }) } or nil
  end)
  return ok and s or nil
end

-- The program in words of its own, and drawn: the shorter one where there is one.
local function texts(program, game)
  local short = shortened(program, game)
  if not short then
    return block(pretty(program), "The best program") .. drawing(program, game)
  end
  return ("<p>Simplified: %s.</p>%s<details class=\"screen\"><summary>The program in full, "
    .. "as evolution left it</summary>%s</details>"):format(escape(checked(short.words)),
    block(pretty(short.program), "The program simplified"),
    block(pretty(program), "The program in full")) .. drawing(short.program, game)
end

-- What the game says of the program's score, where it has words for it.
local function summary(game, program)
  if not can(game, "summary") then return "" end
  local ok, words = try(function()
    return tostring(game:summary(game:score(program)))
  end)
  return ok and ("<p>%s.</p>"):format(escape(words)) or ""
end

-- ---- games -------------------------------------------------------------------------

-- Cases worth seeing: { { number, what it is }, ... }. Without outcomes the first ones.
local function worth_seeing(list, cases, less)
  if not list or #list == 1 then
    local some = {}
    for i = 1, math.min(3, cases) do some[i] = { i, "" } end
    return some
  end
  local order, chosen, seen = {}, {}, {}
  for i in ipairs(list) do order[i] = i end
  table.sort(order, function(a, b)
    local x, y = list[a].raw, list[b].raw
    if x ~= y then return (x > y) ~= less end
    return a < b
  end)
  local function take(number, word)
    if not number or seen[number] then return end
    seen[number] = true
    chosen[#chosen + 1] = { number, word }
  end
  local function first(from, to, by, test)
    for k = from, to, by do if test(list[order[k]]) then return order[k] end end
  end
  local known = list.known and not less               -- an error is no loss
  local win = known and first(1, #order, 1, function(c) return c.won end)
  take(win or order[1], win and "a win, its best" or known and "its best, no win"
    or "its best case")
  take(first(#order, 1, -1, function(c) return not known or c.lost end),
    known and "a loss, its worst" or "its worst case")
  take(order[(#order + 1) // 2], "the median")
  return chosen
end

-- How a case ended, drawn: its picture, the score, the game's word for it.
local function played(game, program, case)
  if can(game, "play") then
    local ok, p = try(game.play, game, program, case)
    if ok and p.picture then return p.revealed or p.picture, p.raw, p["end"] end
  end
  if type(program) ~= "userdata" or not can(game, "trace") then return nil end
  local ok, s = try(function()
    local t = game:trace(program, case)
    return t:at(#t + 1)
  end)
  if not ok or not s.picture or s.picture == "" then return nil end
  return s.picture, s.raw, s.ended, s.value
end

-- What the signs of its pictures mean, if a script's game or the game's module says.
local function key_of(game)
  local ok, key = try(function()
    local recipe = recipes.recipe(game)
    if recipe and type(recipe.settings.key) == "string" then return recipe.settings.key end
    local name = require "ludus.inspect.look".name(game)
    return closed.find(require("ludus." .. name:match "^%w+"), "key")
  end)
  return ok and type(key) == "string" and ('<p class="key">Key: %s.</p>'):format(escape(key))
    or ""
end

-- Long numbers made short.
local function rounded(picture)
  return (picture:gsub("%-?%d+%.%d+", function(digits)
    return #digits > 8 and progress.number(tonumber(digits)) or nil
  end))
end

local function boards(game, program, list, less)
  local facts, out = {}, {}
  if game.facts then facts = select(2, try(game.facts, game)) end
  local cases = type(facts) == "table" and facts.cases or 1
  for _, row in ipairs(worth_seeing(list, cases, less)) do
    local picture, raw, ended, value = played(game, program, row[1])
    if picture then
      if less and type(value) == "number" then
        picture = ("%s\nthe program says %s"):format(rounded(picture), progress.number(value))
      end
      out[#out + 1] = ("<figure>%s%s<figcaption>case %d: %s %s%s</figcaption></figure>")
        :format(row[2] ~= "" and "<p class=\"key\">" .. row[2] .. "</p>" or "",
        block(picture, "Case " .. row[1]), row[1],
        escape(progress.number(tonumber(raw) or 0)), less and "(less is better)" or "points",
        ended and not less and ", " .. escape(ended) or "")
    end
  end
  if #out == 0 then return "" end
  return ('<h4>%s</h4><div class="boards">'):format(less and "Some of its cases"
    or #out > 1 and "Games it plays" or "The game it plays") .. table.concat(out) .. "</div>"
    .. key_of(game)
end

-- ---- how cases end -----------------------------------------------------------------

local MAP_MAX = 40                    -- rows and columns of a map

-- The ends by place, words, and its extent; `how[word]` is the class of such a cell.
local function ends_by_place(list, row, col)
  local ends, top, bottom, left, right = {}, 1e9, -1e9, 1e9, -1e9
  local how = { mixed = "bad" }
  for _, case in ipairs(list) do
    local r, c = math.tointeger(case.fields[row]), math.tointeger(case.fields[col])
    local word = case.won and "won" or case.ended
    how[word] = case.won and "good" or "bad"
    top, bottom, left, right = math.min(top, r), math.max(bottom, r), math.min(left, c),
      math.max(right, c)
    ends[r] = ends[r] or {}
    local old = ends[r][c]
    ends[r][c] = (old == nil or old == word) and word or "mixed"
  end
  return ends, how, top, bottom, left, right
end

local function sign_of(word)
  return word == "won" and "+" or word == "mixed" and "?" or word:sub(1, 1):upper()
end

-- What the signs of the map mean, those that are there.
local function key_of_map(seen, row, col)
  local words = {}
  for _, word in ipairs(spec.sorted_keys(seen)) do
    words[#words + 1] = ("%s %s"):format(sign_of(word), word == "mixed" and "won and lost" or word)
  end
  return ('<p class="key">Rows: %s, columns: %s. %s.</p>'):format(escape(row), escape(col),
    escape(table.concat(words, ", ")))
end

-- A table of signs; "" where cases have no places.
local function map(o)
  local list, row, col = o.cases, o.row, o.col
  if not row or not list.known then return "" end
  local ends, how, top, bottom, left, right = ends_by_place(list, row, col)
  local seen = {}
  if bottom - top >= MAP_MAX or right - left >= MAP_MAX then return "" end
  local out = { '<div class="scroll" tabindex="0" role="group" aria-label="How cases end, by '
    .. 'their places"><table class="map"><tr><td></td>' }
  for c = left, right do out[#out + 1] = ('<th scope="col">%d</th>'):format(c) end
  for r = top, bottom do
    out[#out + 1] = ('</tr><tr><th scope="row">%d</th>'):format(r)
    for c = left, right do
      local word = ends[r] and ends[r][c]
      out[#out + 1] = not word and "<td></td>" or ('<td class="%s" title="%s">%s</td>'):format(
        how[word], escape(word), escape(sign_of(word)))
      if word then seen[word] = true end
    end
  end
  return table.concat(out) .. "</tr></table></div>" .. key_of_map(seen, row, col)
end

-- A line of tallies and the map.
local function outcome(o, less)
  if not o.cases.known and not o.row or #o.cases == 1 then return "" end
  local head = show.text(o, show.view { width = 200 }):match "[^\n]*"
  if less then head = head:gsub(": .*; raw", ": raw") end
  return ("<h4>%s</h4><p>%s.</p>"):format(less and "All its cases" or "How its cases end",
    escape(head)) .. map(o)
end

-- What it does, and where its games part; folded where most of its lines are cut off.
local function strategy(program, game)
  local ok, text = try(function()
    local s = program:strategy(game)
    s.room = LINES_MAX
    return show.text(s, show.view { width = 96 })
  end)
  if not ok then return "" end
  local lines, cut = {}, 0
  for line in text:gmatch "[^\n]+" do
    if not line:find "^s%[" and #lines < LINES_MAX then
      lines[#lines + 1] = line:gsub(": s:after%(%d+%)", "")
      cut = cut + (line:find "…$" and 1 or 0)
    end
  end
  if #lines < 3 then return "" end
  return ("<details%s><summary>Its strategy: what all games do, and where they part</summary>%s"
    .. "</details>"):format(2 * cut > #lines and ' class="screen"' or " open",
    block(table.concat(lines, "\n"), "Its strategy"))
end

-- Program and games, as far as the script still makes them. value: the experiment, or nil.
function champion.section(value, text, less)
  local read, program
  if value and value.game.read or value and value.read then
    read, program = try(function()
      return value.read and value:read(text) or value.game:read(text)
    end)
  end
  if not read then return "<h4>Best program</h4>" .. block(text, "The best program") end
  local game, o = value.game, nil
  if type(program) == "userdata" then
    o = select(2, try(program.outcomes, program, game))
    if type(o) ~= "table" then o = nil end
  end
  return "<h4>Best program</h4>" .. summary(game, program) .. texts(program, game)
    .. boards(game, program, o and o.cases, less)
    .. (o and outcome(o, less) or "")
    .. (type(program) == "userdata" and strategy(program, game) or "")
end

return champion
