-- docs.lua -- writes docs/language.md from the tables the code uses: `make docs`.

local cli        = require "ludus.cli"
local closed     = require "ludus.script.closed"
local evolve     = require "ludus.core.evolve"
local experiment = require "ludus.script.experiment"
local forms      = require "ludus.repl.forms"
local game       = require "ludus.script.game"
local games      = require "ludus.script.games"
local ludus      = require "ludus"
local operators  = require "ludus.script.operators"
local spec       = require "ludus.script.spec"
local words      = require "ludus.script.words"

local out = {}
local function line(format, ...)
  out[#out + 1] = select("#", ...) > 0 and format:format(...) or format
end

local function cell(text) return (tostring(text):gsub("|", "\\|")) end

local function default_of(row)
  local value = row[2]
  if row.required then return "needed" end
  if value == nil then return "" end
  if type(value) == "table" or type(value) == "function" then
    return type(value) == "table" and #value > 0 and type(value[1]) == "number"
      and "{ " .. table.concat(value, ", ") .. " }" or ""
  end
  return type(value) == "string" and '"' .. value .. '"' or tostring(value)
end

local function fields(rows)
  line "| field | type | default | meaning |"
  line "|-|-|-|-|"
  for _, name in ipairs(spec.sorted_keys(rows)) do
    local row = rows[name]
    local bounds = row.min and row.max and (" %s to %s"):format(row.min, row.max) or ""
    if row[1] == "choice" then bounds = ": " .. table.concat(row.choices, ", ") end
    line("| `%s` | %s%s | %s | %s |", name, row[1], bounds, cell(default_of(row)),
      cell(row.help or ""))
  end
  line ""
end

line "# The language of experiments"
line ""
line "Written by `make docs` from the tables the code itself uses. Do not edit."
line ""
line "## ludus.experiment"
line ""
line "What a script returns. `--set FIELD=VALUE` changes a field, `--set game.FIELD=VALUE`"
line "one of its game, `--set program.FIELD=VALUE` one of its kind of program. `select`, `vary`"
line "`solved` and `stop` are written as in a script: `--set 'solved=ludus.within(0.01)'`."
line "A setting that would have no effect, because a schedule sets that field itself, is an"
line "error."
line ""
fields(experiment.fields)
line "## ludus.study"
line ""
line "A script that measures, shows, or evolves several things; it is stored as a run."
line ""
fields(require "ludus.script.study".fields)
line "`run` is called with the settings and `s.seed`, `s.threads`, `s.quiet`, `s.json`,"
line "`s.say(format, ...)` and `s.step(name, function)`; see [cookbook.md](cookbook.md)."
line ""
line "## ludus.lesson"
line ""
line "A study to teach with: groups of runs, and what is claimed of them. `--set runs=20` makes"
line "more runs of each group; any other setting is a field of every group's experiment, such"
line "as `--set population=50`. See [teaching.md](teaching.md)."
line ""
fields(require "ludus.lesson".fields)
line "A claim gets the results: `r.list(group, measure)`, `r.mean`, `r.median`, `r.sum` of them,"
line "`r.chance(group, other, measure)` (A12), `r.at(group, generation)`, the median of the"
line "course, and `r.course(group, generation)`, its list. Without a measure the first is meant."
line ""
line "## ludus.game"
line ""
line "A game in Lua; see [tutorial.md](tutorial.md) and [cookbook.md](cookbook.md)."
line ""
fields(game.fields)
line "A game by `rules`, whose primitives are compiled, has these ([rules.md](rules.md)):"
line ""
fields(require "ludus.rules".fields)
line "A score of a case that is NaN, infinite or beyond 1e30 is as bad as can be: 1e30 with"
line "`minimise`, else -1e30. Programs with such a case are counted in the line of a"
line "generation and left out of its mean."
line ""
line "A primitive is `NAME = { arity, function(state, ...), ... }` with these fields:"
line ""
line "| field | meaning |"
line "|-|-|"
line "| `kind` | the kind of its value (default: the kind of programs) |"
line "| `args` | the kinds of its arguments, a list |"
line "| `lazy` | arguments are functions that evaluate when they are called |"
line "| `cost` | steps it costs (default: the game's `cost`) |"
line "| `help` | a sentence for the manual |"
line ""
line "An instruction of linear programs is a row `{ name, function(state) }`, or instead of"
line "the function `test = function(state)`, `combine = { names }` or `jump = true`; with"
line "`cost` and `help` as above."
line ""
line "In place of a function of one's own: `ludus.last`, `ludus.branch` and"
line "`ludus.choose(test)`, which the engine runs itself; see the cookbook."
line ""
line "Methods of a game: `g:read(text)`, `g:score(program)`, `g:play(program, case)`,"
line "`g:prims()`, `g:facts()`, `g:with { field = value }`."
line ""
line "```lua"
line 'local ludus = require "ludus"'
line "local g = ludus.game { cases = { 2, 3 }, max = 9,"
line "  primitives = { X = { 0, function(s) return s end },"
line "    MUL = { 2, function(_, a, b) return a * b end } },"
line "  score = function(_, value) return value end }"
line 'assert(g:score(g:read "RPB (MUL (X) (X))").raw == 13)'
line "```"
line ""
for _, name in ipairs { "tree", "machine", "vector" } do
  local form
  for _, row in ipairs(forms.list()) do form = row.name == "ludus." .. name and row or form end
  line("## %s", form.name)
  line ""
  line("%s.", (form.text:gsub("^%l", string.upper)))
  line ""
  fields(form.fields)
end
line "Linear programs are made of a game's instructions: see its game below, and"
line "`instructions` of `ludus.game`."
line ""
line "## Selections"
line ""
line "| selection | parameter | default | meaning |"
line "|-|-|-|-|"
for _, row in ipairs(evolve.selections()) do
  line("| `ludus.%s` | %s | %s | %s |", row.name, row.param or "", row.param
    and ("%g"):format(row.default) or "", cell(row.help))
end
line ""
line "Each but lexicase takes a table after its parameter, `ludus.tournament(7, { near = 500"
line "})`; with nothing to say brackets may be left out, `select = ludus.rank`:"
line ""
fields(words.selection_fields)
line "Lexicase reads what each case gave, see cases.md; `ludus.lexicase { sample = 20 }`:"
line ""
fields(words.case_fields)
line "A selection may be a function `(rng, all)` that gives the number of a parent; `all`"
line "has `count` and the lists `raw`, `standardized`, `size` and `hits`; in an experiment"
line "with `needs = { \"cases\" }` also `cases`, for each program the scores of its cases."
line ""
line "In `ludus.ga` they are names, `select = \"tournament\"`; its fields are:"
line ""
fields(require "ludus.ga".fields)
line "It stops by one of these:"
line ""
line "| `stop` | meaning |"
line "|-|-|"
for _, row in ipairs(evolve.ends) do line("| `%s` | %s |", row.name, cell(row.help)) end
line ""
line "Schemes say who stays:"
line ""
line "| `scheme` | meaning |"
line "|-|-|"
for _, row in ipairs(evolve.schemes) do
  line("| `%s` | %s |", row.name, cell(row.help))
end
line ""
line "Niches keep a score from taking over the population, `niche = ludus.niche { near = 100,"
line "score = 5 }`:"
line ""
fields(words.niche_fields)
line ""
line "A race leaves most tries early, `schedule = ludus.race { first = 50000, keep = 0.5 }`, see"
line "cookbook.md:"
line ""
fields(require "ludus.script.race".fields)
line "## Operators"
line ""
line "Each is `ludus.NAME`; one name may stand for operators of several kinds of programs."
local kind_before
for _, row in ipairs(operators.rows) do
  if row.kind ~= kind_before then
    kind_before = row.kind
    line ""
    line("### Operators of %s", operators.nouns[row.kind])
    line ""
    line "| operator | parents | parameters | meaning |"
    line "|-|-|-|-|"
  end
  local params = {}
  for i, p in ipairs(row.params) do
    params[i] = ("%s = %g"):format(p.name, p.default)
  end
  line("| `%s` | %d | %s | %s%s |", row.name, row.parents, table.concat(params, ", "),
    cell(row.help), row.types and " (" .. table.concat(row.types, ", ") .. ")" or "")
end
line ""
line "An operator of trees may be a function `(rng, mother, father)` that gives a program. Programs"
line "have `#p`, `p:node(i)`, `p:subtree(i)`, `p:graft(i, subtree)`, `p:places(subtree)`,"
line "`p:branches()`, `p:depth()`, `p:pretty(width)`; generators `rng:below(n)`,"
line "`rng:range(lo, hi)`, `rng:real()`, `rng:normal()`, `rng:node(p)`, `rng:shuffle(t)`."
line ""
line "## Games"
line ""
line "Each is `require \"ludus.NAME\"`, and at hand in a session."
line ""
line "| game | programs | commands | what it is |"
line "|-|-|-|-|"
for _, row in ipairs(games.rows) do
  local commands = {}
  if row.scores then commands[1] = "score" end
  if row.plays then commands[#commands + 1] = "play" end
  line("| `%s` | %s | %s | %s |", row.name, games.programs(row),
    table.concat(commands, ", "), cell(row.help))
end
line ""

-- What `ludus ops` prints of a game but its fields, which are a table here.
local function made_of(name)
  local lines, say = {}, print
  function print(text) lines[#lines + 1] = text or "" end
  local ok, why = pcall(require "ludus.cli.ops".run, {}, { name })
  print = say
  if not ok then error(why, 0) end
  local text = table.concat(lines, "\n", 2):gsub("\n*fields %(%-%-set.*", "")
  return text:gsub("%s+$", "")
end

for _, row in ipairs(games.rows) do
  line("### ludus.%s", row.name)
  line ""
  local text = made_of(row.name)
  if text ~= "" then
    line("What programs are made of, or meet (`ludus ops %s`):", row.name)
    line ""
    line "```text"
    line("%s", text)
    line "```"
    line ""
  end
  local told = closed.find(games.module(row), "words") or {}
  for _, word in ipairs(told) do line("- **%s**: %s.", word[1], word[2]) end
  if #told > 0 then line "" end
  local given = games.fields(row)
  if given then
    line("`%s.game { ... }` takes:", row.name)
    line ""
    fields(given)
  end
end
line "## Commands"
line ""
for _, name in ipairs(cli.commands) do
  local ok, command = pcall(require, "ludus.cli." .. name)
  if ok and command.summary then
    line("### ludus %s", command.usage or name)
    line ""
    line("%s.", (command.summary:gsub("^%l", string.upper)))
    line ""
    for _, option in ipairs(spec.sorted_keys(command.options or {})) do
      local o = command.options[option]
      line("- `--%s%s`: %s", option, o.value and " " .. o.value or "", o.help or "")
    end
    if next(command.options or {}) then line "" end
  end
end

io.write(table.concat(out, "\n"))
