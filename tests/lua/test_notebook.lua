-- Notebooks: `ludus kernel` by its lines; Jupyter's kernel and the example notebooks by
-- nbconvert where it is installed; the package for Python; what docs/json.md says.
local check    = dofile "tests/lua/check.lua"
local json     = require "ludus.json"
local notebook = require "ludus.repl.notebook"

local folder = check.folder()

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
  return folder .. "/" .. name
end

-- ---- the protocol --------------------------------------------------------------------

-- The answers to some requests, `done` objects among them.
local function ask(...)
  local lines = {}
  for i, request in ipairs { ... } do
    lines[i] = type(request) == "string" and request or json.encode(request)
  end
  local path = write("requests", table.concat(lines, "\n") .. "\n")
  local out, err, status = check.run(('"$LUDUS" kernel <"%s"'):format(path))
  local answers = {}
  for line in out:gmatch "[^\n]+" do answers[#answers + 1] = json.decode(line) end
  return answers, err, status
end

local function run(code) return { ["do"] = "execute", code = code } end

local function text(code)
  local out = {}
  for _, answer in ipairs((ask(run(code)))) do
    out[#out + 1] = answer.stream or answer.error
      or answer.display and answer.display["text/plain"] or answer.done
  end
  return table.concat(out, "|")
end

check.equal("a value", text "1 + 1", "2|ok")
check.equal("statements and a value", text "x = 2\nlocal y = 3\nx + y", "5|ok")
check.equal("a call is a value", text "x = 2\nmath.max(x, 7)", "7|ok")
check.equal("several values", text "1, 2", "1|2|ok")
check.equal("statements alone", text "x = 2", "ok")
check.equal("nothing", text "", "ok")
check.equal("an expression of several lines", text "math.max(1,\n  2)", "2|ok")
check.equal("printed", text "print(1)\nprint(2)", "1\n|2\n|ok")
check.equal("a block", text "for i = 1, 2 do\n  print(i)\nend", "1\n|2\n|ok")
check.equal("an unfinished block", text "for i = 1, 2 do",
  "'end' expected near <eof>|failed")
check.equal("lines keep their numbers", text "x = 1\n\nnope.y",
  "input 2:3: undeclared name 'nope'|failed")
check.equal("what stands before an error has happened",
  text "print(1)\nerror('no', 0)", "1\n|no|failed")
check.equal("a question", text "ludus.never?":match "^[^|\n]*", text "ludus.never ?":match "^[^|\n]*")
check.equal("quit", text ":quit", "quit")

local answers = ask(run "x = 3", run "x")
check.equal("names live on", answers[2].display["text/plain"], "3")

answers = ask({ ["do"] = "complete", code = "y = ludus.tourn", cursor = 15 })
check.equal("completion", json.encode(answers[1]),
  '{"done":"ok","finish":15,"matches":["tournament"],"start":10}')
answers = ask({ ["do"] = "complete", code = "'é' .. ludus.tourn", cursor = 18 })
check.equal("characters are counted, not bytes", answers[1].start, 13)
answers = ask({ ["do"] = "inspect", code = "ludus.tournament(7)", cursor = 9 })
check.ok("help", answers[1].text:find("the best of `size` programs", 1, true))
answers = ask({ ["do"] = "inspect", code = "   ", cursor = 1 })
check.equal("no help", json.encode(answers[1]), '{"done":"ok"}')
for code, want in pairs { ["1 + 1"] = "complete", ["for i = 1, 3 do"] = "incomplete",
  ["x = = 3"] = "invalid", [":runs"] = "complete", ["f("] = "incomplete" } do
  answers = ask({ ["do"] = "is_complete", code = code })
  check.equal("is complete: " .. code, answers[1].done, want)
end

check.equal("as Jupyter writes what is above 16 bits", json.encode((ask(
  '{"do":"execute","code":"#\\"\\ud83d\\ude00\\""}'))[1].display["text/plain"]), '"4"')
for _, wrong in ipairs { "nonsense", "[]", "3", '{"do":"execute"}', '{"do":"fly","code":"1"}',
  '{"do":"complete","code":"1","cursor":"x"}' } do
  answers = ask(wrong, run "7")
  check.equal("refused: " .. wrong, answers[1].error, "expected an object with 'do' "
    .. "(execute, complete, inspect or is_complete), 'code' and 'cursor'")
  check.equal("and goes on: " .. wrong, answers[3].display["text/plain"], "7")
end
local _, err = ask(run "io.write('aside')", run "1")
check.equal("what is printed aside, and its marks", err, "aside\0done\n\0done\n")

-- ---- forms -----------------------------------------------------------------------------

local view = require "ludus.repl.show".view { width = 80 }
local function html(value) return notebook.forms(value, view)["text/html"] end
check.equal("records are a table", html { { a = 1, b = "<" }, { a = 2 } },
  "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>&lt;</td></tr>"
  .. "<tr><td>2</td><td></td></tr></tbody></table>")
check.equal("a list is none", html { 1, 2 }, nil)
check.equal("nor one with names", html { { a = 1 }, n = 1 }, nil)
check.equal("nor one of lists", html { { 1, 2 } }, nil)
check.equal("nor an empty one", html {}, nil)
local many = {}
for i = 1, notebook.rows_max do many[i] = { i = i } end
check.ok("all rows", not html(many):find "more rows")
many[#many + 1] = { i = 0 }
check.ok("one too many", html(many):find "<p>... 1 more rows</p>$")
local drawn = setmetatable({}, { __index = { svg = function(_, file)
  local out = io.open(file, "w")
  out:write "<?xml?><svg>here</svg>\n"
  out:close()
end } })
local function of_width(width)
  return notebook.forms(setmetatable({}, { __show = function() return "a < b" end, __index = { svg = function(_, file)
    local out = io.open(file, "w")
    out:write('<svg width="' .. width .. '" height="9pt">it</svg>')
    out:close()
  end } }), view)
end
check.ok("as wide as can be read", of_width "900pt"["image/svg+xml"])
check.equal("nothing else", of_width "1200"["text/html"], nil)
check.equal("one that is too wide scrolls", of_width "901pt"["text/html"],
  '<pre>a &lt; b</pre><details><summary>drawn</summary><div style="overflow: auto; '
  .. 'max-height: 40em"><div style="width: max-content"><svg width="901pt" height="9pt">it</svg>'
  .. "</div></div></details>")
check.equal("and is not made to fit", of_width "1201px"["image/svg+xml"], nil)
check.equal("whatever has :svg is drawn", notebook.forms(drawn, view)["image/svg+xml"],
  "<svg>here</svg>")
local refuses = setmetatable({}, { __index = { svg = function() error "no" end } })
check.equal("or not", notebook.forms(refuses, view)["image/svg+xml"], nil)

-- ---- Python ----------------------------------------------------------------------------

local function there(command) return (select(3, check.run(command))) == 0 end

if there "python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'" then
  local path = write("use.py", [[
import ludus, sys
r = ludus.run("scripts/first.lua", seed=4, set={"population": 30, "generations": 3},
              store=sys.argv[1])
print(len(r.rows), r.rows[2]["generation"], r.generations, r.seed, r.run, r.solved)
s = ludus.Store(sys.argv[1])
print(len(s.runs()), s.run(1)["digest"] == r.digest, len(s.table("generations", 1)))
print(s.table("generations", 1)[2]["raw"] == r.best["raw"], s.compare(1)[0]["runs"])
print(ludus.score("minesweeper", "scripts/programs/quartetti-best.gp")[0]["won"])
print(ludus.check("scripts/first.lua"))
try:
    ludus.run("nowhere.lua")
except ludus.Error as e:
    print(e, e.status)
]])
  local out, problem = check.run(('PYTHONPATH=stdlib/python python3 "%s" "%s/p.db"'):format(
    path, folder))
  check.equal("Python", out .. problem, "3 2 3 4 1 False\n1 True 3\nTrue 1\n35\n[]\n"
    .. "nowhere.lua: No such file or directory 2\n")
  path = write("tft.py", [[
from ludus import Player
class TitForTat(Player):
    def new(self, game, **settings): self.last = "c"
    def move(self): return self.last
    def see(self, mine, theirs): self.last = theirs
TitForTat("tit for tat").serve()
]])
  local ipd = require "ludus.ipd"
  local player = ipd.external { "env", "PYTHONPATH=stdlib/python", "python3", path }
  check.equal("a player in Python", ipd.match(player, "AD", { turns = 10 }).own,
    ipd.match("TFT", "AD", { turns = 10 }).own)
end

-- ---- Jupyter ---------------------------------------------------------------------------

local PYTHON = there "python3 -c 'import ipykernel'" and "python3"
  or there "/usr/bin/python3 -c 'import ipykernel'" and "/usr/bin/python3"
if PYTHON then
  local place = folder .. "/data"
  local out = check.run(('JUPYTER_DATA_DIR="%s" "$LUDUS" kernel install --program "$LUDUS" '
    .. '--python %s'):format(place, PYTHON))
  check.equal("installed", out, "the kernel is installed in " .. place .. "/kernels/ludus\n"
    .. "next: jupyter notebook, New, Ludus\n")
  if there "command -v jupyter-nbconvert dot gnuplot" then
    for _, name in ipairs { "evolve", "reading", "machines" } do
      local file = ("%s/%s.ipynb"):format(folder, name)
      local _, trouble, status = check.run(('JUPYTER_DATA_DIR="%s" IPYTHONDIR="%s" '
        .. 'jupyter-nbconvert --to notebook --execute --output-dir "%s" '
        .. 'scripts/notebooks/%s.ipynb'):format(place, place, folder, name))
      check.equal(name .. ": runs to its end", status == 0 and "" or trouble, "")
      local book = io.open(file)
      local shown = { svg = 0, html = 0, text = 0, error = 0 }
      for _, cell in ipairs(book and json.decode(book:read "a").cells or {}) do
        for _, output in ipairs(cell.outputs or {}) do
          local data = output.data or {}
          if output.output_type == "error" then shown.error = shown.error + 1
          elseif data["image/svg+xml"] then shown.svg = shown.svg + 1
          elseif data["text/html"] then shown.html = shown.html + 1
          else shown.text = shown.text + 1 end
        end
      end
      if book then book:close() end
      check.equal(name .. ": pictures, tables, texts, errors", ("%d %d %d %d"):format(
        shown.svg, shown.html, shown.text, shown.error),
        ({ evolve = "2 1 1 0", reading = "0 1 5 0", machines = "4 1 0 0" })[name])
    end
  end
  out = check.run(('JUPYTER_DATA_DIR="%s" "$LUDUS" kernel remove'):format(place))
  check.equal("removed", out, place .. "/kernels/ludus is removed\n")
  check.ok("and nothing is left", not there(('test -e "%s/kernels/ludus"'):format(place)))
end
check.equal("another word", select(2, check.run '"$LUDUS" kernel fly'),
  "ludus: 'ludus kernel' takes one word, install or remove, or none\n")
check.equal("no such Python", select(2, check.run '"$LUDUS" kernel install --python nowhere'),
  "ludus: nowhere has no ipykernel; on Debian: apt-get install python3-ipykernel\n")

-- ---- docs/json.md ------------------------------------------------------------------------

-- The keys of the table under a heading whose first column has that name: known and needed.
local function keys_of(heading, column)
  local page = io.open "docs/json.md":read "a"
  local section = page:match("\n## " .. heading:gsub("%p", "%%%0") .. "\n(.-)\n## ")
    or page:match("\n## " .. heading:gsub("%p", "%%%0") .. "\n(.*)$")
  local rows = section:match("| " .. column .. " | |\n|%-|%-|\n(.-)\n\n") or section:match(
    "| " .. column .. " | |\n|%-|%-|\n(.*)$")
  local known, needed = {}, {}
  for row in rows:gmatch "[^\n]+" do
    local first = row:match "^| (.-) |"
    for open, key in first:gmatch "(%[?)`([%w_]+)`" do
      known[key] = true
      if open == "" then needed[key] = true end
    end
  end
  return known, needed
end

-- Objects hold what the page says, and no more unless `more` is allowed.
local function matches(name, objects, heading, column, more)
  local known, needed = keys_of(heading, column)
  local wrong = {}
  for _, object in ipairs(objects) do
    for key in pairs(object) do
      if not known[key] and not more then wrong[#wrong + 1] = "unknown " .. key end
    end
    for key in pairs(needed) do
      if object[key] == nil then wrong[#wrong + 1] = "missing " .. key end
    end
  end
  check.ok(name .. ": there are some", #objects > 0)
  check.equal(name .. ": as docs/json.md says", table.concat(wrong, ", "), "")
end

local function objects_of(command)
  local list = {}
  for line in check.run('"$LUDUS" ' .. command):gmatch "[^\n]+" do
    list[#list + 1] = json.decode(line)
  end
  return list
end

local SMALL = "--set population=20 --set generations=2 --json --store " .. folder .. "/j.db"
local list = objects_of("run scripts/first.lua " .. SMALL)
matches("run, result", { table.remove(list) }, "ludus run SCRIPT --json", "result")
matches("run, generations", list, "ludus run SCRIPT --json", "generation")
list = objects_of("run scripts/first.lua --seeds 1..2 " .. SMALL)
matches("seeds", { list[1], list[2] }, "ludus run SCRIPT --json", "run")
matches("seeds, groups", { list[3] }, "ludus compare RUN... --json", "group")
objects_of("run scripts/first.lua --set elite=1 --seeds 1..2 " .. SMALL)
list = objects_of(("compare 1..4 --json --store %s/j.db"):format(folder))
matches("compare, pair", { table.remove(list) }, "ludus compare RUN... --json", "pair")
matches("compare, groups", list, "ludus compare RUN... --json", "group")
matches("check", objects_of("check --json " .. write("wrong.lua",
  'return require "ludus".experiment { popsize = 3 }')), "ludus check SCRIPT --json", "mistake")
matches("score", objects_of "score minesweeper scripts/programs/quartetti-best.gp --json",
  "ludus score GAME PROGRAM... --json", "score", true)

return check.done()
