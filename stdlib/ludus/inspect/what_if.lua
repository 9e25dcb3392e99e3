-- what_if.lua -- the case once more, with one thing changed at a step: both futures side
-- by side.
--
--     t:what_if(42, { NUM = 2 })           -- step 42, or the next NUM, gives 2
--     t:what_if(42, { value = 2, always = true })   -- and that node from then on
--     t:what_if(42, { node = "(MOV 3)" })  -- another subtree, line or program
--
-- The case is played again by the engine that was traced, so that all before the step
-- is the same. Another program is played from the beginning: where its way parts is
-- told.

local show = require "ludus.repl.show"
local spec = require "ludus.script.spec"

local what_if = {}

local Futures = show.speaks { __name = "ludus.futures" }
Futures.__index = Futures

-- ---- what is supposed -------------------------------------------------------

local fields = {
  value = { "any", help = "what the step gives: a number, of a test true or false, of a "
    .. "machine what it sees" },
  always = { "boolean", false, help = "so do all later steps of the same node" },
  node = { "string", help = "a text of a subtree that takes the node's place" },
  line = { "string", help = "an instruction that takes the line's place" },
  program = { "any", help = "another program" },
}

-- The step and fields of what was given: a name of a node is looked for from there on.
local function settle(d, n, given)
  local own, name, value = {}, nil, nil
  for key, x in pairs(given) do
    if fields[key] then own[key] = x
    elseif name then error("t:what_if: change one thing at a time", 0)
    else name, value = key, x end
  end
  if not name then return n, spec.check("t:what_if", own, fields) end
  for step = n, d:count() do
    if d:state(step).name == name then
      own.value = value
      return step, spec.check("t:what_if", own, fields)
    end
  end
  error(("t:what_if: from step %d on there is no '%s'"):format(n, tostring(name)), 0)
end

-- The value as the engine takes it. In a game in Lua a step may give a word or a truth
-- value; where it gave a number, true and false are 1 and 0.
local function value_of(d, n, value)
  if d.supposed then return d:supposed(n, value) end
  local kind = d.record.free and type(d:state(n).value)
  if kind == type(value) and (kind == "string" or kind == "boolean") then return value end
  if value == true then return 1 elseif value == false then return 0 end
  if type(value) ~= "number" or value ~= value or math.abs(value) > 2^31 - 1 then
    error(("t:what_if: field 'value': expected a %s, got %s"):format(
      kind == "string" and "word" or "number", tostring(value)), 0)
  end
  return value
end

-- ---- another program ----------------------------------------------------------

local function with_node(d, n, text)
  local index = d:state(n).node
  if not index then error("t:what_if: field 'node' is for trees", 0) end
  local branch = d:state(n).branch
  local ok, part = pcall(function()
    local whole = ("\n" .. tostring(d.of)):gsub("(\n" .. branch .. " )[^\n]*",
      function(lead) return lead .. text end)
    return d.game:read(whole:sub(2))
  end)
  if not ok then
    error(("t:what_if: field 'node': %s"):format((part:match "[^\n]*")), 0)
  end
  for _, row in ipairs(part:branches()) do
    if row.name == branch then return d.of:graft(index, part:subtree(row.first)) end
  end
end

