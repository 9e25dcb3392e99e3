-- ludus score GAME|SCRIPT PROGRAM... -- scores programs written by hand or by evolution.

local cli     = require "ludus.cli"
local closed  = require "ludus.script.closed"
local json    = require "ludus.json"
local judge   = require "ludus.inspect.judge"
local look    = require "ludus.inspect.look"
local subject = require "ludus.cli.subject"

local function sizes(p)
  if not p.branches then return { #p } end
  local counts = {}
  for i, branch in ipairs(p:branches()) do counts[i] = branch.nodes end
  return counts
end

local function number(x)
  return math.tointeger(x) and ("%d"):format(x) or ("%.6g"):format(x)
end

local function counted(n, noun) return ("%d %s%s"):format(n, noun, n == 1 and "" or "s") end

-- Raw score, what is left to the greatest, and what the game says of it.
local function show_score(game, p, score)
  local raw = score.max and ("raw %s of %s (%.1f%%)"):format(number(score.raw),
    number(score.max), 100 * score.raw / score.max) or "raw " .. number(score.raw)
  local more = score.standardized and score.adjusted
    and (", standardized %s, adjusted %.6f"):format(number(score.standardized),
      score.adjusted) or ""
  print(("  %s%s"):format(raw, more))
  local cases = look.cases(game, p)
  local steps = score.steps and counted(score.steps, "step") or "no steps"
  if game:can "summary" then
    print(("  %s; %s, of %s"):format(steps, game:summary(score), counted(cases, "case")))
  else
    print(("  %s, %s"):format(steps, counted(cases, "case")))
  end
end

-- A case, as far as the game tells.
local function show_case(i, case)
  if type(case) ~= "table" then case = { raw = case } end
  local line = ("  case %-5d raw %-5s"):format(i, number(case.raw))
  if case.steps then line = line .. (" %8d steps"):format(case.steps) end
  if case["end"] then line = line .. "  " .. case["end"] end
  print((line:gsub("%s+$", "")))
end

local function show(game, path, p, score, options)
  if options.json then
    local line = { program = path, nodes = json.list(sizes(p)) }
    for key, value in pairs(score) do line[key] = value end
    line.cases = options.cases and json.list(score.cases) or nil
    print(json.encode(line))
    return
  end
  print(("%s  %s"):format(path, subject.size(p)))
  show_score(game, p, score)
  for i, case in ipairs(options.cases and score.cases or {}) do show_case(i, case) end
end

-- The score of a function in Lua.
local function show_function(s, path, f, options)
  local ok, score, why = pcall(judge.score, s, f)
  if not ok then cli.fail("%s: %s", path, score) end
  if not score then cli.fail("%s: %s", path, why) end
  if options.json then
    print(json.encode { program = path, raw = score.raw, max = score.max, won = score.won,
      cases = options.cases and score.cases and json.list(score.cases) or nil })
    return
  end
  print(("%s  a %s"):format(path, subject.is_named(s, path) and "player" or "function"))
  local cases = counted(score.count or #score.cases, "case")
  print(("  raw %s%s, %s"):format(number(score.raw), score.max
    and (" of %s (%.1f%%)"):format(number(score.max), 100 * score.raw / score.max) or "",
    cases))
  if score.won and s.game:can "summary" then
    print(("  %s, of %s"):format(s.game:summary(score), cases))
  end
  for i, case in ipairs(options.cases and score.cases or {}) do show_case(i, case) end
end

-- Files of programs all, or are there other words for players?
local function only_files(words)
  for i = 2, #words do
    if words[i]:find "^run:" or subject.is_function(words[i]) then return false end
  end
  return true
end

local function run(options, words)
  if #words < 2 then
    cli.fail("'ludus score' needs a game and a program file\n"
      .. "usage: ludus score GAME PROGRAM... [--set k=v]... [--json] [--cases]")
  end
  local s = subject.open(words[1], options)
  if s.row and not s.row.scores then
    cli.fail("%s cannot be scored from the command line", s.name)
  end
  if s.module and closed.find(s.module, "score") and only_files(words) then
    return s.module.score(options, table.move(words, 2, #words, 1, {}))
  end
  local game = subject.game(s)
  if options.cases then
    local able, lacks = pcall(game.need, game, "cases")
    if not able then cli.fail("--cases: %s", lacks) end
  end
  for i = 2, #words do
    local p = subject.player(s, words[i], options)
    if type(p) == "function" then
      show_function(s, words[i], p, options)
    else
      if p == "human" then cli.fail "'human' is no program: name a file, or run:12" end
      local scored, score = pcall(look.score, subject.game(s), p)
      if not scored then cli.fail("%s: %s", words[i], score) end
      show(s.game, words[i], p, score, options)
    end
  end
  return 0
end

return {
  usage   = "score GAME PROGRAM...",
  summary = "score programs written by hand or by evolution",
  help    = "GAME is a name, or a script: then the game of its experiment. A program is a file, run:12 "
    .. "(the best of run 12), run:12@40 (that of generation 40), or a file of Lua that returns "
    .. "a function, as for 'ludus play', or the name of a player that the game knows. --set names the "
    .. "game's own fields, for instance --set rows=8, of a script game.rows=8; 'ludus "
    .. "ops GAME' lists them. One line of JSON per program with --json.",
  options = {
    set   = { kind = "setting", many = true, value = "KEY=VALUE",
      help = "a field of the game" },
    json  = { kind = "flag", help = "one JSON object per program" },
    cases = { kind = "flag", help = "raw score, steps and end of every case" },
    store = { kind = "string", value = "FILE",
      help = "where run:12 is (default ludus.db)" },
  },
  run = run,
}
