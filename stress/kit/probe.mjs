// Checks the health of a service on a new connection every 50 ms, in a process of its own: node probe.mjs <port> <ms>
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const [port, duration] = process.argv.slice(2).map(Number)

function check() {
  const started = performance.now()
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/api/v1/health', agent: false }
    const outgoing = request(options, (incoming) => {
      const { statusCode: status } = incoming.resume()
      incoming.on('close', () => resolve({ status, ms: performance.now() - started }))
    })
    outgoing.on('error', ({ code }) => resolve({ status: code, ms: performance.now() - started }))
    outgoing.end()
  })
}

const checks = []
const end = performance.now() + duration
while (performance.now() < end) {
  checks.push(check())
  await pause(50)
}
const results = await Promise.all(checks)
process.stdout.write(
  JSON.stringify({
    worstMs: Math.round(Math.max(...results.map(({ ms }) => ms))),
    failed: results.filter(({ status }) => status !== 200).length,
  }),
)
