// The baseline: node:http that writes the responses of the file in its first argument. With a PostgreSQL URL as the
// second one, it first sends one query for all requests of an event loop iteration, as Reeve does.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'

const responses = new Map(
  JSON.parse(readFileSync(process.argv[2], 'utf8')).map(({ path, headers, body }) => [
    path,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
)

function write(request, response) {
  const recorded = responses.get(request.url)
  if (recorded === undefined) return response.writeHead(404).end()
  response.writeHead(200, recorded.headers)
  response.end(recorded.body)
}

async function createQueryHandler(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  let waiting = []
  const respondAll = async () => {
    const batch = waiting
    waiting = []
    await client.query('select 1')
    for (const [request, response] of batch) write(request, response)
  }
  return (request, response) => {
    if (waiting.length === 0) setImmediate(respondAll)
    waiting.push([request, response])
  }
}

const databaseUrl = process.argv[3]
const server = createServer(
  databaseUrl === undefined ? write : await createQueryHandler(databaseUrl),
)
// The value of Reeve, because Keep-Alive is in each response.
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
