-- test_lsp.lua -- `ludus lsp`, which editors talk to, and `ludus check --stdin`.
local check = dofile "tests/lua/check.lua"
local json  = require "ludus.json"

local folder, file = check.folder()

local WRONG = [[
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
return ludus.experiment { name = "§𝄞", game = mines.game { rowz = 6 },
  program = ludus.tree {} }
]]
local RIGHT = WRONG:gsub("rowz", "rows")

-- ---- the text of standard input ---------------------------------------------------------

local saved = file("saved.lua", RIGHT)
local function checked(text, words)
  local out, _, status = check.run(('"$LUDUS" check %s --stdin %s <%s'):format(saved,
    words or "", file("text.lua", text)))
  return out:gsub(folder, "F") .. status
end
check.equal("what is not saved yet is checked", checked(WRONG),
  "F/saved.lua:3:64: mines.game: unknown field 'rowz'; did you mean 'rows'?\n1 mistake\n2")
check.equal("in the sandbox, too", checked(WRONG, "--sandbox"), checked(WRONG))
check.equal("no mistake", checked(RIGHT), "F/saved.lua: no mistake found\n0")

-- ---- the protocol ----------------------------------------------------------------------

-- The messages that come when these are sent: each a table, or a text as it is.
local function talk(messages, words)
  local parts = {}
  for i, m in ipairs(messages) do
    if type(m) == "table" then m.jsonrpc = "2.0" end
    local text = type(m) == "table" and json.encode(m) or m
    parts[i] = ("Content-Length: %d\r\n\r\n%s"):format(#text, text)
  end
  local out, err, status = check.run(('"$LUDUS" lsp %s <%s'):format(words or "",
    file("talk", table.concat(parts))))
  check.equal("it ends well" .. err, status, 0)
  local list, at = {}, 1
  while at <= #out do
    local length, from = out:match("^Content%-Length: (%d+)\r\n\r\n()", at)
    list[#list + 1] = json.decode(out:sub(from, from + length - 1))
    at = from + length
  end
  return list
end

local URI = "file://" .. folder .. "/my%20script.lua"
local function opened(text)
  return { method = "textDocument/didOpen", params = { textDocument = { uri = URI,
    languageId = "lua", version = 1, text = text } } }
end
local function changed(text)
  return { method = "textDocument/didChange", params = {
    textDocument = { uri = URI, version = 2 }, contentChanges = { { text = text } } } }
end

local got = talk {
  { id = 1, method = "initialize", params = { capabilities = {} } },
  { method = "initialized", params = {} },
  opened(WRONG),
  changed(RIGHT),
  changed "return { this = 'is other Lua' }",
  changed 'local ludus = require "ludus"\nreturn ludus.experiment {',
  { method = "textDocument/didClose", params = { textDocument = { uri = URI } } },
  { id = 2, method = "textDocument/hover", params = {} },
  { method = "$/setTrace", params = {} },
  "{",
  { id = "three", method = "shutdown" },
  { method = "exit" },
}
check.equal("so many answers", #got, 9)
check.equal("what it can", json.encode(got[1].result.capabilities),
  '{"textDocumentSync":{"change":1,"openClose":true}}')
local m = got[2].params.diagnostics[1]
check.equal("the document", got[2].params.uri, URI)
check.equal("a misspelt field is marked", m.message,
  "mines.game: unknown field 'rowz'; did you mean 'rows'?")
check.equal("where it stands, in units of UTF-16", json.encode(m.range),
  '{"end":{"character":64,"line":2},"start":{"character":60,"line":2}}')
check.equal("nothing else", #got[2].params.diagnostics, 1)
check.equal("mended", #got[3].params.diagnostics, 0)
check.equal("other Lua is none of ours", #got[4].params.diagnostics, 0)
check.ok("a slip of syntax", got[5].params.diagnostics[1].message:find "near <eof>")
check.equal("closed", #got[6].params.diagnostics, 0)
check.equal("no such request", got[7].error.code, -32601)
check.equal("no JSON", got[8].error.code, -32700)
check.equal("the end", got[9].id, "three")

-- What a script that is opened would do to the disk.
local HARM = ('local ludus = require "ludus"\nio.open("%s/harm", "w"):close()\n'):format(folder)
got = talk { opened(HARM) }
check.ok("a script that is opened can do nothing",
  got[1].params.diagnostics[1].message:find("'io.open' is not allowed in the sandbox", 1, true))
check.equal("nothing was done", io.open(folder .. "/harm"), nil)
talk({ opened(HARM) }, "--trust")
check.ok("unless it is trusted", io.open(folder .. "/harm"))

-- What a script prints is no mistake, hides none, and fills no disk.
local LIE = 'local ludus = require "ludus"\nprint %q\nreturn 5'
for _, printed in ipairs { '{"file":1,"line":{}}', "{}", "\27[2J",
  '{"file":"' .. folder .. '/my script.lua","line":1,"column":1,"end_column":2,"message":"fine"}' } do
  got = talk { opened(LIE:format(printed)) }
  local list = got[1] and got[1].params.diagnostics or {}
  check.equal("one mistake, whatever is printed", #list, 1)
  check.ok("the true one", list[1] and list[1].message:find("the script returns a number", 1, true))
end
got = talk { opened('local ludus = require "ludus"\nfor i = 1, 2000 do print(i, ("x"):rep(500)) end\n'
  .. "return 5") }
check.ok("much is printed", got[1].params.diagnostics[1].message:find(
  "the script returns a number", 1, true))
-- Nothing limits who looks whether a text is ours at all: it must not take long.
local _, _, ended = check.run(('timeout 60 "$LUDUS" lsp <%s'):format(file("long", (function()
  local text = json.encode { jsonrpc = "2.0", method = "textDocument/didOpen", params = {
    textDocument = { uri = URI, text = "require" .. (" "):rep(1000000) } } }
  return ("Content-Length: %d\r\n\r\n%s"):format(#text, text)
end)())))
check.equal("a million blanks", ended, 0)
local document = opened(RIGHT)
document.params.textDocument.uri = "file:///a%00b.lua"
check.equal("no byte 0 in a path", #talk({ document })[1].params.diagnostics, 0)

-- ---- a real editor -----------------------------------------------------------------------

if check.run "command -v nvim" == "" then
  print "neovim is not installed: no editor tested"
  return check.done()
end
local path = file("edited.lua", WRONG)
local commands = {
  'vim.lsp.start_client { cmd = { os.getenv "LUDUS", "lsp" }, name = "ludus",'
    .. ' on_init = function(c) vim.lsp.buf_attach_client(0, c.id) end }',
  'vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)',
  'for _, d in ipairs(vim.diagnostic.get(0)) do io.stderr:write(("<%d %d %d %s>"):format('
    .. 'd.lnum + 1, d.col, d.end_col, d.message)) end',
}
local words = {}
for i, text in ipairs(commands) do words[i] = ("-c 'lua %s'"):format(text) end
local _, err = check.run(("cd %s && HOME=%s nvim --headless -u NONE -i NONE %s -c 'qa!' %s")
  :format(folder, folder, table.concat(words, " "), path))
check.equal("Neovim underlines it", err:match "<.->",
  "<3 63 67 mines.game: unknown field 'rowz'; did you mean 'rows'?>")

return check.done()
