-- watch.lua -- `ludus play` for any game whose programs can be played case by case.
--
--     connect4.play = watch.command(connect4, "watch a program drop its discs")
--
-- What the game notes on the way is printed line by line, if it can be traced, then
-- how the case ended and its picture.

local cli     = require "ludus.cli"
local program = require "ludus.script.program"

local watch = {}

local function number(x)
  return math.tointeger(x) and ("%d"):format(x) or ("%.6g"):format(x)
end

-- The game that the options say, and the program.
local function open(module, options)
  if not options.player then
    cli.fail("'ludus play %s' needs --player FILE, a program to watch", module.name)
  end
  local ok, game = pcall(function()
    return module.game(cli.settings(module.fields, options.set))
  end)
  if not ok then error(cli.is_usage(game) and game or cli.fail("%s", game), 0) end
  local able, lacks = pcall(game.need, game, "play")
  if not able then cli.fail("%s", lacks) end
  local read, p = pcall(program.read, options.player, game)
  if not read then cli.fail("%s", p) end
  return game, p
end

local function run(module, options)
  local game, p = open(module, options)
  local case, cases = options.case or 1, game:facts().cases
  if case < 1 or case > cases then cli.fail("--case must be 1 to %d", cases) end
  if game:can "trace" then
    for _, event in ipairs(game:trace(p, case):events()) do
      print(("step %6d  %s"):format(event.step, event.event))
    end
    print()
  end
  local played = game:play(p, case)
  print(("case %d of %d: %s, raw %s, %d steps"):format(case, cases, played["end"],
    number(played.raw), played.steps))
  if played.picture ~= "" then
    io.write("\n  ", (played.picture:gsub("\n(.)", "\n  %1")))
  end
end

-- The command of a game's module: `play` in it.
function watch.command(module, summary)
  return {
    usage = ("play %s --player FILE [--case N] [--set k=v]..."):format(module.name),
    summary = summary,
    options = {
      player = { kind = "string", value = "FILE", help = "the program" },
      case = { kind = "integer", value = "N", help = "which case (default 1)" },
      set = { kind = "setting", many = true, value = "KEY=VALUE",
        help = "a field of the game" },
    },
    run = function(options) return run(module, options) end,
  }
end

return watch
