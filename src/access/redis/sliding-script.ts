const serverClock = "redis.call('TIME')"

/**
 * The sliding window as a Lua script.
 *
 * KEYS: the list of admitted times and the clock skew of an API key. ARGV: the limit, the window in microseconds, and the
 * expiry of an idle key in milliseconds, which must be longer than the window. Returns whether the request is admitted (1
 * or 0), the current count, the microseconds until the count is 0, and those until the next request is admitted (0 for
 * now).
 *
 * Times are microseconds, oldest first. Expired ones are found by binary search, so that the cost does not depend on the
 * limit. Rejected requests are not stored.
 *
 * If the server's clock is set back, the key continues from its newest time, and the skew is the difference. So the limit
 * is never exceeded, and a client that waits one window still succeeds.
 *
 * @param clock A Lua expression for seconds and microseconds, for tests.
 */
export function slidingScript(clock = serverClock): string {
  return `
local time = ${clock}
local skew = tonumber(redis.call('GET', KEYS[2])) or 0
local limit, window, keep = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local now = time[1] * 1000000 + time[2] + skew
local newest = tonumber(redis.call('LINDEX', KEYS[1], -1))
local set_back = newest and newest > now
if set_back then
  skew = skew + newest - now
  now = newest
end

local function out(index)
  return tonumber(redis.call('LINDEX', KEYS[1], index)) <= now - window
end

local count = redis.call('LLEN', KEYS[1])
if count > 0 and out(0) then
  local low, high = 0, 1
  while high < count and out(high) do low, high = high, high * 2 end
  high = math.min(high, count)
  while high - low > 1 do
    local middle = math.floor((low + high) / 2)
    if out(middle) then low = middle else high = middle end
  end
  redis.call('LTRIM', KEYS[1], high, -1)
  count = count - high
end

local admitted = count < limit
if admitted then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  count, newest = count + 1, now
end
if admitted or set_back then
  redis.call('PEXPIRE', KEYS[1], keep)
  if skew > 0 then redis.call('SET', KEYS[2], string.format('%.0f', skew), 'PX', keep) end
end
local opens = 0
if count >= limit then
  opens = tonumber(redis.call('LINDEX', KEYS[1], count - limit)) + window - now
end
return {admitted and 1 or 0, count, newest + window - now, opens}
`
}
