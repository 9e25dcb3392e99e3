-- ludus serve -- the page for browsers, live views of a store's runs, and a class.

local boards  = require "ludus.web.board"
local cli     = require "ludus.cli"
local http    = require "ludus.core.http"
local servers = require "ludus.web.server"
local stores  = require "ludus.run.store"
local system  = require "ludus.core.system"

local WAIT = 200                      -- milliseconds between looks at other things

-- Where the page lies: as built here, or installed beside this program.
local function page_folder(given)
  if given then return given end
  local installed = (system.program():match "^(.*)/[^/]*/[^/]*$" or "") .. "/share/ludus/page"
  for _, folder in ipairs { "build/web/page", installed } do
    if system.exists(folder .. "/index.html") then return folder end
  end
  return "build/web/page"
end

local function own_hosts() return { ["localhost"] = true, ["127.0.0.1"] = true } end

-- The class: its board, with a folder for checks that goes away at the end.
local function open_class(options)
  if options.code and not options.code:find "^%w+$" then
    cli.fail("option '--code': expected letters and figures, got '%s'", options.code)
  end
  local folder = os.tmpname()
  os.remove(folder)
  local ok, board = pcall(boards.open, options.board or "class.jsonl", {
    code = options.code or boards.code(), folder = folder, ludus = system.program() })
  if not ok then cli.fail("%s", board) end
  os.execute("mkdir -m 700 '" .. folder .. "'")
  return board
end

local function close_class(board)
  board:close()
  os.execute("rm -rf '" .. board.folder .. "'")
end

local function announce(server, options, board)
  local port = server:port()
  if not board then
    cli.say(("http://127.0.0.1:%d/       the page"):format(port))
    cli.say(("http://127.0.0.1:%d/runs   runs of %s as they go"):format(port,
      options.store or stores.path()))
  else
    cli.say(("open to the room at port %d: http://ADDRESS-OF-THIS-COMPUTER:%d/"):format(port,
      port))
    cli.say(("join code %s; the board for the wall is at /board, kept in %s"):format(
      board.code, board.path))
  end
  cli.say "Ctrl-C ends it"
  io.flush()
end

local function loop(server, board)
  system.catch(true)
  while system.interrupted() == 0 do
    server:wait(WAIT)
    if board then
      board:tend()
      board:forget(os.time())
    end
  end
  system.catch(false)
end

local function run(options, words)
  if #words > 0 then cli.fail("'ludus serve' takes no words") end
  local board = options.class and open_class(options) or nil
  local ok, message = pcall(function()
    local server = servers.new { page = page_folder(options.page),
      store = options.store or stores.path(), board = board,
      hosts = not options.class and own_hosts() or nil }
    local listener = http.open({ port = options.port or 8080,
      address = options.class and "0.0.0.0" or "127.0.0.1" },
      function(request) return server:answer(request) end)
    announce(listener, options, board)
    loop(listener, board)
    listener:close()
  end)
  if board then close_class(board) end
  if not ok then cli.fail("%s", message) end
  return 0
end

return {
  usage   = "serve",
  summary = "the page for browsers, views of runs, a class",
  options = {
    port  = { kind = "integer", value = "N", min = 0, max = 65535,
      help = "the port (default 8080; 0: any that is free)" },
    page  = { kind = "string", value = "FOLDER",
      help = "where 'make web' has put the page" },
    store = { kind = "store", value = "FILE",
      help = "the run store whose runs are shown (default ludus.db)" },
    class = { kind = "flag",
      help = "open it to the room and collect what is handed in, by a join code" },
    code  = { kind = "string", value = "CODE", help = "that join code (default: drawn)" },
    board = { kind = "string", value = "FILE",
      help = "where what is handed in is kept (default class.jsonl)" },
  },
  run = run,
}
