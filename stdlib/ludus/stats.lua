-- stats.lua -- what may be said of a handful of runs, and how sure one may be.
--
--     local stats = require "ludus.stats"
--     stats.mean { 1, 2, 3 }                  --> 2.0
--     stats.wilson(8, 10)                     --> 0.8, 0.490, 0.943
--     stats.mann_whitney(a, b).p, .a12
--
-- Lists are plain Lua lists of numbers; none is changed. Two-sided tests, 95%
-- intervals unless a level is given. A list that is too short for a question gets
-- nil where an answer would be a guess, and an error where it is empty.

local stats = {}

local function checked(name, values, least)
  if type(values) ~= "table" then
    error(("stats.%s: expected a list of numbers, got %s")
      :format(name, type(values)), 3)
  end
  for i = 1, #values do
    if type(values[i]) ~= "number" then
      error(("stats.%s: value %d is a %s, expected a number")
        :format(name, i, type(values[i])), 3)
    end
  end
  if #values < least then
    error(("stats.%s: needs at least %d value%s, got %d")
      :format(name, least, least == 1 and "" or "s", #values), 3)
  end
  return values
end

local function sorted(values)
  local copy = table.move(values, 1, #values, 1, {})
  table.sort(copy)
  return copy
end

-- ---- distributions ----------------------------------------------------------

-- The chance that a standard normal draw is at most x: a continued fraction in
-- the tail, a power series in the middle; error below 1e-14.
function stats.normal_cdf(x)
  local z = math.abs(x)
  local density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
  local upper
  if z > 38 then
    upper = 0.0
  elseif z < 3 then
    local term, sum, k = z, z, 1
    repeat
      k = k + 2
      term = term * z * z / k
      sum = sum + term
    until term < 1e-17 * sum or term == 0
    upper = 0.5 - density * sum
  else
    local tail = z
    for k = 120, 1, -1 do tail = z + k / tail end
    upper = density / tail
  end
  return x > 0 and 1 - upper or upper
end

-- Where f, which rises, passes `want`: halving, good to the last bits.
local function solve(f, want, lo, hi)
  for _ = 1, 200 do
    local mid = (lo + hi) / 2
    if f(mid) < want then lo = mid else hi = mid end
  end
  return (lo + hi) / 2
end

function stats.normal_quantile(p)
  return solve(stats.normal_cdf, p, -40, 40)
end

local function log_gamma(x)
  if x < 7 then return log_gamma(x + 1) - math.log(x) end
  local inverse = 1 / (x * x)
  return (x - 0.5) * math.log(x) - x + 0.5 * math.log(2 * math.pi)
    + (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680
    - inverse * (1 / 1188 - inverse * 691 / 360360))))) / x
end

-- The continued fraction of the incomplete beta function (Lentz's way).
local function beta_fraction(x, a, b)
  local tiny = 1e-300
  local function safe(v) return math.abs(v) < tiny and tiny or v end
  local c, d = 1, 1 / safe(1 - (a + b) * x / (a + 1))
  local f = d
  for m = 1, 300 do
    local even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / safe(1 + even * d)
    c = safe(1 + even / c)
    f = f * c * d
    local odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / safe(1 + odd * d)
    c = safe(1 + odd / c)
    local step = c * d
    f = f * step
    if math.abs(step - 1) < 1e-16 then break end
  end
  return f
end

local function beta_cdf(x, a, b)
  if x <= 0 then return 0 elseif x >= 1 then return 1 end
  local front = math.exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b)
    + a * math.log(x) + b * math.log(1 - x))
  if x < (a + 1) / (a + b + 2) then return front * beta_fraction(x, a, b) / a end
  return 1 - front * beta_fraction(1 - x, b, a) / b
end

-- The chance that Student's t with that many degrees of freedom is at most x.
function stats.t_cdf(x, freedom)
  local tail = beta_cdf(freedom / (freedom + x * x), freedom / 2, 0.5) / 2
  return x > 0 and 1 - tail or tail
end

function stats.t_quantile(p, freedom)
  return solve(function(x) return stats.t_cdf(x, freedom) end, p, -1e6, 1e6)
end

-- ---- one list ---------------------------------------------------------------

function stats.sum(values)
  checked("sum", values, 0)
  local sum, lost = 0.0, 0.0               -- Neumaier: order hardly matters
  for i = 1, #values do
    local v = values[i]
    local t = sum + v
    if math.abs(sum) >= math.abs(v) then lost = lost + ((sum - t) + v)
    else lost = lost + ((v - t) + sum) end
    sum = t
  end
  return sum + lost
