const serverClock = "redis.call('TIME')"

/**
 * The sliding limit as one script: KEYS are the list of a key's grants and its skew; ARGV the limit, the window in
 * microseconds, and for how many milliseconds an idle key is kept, which must be longer. Answers whether the request is
 * admitted (1 or 0), how many grants count now, in how many microseconds none of them does, and in how many the next
 * request is admitted: 0 where it would be now.
 *
 * The moments are whole microseconds, the oldest first. Those that have gone out are looked for by doubling and halving,
 * so that a limit of a million costs no more than one of a hundred. A refused request is not written down.
 *
 * Where the server's clock was set back, the key goes on from its newest grant: the skew is what it is ahead by. So
 * never more is admitted, and whoever waits a window still succeeds.
 *
 * @param clock Seconds and microseconds, in Lua; a test hands in its own.
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
