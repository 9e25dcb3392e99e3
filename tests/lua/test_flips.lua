-- test_flips.lua -- single bits of stores are flipped: each is told or changes nothing.
-- `make flips` flips very many more. See tests/faults/flips.lua.

local check  = dofile "tests/lua/check.lua"
local flips  = dofile "tests/faults/flips.lua"
local system = require "ludus.core.system"

local folder = check.tmpname()
if system.exists "/dev/shm" == "folder" then      -- stores are written and synced
  folder = "/dev/shm/" .. folder:sub(2):gsub("/", ".")
end
os.execute("mkdir -p " .. folder)
local count = flips.run(folder, 200, 7, print)
check.equal("flipped bits", count.tried, 200)
check.equal("stores that differ", count.kinds, #flips.kinds)
check.equal("that changed something without a word", count.wrong, 0)
check.ok("some were told", count.told > 20)
check.ok("some had no effect", count.same > 20)
local names = flips.capitals(folder, print)
check.ok("columns have names", names.tried > 40)
check.equal("a capital letter in one changed something without a word", names.wrong, 0)
os.execute("rm -rf " .. folder)

return check.done()