end

function stats.mean(values)
  checked("mean", values, 1)
  return stats.sum(values) / #values
end

-- Variance and deviation of the sample (n - 1); 0 for a single value.
function stats.variance(values)
  local mean, squares = stats.mean(values), 0.0
  for i = 1, #values do squares = squares + (values[i] - mean) ^ 2 end
  return #values > 1 and squares / (#values - 1) or 0.0
end

function stats.deviation(values) return math.sqrt(stats.variance(values)) end

-- The value below which that share of the list lies, between two values in
-- proportion (type 7, as in R and NumPy).
function stats.quantile(values, share)
  checked("quantile", values, 1)
  if type(share) ~= "number" or not (share >= 0 and share <= 1) then
    error("stats.quantile: the share must be 0 to 1", 2)
  end
  local list = sorted(values)
  local place = (#list - 1) * share
  local below = math.floor(place)
  local lo, hi = list[below + 1], list[math.min(below + 2, #list)]
  return lo + (hi - lo) * (place - below)
end

function stats.median(values) return stats.quantile(values, 0.5) end

-- Mean, lower and upper end of Student's interval; nil ends for one value.
function stats.interval(values, level)
  local mean, n = stats.mean(values), #values
  if n < 2 then return mean, nil, nil end
  local t = stats.t_quantile(0.5 + (level or 0.95) / 2, n - 1)
  local half = t * stats.deviation(values) / math.sqrt(n)
  return mean, mean - half, mean + half
end

-- A share of n with Wilson's interval: share, lower, upper.
function stats.wilson(successes, n, level)
  if math.type(successes) ~= "integer" or math.type(n) ~= "integer"
      or n < 1 or successes < 0 or successes > n then
    error("stats.wilson: needs whole numbers, 0 <= successes <= n, n >= 1", 2)
  end
  local z = stats.normal_quantile(0.5 + (level or 0.95) / 2)
  local p, zz = successes / n, z * z
  local centre = p + zz / (2 * n)
  local half = z * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
  local lower = successes == 0 and 0.0 or (centre - half) / (1 + zz / n)
  local upper = successes == n and 1.0 or (centre + half) / (1 + zz / n)
  return p, lower, upper
end

-- f of the list, with the middle 95% of what f gives for lists drawn from it with
-- replacement: value, lower, upper. `f` is stats.mean if not given.
function stats.bootstrap(rng, values, f, draws, level)
  checked("bootstrap", values, 1)
  f, draws = f or stats.mean, draws or 2000
  local found, again, n = {}, {}, #values
  for i = 1, draws do
    for j = 1, n do again[j] = values[rng:below(n) + 1] end
    found[i] = f(again)
  end
  local cut = (1 - (level or 0.95)) / 2
  return f(values), stats.quantile(found, cut), stats.quantile(found, 1 - cut)
end

-- ---- effort -----------------------------------------------------------------

-- How many evaluations find a solution with chance `z` (0.99), if runs that have
-- failed after so many are begun anew: Koza's effort. `solved` lists the evaluations
-- at which the successful ones of `n` runs were solved. Gives the effort, its lower
-- and upper end (from Wilson's interval of the success rate at the best stopping
-- point: the point estimate alone is far too sure of itself), and that point. All
-- nil if none was solved; the upper end is math.huge where the rate may be 0.
function stats.effort(solved, n, z, level)
  checked("effort", solved, 0)
  if math.type(n) ~= "integer" or n < 1 or #solved > n then
    error("stats.effort: needs the number of all runs", 2)
  end
  local function tries(rate)
    if rate >= 1 then return 1 elseif rate <= 0 then return math.huge end
    return math.max(1, math.log(1 - (z or 0.99)) / math.log(1 - rate))
  end
  local best, at
  for k, evaluations in ipairs(sorted(solved)) do
    local effort = evaluations * math.ceil(tries(k / n))
    if not best or effort < best then best, at = effort, k end
  end
  if not best then return nil end
  local point = sorted(solved)[at]
  local _, low, high = stats.wilson(at, n, level)
  return best, point * tries(high), point * tries(low), point
end

-- ---- two lists --------------------------------------------------------------

-- Ranks from 1 of all values in both lists, equal ones sharing their mean rank;
-- and the sum of t^3 - t over groups of t equal values.
local function rank_sum(a, b)
  local all = {}
  for i = 1, #a do all[i] = { a[i], true } end
  for i = 1, #b do all[#a + i] = { b[i], false } end
  table.sort(all, function(x, y) return x[1] < y[1] end)
  local sum, ties, first = 0.0, 0, 1
  while first <= #all do
    local last = first
    while last < #all and all[last + 1][1] == all[first][1] do last = last + 1 end
    local count = last - first + 1
    ties = ties + count ^ 3 - count
    for i = first, last do
      if all[i][2] then sum = sum + (first + last) / 2 end
    end
    first = last + 1
  end
  return sum, ties
end

-- The exact chance that U is at most u when no values are equal: the number of
-- ways to reach each U grows like that of partitions.
local function exact_tail(u, n, m)
  local ways = { [0] = 1.0 }
  local top = n * m
  for i = 1, top do ways[i] = 0.0 end
  for i = 1, n do                           -- multiply by (1 - x^(m+i))/(1 - x^i)
    for k = top, m + i, -1 do ways[k] = ways[k] - ways[k - m - i] end
    for k = i, top do ways[k] = ways[k] + ways[k - i] end
  end
  local below, all = 0.0, 0.0
  for k = 0, top do
    all = all + ways[k]
    if k <= u then below = below + ways[k] end
  end
  return below / all
end

local EXACT = 20                            -- longest list for the exact test

-- Do values of `a` tend to differ from those of `b`? Gives u (of a), a12 (the
-- chance that a value of a is greater than one of b, equal ones counting half), p
-- (two-sided) and exact (false where p is the normal approximation with correction
-- for ties and continuity).
function stats.mann_whitney(a, b)
  checked("mann_whitney", a, 1)
  checked("mann_whitney", b, 1)
  local n, m = #a, #b
  local ranks, ties = rank_sum(a, b)
  local u = ranks - n * (n + 1) / 2
  local result = { u = u, a12 = u / (n * m), n = n, m = m, exact = false }
  if ties == 0 and n <= EXACT and m <= EXACT then
    result.exact = true
    result.p = math.min(1, 2 * exact_tail(math.min(u, n * m - u), n, m))
    return result
  end
  local all = n + m
  local spread = n * m / 12 * ((all + 1) - ties / (all * (all - 1)))
  if spread <= 0 then result.p = 1.0 return result end
  local z = math.max(0, math.abs(u - n * m / 2) - 0.5) / math.sqrt(spread)
  result.p = math.min(1, 2 * stats.normal_cdf(-z))
  return result
end

-- ---- several lists ------------------------------------------------------------

-- The chance that a gamma variable of that shape, of scale 1, is at most x: a series below
-- the mean, a continued fraction (Lentz's way) above it.
local function gamma_cdf(x, shape)
  if x <= 0 then return 0.0 end
  local front = math.exp(shape * math.log(x) - x - log_gamma(shape))
  if x < shape + 1 then
    local term, sum, k = 1 / shape, 1 / shape, shape
    repeat
      k = k + 1
      term = term * x / k
      sum = sum + term
    until term < 1e-17 * sum
    return front * sum
  end
  local b = x + 1 - shape
  local c, d = 1e300, 1 / b
  local f = d
  for i = 1, 1000 do
    local a = -i * (i - shape)
    b = b + 2
    d = 1 / (a * d + b)
    c = b + a / c
    f = f * c * d
    if math.abs(c * d - 1) < 1e-16 then break end
  end
  return 1 - front * f
end

-- The chance that chi squared with that many degrees of freedom is at most x.
function stats.chi_squared_cdf(x, freedom) return gamma_cdf(x / 2, freedom / 2) end

-- Do values of one of several lists tend to differ from those of the others? Gives h,
-- corrected for ties, freedom, and p by chi squared (W. H. Kruskal, W. A. Wallis 1952).
function stats.kruskal_wallis(lists)
  if type(lists) ~= "table" or #lists < 2 then
    error("stats.kruskal_wallis: needs at least 2 lists", 2)
  end
  local total, h, ties = 0, 0.0, 0
  for _, list in ipairs(lists) do total = total + #checked("kruskal_wallis", list, 1) end
  for i, list in ipairs(lists) do
    local others = {}
    for k, other in ipairs(lists) do
      if k ~= i then table.move(other, 1, #other, #others + 1, others) end
    end
    local sum
    sum, ties = rank_sum(list, others)
    h = h + sum * sum / #list
  end
  h = 12 / (total * (total + 1)) * h - 3 * (total + 1)
  local spread = 1 - ties / (total ^ 3 - total)
  local result = { h = 0.0, freedom = #lists - 1, p = 1.0 }
  if spread > 0 then
    result.h = h / spread
    result.p = 1 - stats.chi_squared_cdf(result.h, result.freedom)
  end
  return result
end

-- What each of several chances p is worth where all of them were looked at: the least times
-- their number, the next times one less, and so on, none below the one before (S. Holm 1979).
function stats.holm(list)
  checked("holm", list, 0)
  local order, adjusted, least = {}, {}, 0.0
  for i = 1, #list do order[i] = i end
  table.sort(order, function(a, b)
    if list[a] ~= list[b] then return list[a] < list[b] end
    return a < b
  end)
  for rank, i in ipairs(order) do
    least = math.min(1, math.max(least, (#list + 1 - rank) * list[i]))
    adjusted[i] = least
  end
  return adjusted
end

-- Do some of several things tend to do better than others, each tried once in every block? A
-- block is a list with a number for each, less being better. Gives chi_squared, corrected for
-- ties, freedom, p; ranks, the mean rank of each; and gap, by how much two mean ranks differ
-- that are taken for different at the level (0.05): W. J. Conover, Practical Nonparametric
-- Statistics, 1999, 5.8.
function stats.friedman(blocks, level)
  if type(blocks) ~= "table" or #blocks < 2 then
    error("stats.friedman: needs at least 2 blocks", 2)
  end
  local b, k = #blocks, type(blocks[1]) == "table" and #blocks[1] or 0
  local sums, squares = {}, 0.0
  for j = 1, k do sums[j] = 0.0 end
  for _, block in ipairs(blocks) do
    if #checked("friedman", block, 2) ~= k then
      error("stats.friedman: all blocks must be as long as the first", 2)
    end
    for j = 1, k do
      local rank = 0.5
      for i = 1, k do
        rank = rank + (block[i] < block[j] and 1 or block[i] == block[j] and 0.5 or 0)
      end
      sums[j] = sums[j] + rank
      squares = squares + rank * rank
    end
  end
  local ranks, total = {}, 0.0
  for j = 1, k do
    ranks[j] = sums[j] / b
    total = total + sums[j] ^ 2
  end
  local even = b * k * (k + 1) ^ 2 / 4
  local result = { ranks = ranks, freedom = k - 1, chi_squared = 0.0, p = 1.0,
    gap = math.huge }
  if squares - even > 1e-9 then
    result.chi_squared = (k - 1) * (total - b * even) / (squares - even)
    result.p = 1 - stats.chi_squared_cdf(result.chi_squared, k - 1)
    local freedom = (b - 1) * (k - 1)
    local spread = math.max(0, 2 * (b * squares - total) / freedom)
    result.gap = stats.t_quantile(1 - (level or 0.05) / 2, freedom) * math.sqrt(spread) / b
  end
  return result
end

-- Do values of `a` tend to differ from those of `b`, number by number? Gives w, the lesser sum
-- of ranks of differences of one sign, n, how many are not 0, and p (two-sided; exact up to 20
-- differences none of which are of one size, else the normal approximation with corrections).
function stats.wilcoxon(a, b)
  if #checked("wilcoxon", a, 1) ~= #checked("wilcoxon", b, 1) then
    error("stats.wilcoxon: the lists must be of one length", 2)
  end
  local up, down = {}, {}
  for i = 1, #a do
    local d = a[i] - b[i]
    if d > 0 then up[#up + 1] = d elseif d < 0 then down[#down + 1] = -d end
  end
  local n = #up + #down
  local sum, ties = rank_sum(up, down)
  local w = math.min(sum, n * (n + 1) / 2 - sum)
  local result = { w = w, n = n, p = 1.0, exact = n > 0 and ties == 0 and n <= EXACT }
  if result.exact then
    local ways = { [0] = 1.0 }               -- subsets of 1..n, by their sums
    for i = 1, n * (n + 1) // 2 do ways[i] = 0.0 end
    for i = 1, n do
      for s = n * (n + 1) // 2, i, -1 do ways[s] = ways[s] + ways[s - i] end
    end
    local below = 0.0
    for s = 0, math.floor(w) do below = below + ways[s] end
    result.p = math.min(1, 2 * below / 2 ^ n)
  elseif n > 0 then
    local spread = n * (n + 1) * (2 * n + 1) / 24 - ties / 48
    local z = math.max(0, n * (n + 1) / 4 - w - 0.5) / math.sqrt(spread)
    result.p = math.min(1, 2 * stats.normal_cdf(-z))
  end
  return result
end

return require "ludus.script.closed".module(stats, "ludus.stats")
