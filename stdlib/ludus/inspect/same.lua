-- same.lua -- do two programs do the same?
--
--     p:same(q, g, { fresh = 200 })
--
-- Both play all cases of the game, and fresh ones where it makes some; what is
-- compared is what the game tells most exactly (ludus.inspect.look).

local look = require "ludus.inspect.look"
local show = require "ludus.repl.show"
local spec = require "ludus.script.spec"

local same = {}

local Result = show.speaks { __name = "ludus.same" }
Result.__index = Result

local fields = {
  fresh = { "integer", 200, min = 0, max = 100000, help = "fresh cases to play, too" },
  seed  = { "integer", 1, help = "of the fresh cases" },
}

-- The first case of a game in which the scores differ: number and both scores.
local function first_difference(game, p, q)
  local a, b = look.scores(game, p), look.scores(game, q)
  for i, raw in ipairs(a) do
    if raw ~= b[i] then return { case = i, before = raw, after = b[i] } end
  end
end

-- Compares two programs in a game: { equal, cases, fresh, what, differs }.
function same.programs(p, q, ...)
  local game, options = look.settle("same", p, ...)
  local s = spec.check("p:same", options, fields)
  p, q = look.read(game, p, "same"), look.read(game, q, "same")
  local fresh, why = look.fresh(game, s.fresh, s.seed)
  local games = { game, table.unpack(fresh) }
  local equal, where = look.behaves(q, look.expect(p, games))
  local cases = 0
  for _, g in ipairs(fresh) do cases = cases + look.cases(g, p) end
  return setmetatable({ equal = equal, cases = look.cases(game, p), fresh = cases,
    what = look.what(game), no_fresh = #fresh == 0 and why or nil,
    differs = not equal and (first_difference(games[where], p, q) or {}) or nil,
    among_fresh = not equal and where > 1 }, Result)
end

function Result:__show()
  local cases = ("%d cases%s"):format(self.cases, self.fresh > 0
    and (" and %d fresh ones"):format(self.fresh)
    or "; " .. (self.no_fresh or "no fresh ones"))
  if self.equal then return ("the same: %s in %s"):format(self.what, cases) end
  local d = self.differs
  return ("not the same: %s differ%s"):format(self.what, d.case
    and (" in %scase %d: %s and %s"):format(self.among_fresh and "fresh " or "", d.case,
      tostring(d.before), tostring(d.after)) or "")
end

return same
