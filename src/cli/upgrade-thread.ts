import { writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { workerData } from 'node:worker_threads'
import type { Readiness } from '../operations/schema.ts'

// Listens in place of the server while the database is created or updated: a thread of its own, because on SQLite one
// statement can block the event loop for minutes. `serve` ends it.

/** Port 0, which is a free one, is not listened on. */
export interface UpgradeThreadData {
  host: string
  port: number
}

// Most starts change nothing and have ended by then.
const listenAfterMs = 500
const firstLineMs = 2000
const lineMs = 10_000
const retrySeconds = 5

const { host, port } = workerData as UpgradeThreadData
const reason = 'the database is being prepared'
const unready: Readiness = { status: 'unready', reason }

const server = createServer((request, response) => {
  const isHealth = /^\/api\/v1\/health(\?|$)/.test(request.url ?? '')
  if (!isHealth) response.setHeader('retry-after', retrySeconds)
  response
    .setHeader('content-type', 'application/json; charset=utf-8')
    .setHeader('cache-control', 'no-store')
    .setHeader('connection', 'close')
    .writeHead(isHealth ? 200 : 503)
    .end(JSON.stringify(isHealth ? { status: 'ok' } : unready))
})
// `serve` itself reports why it cannot listen.
server.on('error', () => undefined)
if (port !== 0) setTimeout(() => server.listen(port, host), listenAfterMs)

function report(seconds: number): void {
  // Directly, because a stream of a thread writes through the event loop of the main one.
  writeSync(2, `reeve: ${reason}, ${seconds} s so far; /readyz returns 503 until it is done\n`)
  setTimeout(report, lineMs, seconds + lineMs / 1000)
}
setTimeout(report, firstLineMs, firstLineMs / 1000)
