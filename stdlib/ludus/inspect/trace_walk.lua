-- trace_walk.lua -- how games of trees in C are traced: their class writes a Trace.

local record = require "ludus.inspect.record"
local tracer = require "ludus.inspect.tracer"

return tracer.module {
  record = function(game, p, case, suppose)
    return record.walked(game:record(p, case, suppose))
  end,
}
