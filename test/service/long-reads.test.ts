import { connect } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { expectList } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'
import { sourceOf, town } from '../support/towns/town.ts'

const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)
const meetings = Array.from({ length: 60 }, (_, n) => [
  { kind: 'meeting', key: `weekly-${n}`, title: `Weekly ${n}`, date: day(n), status: 'completed' },
  {
    ...{ kind: 'agenda_item', key: `item-${n}`, meeting_key: `weekly-${n}` },
    ...{ title: `Ditch ${n}`, position: 0 },
  },
]).flat()

let service: Service
/** The statement that reads details of a few meetings. */
let details: string
beforeAll(async () => {
  service = await startService({
    municipality: { ...town, name: 'Town of weekly ditches' },
    source: async () => sourceOf(meetings),
    settings: { pageCache: 0 },
    // PostgreSQL has a connection for each request.
    engine: 'sqlite',
  })
  service.statements.length = 0
  expect(expectList(await service.v1(withItems(0)))).toHaveLength(20)
  details = service.statements.at(-1) ?? ''
  expect(readDetails()).toBe(5)
})
afterAll(() => service.stop())
beforeEach(() => {
  service.statements.length = 0
})

const withItems = (n: number) => `meetings?include=agenda_items&per_page=20&date_from=${day(n)}`
const detailsRead = async () => {
  while (readDetails() === 0) await nextIteration()
}
const readDetails = () => service.statements.filter((text) => text === details).length

it('pages do not wait for those with include, of which one is read at a time', async () => {
  const order: string[] = []
  const ended = (name: string) => () => order.push(name)
  const long = Array.from({ length: 6 }, (_, n) => service.v1(withItems(n)).then(ended('long')))
  await detailsRead()
  const pages = ['Lost', 'Carried', 'Tied'].map((result) =>
    service.v1(`motions?result=${result}`).then(ended('page')),
  )
  await Promise.all([...long, ...pages])
  expect(order.slice(-2)).toEqual(['long', 'long'])
  expect(order).toHaveLength(9)
})

it('nothing is read for a client who has left', async () => {
  const sockets = Array.from({ length: 10 }, (_, n) => {
    const socket = connect(service.port, '127.0.0.1')
    const head = `Host: x\r\nX-API-Key: ${service.key}\r\n\r\n`
    socket.write(`GET /api/v1/${town.slug}/${withItems(n)} HTTP/1.1\r\n${head}`)
    return socket
  })
  await detailsRead()
  for (const socket of sockets) socket.destroy()
  expect((await service.v1(withItems(20))).status).toBe(200)
  expect(readDetails()).toBeLessThan(12)
})
