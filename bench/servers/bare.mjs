// The yardstick: node:http that writes finished bytes. What it answers is in the file named first.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const answers = new Map(
  JSON.parse(readFileSync(process.argv[2], 'utf8')).map(({ path, headers, body }) => [
    path,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
)

const server = createServer((request, response) => {
  const answer = answers.get(request.url)
  if (answer === undefined) return response.writeHead(404).end()
  response.writeHead(200, answer.headers)
  response.end(answer.body)
})
// As the service has it: it is in a header of each answer.
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
