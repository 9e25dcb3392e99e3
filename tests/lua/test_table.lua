-- Tables of data: CSV files read to the bit or refused by line and column, parts by
-- seed, and games whose cases they are.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"

local folder, write = check.folder()

-- ---- reading ----------------------------------------------------------------------------

local path = write("a.csv", 'x, "the ""goal""",kind,on\r\n1,0.1,iron,true\r\n'
  .. '-2.5e3, 3 ,brass,no\n\n0.30000000000000004,4,"iron",FALSE\n')
local t = ludus.table(path)
check.equal("rows", #t, 3)
check.equal("names", table.concat(t:names(), " "), "x the__goal_ kind on")
check.equal("what it looks like", tostring(t),
  "table of 3 rows: x, the__goal_, kind, on")
check.equal("numbers to the bit", t:column "x"[3], 0.1 + 0.2)
check.equal("powers", t:column "x"[2], -2500.0)
check.equal("words", table.concat(t:column "kind", " "), "iron brass iron")
check.equal("in order", table.concat(t:classes "kind", " "), "brass iron")
check.equal("truth values", t:row(3).on, false)
check.equal("kinds", t:kind "x" .. t:kind "on" .. t:kind "kind", "realtruthwords")
check.equal("semicolons", ludus.table(write("b.csv", "a;b\n1;2\n")):row(1).b, 2.0)
check.equal("a mark at the beginning", ludus.table(write("c.csv", "\xef\xbb\xbfa\n1\n"))
  :names()[1], "a")
check.equal("no end of line", #ludus.table(write("d.csv", "a\n1\n2")), 2)
check.equal("rows without a value dropped",
  #ludus.table(write("e.csv", "a,b\n1,2\n,3\n4,NA\n5,6\n"), { missing = "drop" }), 2)

local function wrong(text, message)
  local name = write("wrong.csv", text)
  check.error(message, function() ludus.table(name) end, name .. message)
end
wrong("", ": expected a first line with the names of the columns")
wrong("a,b\n", ": there are no rows")
wrong("a,b\n1,2\n3\n", ":3: expected 2 cells, found 1")
wrong("a,b\n1,2\n3,\n", ":3: column 'b' has no value; missing = \"drop\" leaves such "
  .. "rows out")
wrong("a,b\n1,2\n3,4x\n", ":3: column 'b': expected a number, found '4x'")
wrong("a,b\n1,true\n3,7\n", ":3: column 'b': expected true or false, found '7'")
wrong("a,a\n1,2\n", ":1: the column 'a' is there twice")
wrong('a,b\n1,"2\n', ":2: a quote is not closed")
wrong('a,b\n1,"2" 3\n', ":2: expected ',' behind a quote")
wrong("a\n" .. ("1"):rep(70000) .. "\n", ":2: a line has at most 65536 bytes")
wrong("a" .. (",b"):rep(256) .. "\n", ":1: a table has at most 256 columns")
local many = write("many.lua", ([[local ludus = require "ludus"
for i = 1, 100 do
  ludus.table(%q)
  pcall(ludus.table, %q)
end
print "read"]]):format(path, write("wrong.csv", "a\nx,y\n")))
check.equal("files are closed, the wrong ones too",
  check.run('ulimit -n 40; "$LUDUS" lua ' .. many), "read\n")
check.error("a file that is not there", function() ludus.table(folder .. "/none") end,
  folder .. "/none: cannot be read")
check.refused("a column that is not there", function() t:column "kinds" end,
  "the table has no column 'kinds'; did you mean 'kind'?")
check.refused("a row that is not there", function() t:row(4) end,
  "bad argument #1 to 'row' (there is no such row)")

-- ---- from Lua -----------------------------------------------------------------------------

local made = ludus.table { x = { 1, 2, 3, 4 }, y = { true, false, true, true } }
check.equal("columns from lists", made:row(2).x .. tostring(made:row(2).y), "2.0false")
check.equal("columns from functions",
  ludus.table(5, { n = function(row) return row * row end }):column "n"[5], 16.0)
check.refused("too many rows", function() ludus.table(2097153, {}) end,
  "expected 1 to 2097152 rows, got 2097153")
check.refused("lists of different length", function()
  ludus.table { x = { 1, 2 }, y = { 1 } }
end, "column 'y' has 1 rows, and 'x' has 2")
check.refused("lists of different things", function()
  ludus.table { x = { 1, true } }
end, "column 'x', row 2: expected a number")

check.refused("what is no number", function() ludus.table { x = { 1, 0/0 } } end,
  "column 'x', row 2: expected a number")
check.refused("an infinity", function() ludus.table { x = { math.huge } } end,
  "column 'x', row 1: expected a number")
check.refused("no rows", function() ludus.table { x = {} } end,
  "column 'x': expected 1 to 67108864 rows, got 0")
check.refused("a length below zero", function()
  ludus.table { x = setmetatable({}, { __len = function() return -5 end }) }
end, "column 'x': expected 1 to 67108864 rows, got -5")
check.refused("a name that is none in rules", function() ludus.table { ["a\27"] = { 1 } } end,
  "the name of a column is a word, as of a variable")
check.ok("the place is the script's", not select(2, pcall(function()
  ludus.table { x = { "a" } }
end)):find "ludus/init")

-- ---- parts --------------------------------------------------------------------------------

local big = ludus.table(1000, { n = function(row) return row end })
local function sum(view)
  local s = 0
  for _, n in ipairs(view:column "n") do s = s + n end
  return s
end
local train, test = big:split(0.7)
check.equal("a split", #train .. " " .. #test, "700 300")
check.equal("has every row once", sum(train) + sum(test), 499500.0)
check.equal("the same each time", sum((big:split(0.7))), sum(train))
check.ok("another by another seed", sum((big:split(0.7, 2))) ~= sum(train))
local in_order = true
local column = train:column "n"
for i = 2, #column do in_order = in_order and column[i - 1] < column[i] end
check.ok("rows keep their order", in_order)
local total, sizes = 0, {}
for i = 1, 3 do
  local rest, part = big:fold(i, 3)
  total, sizes[i] = total + sum(part), #part
  check.equal("a fold and the rest", #rest + #part, 1000)
end
check.equal("folds have every row once", total, 499500.0)
check.equal("and are alike", table.concat(sizes, " "), "333 333 334")
check.equal("parts of parts", #(train:split(0.5)), 350)
check.equal("a sample", #big:sample(40), 40)
check.equal("the same by the same seed", sum(big:sample(40, 7)), sum(big:sample(40, 7)))
check.ok("another by another", sum(big:sample(40, 8)) ~= sum(big:sample(40, 7)))
check.equal("all rows are all", sum(big:sample(1000)), sum(big))
check.equal("one is enough", #train:sample(1), 1)
check.refused("none is not", function() big:sample(0) end,
  "bad argument #1 to 'sample' (must be 1 to the number of rows)")
check.refused("nor one too many", function() train:sample(701) end,
  "bad argument #1 to 'sample' (must be 1 to the number of rows)")
check.refused("a share of nothing", function() big:split(0) end,
  "bad argument #1 to 'split' (must be between 0 and 1)")
for _, k in ipairs { 1, 1001 } do
  check.refused("so many folds", function() big:fold(1, k) end,
    "bad argument #2 to 'fold' (must be 2 to the number of rows)")
end
check.equal("a fold for each row", #select(2, big:fold(1, 1000)), 1)
check.refused("a fold that is not there", function() big:fold(4, 3) end,
  "bad argument #1 to 'fold' (must be 1 to the number of parts)")

-- ---- games --------------------------------------------------------------------------------

local rules = [[ input real x  var real target  var truth on
  ADD(a, b) { a + b }  score { if on { abs(value - target) } else { 0.0 } } ]]
local function game(fields)
  return ludus.game { rules = rules, cases = fields.cases or t, minimise = true,
    target = fields.target or "the__goal_", engine = fields.engine }
end
check.equal("columns are variables", game {} :score(game {} :read "(ADD (x) (x))").raw, 1.9)
check.equal("with any engine",
  game { engine = "plain" } :score(game {} :read "(ADD (x) (x))").raw, 1.9)
check.refused("a target that is not there", function() game { target = "gaol" } end,
  "ludus.game: field 'cases': the table has no column 'gaol'")
check.refused("an input that is not there", function()
  game { cases = ludus.table { y = { 1 }, the__goal_ = { 1 } } }
end, "ludus.game: field 'cases': the table has no column 'x'; did you mean 'y'?")
check.refused("a column of another kind", function()
  game { cases = ludus.table { x = { 1 }, the__goal_ = { 1 }, on = { 3 } } }
end, "ludus.game: field 'cases': column 'on', row 1: expected true or false, found 3.0")
check.equal("another table", game {} :with { cases = ludus.table { x = { 1 },
  the__goal_ = { 1 }, on = { true } } } :score(game {} :read "(ADD (x) (x))").raw, 1)

-- Functions and lengths of lists may change the table of columns while it is read: the names
-- of columns that are gone are none that may be read.
for _, way in ipairs { "functions", "lists" } do
  local columns, later = {}, ("z"):rep(60)
  local function clear()
    columns[later] = nil
    collectgarbage()
    local others = {}
    for i = 1, 500 do others[i] = ("y"):rep(59) .. i end
    return 3
  end
  columns.a = way == "functions" and clear or setmetatable({ 1, 2, 3 }, { __len = clear })
  columns[("z"):rep(60)] = way == "functions" and math.abs or { 1, 2, 3 }
  check.refused("columns that go while they are read, " .. way, function()
    if way == "functions" then ludus.table(3, columns) else ludus.table(columns) end
  end, ("column '%s' was changed while the table was made"):format(later))
end

os.execute("rm -r " .. folder)
-- The data are part of a run's identity.
do
  local place, put = check.folder()
  put("seen.csv", "x,y\n1,2\n3,6\n")
  put("seen.lua", [[
local ludus = require "ludus"
return ludus.experiment { population = 20, generations = 3, program = ludus.tree { nodes = 9 },
  game = ludus.game { rules = "input real x var real target ADD(a, b) { a + b } "
    .. "score { abs(value - target) }", cases = ludus.table "seen.csv", target = "y",
    minimise = true } }]])
  local shell = ('cd %s && "$LUDUS" '):format(place)
  check.run(shell .. "run seen.lua --quiet --store s.db")
  check.ok("a table is shown with the run", (check.run(shell .. "show 1 --store s.db"))
    :find "\n  data    %x+  seen.csv, 12 bytes\n")
  put("seen.csv", "x,y\n1,2\n3,7\n")
  local _, told = check.run(shell .. "resume 1 --store s.db")
  check.ok("and a changed one is told", told:find("seen.csv: 1 of 3 lines differ", 1, true))
end

return check.done()
