-- losses.lua -- what distinguishes the cases a program loses from those it wins: a short
-- rule over what the cases are, found by search and counted on every case.
--
--     p:losses(g)                    --> lost when mine.row = 1: 6 of 6, no other
--     p:losses(g, { lost = 40 })     a case is lost if its raw score is worse than 40
--     p:losses(g, { lost = "exploded" })         those that ended so, against all others
--     p:losses(g, { lost = function(case) return case.raw < 3 end })
--
-- A test is field = value, ~= value, < value, > value, or field is even or odd. All
-- tests are tried, then all pairs by `and` and by `or`, then the best pairs with a
-- third; a place of a lost case (two fields that end in row and col, or y and x) counts
-- as a test, too. A set of cases is a list of whole numbers of 32 bits; tests that hold
-- in the same cases are one, named by the simplest. The rule is the one with the fewest tests
-- that is true of the lost cases and no other; if there is none, the one whose share of
-- the lost cases exceeds its share of the others most. What is drawn is not lost.

local cases  = require "ludus.inspect.cases"
local look   = require "ludus.inspect.look"
local outcomes = require "ludus.inspect.outcomes"
local show   = require "ludus.repl.show"
local spec   = require "ludus.script.spec"
local system = require "ludus.core.system"

local losses = {}

local TESTS_MAX, PAIRS_MAX = 160, 60  -- that are combined

-- ---- sets of cases --------------------------------------------------------

local BITS = 32

local ones = {}                       -- of a number of 16 bits
for i = 0, 65535 do ones[i] = (i & 1) + (ones[i >> 1] or 0) end

