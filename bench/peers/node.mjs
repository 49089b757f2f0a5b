// The baseline of an uncached response: its rows as JSON, sent by node:http.
// It serves the paths of Reeve and of the other peers.
import { createServer } from 'node:http'
import { findMotion, findPerson, printPort, readEvents, readMeetings } from './rows.mjs'

const details = { motions: findMotion, people: findPerson }
const detailPath = /\/(motions|people)\/([^/?]+)$/

/** What an address shows; undefined where it shows nothing. */
function shownAt(url) {
  const [, list, slug] = detailPath.exec(url) ?? []
  const found = list === undefined ? undefined : details[list](slug)
  if (found !== undefined) return { data: found }
  if (url.endsWith('/events')) return { results: readEvents(20) }
  return url.endsWith('/meetings') ? { data: readMeetings(1, 20) } : undefined
}

const server = createServer((request, response) => {
  const shown = shownAt(request.url)
  const body = JSON.stringify(shown ?? { error: 'not found' })
  response.writeHead(shown === undefined ? 404 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => printPort(server))
