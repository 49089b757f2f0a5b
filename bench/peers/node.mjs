// The baseline of an uncached response: its rows as JSON, sent by node:http, at the URLs of Reeve and of the other
// peers.
import { createServer } from 'node:http'
import { printPort } from './rows/driver.mjs'
import { readEvents, readMeetings } from './rows/meetings.mjs'
import { findMotion } from './rows/motions.mjs'
import { findPerson } from './rows/people.mjs'
import { readVotes } from './rows/votes.mjs'

const details = { motions: findMotion, people: findPerson }
const detailPath = /\/(motions|people)\/([^/?]+)$/

/** The content of a URL; undefined for other URLs. */
function shownAt(url) {
  const [, list, slug] = detailPath.exec(url) ?? []
  const detail = list === undefined ? undefined : details[list](slug)
  if (detail !== undefined) return { data: detail }
  if (url.endsWith('/events')) return { results: readEvents(20) }
  if (url.endsWith('/votes')) return { data: readVotes(20) }
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
