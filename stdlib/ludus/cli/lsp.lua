-- ludus lsp -- a language server: editors that speak the protocol underline the mistakes of a
-- script as one types.
--
-- Messages are JSON, each behind its length. Only what that needs is spoken. A document is
-- sent whole whenever it changes and looked at by `ludus check` in a process of its own: in
-- the sandbox, for a script that was merely opened must not be able to do anything.

local cli    = require "ludus.cli"
local json   = require "ludus.json"
local launch = require "ludus.run.launch"
local system = require "ludus.core.system"

local MESSAGE_MAX = 64 * 1024 * 1024  -- bytes
local WORDS_MAX = 64 * 1024           -- bytes of what is wrong with a script that ends the check
local TIME = 20                       -- seconds to look at a script
local WHOLE = 1                       -- how documents are sent: all of their text
local ERROR = 1                       -- how bad it is
local NULL = 0 / 0                    -- what JSON writes for it
local UNKNOWN, INVALID = -32601, -32700

-- ---- messages ------------------------------------------------------------------------

local function send(message)
  message.jsonrpc = "2.0"
  local text = json.encode(message)
  io.write(("Content-Length: %d\r\n\r\n"):format(#text), text)
  io.flush()
end

-- The text of the next message, or nil at the end.
local function receive()
  local length
  for line in io.lines() do
    line = line:gsub("\r$", "")
    if line == "" then break end
    length = tonumber(line:lower():match "^content%-length: *(%d+)$") or length
  end
  if not length or length > MESSAGE_MAX then return nil end
  return io.read(length)
end

-- ---- places --------------------------------------------------------------------------

-- The path of a document: file:///home/ada/my%20game.lua
local function path_of(uri)
  local path = uri:match "^file://(/.*)$" or uri:match "[^/:]*$"
  return (path:gsub("%%(%x%x)", function(code)
    return code ~= "00" and string.char(tonumber(code, 16)) or nil
  end))
end

local function lines_of(text)
  local list = {}
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do list[#list + 1] = line end
  return list
end

-- How many units of UTF-16, which the protocol counts, the first `bytes` of a line are.
local function units(line, bytes)
  local part = (line or ""):sub(1, bytes)
  if not utf8.len(part) then return #part end
  local count = 0
  for _, code in utf8.codes(part) do count = count + (code > 0xffff and 2 or 1) end
  return count
end

-- ---- mistakes ------------------------------------------------------------------------

-- What `ludus check` says of the text: a list of mistakes, or nil and what is wrong. What
-- the script prints comes by another way, so that it cannot pass for a mistake; 64 KB of it.
local function look(path, text, trusted)
  local name, said = os.tmpname(), os.tmpname()
  local file = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
  local pipe = io.popen(("%s%s check --stdin --json%s -- %s <%s 2>%s"):format(
    trusted and "" or "ulimit -f 128; ", launch.quoted(system.program()),
    trusted and "" or " --sandbox --time " .. TIME, launch.quoted(path),
    launch.quoted(name), launch.quoted(said)))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = json.decode(line) end
  local _, _, status = pipe:close()
  local words = system.read(said, WORDS_MAX)
  os.remove(name)
  os.remove(said)
  if status ~= 0 and #list == 0 then return nil, words or "it prints too much" end
  return list
end

-- The mistakes as the protocol has them. One of another file stands in the first line.
local function diagnostics(path, text, trusted)
  local found, wrong = look(path, text, trusted)
  if not found then
    found = { { file = path, line = 1, column = 1, end_column = 1, message = wrong } }
  end
  local lines, list = lines_of(text), {}
  for i, m in ipairs(found) do
    local here = m.file == path and lines[m.line] ~= nil
    local line = here and m.line or 1
    list[i] = { severity = ERROR, source = "ludus",
      message = here and m.message or ("%s:%d: %s"):format(m.file, m.line, m.message),
      range = { start = { line = line - 1,
          character = here and units(lines[line], m.column - 1) or 0 },
        ["end"] = { line = line - 1,
          character = here and units(lines[line], m.end_column) or 0 } } }
  end
  return json.list(list)
end

-- Is it a script of ours, or any other Lua? (One set of blanks and brackets: two of them side
-- by side would try all ways to part a row of blanks.)
local function concerns(text) return text:find "require[%s(]*[\"']ludus[\"'.]" ~= nil end

-- ---- requests ------------------------------------------------------------------------

local Server = {}
Server.__index = Server

function Server:publish(uri, text)
  send { method = "textDocument/publishDiagnostics", params = { uri = uri,
    diagnostics = concerns(text) and diagnostics(path_of(uri), text, self.trusted)
      or json.list {} } }
end

local methods = {}

function methods.initialize()
  return { capabilities = { textDocumentSync = { openClose = true, change = WHOLE } },
    serverInfo = { name = "ludus", version = system.version } }
end

function methods.shutdown() return NULL end

methods["textDocument/didOpen"] = function(self, params)
  self:publish(params.textDocument.uri, params.textDocument.text)
end

methods["textDocument/didChange"] = function(self, params)
  local changes = params.contentChanges
  self:publish(params.textDocument.uri, changes[#changes].text)
end

methods["textDocument/didClose"] = function(_, params)
  send { method = "textDocument/publishDiagnostics",
    params = { uri = params.textDocument.uri, diagnostics = json.list {} } }
end

-- Answers a message: a request has an id, of others nothing is said.
function Server:answer(message)
  local method = methods[message.method]
  local id = message.id
  if not method then
    if id and message.method then
      send { id = id, error = { code = UNKNOWN, message = "no such method" } }
    end
    return
  end
  local ok, result = pcall(method, self, message.params or {})
  if id and ok then send { id = id, result = result }
  elseif id then send { id = id, error = { code = INVALID, message = tostring(result) } }
  elseif not ok then io.stderr:write("ludus lsp: ", tostring(result), "\n") end
end

local function run(options, words)
  if #words > 0 then cli.fail("'ludus lsp' takes no words") end
  local server = setmetatable({ trusted = options.trust }, Server)
  for text in receive do
    local ok, message = pcall(json.decode, text)
    if not ok or type(message) ~= "table" then
      send { id = NULL, error = { code = INVALID, message = "no JSON" } }
    elseif message.method == "exit" then
      break
    else
      server:answer(message)
    end
  end
  return 0
end

return {
  usage   = "lsp",
  summary = "a language server: editors underline mistakes as one types",
  help    = "Speaks the Language Server Protocol by standard input and output; an editor "
    .. "starts it for Lua. Every text that requires ludus is looked at as by 'ludus check', "
    .. "in the sandbox.",
  options = {
    trust = { kind = "flag", help = "look at scripts outside the sandbox: they may require "
      .. "what lies beside them, and do what they like" },
  },
  run     = run,
}
