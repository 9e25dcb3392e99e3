-- inspect.lua -- the verbs for plans of the swapping puzzle.

local show  = require "ludus.repl.show"
local steps = require "ludus.inspect.steps"

local plan = {}

local function genes(p)
  local list = {}
  for i = 1, #p do list[i] = p[i] end
  return list
end

local function puzzle() return require "ludus.puzzle" end

local function made(game, list)
  return puzzle().plans(game, math.max(1, #list)):of(#list > 0 and list
    or { 0 })
end

local function same_board(a, b)
  for i, tile in ipairs(a) do if b[i] ~= tile then return false end end
  return true
end

-- ---- trace -----------------------------------------------------------------

-- Where a code swaps: the cells that differ between two boards.
local function swapped(a, b)
  local cells = {}
  for i in ipairs(a) do if a[i] ~= b[i] then cells[#cells + 1] = i end end
  return cells
end

local function picture(board, marks, cols, view)
  local lines, row = {}, {}
  for i, tile in ipairs(board) do
    local marked = marks[1] == i or marks[2] == i
    local text = tostring(tile)
    row[#row + 1] = marked and (view.colour and " " .. view.paint("mark", text)
      .. " "
      or "[" .. text .. "]") or " " .. text .. " "
    if i % cols == 0 then
      lines[#lines + 1] = table.concat(row)
      row = {}
    end
  end
  return lines
end

-- The board at the end.
local function draw_end(s, cols, view)
  local lines = { view.paint("head", ("the end: failures %d"):format(s.after)) }
  for _, line in ipairs(picture(s.board, {}, cols, view)) do
    lines[#lines + 1] = "  " .. line
  end
  return table.concat(lines, "\n")
end

local function board_text(board, cols)
  return table.concat(picture(board, {}, cols, { colour = false }), "\n")
end

-- The plan with another code at move n; with `always` at all later ones of that code.
local function supposing(game, p, change)
  local list = genes(p)
  local was = list[change.step]
  for i = change.step, change.always and #list or change.step do
    if list[i] == was then list[i] = change.value end
  end
  return made(game, list)
end

-- Is it a code of the puzzle?
local function supposed(game)
  return function(_, _, value)
    local codes = game:facts().codes
    if math.type(value) == "integer" and value >= 0 and value <= codes then
      return value
    end
    error(("t:what_if: field 'value': expected a code, 0 to %d, got %s"):format(codes,
      tostring(value)), 0)
  end
end

-- The boards of a plan, move by move.
function plan.trace(game, p)
  local boards, cols = game:boards(p), game:facts().cols
  local states = {}
  for i = 1, #p do
    local before, after = game:failures(boards[i]), game:failures(boards[i + 1])
    states[i] = { gene = i, code = p[i], before = before, after = after,
      board = boards[i], picture = board_text(boards[i], cols), value = p[i],
      reads = boards[i], to = boards[i + 1], event = p[i] ~= 0 and (after < before and "better"
        or after > before and "worse" or "swap") or nil,
          change = after - before }
  end
  local last = boards[#boards]
  return steps.trace { states = states, place = "code", of = p,
    again = function(_, q, change)
      return plan.trace(game, q or supposing(game, p, change))
    end, supposed = supposed(game),
    columns = { "code", "change", "after" },
    ending = { board = last, after = game:failures(last),
      picture = board_text(last, cols), ended = "failures "
      .. game:failures(last) },
    title = ("a plan of %d moves; failures %d to %d"):format(#p,
      game:failures(boards[1]), game:failures(boards[#boards])),
    paint = function(s, view)
      if s.over then return draw_end(s, cols, view) end
      local marks = swapped(s.board, s.to)
      local a, b = picture(s.board, marks, cols, view),
        picture(s.to, marks, cols, view)
      local lines = { view.paint("head",
        ("move %d of %d: code %d, failures %d -> %d")
        :format(s.step, #p, s.code, s.before, s.after)) }
      for i, line in ipairs(a) do
        lines[#lines + 1] = "  " .. line .. (i == 2 and "  -> " or "     ")
          .. b[i]
      end
      local words = genes(p)
      words[s.step] = view.colour and view.paint("mark", tostring(p[s.step]))
        or "{" .. p[s.step] .. "}"
      lines[#lines + 1] = "(" .. table.concat(words, ", ") .. ")"
      return table.concat(lines, "\n")
    end }
end

-- ---- profile and impact ----------------------------------------------------

local Moves = show.speaks { __name = "ludus.plan.moves" }

function Moves:__show(view)
  local lines = { view.paint("head", self.title) }
  for i, row in ipairs(self) do
    lines[#lines + 1] = ("  %2d  code %-3d %s"):format(i, row.code, row.text)
  end
  return table.concat(lines, "\n")
end

-- What each move does to the failures.
function plan.profile(p, game)
  local t, list, idle = plan.trace(game, p), {}, 0
  for i = 1, #p do
    local s = t:at(i)
    list[i] = { code = s.code, change = s.change, after = s.after,
      text = s.code == 0 and "no move"
        or ("failures %+d, %d left"):format(s.change, s.after) }
    if s.code == 0 then idle = idle + 1 end
  end
  list.idle = idle
  list.title = ("%d moves, %d of them none"):format(#p, idle)
  return setmetatable(list, Moves)
end

-- Each move left out in turn: failures more at the end.
function plan.impact(p, game)
  local full, list = game:score(p).standardized, {}
  for i = 1, #p do
    local g = genes(p)
    g[i] = 0
    local loss = game:score(made(game, g)).standardized - full
    list[i] = { code = p[i], loss = loss, text =
      ("failures %+d without it"):format(loss) }
  end
  list.title = ("each move left out; %d failures in full"):format(full)
  return setmetatable(list, Moves)
end

-- ---- simplify, words -------------------------------------------------------

local Result = show.speaks { __name = "ludus.simplified" }

function Result:__show()
  return ("%d moves instead of %d: %s\n  proven equal: the board at the end is the same; "
    .. "the way to it differs"):format(self.after, self.before,
    tostring(self.program))
end

-- A shorter plan to the same board: moves that are none go, then every one, two
-- or three moves that the others can do without.
function plan.simplify(p, game)
  local boards = game:boards(p)
  local goal, list = boards[#boards], {}
  for _, code in ipairs(genes(p)) do if code ~= 0 then list[#list + 1] =
    code end end
  local function leads(codes)
    if #codes == 0 then return same_board(boards[1], goal) end
    local b = game:boards(made(game, codes))
    return same_board(b[#b], goal)
  end
  local function without(codes, skip)
    local out = {}
    for i, code in ipairs(codes) do if not skip[i] then out[#out + 1] =
      code end end
    return out
  end
  local again = true
  while again do
    again = false
    for i = 1, #list do
      for j = i, #list do
        for k = j, #list do
          local shorter = without(list, { [i] = true, [j] = true, [k] = true })
          if leads(shorter) then list, again = shorter, true break end
        end
        if again then break end
      end
      if again then break end
    end
  end
  local q = made(game, list)
  local ends = game:boards(q)
  return setmetatable({ program = q, before = #p, after = #list,
    equal = same_board(ends[#ends], goal) }, Result)
end

-- The moves in words.
function plan.explain(p, game)
  local cols, out, boards = game:facts().cols, {}, game:boards(p)
  for i = 1, #p do
    local cells = swapped(boards[i], boards[i + 1])
    if #cells == 2 then
      local function place(c)
        return ("row %d, column %d"):format((c - 1) // cols + 1,
          (c - 1) % cols + 1)
      end
      out[#out + 1] = ("%2d. swap %d (%s) with %d (%s)"):format(i,
        boards[i][cells[1]],
        place(cells[1]), boards[i][cells[2]], place(cells[2]))
    else
      out[#out + 1] = ("%2d. nothing"):format(i)
    end
  end
  return table.concat(out, "\n") .. "\n"
end

return plan
