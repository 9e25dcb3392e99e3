-- laran-trust.lua -- does Laran's model become its opponent? The paper's Figures 3
-- and 4: one game against Trust/Distrust, and the machine Laran believes in.
--
--     ludus run scripts/laran-trust.lua --seed 2
--     ludus run scripts/laran-trust.lua --set svg=trust     -- three pictures

local ludus = require "ludus"
local ipd   = require "ludus.ipd"
local likeness = require "ludus.ipd.likeness"
local plot  = require "ludus.plot"
local report = require "ludus.ipd.report"
local stats = require "ludus.stats"

local settings = {
  turns = { "integer", 100, min = 1, max = 10000, help = "turns of a match" },
  opponent = { "string", "T/D", help = "any machine known by name" },
  player = { "choice", "laran", choices = { "laran", "veteran", "explorer" }, help = "who" },
  runs = { "integer", 100, min = 1, max = 10000,
    help = "seeds over which the share of right models is taken" },
  explorer_runs = { "integer", 20, min = 0, max = 10000,
    help = "the same of the explorer's likeliest machine; 0: leave it out" },
  svg = { "string", help = "write NAME-game.svg, NAME-true.svg, NAME-model.svg" },
}

-- Imposed less sustained after every turn.
local function course(match)
  local x, y, lead = { 0 }, { 0 }, 0
  for t = 1, #match.mine do
    local mine, theirs = match.mine:sub(t, t), match.theirs:sub(t, t)
    if mine ~= theirs then lead = lead + (mine == "d" and 7 or -7) end
    x[t + 1], y[t + 1] = t, lead
  end
  return x, y
end

-- Two drawings side by side.
local function beside(a, b)
  local left, right, width = {}, {}, 0
  for line in a:gmatch "[^\n]+" do
    left[#left + 1] = line
    width = math.max(width, utf8.len(line))
  end
  for line in b:gmatch "[^\n]+" do right[#right + 1] = line end
  local out = {}
  for i = 1, math.max(#left, #right) do
    local l = left[i] or ""
    out[i] = l .. (" "):rep(width - utf8.len(l) + 6) .. (right[i] or "")
  end
  return table.concat(out, "\n")
end

local function pictures(s, figure, truth, match)
  if not s.svg then return end
  local rows = { { "game", plot.svg(s.svg .. "-game.svg", figure) },
    { "true", truth:svg(s.svg .. "-true.svg", s.opponent) },
    { "model", match.model:svg(s.svg .. "-model.svg", "the model") } }
  for _, row in ipairs(rows) do
    s.say(row[2] and "wrote %s-%s.svg" or "no %s-%s.svg: %s", s.svg, row[1], row[3])
  end
end

local function share(n, runs)
  local rate, low, high = stats.wilson(n, runs)
  return ("%d (%.0f%%, 95%% interval %.0f%% to %.0f%%)"):format(n, 100 * rate,
    100 * low, 100 * high)
end

-- How often the model is right, over many seeds and in several senses.
local function models(s, player, opponent, runs)
  local row = report.against(player, { opponent }, { turns = s.turns, runs = runs,
    seed = s.seed, threads = s.threads })[1]
  local l = likeness.over(opponent.machine, row.records)
  s.say("\n%s, over %d seeds: the model after turn %d\n"
    .. "  is the true machine, minimised, in            %s\n"
    .. "  behaves as it from the last turn on in        %s\n"
    .. "  is right as far as the game went in           %s\n"
    .. "  is right and the game showed all of it in     %s", player.name, runs,
    s.turns, share(row.learnt, runs), share(row.foreseen, runs),
    share(l.right, runs), share(l.whole, runs))
  s.say("The games showed %.1f of the true machine's %d transitions on average, and "
    .. "all of them in %d;\n%.0f%% of the next %d moves' sequences are foretold.",
    l.shown, l.transitions, l.complete, 100 * l.foretold, likeness.depth)
  return { learnt = row.learnt, foreseen = row.foreseen, right = l.right,
    whole = l.whole,
    complete = l.complete, shown = l.shown, foretold = l.foretold }
end

return ludus.study { name = "laran-trust", settings = settings, run = function(s)
  local opponent, player = ipd.player(s.opponent), ipd.player(s.player)
  local match = ipd.match(player, opponent, { turns = s.turns, seed = s.seed })
  local x, y = course(match)
  local figure = { title = "Imposed less sustained against " .. opponent.row.known_as,
    xlabel = "turn", ylabel = "years", height = 14,
    series = { { name = player.name, x = x, y = y } } }
  s.say("%s", plot.text(figure))
  s.say("sustained %.0f, imposed %.0f\n%s  %s\n%s  %s\n", match.own, match.other,
    match.mine, player.name, match.theirs, opponent.name)
  local small = match.model:minimise()
  s.say("the true machine, and the model after turn %d (%d states, %d minimised):\n",
    s.turns, #match.model, #small)
  s.say("%s\n", beside(opponent.machine:draw(), small:draw()))
  s.say("it %s the true machine%s", match.learnt and "is" or "is not",
    not match.learnt and match.foreseen and ", but behaves as it from now on" or "")
  pictures(s, figure, opponent.machine, match)
  local result = { sustained = match.own, imposed = match.other,
    learnt = match.learnt, model = match.model:compact(),
    minimised = small:compact(), lead = y, runs = s.runs,
    models = models(s, player, opponent, s.runs) }
  result.learnt_of_runs = result.models.learnt
  if s.explorer_runs > 0 and s.player ~= "explorer" then
    result.beliefs = models(s, ipd.player "explorer", opponent, s.explorer_runs)
  end
  return result
end }
