-- ludus help [COMMAND | NAME] -- what there is to type, or what a name means: a word of
-- scripts, a field, a primitive, as `name?` says at the prompt.

local cli    = require "ludus.cli"
local games  = require "ludus.script.games"
local system = require "ludus.core.system"

local function overview()
  print("ludus " .. system.version .. " -- evolve game players\n\nusage:")
  for _, name in ipairs(cli.commands) do
    local cmd = require("ludus.cli." .. name)
    print(("  ludus %-22s %s"):format(cmd.usage, cli.wrap(cmd.summary, 31)))
  end
  print("  ludus --version\n\n'ludus help COMMAND' tells more; 'ludus help NAME' "
    .. "explains a word of scripts,\na field or a primitive.")
end

local function print_options(options)
  local names, width = {}, 22
  for name, o in pairs(options or {}) do
    names[#names + 1] = name
    width = math.max(width, #name + 3 + #(o.value or ""))
  end
  table.sort(names)
  if #names > 0 then print("\noptions:") end
  for _, name in ipairs(names) do
    local o = options[name]
    local form = "--" .. name .. (o.value and " " .. o.value or "")
    print("  " .. form .. (" "):rep(width - #form + 1) .. cli.wrap(o.help, width + 3))
  end
end

local function find(name, known)
  for _, one in ipairs(known) do if one == name then return end end
  local near = system.near(name, known)
  cli.fail("no help on '%s'%s", name,
    near and ("; did you mean '%s'?"):format(near) or "")
end

-- The help of the prompt on a name, or nil.
local function meaning(name)
  local session = require "ludus.repl".new {}
  local ok, text = pcall(require "ludus.repl.help".about, session, name)
  return ok and require "ludus.repl.show".wrap(text, session:view().width) or nil
end

local function is_command(name)
  for _, one in ipairs(cli.commands) do if one == name then return true end end
  return false
end

-- Commands that take a game, and which they take.
local takes = { score = games.which "scores", play = games.which "plays",
  ops = games.names }

local function list_games(command)
  print "\ngames:"
  for _, name in ipairs(takes[command]) do
    local module, row = games.find(name)
    print(("  ludus %s %-12s %s"):format(command, name,
      command == "play" and module.play.summary or row.help))
  end
  if command == "play" then
    print "\n'ludus help play GAME' lists the options of a game."
  end
end

local function explain(name, game)
  local text = not game and not is_command(name) and meaning(name)
  if text then
    print(text)
    return
  end
  find(name, cli.commands)
  local cmd = require("ludus.cli." .. name)
  if game then
    find(game, games.which "plays")
    cmd = games.find(game).play
  end
  print("usage: ludus " .. cmd.usage .. "\n\n" .. cmd.summary)
  if cmd.help then print("\n" .. cli.wrap(cmd.help, 0)) end
  if not game and takes[name] then list_games(name) end
  print_options(cmd.options)
end

local function run(_, words)
  if #words > (words[1] == "play" and 2 or 1) then
    cli.fail("'ludus help' takes one word, or 'play' and a game")
  end
  if words[1] then explain(words[1], words[2]) else overview() end
end

return {
  usage   = "help [COMMAND | NAME]",
  summary = "this list, one command in full, or what a name means",
  options = {},
  run     = run,
}
