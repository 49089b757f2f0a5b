// The floor of an answer that is made anew: its rows as JSON, written by Node's own HTTP server, and nothing else.
import { createServer } from 'node:http'
import { announce, findMotion, readMeetings } from './rows.mjs'

const motionPath = /^\/motions\/([^/?]+)$/

const server = createServer((request, response) => {
  const [, slug] = motionPath.exec(request.url) ?? []
  const data = slug === undefined ? readMeetings(1, 20) : findMotion(slug)
  const body = JSON.stringify({ data })
  response.writeHead(data === undefined ? 404 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => announce(server))
