-- battleship.lua -- does the adaptive player learn its opponent within eleven
-- games? Bridon and others: waves for targeting, programs for sinking, Monte
-- Carlo placement; many series against one opponent, each from the pre-trained
-- state.
--     ludus run scripts/battleship.lua --set places=corners --set repeats=100
-- With --set save=FILE what the first series learnt is kept, --set known=FILE
-- starts from it; --set store=ludus.db keeps it in the run store under --set
-- name.
local ludus = require "ludus"
local bs    = require "ludus.battleship"
local plot  = require "ludus.plot"
local stats = require "ludus.stats"

local function bytes_of(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read "a"
  file:close()
  return bytes
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  assert(file:write(bytes))
  assert(file:close())
end

local function knowledge(s)
  if s.known ~= "" then return bytes_of(s.known) end
  local kept = s.store ~= "" and bs.recall(s.store, s.name)
  if kept then return kept end
  local program = bs.player(s.from).program
  if not program then error(("from: '%s' is no program"):format(s.from), 0) end
  return bs.pretrained { seed = s.seed, from = { program } }
end

-- What is known is bytes; a step of a study keeps text.
local function text_of(bytes)
  return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

local function bytes_from(text)
  return (text:gsub("%x%x", function(h) return string.char(tonumber(h, 16)) end))
end

local function keep(s, known)
  if s.save ~= "" then write(s.save, known) end
  if s.store ~= "" then bs.remember(s.store, s.name, known) end
end

-- Mean and interval of each game, over the series.
local function curve(rows, games)
  local x, y, low, high = {}, {}, {}, {}
  for g = 1, games do
    x[g] = g
    y[g], low[g], high[g] = stats.interval(bs.stretch(rows, g, g))
  end
  return x, y, low, high
end

local function say_curve(s, title, rows)
  local x, y, low, high = curve(rows, s.games)
  for g = 1, s.games do
    s.say("  game %2d   %s %6.2f%s", g, title, y[g],
      low[g] and ("   (%.2f to %.2f)"):format(low[g], high[g]) or "")
  end
  return { name = title, x = x, y = y }, y
end

-- All games, and the first four against the last four, paired by series.
local function gain(s, title, rows)
  local n = math.min(4, s.games // 2)
  if n < 1 or s.repeats < 2 then return end
  s.say("%s: all games %.2f (%.2f to %.2f)", title,
    stats.interval(bs.stretch(rows, 1, s.games)))
  local first = bs.stretch(rows, 1, n)
  local last = bs.stretch(rows, s.games - n + 1, s.games)
  local difference = {}
  for r = 1, #first do difference[r] = last[r] - first[r] end
  local d, low, high = stats.interval(difference)
  s.say("%s: first %d games %.2f, last %d games %.2f, change %+.2f (%+.2f to %+.2f)",
    title, n, stats.mean(first), n, stats.mean(last), d, low, high)
  return { first = stats.mean(first), last = stats.mean(last), change = d,
    low = low, high = high }
end

return ludus.study {
  name = "battleship",
  settings = {
    opponent  = { "string", "random+three", help = "who shoots at us" },
    places    = { "string", "bottom", help = "how it places its ships" },
    targeting = { "string", "wave", help = "wave (the paper's) or density" },
    sinking   = { "string", "program", help = "program, three or belief" },
    filter    = { "string", "largest", help = "largest, smallest or open" },
    before    = { "integer", 200, min = 0, help = "wave generations before a game" },
    rounds    = { "integer", 20, min = 0, help = "rounds of programs" },
    games     = { "integer", 11, min = 1, help = "games of a series" },
    repeats   = { "integer", 20, min = 1, help = "series" },
    from      = { "string", "repaired",
      help = "first program: repaired, pretrained or a file" },
    known     = { "string", "", help = "file of what is known already" },
    save      = { "string", "", help = "file for what series 1 learnt" },
    store     = { "string", "", help = "run store that keeps the opponent" },
    name      = { "string", "opponent", help = "its name there" },
  },
  run = function(s)
    local base = s.step("what is known", function() return text_of(knowledge(s)) end)
    local r = s.step("series", function()
      local r = bs.series { opponent = s.opponent, places = s.places,
        repeats = s.repeats, games = s.games, seed = s.seed, threads = s.threads,
        base = bytes_from(base), captain = { targeting = s.targeting,
          sinking = s.sinking, filter = s.filter, before = s.before,
          rounds = s.rounds } }
      return { shots = r.shots, survival = r.survival, known = text_of(r.known) }
    end)
    r.known = bytes_from(r.known)
    s.say("%s + %s against %s, ships placed %s, %d series\n", s.targeting,
      s.sinking, s.opponent, s.places, s.repeats)
    local ours, y = say_curve(s, "our shots", r.shots)
    local theirs, z = say_curve(s, "their shots", r.survival)
    s.say("\n%s", plot.text { title = "shots to finish, by game", xlabel = "game",
      ylabel = "shots", series = { ours, theirs } })
    local result = { shots = y, survival = z,
      ours = gain(s, "our shots", r.shots),
      theirs = gain(s, "their shots", r.survival) }
    local best = bs.best(r.known)
    if best and s.sinking == "program" then
      s.say("\nthe program bred in series 1:\n\n%s", tostring(best))
    end
    keep(s, r.known)
    return result
  end,
}
