-- Requests each line of a file in rotation (a path, then a tab and an API key, if any) and prints one line of JSON.
local requests, position = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, key = line:match('^([^\t]+)\t?(.*)$')
    local headers = { Host = wrk.headers['Host'] }
    if key ~= '' then headers['X-API-Key'] = key end
    requests[#requests + 1] = wrk.format('GET', path, headers)
  end
end

function request()
  position = position % #requests + 1
  return requests[position]
end

function done(summary, latency)
  local failed = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"failed":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    failed.connect + failed.read + failed.write + failed.status + failed.timeout))
end
