-- cli/init.lua -- the command line: finds the command and calls it.
--
-- A command is a module ludus.cli.NAME that returns
--     { usage = "score GAME FILE...", summary = "one line", help = "more",
--       options = { name = { ... } }, run = function(options, words) ... end }
-- Options are declared, parsed and explained here for all of them.

local cluster = require "ludus.run.cluster"
local harmless = require "ludus.script.harmless"
local limit   = require "ludus.core.limit"
local sandbox = require "ludus.script.sandbox"
local spec   = require "ludus.script.spec"
local system = require "ludus.core.system"

local cli = {}

-- In the order `ludus help` lists them.
cli.commands = { "repl", "new", "check", "run", "resume", "tune", "watch", "runs", "merge", "show",
  "compare", "report", "export", "grade", "score", "play", "trace", "ops", "papers", "bench",
  "serve", "kernel", "lsp", "lua", "help" }

-- Wrong usage and wrong input: said in one paragraph, exit status 2.
local Usage = { __tostring = function(self) return self.text end }

function cli.fail(format, ...)
  local text = select("#", ...) > 0 and format:format(...) or format
  error(setmetatable({ text = text }, Usage), 0)
end

-- A run that failed. A plain message without a traceback tells of a mistake in what
-- was given: usage. Anything else went wrong on the way: exit status 1.
function cli.failed(message)
  if type(message) == "string" and not message:find("\nstack traceback:") then
    cli.fail("%s", message)
  end
  error(message, 0)
end

function cli.is_usage(e) return getmetatable(e) == Usage end

local function command(name)
  for _, known in ipairs(cli.commands) do
    if known == name then return require("ludus.cli." .. name) end
  end
  local near = system.near(name, cli.commands)
  cli.fail("unknown command '%s'%s\ntry 'ludus help'", name,
    near and ("; did you mean '%s'?"):format(near) or "")
end

-- ---- options ------------------------------------------------------------------

-- kinds of option values: how a word becomes a value, or what was expected
local kinds = {
  string = function(word) return word end,
  store = function(word)                -- some names SQLite takes for its memory
    if word ~= "" and not word:find "^:" and not word:find "^file:" then return word end
    return nil, "the name of a file"
  end,
  integer = function(word, option)
    local number = tonumber(word)
    local value = math.tointeger(number)
    local low, high = option.min or math.mininteger, option.max or math.maxinteger
    if value and value >= low and value <= high then return value end
    local whole = number and math.floor(number) == number
    return nil, whole and ("%d to %d"):format(low, high) or "a whole number"
  end,
  number = function(word, option)
    local value = tonumber(word)
    if value and value >= option.min and value < math.huge then return value end
    return nil, ("a number of %g or more"):format(option.min)
  end,
  setting = function(word)
    local key, value = word:match("^([%w_.]+)=(.*)$")
    if not key then return nil, "KEY=VALUE" end
    return { key = key, value = value }
  end,
}

