-- ludus play GAME -- watch a program play, or play against it.
--
-- A game's module has play = { usage=, summary=, options=, run= }.

local cli    = require "ludus.cli"
local games  = require "ludus.script.games"

local function run(_, words)
  local name = table.remove(words, 1)
    or cli.fail("'ludus play' needs a game; there are: %s",
      table.concat(games.which "plays", ", "))
  local module, row = games.find(name)
  if not module then cli.fail("%s", row) end
  if not row.plays then cli.fail("%s cannot be played in the terminal", name) end
  local options, rest = cli.parse(module.play.options, words)
  if rest[1] then cli.fail("'ludus play %s' takes no words, only options", name) end
  return module.play.run(options)
end

return {
  usage   = "play GAME ...",
  summary = "watch a program play, or play against it",
  raw     = true,
  topics  = function(words)             -- what --help is asked about
    local row = words[1] and games.row(words[1])
    return row and row.plays and row.name or nil
  end,
  run     = run,
}
