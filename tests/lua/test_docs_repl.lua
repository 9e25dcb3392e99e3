-- test_docs_repl.lua -- every example of docs/repl.md, run in one session.
--
-- In a block, lines after `> ` and `>> ` are typed, the others are what must
-- come out. `ludus lua tests/lua/test_docs_repl.lua update` writes the outputs
-- anew.

local check = dofile "tests/lua/check.lua"
local repl  = require "ludus.repl"

local path = "docs/repl.md"
local update = rawget(_G, "arg") and arg[1] == "update"

local out = {}
local session = repl.new { width = 80, lines = 16, write = function(...)
  for _, text in ipairs { ... } do out[#out + 1] = text end
end }

-- Types one line; what was written.
local function typed(line)
  session:feed(line)
  local text = table.concat(out)
  out = {}
  return text
end

local result, block, wanted, got, line_of = {}, false, nil, nil, nil

local function settle()
  if not got then return end
  if not update then
    check.equal(("%s:%d"):format(path, line_of), got, wanted)
  end
  if got ~= "" then result[#result + 1] = got:sub(1, -2) end
  got, wanted = nil, nil
end

local n = 0
for line in io.lines(path) do
  n = n + 1
  local code = block and line:match("^>>? ?(.*)$")
  if line:find "^```" then
    settle()
    block = line == "```repl"
    result[#result + 1] = line
  elseif code then
    if line:find("^> ") then settle() end
    local before = result
    got, wanted, line_of = (got or "") .. typed(code), wanted or "", n
    before[#before + 1] = line
  elseif block then
    wanted = wanted .. line .. "\n"
  else
    result[#result + 1] = line
  end
end

if update then
  local file = assert(io.open(path, "w"))
  file:write(table.concat(result, "\n"), "\n")
  file:close()
  print("0 passed, 0 failed")
  return 0
end

return check.done()