local function with_line(d, n, name)
  local s = d:state(n)
  if not s.line then error("t:what_if: field 'line' is for linear programs", 0) end
  local q, block = {}, nil
  for line in (tostring(d.of) .. "\n"):gmatch "(.-)\n" do
    block = line:match "^(.-) state %(" or block
    local number = block == s.block and tonumber(line:match "^(%d+)%. ")
    q[#q + 1] = number == s.line and ("%d. %s"):format(number, name) or line
  end
  local ok, program = pcall(function()
    return d.of:set():parse(table.concat(q, "\n"), "(changed)")
  end)
  if ok then return program end
  error(("t:what_if: field 'line': %s"):format((tostring(program):match "[^\n]*")), 0)
end

-- ---- both ----------------------------------------------------------------------

-- What happened, as texts with their steps.
local function acts_of(trace)
  local list = {}
  for i, row in ipairs(trace:events()) do
    list[i] = { step = row.step, text = trace.driver:told(row) }
  end
  return list
end

-- The first step that is not the same, and the first act.
local function parting(a, b)
  local x, y, act = a.driver, b.driver, 1
  local step = 1
  while step <= math.min(x:count(), y:count()) do
    if x:label(step) ~= y:label(step) then break end
    step = step + 1
  end
  local left, right = acts_of(a), acts_of(b)
  while left[act] and right[act] and left[act].text == right[act].text do
    act = act + 1
  end
  return step, act, left, right
end

local function ending(trace)
  local s = trace:at(#trace + 1)
  return ("%s%s, %d steps"):format(tostring(s.ended or "the end"),
    s.raw and ", raw " .. tostring(s.raw) or "", #trace)
end

local ROWS = 12

local function more(list, shown)
  return #list > shown and ("... %d more"):format(#list - shown) or ""
end

function Futures:__show(view)
  local out = { show.wrap(self.text, view.width) }
  local half = math.max(16, (view.width - 3) // 2)
  local function row(a, b)
    a = show.short(a, half)
    out[#out + 1] = (a .. (" "):rep(half - show.columns(a)) .. " | "
      .. show.short(b, half)):gsub("%s+$", "")
  end
  out[#out + 1] = self.act == 1 and "nothing was done before that differs"
    or self.act == 2 and "the first act is the same"
    or ("the first %d acts are the same"):format(self.act - 1)
  row(view.paint("head", "as it was"), view.paint("head", "if so"))
  local left, right = self.left, self.right
  local last = math.max(#left, #right)
  for i = self.act, math.min(last, self.act + ROWS - 1) do
    row(left[i] and ("%d %s"):format(left[i].step, left[i].text) or "",
      right[i] and ("%d %s"):format(right[i].step, right[i].text) or "")
  end
  if last > self.act + ROWS - 1 then
    row(more(left, self.act + ROWS - 1), more(right, self.act + ROWS - 1))
  end
  row(ending(self.before), ending(self.after))
  return table.concat(out, "\n")
end

-- ---- the verb --------------------------------------------------------------------

local function again(trace, n, s)
  local d = trace.driver
  local q = s.program or s.node and with_node(d, n, s.node)
    or s.line and with_line(d, n, s.line)
  if q then
    return d:again(q), s.program and "with the other program"
      or ("if %s were %s"):format(d:label(n), s.node or s.line)
  end
  if not d.record and not d.supposed then
    error("t:what_if: this game plays whole programs and no other values: give { program "
      .. "= q }", 0)
  end
  local suppose = { step = n, value = value_of(d, n, s.value), always = s.always }
  return d:again(nil, suppose), ("if step %d, %s, gave %s%s"):format(n, d:label(n),
    tostring(s.value), s.always and ", and that node from then on" or "")
end

-- The future of a trace if one thing were changed at step n: { value = } or the name of
-- a node and a value, always = true; { node = text }, { line = name }, { program = q }.
-- before and after are traces, differ the first step that is not the same.
function what_if.of(trace, n, changes)
  local d = trace.driver
  if not d.again then
    error(("t:what_if: %s cannot be played again"):format(d.title or "this trace"), 0)
  end
  d:check_step("what_if", n)
  if type(changes) ~= "table" or next(changes) == nil then
    error("t:what_if: say what is changed: t:what_if(42, { value = 2 })", 0)
  end
  local s
  n, s = settle(d, n, changes)
  local kinds = (s.value ~= nil and 1 or 0) + (s.node and 1 or 0) + (s.line and 1 or 0)
    + (s.program and 1 or 0)
  if kinds ~= 1 then error("t:what_if: change one thing at a time", 0) end
  local after, text = again(trace, n, s)
  local self = { before = trace, after = after, step = n }
  self.differ, self.act, self.left, self.right = parting(trace, after)
  local same = self.differ > math.max(#trace, #after)
    and self.act > math.max(#self.left, #self.right)
  self.text = text .. (same and ": nothing would differ"
    or (": the same until step %d"):format(self.differ))
  self.same = same
  return setmetatable(self, Futures)
end

return what_if
