-- test_stats.lua -- known values: R 4 (t.test, quantile, wilcox.test), tables.
local check = dofile "tests/lua/check.lua"
local stats = require "ludus.stats"
local core  = require "ludus.core.rng"

check.near("mean", stats.mean { 1, 2, 3, 4 }, 2.5, 0)
check.near("mean is not lost in big numbers", stats.mean { 1e16, 1, -1e16 },
  1 / 3, 1e-15)
check.near("deviation", stats.deviation { 2, 4, 4, 4, 5, 5, 7, 9 },
  2.138089935299395, 1e-12)
check.equal("deviation of one", stats.deviation { 3 }, 0.0)

check.near("quantile type 7", stats.quantile({ 1, 2, 3, 4 }, 0.25), 1.75, 1e-12)
check.near("median", stats.median { 5, 1, 3 }, 3, 0)
check.equal("quantile ends", stats.quantile({ 3, 1, 2 }, 1), 3.0)

check.near("normal 1.96", stats.normal_cdf(1.959963984540054), 0.975, 1e-13)
check.near("normal -1", stats.normal_cdf(-1), 0.15865525393145707, 1e-14)
check.near("normal -6", stats.normal_cdf(-6) * 1e9, 0.9865876450376946, 1e-9)
check.near("normal quantile", stats.normal_quantile(0.975), 1.959963984540054,
  1e-9)
check.near("t with 1", stats.t_quantile(0.975, 1), 12.706204736, 1e-6)
check.near("t with 7", stats.t_quantile(0.975, 7), 2.364624252, 1e-7)
check.near("t with 100", stats.t_quantile(0.975, 100), 1.983971519, 1e-7)

local mean, low, high = stats.interval { 2, 4, 4, 4, 5, 5, 7, 9 }
check.near("interval mean", mean, 5, 0)
check.near("interval low", low, 3.212512, 1e-5)
check.near("interval high", high, 6.787488, 1e-5)
check.equal("interval of one value", select(2, stats.interval { 1 }), nil)

local share, lower, upper = stats.wilson(8, 10)
check.near("wilson share", share, 0.8, 0)
check.near("wilson low", lower, 0.4901625, 1e-6)
check.near("wilson high", upper, 0.9433178, 1e-6)
local _, none, some = stats.wilson(0, 10)
check.equal("wilson none", none, 0.0)
check.near("wilson none high", some, 0.2775328, 1e-6)

local m = stats.mann_whitney({ 1, 2, 3 }, { 4, 5, 6 })
check.near("exact p of 3 and 3", m.p, 0.1, 1e-12)
check.equal("a12 all less", m.a12, 0.0)
check.ok("exact", m.exact)
m = stats.mann_whitney({ 0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73,
  1.46 }, { 1.15, 0.88, 0.9, 0.74, 1.21 })
check.equal("U of the R example", m.u, 35.0)
check.near("p of the R example", m.p, 0.2544122544, 1e-9)
m = stats.mann_whitney({ 1, 2, 2, 3, 4 }, { 2, 3, 3, 5, 6, 7 })
check.ok("ties are not exact", not m.exact)
check.near("U with ties", m.u, 6, 0)
check.near("p with ties", m.p, 0.1139, 5e-5)
check.equal("equal lists", stats.mann_whitney({ 1, 1 }, { 1, 1 }).p, 1.0)

local values = {}
for i = 1, 40 do values[i] = i end
local v, lo, hi = stats.bootstrap(core.new(1), values)
local v2, lo2, hi2 = stats.bootstrap(core.new(1), values)
check.near("bootstrap value", v, 20.5, 1e-12)
check.ok("bootstrap ends", lo > 15 and lo < 18.5 and hi > 22.5 and hi < 26)
check.ok("bootstrap repeats", v == v2 and lo == lo2 and hi == hi2)

check.error("empty", function() stats.mean {} end,
  "tests/lua/test_stats.lua:62: stats.mean: needs at least 1 value, got 0")
check.error("not a number", function() stats.sum { 1, "x" } end,
  "tests/lua/test_stats.lua:64: stats.sum: value 2 is a string, expected a number")

-- The examples of the manual of scipy.stats.kruskal; the others by hand.
local k = stats.kruskal_wallis { { 1, 3, 5, 7, 9 }, { 2, 4, 6, 8, 10 } }
check.near("H of two lists", k.h, 0.27272727272727, 1e-12)
check.near("p of two lists", k.p, 0.60150813444059, 1e-12)
k = stats.kruskal_wallis { { 1, 1, 1 }, { 2, 2, 2 }, { 2, 2 } }
check.near("H with ties", k.h, 7, 1e-12)
check.near("p with ties", k.p, 0.030197383422319, 1e-12)
check.equal("its freedom", k.freedom, 2)
check.equal("all the same", stats.kruskal_wallis({ { 1 }, { 1 } }).p, 1.0)
check.refused("one list", function() stats.kruskal_wallis { { 1 } } end,
  "stats.kruskal_wallis: needs at least 2 lists")
check.near("chi squared of 2", stats.chi_squared_cdf(2, 2), 1 - math.exp(-1), 1e-12)
check.near("chi squared, far out", 1 - stats.chi_squared_cdf(20, 2), math.exp(-10), 1e-12)
check.equal("Holm", table.concat(stats.holm { 0.01, 0.04, 0.03, 0.5 }, " "),
  table.concat({ 0.04, 0.09, 0.09, 0.5 }, " "))
check.equal("Holm of none", #stats.holm {}, 0)
check.equal("Holm stays within 1", stats.holm({ 0.9, 0.8 })[1], 1)

return check.done()
