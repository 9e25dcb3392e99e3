-- external.lua -- players that are programs of their own, in any language.
--
--     local external = require "ludus.external"
--     local p = external.open { "python3", "player.py", seconds = 2 }
--     p:ask "move"                       --> the line that it answers
--     p:close()
--
-- A player reads lines and answers with lines: see docs/protocol.md. It has `seconds`
-- for each answer; one that is too slow, ends or answers nothing sensible is an error
-- that names it. In the sandbox no programs are started.

local core = require "ludus.core.process"
local spec = require "ludus.script.spec"

local external = {}

local VERSION = "ludus 1"

local External = {}
External.__index = External
External.__name = "ludus.external"

local fields = {
  seconds = { "number", 10, min = 0.001, max = 86400, help = "to answer a line" },
  name = { "string", "", help = "what it is called; without it, as it says or its command" },
}

-- The words of a command and its settings.
local function split(given)
  if type(given) == "string" then given = { given } end
  if type(given) ~= "table" then
    error("external.open: expected a command, { program, argument, ... }", 0)
  end
  local words, settings = {}, {}
  for i = 1, #given do
    local word = given[i]
    if type(word) ~= "string" or word:find "\0" then
      error(("external.open: word %d of the command: expected a text, got %s"):format(i,
        spec.shown(word)), 0)
    end
    words[i] = word
  end
  if #words < 1 or #words > 64 then
    error(("external.open: expected a command of 1 to 64 words, got %d"):format(#words), 0)
  end
  for key, value in pairs(given) do
    if math.type(key) ~= "integer" then settings[key] = value end
  end
  return words, spec.check("external.open", settings, fields)
end

-- Starts a program. What it is asked then is up to the caller.
function external.start(given)
  local words, settings = split(given)
  local self = setmetatable({ seconds = settings.seconds, words = words,
    name = settings.name ~= "" and settings.name or table.concat(words, " ") }, External)
  self.process = core.open(words)
  return self
end

-- Starts a player that speaks the protocol and greets it.
function external.open(given)
  local self = external.start(given)
  local answer = self:ask(VERSION)
  local name = answer:match "^ok%s*(.-)%s*$"
  if not name then
    self:fail("answered '%s' to '%s', expected 'ok NAME'", answer, VERSION)
  end
  if name ~= "" and self.name == table.concat(self.words, " ") then self.name = name end
  return self
end

function External:fail(format, ...)
  local why = format:format(...)
  self:close()
  error(("player '%s' %s"):format(self.name, why), 0)
end

-- Sends a line.
function External:tell(line)
  if not self.process then error(("player '%s' was closed"):format(self.name), 0) end
  local ok, why = self.process:send(line, self.seconds)
  if not ok then self:fail("could not be told '%s': %s", line, why) end
end

-- The next line it says.
function External:hear()
  local line, why = self.process:receive(self.seconds)
  if not line then self:fail("said nothing: %s", why) end
  return line
end

-- Sends a line and gives the answer. `error TEXT` is the player's own failure.
function External:ask(line)
  self:tell(line)
  local answer, why = self.process:receive(self.seconds)
  if not answer then self:fail("did not answer '%s': %s", line, why) end
  local told = answer:match "^error%s*(.*)$"
  if told then self:fail("failed: %s", told) end
  return answer
end

-- The same for an answer that must be one of a list.
function External:choose(line, choices)
  local answer = self:ask(line)
  for _, choice in ipairs(choices) do
    if answer == choice then return answer end
  end
  self:fail("answered '%s' to '%s', expected %s", answer, line,
    table.concat(choices, " or "))
end

-- The CPU seconds that it has used so far, or nil if that cannot be told.
function External:cpu()
  return self.process and self.process:cpu()
end

function External:close()
  if self.process then self.process:close() end
  self.process = nil
end

External.__gc, External.__close = External.close, External.close

return require "ludus.script.closed".module(external, "ludus.external")
