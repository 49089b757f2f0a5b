// The floor of an answer that is made anew: its rows as JSON, written by Node's own HTTP server, and nothing else.
// It knows the addresses of Reeve and of the other peers by how they end.
import { createServer } from 'node:http'
import { announce, findMotion, findPerson, readEvents, readMeetings } from './rows.mjs'

const details = { motions: findMotion, people: findPerson }
const detailPath = /\/(motions|people)\/([^/?]+)$/

function answerTo(url) {
  const [, list, slug] = detailPath.exec(url) ?? []
  if (list !== undefined) return { data: details[list](slug) }
  return url.endsWith('/events') ? { results: readEvents(20) } : { data: readMeetings(1, 20) }
}

const server = createServer((request, response) => {
  const body = JSON.stringify(answerTo(request.url))
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => announce(server))
