-- test_classes.lua -- every function of every class checks what it is given.
--
-- Nothing but debug.getmetatable stands between a script and a finaliser, so these, too,
-- are called with what is not theirs: a number, a table that claims to be one, an object
-- of another class. Each must say so. A crash ends the test.
local check = dofile "tests/lua/check.lua"

for line in io.lines "vm/lua/modules.def" do
  local name = line:match '"(ludus%.core%.[%w_]+)"'
  if name then require(name) end
end
for _, row in ipairs(require "ludus.core.system".games()) do
  require("ludus.core." .. row.name)
end
require "ludus"

-- The metatables that C has made, by name: Lua keeps them in its registry.
local classes = {}
for key, value in pairs(debug.getregistry()) do
  if type(key) == "string" and type(value) == "table" and value.__name == key
     and key ~= "FILE*" and not key:find "^_" then
    classes[#classes + 1] = key
  end
end
table.sort(classes)
check.ok("there are classes", #classes > 30)

-- May be asked about anything: whether two are equal is false.
local answers = { __eq = true }

local function refuses(class, name, fn, what, ...)
  local ok, message = pcall(fn, ...)
  if answers[name] then
    return check.equal(("%s %s of %s"):format(class, name, what), ok and message, false)
  end
  check.ok(("%s %s refuses %s, says %s"):format(class, name, what, message),
    not ok and tostring(message):find "bad argument #[12]")
end

local function try(class, name, fn)
  if type(fn) ~= "function" or debug.getinfo(fn, "S").what ~= "C" then return end
  local meta = debug.getregistry()[class]
  refuses(class, name, fn, "nothing")
  refuses(class, name, fn, "a number", 1, 1, 1)
  refuses(class, name, fn, "a table in disguise", debug.setmetatable({}, meta), 1, 1)
  refuses(class, name, fn, "a file", io.stdout, io.stdout)
end

for _, class in ipairs(classes) do
  local meta = debug.getregistry()[class]
  for name, fn in pairs(meta) do try(class, name, fn) end
  for name, fn in pairs(meta.methods or {}) do try(class, name, fn) end
end

collectgarbage()                       -- ends the tables in disguise
return check.done()