local function option_of(declared, word)
  local name, value = word:match("^%-%-([%w-]+)=(.*)$")
  name = name or word:match("^%-%-([%w-]+)$")
  if name and declared[name] then return name, value end
  local names = {}
  for known in pairs(declared) do names[#names + 1] = "--" .. known end
  table.sort(names)
  local near = system.near(word, names)
  cli.fail("unknown option '%s'%s", word,
    near and ("; did you mean '%s'?"):format(near) or "")
end

-- The list of settings with one more: of the same key, the last counts.
function cli.with_setting(settings, new)
  local list = {}
  for _, set in ipairs(settings) do
    if set.key ~= new.key then list[#list + 1] = set end
  end
  list[#list + 1] = new
  return list
end

-- Splits words into a table of options and a list of the rest. An option with
-- `many` collects a list; a lone `--` ends the options.
function cli.parse(declared, words)
  local options, rest, i = {}, {}, 1
  while i <= #words do
    local word = words[i]
    if word == "--" then
      table.move(words, i + 1, #words, #rest + 1, rest)
      break
    elseif word:sub(1, 1) ~= "-" or word == "-" then
      rest[#rest + 1] = word
    else
      local name, value = option_of(declared, word)
      local option = declared[name]
      if option.kind == "flag" then
        if value then cli.fail("option '--%s' takes no value", name) end
        options[name] = true
      else
        if not value then
          i = i + 1
          value = words[i]
          if value and declared[value:match("^%-%-([%w-]+)$")] then value = nil end
        end
        if not value then cli.fail("option '--%s' needs a value", name) end
        local result, expected = kinds[option.kind](value, option)
        if result == nil then
          cli.fail("option '--%s': expected %s, got '%s'", name, expected, value)
        end
        if option.many then
          options[name] = cli.with_setting(options[name] or {}, result)
        else
          options[name] = result
        end
      end
    end
    i = i + 1
  end
  return options, rest
end

-- The values of the words of --set for rows of fields (as in ludus.script.spec): a table to
-- make a game or a study from. `noun` is what a field is called in messages.
function cli.settings(fields, words, noun)
  local given = {}
  for _, set in ipairs(words or {}) do
    local row = fields[set.key]
    if not row then
      local near = system.near(set.key, spec.sorted_keys(fields))
      cli.fail("--set %s=%s: unknown %s '%s'%s", set.key, set.value, noun or "field",
        set.key, near and ("; did you mean '%s'?"):format(near) or "")
    end
    local value, expected = spec.parse(row, set.value)
    if value == nil then
      cli.fail("--set %s=%s: expected %s, got '%s'", set.key, set.value, expected,
        set.value)
    end
    given[set.key] = value
  end
  return given
end

-- The numbers of runs that a command is about, from words as 3 and 5..20.
function cli.runs(name, words)
  local ids, wrong = require "ludus.stats.compare".numbers(words)
  if wrong then
    cli.fail("'ludus %s': %s", name, wrong)
  elseif #ids == 0 then
    cli.fail("'ludus %s' needs numbers of runs, as 3 or 5..20", name)
  end
  return ids
end

-- The text broken into lines of at most `width` columns (78), all but the first
-- indented.
function cli.wrap(text, indent, width)
  local lines, line, room = {}, "", (width or 78) - indent
  for word in text:gmatch("%S+") do
    if #line + #word + 1 > room and line ~= "" then
      lines[#lines + 1] = line
      line = word
    else
      line = line == "" and word or line .. " " .. word
    end
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n" .. (" "):rep(indent))
end

-- Takes the options of the sandbox, if the command has them. A store to be written
-- is opened before the script is loaded: options.opened.
function cli.sandbox(options, writes)
  local stores = require "ludus.run.store"
  local path = options.store or stores.path()
  local wrong = sandbox.want(options, path:match("^(.*/)[^/]*$") or ".")
  if wrong then cli.fail("%s", wrong) end
  if not options.sandbox then return end
  options.store = path
  if writes then options.opened = stores.open(path) end
end

-- ---- main ---------------------------------------------------------------------

-- `ludus run --help` is `ludus help run`. Behind the file of `ludus lua` words are the
-- program's own.
local function asks_for_help(words, cmd)
  for i, word in ipairs(words) do
    if word == "--" or cmd.foreign and i > 1 then return false end
    if word == "--help" or word == "-h" then return true end
  end
  return false
end

local function dispatch(words)
  local first = table.remove(words, 1)
  if first == "--version" or first == "-v" or first == "version" then
    print("ludus " .. system.version)
    return 0
  elseif first == "--help" or first == "-h" then
    first = "help"
  elseif first == nil then
    first = "repl"
  end
  local cmd = command(first)
  if asks_for_help(words, cmd) then
    local topic = { first, cmd.topics and cmd.topics(words) }
    return require("ludus.cli.help").run({}, topic) or 0
  end
  if cmd.raw then return cmd.run({}, words) or 0 end
  local options, rest = cli.parse(cmd.options or {}, words)
  return cmd.run(options, rest) or 0
end

-- The message with the traceback cut down to the person's own files.
function cli.shorten(message)
  local text, trace = message:match("^(.-)\nstack traceback:\n(.*)$")
  if not text then return message end
  local own = {}
  for line in trace:gmatch("[^\n]+") do
    if not line:find("^%s+%[C%]") and not line:find("^%s+ludus/")
      and not line:find("^%s+%.%.%.%s") and not line:find("tail calls")
      and not line:find("stack traceback") then
      own[#own + 1] = line
    end
  end
  if #own == 0 then return text end
  return text .. "\nstack traceback:\n" .. table.concat(own, "\n", 1, math.min(#own, 10))
end

-- Prints what may come out of a stranger's store.
function cli.say(text) io.write(harmless(text), "\n") end

-- Wrong usage and wrong input are the person's doing; a lack of memory never is.
local function status_of(e, text)
  return cli.is_usage(e) and not sandbox.starved(text) and 2 or 1
end

function cli.main(...)
  local ok, status = limit.catch(dispatch, { ... })
  local arrived, why = system.flush()
  if not arrived then
    io.stderr:write("ludus: ", why, "\n")
    if ok then return 1 end
  end
  local text
  if not ok then                      -- an error object may be the script's
    text = cli.shorten(tostring(select(2, limit.catch(tostring, status))))
  end
  local ended = sandbox.ended(text)
  if not ended and ok then
    cluster.leave(status)
    return status
  end
  local words = harmless(ended or text)
  if cluster.talks() then
    io.stderr:write("ludus: ", cluster.who { ... }, words, "\n")
  end
  status = ended and sandbox.status or status_of(status, text)
  cluster.leave(status, words)
  return status
end

return cli
