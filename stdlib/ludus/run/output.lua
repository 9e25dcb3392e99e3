-- output.lua -- results as JSON, one object per line, whatever scripts print.
--
--     output.divert()                 -- before a script is loaded
--     output.json { generation = 3 }
--
-- From divert() on whatever is printed, by the script, its threads or the library, goes
-- to standard error; only json() still reaches standard output.

local json   = require "ludus.json"
local system = require "ludus.core.system"

local output = {}

local out                            -- what standard output was, once diverted

function output.divert() out = out or system.divert() end

-- An object, so that nobody takes it for a mistake in what was given.
local Trouble = { __tostring = function(self) return self.text end }

function output.json(value)
  local to = out or io.stdout
  local ok, why = to:write(json.encode(value), "\n")
  if ok and out then ok, why = out:flush() end
  if ok then return end
  error(setmetatable({ text = "standard output cannot be written: " .. why },
    Trouble), 0)
end

return output
