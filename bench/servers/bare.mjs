// The yardstick: node:http that writes finished bytes. What it answers is in the file named first. With the
// address of a PostgreSQL as a second word it asks that one thing before, once for all requests of a turn of the event
// loop, as the service does to be certain of the state of the database.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'

const answers = new Map(
  JSON.parse(readFileSync(process.argv[2], 'utf8')).map(({ path, headers, body }) => [
    path,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
)

function write(request, response) {
  const answer = answers.get(request.url)
  if (answer === undefined) return response.writeHead(404).end()
  response.writeHead(200, answer.headers)
  response.end(answer.body)
}

async function afterQuestion(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  let waiting = []
  const answerAll = async () => {
    const turn = waiting
    waiting = []
    await client.query('select 1')
    for (const [request, response] of turn) write(request, response)
  }
  return (request, response) => {
    if (waiting.length === 0) setImmediate(answerAll)
    waiting.push([request, response])
  }
}

const databaseUrl = process.argv[3]
const server = createServer(databaseUrl === undefined ? write : await afterQuestion(databaseUrl))
// As the service has it: it is in a header of each answer.
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
