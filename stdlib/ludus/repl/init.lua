-- repl/init.lua -- a session: lines in, text out. No terminal is involved, so it is
-- the same for a person, a pipe and a test.
--
--     local s = repl.new { write = io.write, width = 80 }
--     s:feed "local x = 20"       --> "done"
--     s:feed "x + 1"              --> writes 21; _ is 21
--     s:feed "for i = 1, 3 do"    --> "more"
--
-- Names of a session live in an environment of its own: a line of a session may
-- declare one by assigning to it or by `local`; a function may not, and reading
-- an undeclared name is an error.

local commands = require "ludus.repl.commands"
local help     = require "ludus.repl.help"
local names    = require "ludus.repl.names"
local public   = require "ludus.script.public"
local show     = require "ludus.repl.show"
local source   = require "ludus.repl.source"
local spec     = require "ludus.script.spec"
local system   = require "ludus.core.system"

local repl = {}
local Session = {}
Session.__index = Session

repl.input_max = 1024 * 1024          -- bytes of one input

-- ---- names -----------------------------------------------------------------

-- Modules that need no require: those that are for scripts, by their last word.
local at_hand = public.words()

-- The names people may use without declaring them.
function repl.known_names()
  local list = { "ludus", "_" }
  for name in pairs(at_hand) do list[#list + 1] = name end
  for name in next, _G do list[#list + 1] = name end
  return list
end

local function undeclared(self, name)
  local known = repl.known_names()
  for declared in pairs(self.declared) do known[#known + 1] = declared end
  table.sort(known)
  local near = #tostring(name) > 1 and system.near(tostring(name), known)
  error(("undeclared name '%s'%s"):format(tostring(name),
    near and ("; did you mean '%s'?"):format(near) or ""), 3)
end

local function environment(self)
  return setmetatable({}, {
    __index = function(_, name)
      if self.declared[name] then return nil end
      local value = rawget(_G, name)
      if value == nil and at_hand[name] then value = require(at_hand[name]) end
      if value == nil then undeclared(self, name) end
      return value
    end,
    __newindex = function(t, name, value)
      if not self.declared[name] then
        local caller = debug.getinfo(2, "S")
        if not caller or caller.what ~= "main" then
          error(("undeclared name '%s' is written in a function; use 'local %s', "
            .. "or assign to it at the prompt first"):format(tostring(name),
            tostring(name)), 2)
        end
        self.declared[name] = true
      end
      rawset(t, name, value)
    end,
    __metatable = "strict",
  })
end

-- ---- a session -------------------------------------------------------------

-- options: write(text) for what is shown, complain(text) for errors, width and
-- lines (numbers or functions), colour, call(f) to run a line under protection,
-- key() for :step.
function repl.new(options)
  local self = setmetatable({ options = options, lines = {}, number = 0,
    failed = false, declared = { _ = true, ludus = true } }, Session)
  spec.session = true
  self.write = options.write or io.write
  self.complain = options.complain or self.write
  self.env = environment(self)
  rawset(self.env, "ludus", require "ludus")
  rawset(self.env, "print", function(...)
    local words = table.pack(...)
    for i = 1, words.n do words[i] = tostring(words[i]) end
    self.write(table.concat(words, "\t"), "\n")
  end)
  self.declared.print = true
  return self
end

local function number_of(value, normal)
  if type(value) == "function" then value = value() end
  return value or normal
end

function Session:view()
  return show.view { width = number_of(self.options.width, 80),
    lines = number_of(self.options.lines, 40), colour = self.options.colour }
end

-- Writes a value as text, capped; :more shows the rest.
function Session:show(value)
  local view = self:view()
  self.last = value
  self.write(show.text(value, view), "\n")
end

-- ---- errors ----------------------------------------------------------------

-- Frames of the session's own inputs, as far as they help.
local function short_trace(trace)
  local own = {}
  for line in trace:gmatch("[^\n]+") do
    line = line:gsub("^%s+", "")
    if line:find("^input %d+:") and line:find("in ")
      and not line:find("in main chunk") then
      own[#own + 1] = "  " .. line
    end
  end
  return own
end

function Session:report(e)
  self.failed = true
  local text = type(e) == "table" and e.text or e
  local message = tostring(text)
  local head, trace = message:match("^(.-)\nstack traceback:\n(.*)$")
  head = head or message
  if self.number_of_lines == 1 then
    head = head:gsub("^input " .. self.number .. ":1: ", "")
  end
  self.complain(self:view().paint("bad", "error: " .. head), "\n")
  local own = short_trace(trace or "")
  if #own > 0 and (#own > 1 or not head:find("^input")) then
    self.complain(table.concat(own, "\n", 1, math.min(#own, 5)), "\n")
  end
end

local function handler(e)
  if type(e) ~= "string" then return { text = tostring(e) } end
  if e:find("\nstack traceback:") then return e end
  return debug.traceback(e, 2)
end

-- Calls f under protection; its results packed, or nil after a report.
function Session:protect(f, ...)
  local call = self.options.call or xpcall
  local results = table.pack(call(f, handler, ...))
  if results[1] then return results end
  self:report(results[2])
  return nil
end

-- ---- lines -----------------------------------------------------------------

local function incomplete(message)
  return message:find("<eof>$") ~= nil
    or message:find("unfinished long string", 1, true) ~= nil
    or message:find("unfinished long comment", 1, true) ~= nil
end

-- A chunk for the text: an expression's values, or statements.
local function compile(self, text)
  local name = "=input " .. self.number
  local chunk, as_value = load("return " .. text, name, "t", self.env)
  if chunk then return chunk end
  local lifted = source.lift(text)
  local again, message = load(lifted, name, "t", self.env)
  if again then return again end
  return nil, incomplete(as_value) and as_value or message
end

function Session:run(text)
  local chunk, message = compile(self, text)
  if not chunk then
    if incomplete(message) then return "more" end
    self:report(message)
    return "failed"
  end
  local results = self:protect(chunk)
  if not results then return "failed" end
  if results.n > 1 then
    self.env._ = results[2]
    local good = self:protect(function()
      for i = 2, results.n do self:show(results[i]) end
    end)
    if not good then return "failed" end
  end
  return "done"
end

-- The lines of an unfinished input as one text, or nil.
function Session:unfinished()
  return #self.lines > 0 and table.concat(self.lines, "\n") or nil
end

-- Forgets the lines of an unfinished input.
function Session:cancel() self.lines = {} end

local function question(self, line)
  local what, marks = line:match("^%s*([^?\n]-)%s*(%?%??)%s*$")
  if not what or what == "" then return false end
  local found = self:protect(function()
    local text = help[marks == "?" and "about" or "source"](self, what)
    self.write(marks == "?" and show.wrap(text, self:view().width) or text,
      "\n")
  end)
  return true, found and "done" or "failed"
end

-- Would a text that begins an input want more lines?
function Session:is_more(text)
  if text:find "^%s*:%a" or text:find "^%s*[^?\n]-%s*%?%??%s*$" and text:find "%?" then
    return false
  end
  local chunk, message = compile(self, text)
  return not chunk and incomplete(message)
end

-- Takes one line, or several that an editor gives back from its history: "done",
-- "failed", "more" or "quit".
function Session:feed(line)
  if #self.lines == 0 then
    self.number = self.number + 1
    if line:find("^%s*:[%a]") then
      self.number_of_lines = 1
      return commands.run(self, line)
    end
    local asked, status = question(self, line)
    if asked then return status end
    if not line:find("%S") then return "done" end
  end
  for part in (line .. "\n"):gmatch "(.-)\n" do
    self.lines[#self.lines + 1] = part
  end
  self.number_of_lines = #self.lines
  local text = self:unfinished()
  local status = #text <= repl.input_max and self:run(text)
  if not status then
    self:report(("an input of more than %d bytes"):format(repl.input_max))
    status = "failed"
  end
  if status ~= "more" then self.lines = {} end
  return status
end

-- The end of input: an unfinished one is an error.
function Session:finish()
  if #self.lines == 0 then return end
  local _, message = compile(self, table.concat(self.lines, "\n"))
  self.lines = {}
  self:report(message or "the input ends in the middle")
end

-- What the word before the cursor may become: the text to insert, the choices.
function Session:complete(text) return names.complete(self, text) end

return repl
