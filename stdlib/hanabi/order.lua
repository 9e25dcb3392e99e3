-- order.lua -- orders of rules as words and as vectors.
--
--     order
--       play-safe
--       if lives>1 play-60
--       tell-useful
--       drop-oldest
--
-- A rule is a tactic, behind `if` and a condition where it has one; blanks and commas
-- separate, `//` begins a comment. As a vector a rule is one number: the place of the
-- condition times the number of tactics, plus the place of the tactic.

local core   = require "ludus.core.hanabi"
local system = require "ludus.core.system"
local vector = require "ludus.vector"

local order = {}

local tactics, conditions = {}, {}
local tactic_names, condition_names = {}, {}
for i, row in ipairs(core.tactics) do
  tactics[row.name], tactic_names[i] = i - 1, row.name
end
for i, row in ipairs(core.conditions) do
  conditions[row.name] = i - 1
  if i > 1 then condition_names[#condition_names + 1] = row.name end
end

-- The species of orders of so many rules.
function order.species(length)
  return vector.new { type = "integers", length = length, min = 0,
    max = core.limits.rules - 1 }
end

-- The row of the tactic and that of the condition of a code.
function order.rule(code)
  return core.tactics[code % #core.tactics + 1],
    core.conditions[code // #core.tactics + 1]
end

-- A code in words: "if lives>1 play-60".
function order.words(code)
  local tactic, condition = order.rule(code)
  return condition.name == "" and tactic.name
    or ("if %s %s"):format(condition.name, tactic.name)
end

-- The text of an order, a rule a line.
function order.text(p)
  local lines = { "order" }
  for i = 1, #p do lines[i + 1] = "  " .. order.words(p[i]) end
  return table.concat(lines, "\n") .. "\n"
end

local function unknown(where, what, word, names)
  local near = system.near(word, names)
  error(("%s: unknown %s '%s'%s"):format(where, what, word,
    near and ("; did you mean '%s'?"):format(near) or ""), 0)
end

-- The codes of the words of a line.
local function read_line(line, where, codes)
  local condition, expects = 0, nil
  for word in line:gsub("//.*", ""):gmatch "%S+" do
    word = word:gsub(",$", "")
    if expects then
      condition, expects = conditions[word], nil
      if not condition or word == "" then
        unknown(where, "condition", word, condition_names)
      end
    elseif word == "if" and condition == 0 then expects = true
    elseif word == "if" then break
    elseif word ~= "" then
      local tactic = tactics[word] or unknown(where, "rule", word, tactic_names)
      codes[#codes + 1] = condition * #core.tactics + tactic
      condition = 0
    end
  end
  if expects or condition > 0 then
    error(("%s: expected a rule behind 'if'"):format(where), 0)
  end
end

-- Does the text begin as an order in words does?
function order.is(text)
  return text:gsub("//[^\n]*", ""):find "^%s*order%f[^%w_-]" ~= nil
end

-- The order of a text, in words or as a list of codes.
function order.read(text, name)
  if type(text) ~= "string" then
    error(("expected the text of an order, got %s"):format(type(text)), 0)
  end
  if not order.is(text) then
    local genes = 0
    for _ in text:gsub("//[^\n]*", ""):gmatch "%d+" do genes = genes + 1 end
    return order.species(math.max(1, math.min(genes, core.limits.order))):read(text, name)
  end
  local codes, number, begun = {}, 0, false
  for line in (text .. "\n"):gmatch "(.-)\r?\n" do
    number = number + 1
    if not begun then
      local rest, found = line:gsub("^%s*order%f[^%w_-]", "", 1)
      line, begun = rest, found > 0
    end
    read_line(line, ("%s:%d"):format(name or "(text)", number), codes)
  end
  if #codes < 1 or #codes > core.limits.order then
    error(("%s: an order has 1 to %d rules, this one has %d"):format(name or "(text)",
      core.limits.order, #codes), 0)
  end
  return order.species(#codes):of(codes)
end

return order
