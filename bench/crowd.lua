-- Load script for wrk: requests addresses by a Zipf law (the n-th is requested 1/n as often as the first), with the
-- encodings that browsers accept. CROWD_ADDRESSES is a file with an address per line, most popular first. CROWD_PAUSE is
-- the mean pause of a connection after each response, in milliseconds.

local encodings = { { 0.80, "gzip, deflate, br, zstd" }, { 0.18, "gzip, deflate, br" }, { 0.02, "br" } }
local pause = tonumber(os.getenv("CROWD_PAUSE") or "0")
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("seed", threads)
end

function init()
  math.randomseed(seed * 7919 + os.time())
  texts, cumulated, sum = {}, {}, 0
  for address in io.lines(os.getenv("CROWD_ADDRESSES")) do
    sum = sum + 1 / (#cumulated + 1)
    cumulated[#cumulated + 1] = sum
    local variants = {}
    for _, encoding in ipairs(encodings) do
      variants[#variants + 1] = wrk.format("GET", address, { Host = "www.rede.example", ["Accept-Encoding"] = encoding[2] })
    end
    texts[#texts + 1] = variants
  end
end

function request()
  local drawn, low, high = math.random() * sum, 1, #cumulated
  while low < high do
    local middle = math.floor((low + high) / 2)
    if cumulated[middle] < drawn then low = middle + 1 else high = middle end
  end
  local kind, at = math.random(), 1
  while kind > encodings[at][1] and at < #encodings do
    kind, at = kind - encodings[at][1], at + 1
  end
  return texts[low][at]
end

if pause > 0 then
  -- Shoppers arrive independently of each other, so pauses are distributed exponentially.
  function delay()
    return math.floor(-math.log(1 - math.random()) * pause + 0.5)
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'JSON{"requests":%d,"seconds":%f,"bytes":%d,"failed":%d,"p50":%f,"p95":%f,"p99":%f,"most":%f}\n',
    summary.requests, summary.duration / 1e6, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
