-- why.lua -- why a step is as it is: the chain of steps, observations and acts behind it.
--
--     local w = t:why(42)        -- w shows itself as a tree
--     w[1]  w[1][2]              -- goes on from there; w.step, w.value, w.role
--     w:slice()                  -- all steps that it depends on, the last first
--
-- A step depends on the steps whose values it used, on the one that chose that it runs,
-- and, if it observes the game, on the acts that made the game so. The first two the
-- adapter of a trace tells (sources); the third is found in the trace itself: a step that
-- always gives the same for the same arguments observes nothing here, and what another
-- one sees has changed since it last gave something else. A game that knows better says
-- which acts matter to a step (concerns).

local show = require "ludus.repl.show"

local why = {}

local Why = show.speaks { __name = "ludus.why" }

-- ---- what observes the game --------------------------------------------------

-- By step the steps' keys: what a place is given; values by key.
local function census(d)
  if d.census then return d.census end
  local seen = { values = {}, impure = {} }
  for n = 1, d:count() do
    local key, value = d:question(n)
    if key then
      local list = seen.values[key] or {}
      seen.values[key] = list
      if #list > 0 and list[#list].value ~= value then seen.impure[key] = true end
      list[#list + 1] = { step = n, value = value }
    end
  end
  d.census = seen
  return seen
end

-- The last step before n that was asked the same and gave something else, or 0.
local function last_other(d, n)
  local key, value = d:question(n)
  local found = 0
  for _, row in ipairs(census(d).values[key] or {}) do
    if row.step >= n then break end
    if row.value ~= value then found = row.step end
  end
  return found
end

-- Does what a step gives depend on the game?
local function observes(d, n)
  local key = d:question(n)
  return key ~= nil and census(d).impure[key] == true
end

-- Does an event set something that no later one in `seen` has set? Of what is set again
-- and again the last time counts.
local function sets_more(row, seen)
  local names = {}
  for _, change in ipairs(row.changes or {}) do names[#names + 1] = change.name end
  if row.event == "set" and row.name then
    names[1] = row.x and ("%s %d %d"):format(row.name, row.x, row.y) or row.name
  end
  local more = #names == 0
  for _, name in ipairs(names) do
    more = more or not seen[name]
    seen[name] = true
  end
  return more
end

-- The acts before step n that matter to it, the last first.
local function acts_before(d, n)
  local acts = d:book().by_step[n]
  if not observes(d, n) and not acts then return {} end
  local from, last = acts and 0 or last_other(d, n), d:state(n).last or n
  local list, seen, book = {}, {}, d:book().list
  for i = #book, 1, -1 do
    local row = book[i]
    if row.when >= from and row.step ~= n and row.when <= last
      and (row.when < n or row.step > n) and d:concerns(n, row)
      and sets_more(row, seen) then
      list[#list + 1] = row
    end
  end
  return list
end

-- ---- the tree ---------------------------------------------------------------

local function new(trace, step, role)
  return setmetatable({ trace = trace, step = step, role = role,
    value = trace.driver:state(step).value }, Why)
end

local ACTS = 3                        -- that are told of one step

local function because(self)
  local d, list, seen = self.trace.driver, {}, {}
  for _, source in ipairs(d:sources(self.step)) do
    if not seen[source.step] then
      list[#list + 1] = new(self.trace, source.step, source.role)
    end
    seen[source.step] = true
  end
  local acts = acts_before(d, self.step)
  for i = 1, math.min(#acts, ACTS) do
    local row = acts[i]
    if not seen[row.step] then
      local alone = #d:book().by_step[row.step] == 1
      list[#list + 1] = new(self.trace, row.step, alone and "after"
        or "after " .. d:told(row))
      if i == ACTS and #acts > ACTS then list[#list].more = #acts - ACTS end
    end
    seen[row.step] = true
  end
  return list
end

function Why:__index(key)
  if key == "because" then
    rawset(self, key, because(self))
    return rawget(self, key)
  end
  if math.type(key) == "integer" then return self.because[key] end
  if key == "state" then return self.trace:at(self.step) end
  return Why[key]
end

Why.methods = Why                     -- for help and Tab

function Why:__len() return #self.because end

-- All steps that this one depends on, the last first.
function Why:slice()
  local seen, list, open = {}, {}, { self }
  while #open > 0 do
    local w = table.remove(open)
    if not seen[w.step] then
      seen[w.step] = true
      list[#list + 1] = w.step
      for i = #w.because, 1, -1 do open[#open + 1] = w.because[i] end
    end
  end
  table.sort(list, function(a, b) return a > b end)
  return list
end

-- ---- showing ----------------------------------------------------------------

local ROWS, DEEP = 24, 8

local function label(w)
  local d = w.trace.driver
  local does = d:book().by_step[w.step]
  local lead = not w.role and "" or w.role == "after" and "after " or w.role .. ": "
  return ("%sstep %d, %s%s"):format(lead, w.step,
    d:label(w.step), does and #does == 1 and ", does " .. d:told(does[1])
    or does and (", does %d things"):format(#does) or "")
end

function Why:__show(view)
  local out, seen, left = {}, {}, 0
  local rows = math.max(8, math.min(ROWS, view.lines - 2))   -- with the hint, a screen
  local function walk(w, lead, mark, depth)
    if #out >= rows then left = left + 1 return end
    local again = seen[w.step]
    local line = lead .. mark .. label(w) .. (again and #w > 0 and " (above)" or "")
      .. (w.more and ("; and %d earlier acts"):format(w.more) or "")
    out[#out + 1] = show.short(line, view.width)
    if again then return end
    seen[w.step] = true
    if depth == DEEP and #w > 0 then left = left + 1 return end
    if depth == DEEP then return end
    local below = lead .. (mark == "" and "" or mark == "└ " and "  " or "│ ")
    for i, source in ipairs(w.because) do
      walk(source, below, i == #w and "└ " or "├ ", depth + 1)
    end
  end
  walk(self, "", "", 1)
  if #self == 0 then out[#out + 1] = "depends on nothing before it" end
  if left > 0 then
    out[#out + 1] = view.paint("dim", show.wrap(
      "... and more: w[1], w[1][2] go on from there, w:slice() are all steps",
      view.width))
  end
  return table.concat(out, "\n")
end

-- ---- the verb ---------------------------------------------------------------

-- Why step n is as it is; without one, the last step that did something.
function why.of(trace, n)
  local d = trace.driver
  if n == nil then
    local list = d:book().list
    n = #list > 0 and list[#list].step or d:count()
  end
  d:check_step("why", n)
  return new(trace, n)
end

return why
