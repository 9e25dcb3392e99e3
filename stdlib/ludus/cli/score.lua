-- ludus score GAME FILE... -- scores programs written by hand or by evolution.

local cli     = require "ludus.cli"
local closed  = require "ludus.script.closed"
local games   = require "ludus.script.games"
local json    = require "ludus.json"
local program = require "ludus.script.program"

local function node_counts(p)
  local counts = {}
  for i, branch in ipairs(p:branches()) do counts[i] = branch.nodes end
  return counts
end

local function number(x)
  return math.tointeger(x) and ("%d"):format(x) or ("%.6g"):format(x)
end

-- Raw score, what is left to the greatest, and what the game says of it.
local function show_score(game, score)
  local raw = score.max and ("raw %s of %s (%.1f%%)"):format(number(score.raw),
    number(score.max), 100 * score.raw / score.max) or "raw " .. number(score.raw)
  print(("  %s, standardized %s, adjusted %.6f"):format(raw,
    number(score.standardized), score.adjusted))
  local cases = game:facts().cases
  if game:can "summary" then
    print(("  %d steps; %s, of %d cases"):format(score.steps, game:summary(score), cases))
  else
    print(("  %d steps, %d cases"):format(score.steps, cases))
  end
end

-- A case, as far as the game tells.
local function show_case(i, case)
  local line = ("  case %-5d raw %-5s"):format(i, number(case.raw))
  if case.steps then line = line .. (" %8d steps"):format(case.steps) end
  if case["end"] then line = line .. "  " .. case["end"] end
  print((line:gsub("%s+$", "")))
end

local function show(game, path, p, score, options)
  if options.json then
    local line = { program = path, nodes = json.list(node_counts(p)) }
    for key, value in pairs(score) do line[key] = value end
    line.cases = options.cases and json.list(score.cases) or nil
    print(json.encode(line))
    return
  end
  print(("%s  %s nodes"):format(path, table.concat(node_counts(p), ", ")))
  show_score(game, score)
  for i, case in ipairs(options.cases and score.cases or {}) do show_case(i, case) end
end

local function run(options, words)
  if #words < 2 then
    cli.fail("'ludus score' needs a game and a program file\n"
      .. "usage: ludus score GAME FILE... [--set k=v]... [--json] [--cases]")
  end
  local module, row = games.find(words[1])
  if not module then cli.fail("%s", row) end
  if not row.scores then
    cli.fail("%s cannot be scored from the command line", row.name)
  end
  if not closed.find(module, "score") then
    local ok, game = pcall(module.game, cli.settings(module.fields, options.set))
    if not ok then
      if cli.is_usage(game) then error(game, 0) end
      cli.fail("%s", game)
    end
    if options.cases then
      local able, lacks = pcall(game.need, game, "cases")
      if not able then cli.fail("--cases: %s", lacks) end
    end
    for i = 2, #words do
      local read, p = pcall(program.read, words[i], game)
      if not read then cli.fail("%s", p) end
      local scored, score = pcall(game.score, game, p)
      if not scored then cli.fail("%s: %s", words[i], score) end
      show(game, words[i], p, score, options)
    end
    return 0
  end
  return module.score(options, table.move(words, 2, #words, 1, {}))
end

return {
  usage   = "score GAME FILE...",
  summary = "score programs written by hand or by evolution",
  help    = "--set names the game's own fields, for instance --set rows=8;\n"
    .. "'ludus ops GAME' lists them. One line of JSON per program with --json.",
  options = {
    set   = { kind = "setting", many = true, value = "KEY=VALUE",
      help = "a field of the game" },
    json  = { kind = "flag", help = "one JSON object per program" },
    cases = { kind = "flag", help = "raw score, steps and end of every case" },
  },
  run = run,
}
