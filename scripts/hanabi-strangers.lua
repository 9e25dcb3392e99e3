-- How do players of Hanabi get along with strangers? Each of them alone among copies of
-- each other one.
--
--     ludus run scripts/hanabi-strangers.lua
--     ludus run scripts/hanabi-strangers.lua --set players=4 --set games=1000
--
-- Rows are the players, columns their partners; the mean over games of a seed that no
-- player was evolved on. The last column is the mean over all partners but oneself.
local ludus  = require "ludus"
local hanabi = require "ludus.hanabi"

return ludus.study {
  name = "hanabi-strangers",
  settings = {
    games = { "integer", 5000, min = 2, help = "games of each pair" },
    players = { "integer", 2, min = 2, max = 5, help = "players at the table" },
    case_seed = { "integer", 778, help = "the seed of the decks" },
    more  = { "string", "", help = "files of orders, with blanks between them" },
  },
  run = function(s)
    local players = {}
    for i, row in ipairs(hanabi.players) do players[i] = row.name end
    for file in s.more:gmatch "%S+" do players[#players + 1] = file end
    local head, result, worst = { ("%-12s"):format "" }, {}, 0
    for _, player in ipairs(players) do
      head[#head + 1] = ("%7s"):format(player:match "[^/]+$":sub(1, 7))
    end
    s.say("%s  others", table.concat(head, " "))
    for i, player in ipairs(players) do
      local row = s.step(player, function()
        local means, others = {}, 0
        for k, partner in ipairs(players) do
          local r = hanabi.table.among(player, { partner }, { players = s.players,
            cases = s.games, case_seed = s.case_seed })
          means[k] = r.mean
          worst = math.max(worst, r.half)
          if k ~= i then others = others + r.mean / (#players - 1) end
        end
        return { player = player, means = means, others = others }
      end)
      local cells = {}
      for k, mean in ipairs(row.means) do cells[k] = ("%7.2f"):format(mean) end
      s.say("%-12s %s  %6.2f", player:match "[^/]+$":sub(1, 12), table.concat(cells, " "),
        row.others)
      result[i] = row
    end
    s.say("intervals of 95%%: +-%.2f at most", worst)
    return { rows = result }
  end,
}
