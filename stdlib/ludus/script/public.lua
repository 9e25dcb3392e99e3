-- public.lua -- which modules of the library are for scripts.
--
-- Those that are a file right in stdlib/ludus, and the games whose row says so with
-- all that lies in their folders. What lies in a folder of stdlib/ludus, and what is
-- written in C (ludus.core.*), is the host's.

local games  = require "ludus.script.games"
local system = require "ludus.core.system"

local public = {}

local open = {}
for _, row in ipairs(games.all) do open[row.name] = row.open end

local function is_open(path)
  return open[path:match "^[^/]+"] or path:find "^ludus/[%w_]+%.lua$" ~= nil
end

-- The names of all of them, in order: "ludus.stats".
function public.modules()
  local list = {}
  for _, file in ipairs(system.library()) do
    if is_open(file.path) then list[#list + 1] = file.module end
  end
  return list
end

-- Those known by one word, by that word: stats = "ludus.stats".
function public.words()
  local words = {}
  for _, module in ipairs(public.modules()) do
    local word = module:match "^ludus%.([%w_]+)$"
    if word then words[word] = module end
  end
  return words
end

return public
