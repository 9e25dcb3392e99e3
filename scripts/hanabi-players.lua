-- How good are the players of Hanabi, each with copies of itself, at two to five seats?
--
--     ludus run scripts/hanabi-players.lua
--     ludus run scripts/hanabi-players.lua --set games=1000 --set more=my-order.txt
--
-- Means over games of a seed that no player was evolved on, with 95% intervals; behind
-- them the mean if a game in which all lives are lost counts nothing, and how many those
-- are.
local ludus  = require "ludus"
local hanabi = require "ludus.hanabi"

return ludus.study {
  name = "hanabi-players",
  settings = {
    games = { "integer", 20000, min = 2, help = "games of each player at each table" },
    case_seed = { "integer", 777, help = "the seed of the decks" },
    from  = { "integer", 2, min = 2, max = 5, help = "players at the smallest table" },
    to    = { "integer", 5, min = 2, max = 5, help = "players at the largest" },
    more  = { "string", "", help = "files of programs, with blanks between them" },
  },
  run = function(s)
    local players, result = {}, {}
    for i, row in ipairs(hanabi.players) do players[i] = row.name end
    for file in s.more:gmatch "%S+" do players[#players + 1] = file end
    for _, player in ipairs(players) do
      local cells = {}
      for seats = s.from, s.to do
        local row = s.step(("%s %d"):format(player, seats), function()
          local r = hanabi.table.alone({ player }, { players = seats, cases = s.games,
            case_seed = s.case_seed })[1]
          r.player, r.players = player, seats
          return r
        end)
        result[#result + 1] = row
        cells[#cells + 1] = ("%6.2f +-%.2f (%5.2f, %4.1f%%)"):format(row.mean, row.half,
          row.zero, 100 * row.lost)
      end
      s.say("%-14s %s", player:match "[^/]+$", table.concat(cells, "  "))
    end
    return { rows = result }
  end,
}
