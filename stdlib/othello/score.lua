-- score.lua -- `ludus score othello FILE...`: weights and programs alike.

local cli     = require "ludus.cli"
local contest = require "ludus.othello.contest"
local json    = require "ludus.json"
local players = require "ludus.othello.players"

local function player_settings(c)
  local own = {}
  for name in pairs(players.fields) do own[name] = c.rules[name] end
  return own
end

local function cases_of(c, score)
  local list = {}
  for g, lead in ipairs(score.leads) do
    local per = 2 * c.rules.openings
    list[g] = { teacher = c.rules.teachers[(g - 1) // per + 1].name,
      colour = g % 2 == 1 and "black" or "white", lead = lead,
      raw = c:points(lead), opening = (g - 1) % per // 2 + 1 }
  end
  return list
end

local function show(path, p, c, score, nodes, options)
  local adjusted = 1 / (1 + score.standardized)
  local cases = options.cases and cases_of(c, score)
  if options.json then
    print(json.encode { program = path, kind = p.kind, raw = score.raw, max = c.max,
      standardized = score.standardized, adjusted = adjusted, steps = nodes,
      nodes = p.weights and #p.weights or nil, won = score.won,
      drawn = score.drawn, games = score.games, discs = score.discs,
      cases = cases and json.list(cases) or nil })
    return
  end
  print(("%s  %s"):format(path, p.weights and table.concat(p.weights, ", ")
    or p.kind))
  print(("  raw %.0f of %.0f (%.1f%%), standardized %.0f, adjusted %.6f"):format(
    score.raw, c.max, 100 * score.raw / c.max, score.standardized, adjusted))
  print(("  %d games: %d won, %d drawn, mean lead %.1f; %d positions searched")
    :format(score.games, score.won, score.drawn, score.discs, nodes))
  for _, case in ipairs(cases or {}) do
    print(("  %-12s as %-5s opening %-4d lead %+d"):format(case.teacher,
      case.colour, case.opening, case.lead))
  end
end

-- What the command calls with its options and the files.
return function(options, words)
  local ok, c = pcall(contest.new, cli.settings(contest.fields, options.set))
  if not ok then cli.fail("%s", c) end
  for _, path in ipairs(words) do
    local made, p = pcall(players.new, path, player_settings(c))
    if not made then cli.fail("%s", p) end
    local scores, nodes = c:score { p }
    show(path, p, c, scores[1], nodes, options)
  end
  return 0
end