local function set_of(list, holds)
  local set = {}
  for i = 1, (#list + BITS - 1) // BITS do set[i] = 0 end
  for i, case in ipairs(list) do
    if holds(case) then
      local word = (i - 1) // BITS + 1
      set[word] = set[word] | 1 << (i - 1) % BITS
    end
  end
  return set
end

local function count(set)
  local n = 0
  for i = 1, #set do n = n + ones[set[i] & 0xffff] + ones[set[i] >> 16] end
  return n
end

local function both(a, b)
  local set = {}
  for i = 1, #a do set[i] = a[i] & b[i] end
  return set
end

local function either(a, b)
  local set = {}
  for i = 1, #a do set[i] = a[i] | b[i] end
  return set
end

-- ---- tests ----------------------------------------------------------------

local function told(value)
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

-- The values of a field, numbers in order, then texts, then truth values.
local function values_of(list, name)
  local values, seen = {}, {}
  for _, case in ipairs(list) do
    local value = case.fields[name]
    if value ~= nil and not seen[value] then
      seen[value] = true
      values[#values + 1] = value
    end
  end
  table.sort(values, function(a, b)
    if type(a) ~= type(b) then return type(a) < type(b) end
    if type(a) == "boolean" then return a and not b end
    return a < b
  end)
  return values
end

-- Calls f(text, holds) for every test of a field, the plainest first.
local function each_test(list, name, f)
  local values, numbers, whole = values_of(list, name), true, true
  if #values < 2 then return end
  for _, value in ipairs(values) do
    numbers = numbers and type(value) == "number"
    whole = whole and math.tointeger(value) ~= nil
    f(("%s = %s"):format(name, told(value)),
      function(case) return case.fields[name] == value end)
  end
  for _, value in ipairs(values) do
    f(("%s ~= %s"):format(name, told(value)),
      function(case) return case.fields[name] ~= value end)
  end
  if not numbers then return end
  if whole then
    for rest, word in ipairs { "odd", "even" } do
      f(("%s is %s"):format(name, word), function(case)
        return case.fields[name] ~= nil and case.fields[name] % 2 == rest % 2
      end)
    end
  end
  for i = 2, #values do
    f(("%s < %s"):format(name, told(values[i])), function(case)
      return case.fields[name] ~= nil and case.fields[name] < values[i]
    end)
    f(("%s > %s"):format(name, told(values[i - 1])), function(case)
      return case.fields[name] ~= nil and case.fields[name] > values[i - 1]
    end)
  end
end

-- The fields that rules are made of: a text that is another one in every case is its
-- name, which explains nothing, unless there is nothing else.
local function telling(list)
  local names = {}
  for _, name in ipairs(list.names) do
    local values = values_of(list, name)
    if #values < #list or type(values[1]) ~= "string" then names[#names + 1] = name end
  end
  return #names > 0 and names or list.names
end

-- A rule: its text and size, the cases it holds in, how many of the lost these are, how
-- many others, and by how much the share of the former exceeds that of the latter.
local function rule(text, size, set, lost)
  local covered = count(both(set, lost.set))
  local others = count(set) - covered
  return { text = text, size = size, set = set, covered = covered, others = others,
    worth = covered * (lost.cases - lost.total) - others * lost.total }
end

-- Is a a better rule than b? Worth more, shorter, found first.
local function better(a, b)
  if a.worth ~= b.worth then return a.worth > b.worth end
  if a.size ~= b.size then return a.size < b.size end
  return a.order < b.order
end

-- One place for each lost case, if cases have places; a place is two tests by `and`.
local function place_tests(list, lost, f)
  local row, col = outcomes.place(list)
  if not row then return end
  local seen = {}
  for i, case in ipairs(list) do
    local r, c = case.fields[row], case.fields[col]
    local key = r << 16 | c & 0xffff
    local is_lost = lost.set[(i - 1) // BITS + 1] >> (i - 1) % BITS & 1 == 1
    if is_lost and not seen[key] then
      seen[key] = true
      local test = rule(("%s = %s and %s = %s"):format(row, told(r), col, told(c)), 2,
        set_of(list, function(other)
          return other.fields[row] == r and other.fields[col] == c
        end), lost)
      test.word, test.place = "and", true
      f(test)
    end
  end
end

-- The tests of all fields, no two true of the same cases, and none of all or of no
-- case.
local function tests_of(list, lost)
  local found, seen = {}, {}
  for _, name in ipairs(telling(list)) do
    each_test(list, name, function(text, holds)
      local set = set_of(list, holds)
      local key, n = table.concat(set, " "), count(set)
      if seen[key] or n == 0 or n == #list then return end
      seen[key] = true
      local test = rule(text, 1, set, lost)
      test.order = #found + 1
      found[#found + 1] = test
    end)
  end
  place_tests(list, lost, function(test)
    test.order = #found + 1
    found[#found + 1] = test
  end)
  return found
end

-- ---- the search -----------------------------------------------------------

local function first(list, most)
  table.sort(list, better)
  return table.move(list, 1, math.min(most, #list), 1, {})
end

-- The tests that may be part of a rule: those that cover most and those that leave out
-- most, each half of the room there is.
local function promising(tests)
  if #tests <= TESTS_MAX then return tests end
  local list, taken = first(tests, TESTS_MAX // 2), {}
  for _, test in ipairs(list) do taken[test] = true end
  table.sort(tests, function(a, b)
    if a.covered ~= b.covered then return a.covered > b.covered end
    return a.order < b.order
  end)
  for _, test in ipairs(tests) do
    if #list == TESTS_MAX then break end
    if not taken[test] then list[#list + 1] = test end
  end
  return list
end

-- Two rules by a word; one that is itself made by the other word stands in brackets.
local function joined(a, b, word, lost)
  local function part(x)
    return x.word and x.word ~= word and "(" .. x.text .. ")" or x.text
  end
  local r = rule(("%s %s %s"):format(part(a), word, part(b)), a.size + b.size,
    (word == "and" and both or either)(a.set, b.set), lost)
  r.word, r.place = word, a.place or b.place
  return r
end

-- Every rule of `some` with every test.
local function combined(some, tests, lost)
  local list, order = {}, 0
  for i, a in ipairs(some) do
    for j, b in ipairs(tests) do
      if some ~= tests or j > i then
        local placed = a.place or b.place             -- one more, or it says little
        for _, word in ipairs(placed and { "or" } or { "or", "and" }) do
          order = order + 1
          local r = joined(a, b, word, lost)
          r.order = order
          list[#list + 1] = r
        end
      end
    end
  end
  return first(list, PAIRS_MAX)
end

local function is_exact(r, total) return r and r.covered == total and r.others == 0 end

-- The best rule, or nil if there is no test at all.
local function search(list, lost)
  local total = lost.total
  local tests = tests_of(list, lost)
  local best = first(tests, 1)[1]
  if not best or is_exact(best, total) then return best end
  tests = promising(tests)
  table.sort(tests, function(a, b) return a.order < b.order end)
  local some = tests
  for _ = 2, 3 do
    some = combined(some, tests, lost)
    if some[1] and better(some[1], best) then best = some[1] end
    if is_exact(best, total) then break end
  end
  return best
end

-- ---- the verb -------------------------------------------------------------

local Losses = show.speaks { __name = "ludus.losses" }
Losses.__index = Losses

function Losses:__show(view) return show.wrap(self.text, view.width) end

local kinds = { ["function"] = true, number = true, string = true }

local function says(value)
  if kinds[type(value)] then return value end
  return nil, "a raw score, an end, or a function of a case"
end

losses.fields = {
  lost = { "any", check = says,
    help = "which cases are lost: those with a worse raw score, or with that end; "
      .. "or function(case)" },
}

-- The ends there are, by name.
local function ends_of(list)
  local ends, seen = {}, {}
  for _, case in ipairs(list) do
    if case.ended and not seen[case.ended] then
      seen[case.ended] = true
      ends[#ends + 1] = case.ended
    end
  end
  table.sort(ends)
  return ends, seen
end

-- No case may have ended so; then the ends there are are told.
local function check_end(list, word)
  local ends, seen = ends_of(list)
  if seen[word] then return end
  local near = system.near(word, ends)
  error(("p:losses: field 'lost': no case ended as '%s'%s"):format(word, near
    and ("; did you mean '%s'?"):format(near) or #ends > 0
    and "; there are " .. table.concat(ends, ", ") or ""), 0)
end

-- A function that tells whether a case is lost; nil if nobody says.
local function judge(list, given)
  if type(given) == "function" then return given end
  if type(given) == "string" then
    check_end(list, given)
    return function(case) return case.ended == given end
  end
  if given then
    return function(case)
      if list.minimise then return case.raw > given end
      return case.raw < given
    end
  end
  return list.known and function(case) return case.lost end or nil
end

-- The score in the middle, if scores differ.
local function middle(list)
  local raw = {}
  for i, case in ipairs(list) do raw[i] = case.raw end
  table.sort(raw)
  return raw[1] ~= raw[#raw] and raw[#raw // 2 + 1] or nil
end

-- What to ask if all are lost, but not in the same way or with the same score.
local function hint(list)
  local ends, raw = (ends_of(list)), middle(list)
  if #ends < 2 and raw then
    return ("; p:losses(g, { lost = %s }) asks who scores worse than that"):format(
      tostring(raw))
  end
  if #ends < 2 then return "" end
  return ("; they end as %s: p:losses(g, { lost = %q }) asks for one"):format(
    table.concat(ends, ", "), ends[1])
end

local function sentence(r, list)
  if r.total == 0 then return ("no case is %s, of %d"):format(r.word, r.cases) end
  if r.total == r.cases then
    return ("every case is %s, all %d%s"):format(r.word, r.cases, hint(list))
  end
  if not r.rule then
    return ("%d of %d cases are %s; %s tells nothing of its cases that could "
      .. "distinguish them"):format(r.total, r.cases, r.word, r.game)
  end
  if r.exact then
    return ("%s when %s: %d of %d, no other"):format(r.word, r.rule, r.covered, r.total)
  end
  return ("no short rule: the best, %s, covers %d of %d and %d other%s"):format(r.rule,
    r.covered, r.total, r.others, r.others == 1 and "" or "s")
end

-- What distinguishes the lost cases, as a short rule counted on every case: rule,
-- covered (of total that are lost), others, exact. Options: lost = a raw score, an end
-- such as "exploded", or a function of a case.
function losses.of(p, ...)
  local game, options = look.settle("losses", p, ...)
  local settings = spec.check("p:losses", options, losses.fields)
  local list = cases.of("losses", game, p)
  local is_lost = judge(list, settings.lost)
  if not is_lost then
    error(("p:losses: %s says of no case that it is won or lost; say which are: "
      .. "p:losses(g, { lost = 40 })"):format(list.game), 0)
  end
  local set = set_of(list, is_lost)
  local total = count(set)
  local lost = { set = set, total = total, cases = #list }
  local best = total > 0 and total < #list and search(list, lost) or nil
  local r = setmetatable({ game = list.game, cases = #list, total = total,
    word = type(settings.lost) == "string" and settings.lost or "lost",
    rule = best and best.text, covered = best and best.covered or 0,
    others = best and best.others or 0, exact = is_exact(best, total) or false }, Losses)
  r.text = sentence(r, list)
  return r
end

return losses
