-- million.lua -- does a run of a million generations stay small?
--
-- Run by `make soak`: the store and the memory must not grow with the generations.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

return ludus.experiment {
  game        = mines.game { rows = 4, cols = 4 },
  program     = ludus.tree { nodes = 20 },
  population  = 20,
  generations = 1000000,
  stop        = ludus.never,
  report      = function(run)
    local store = require "ludus.run".store(run)
    local size = store:query "PRAGMA page_count"[1].page_count
      * store:query "PRAGMA page_size"[1].page_size
    print(("%d generations, %d kept, %d bytes of store, %.1f s"):format(
      run.generation + 1, #run.rows, size, run:seconds()))
  end,
}
