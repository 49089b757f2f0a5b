import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v1Lists } from '../support/service/endpoints.ts'
import { expectError, expectList } from '../support/service/expect.ts'
import { addTown, importRecords, otherTown } from '../support/service/import-records.ts'
import { withQuery } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'
import { townRecords } from '../support/towns/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  await addTown(service, townRecords())
})
afterAll(() => service.stop())

/** The cursor to the second page. */
async function cursorOf(path: string, perPage = 2): Promise<string> {
  const response = await service.v1(withQuery(path, { per_page: perPage }))
  expectList(response)
  return response.json.pagination.next_cursor
}

async function expectRejected(path: string, cursor: string): Promise<void> {
  const message = expectError(await service.v1(withQuery(path, { cursor })), 'VALIDATION_ERROR')
  expect(message).toContain('cursor')
}

describe('4.2, rule 3: v1 cursor pagination', () => {
  for (const list of v1Lists) {
    it(`4.2: ${list}: the first request omits cursor; next_cursor, sent as cursor, returns the next page`, async () => {
      const whole = expectList(await service.v1(`${list}?per_page=6`))
      const cursor = await cursorOf(list)
      const next = expectList(await service.v1(withQuery(list, { per_page: 4, cursor })))
      expect(next).toEqual(whole.slice(2))
    })

    it(`4.2: ${list}: a cursor can be reused, and with another page size`, async () => {
      const cursor = await cursorOf(list)
      const once = expectList(await service.v1(withQuery(list, { per_page: 9, cursor })))
      const again = expectList(await service.v1(withQuery(list, { per_page: 9, cursor })))
      expect(again).toEqual(once)
      const short = expectList(await service.v1(withQuery(list, { per_page: 1, cursor })))
      expect(short).toEqual(once.slice(0, 1))
    })

    it(`${list}: a cursor is bound to its endpoint`, async () => {
      const cursor = await cursorOf(list)
      for (const other of v1Lists) if (other !== list) await expectRejected(other, cursor)
    })

    it(`${list}: a cursor is bound to its municipality`, async () => {
      const path = `/api/v1/${otherTown.slug}/${list}`
      const cursor = await cursorOf(list)
      const there = await service.call(withQuery(path, { cursor }), { key: service.key })
      expectError(there, 'VALIDATION_ERROR')
    })
  }

  for (const [list, filter, other] of [
    ['meetings', { type: 'Public Hearing' }, { type: 'Regular Council' }],
    ['meetings', { date_from: '2024-01-01' }, { date_to: '2024-01-01' }],
    ['meetings', { has_transcript: 'true' }, { has_transcript: 'false' }],
    ['meetings', { organization: 'town-council' }, { organization: 'parks-committee' }],
    ['people', { is_councillor: 'true' }, { is_councillor: 'false' }],
    ['people', { name: 'a' }, { name: 'r' }],
    ['matters', { status: 'Open' }, { category: 'Open' }],
    ['motions', { result: 'Carried' }, { result: 'Defeated' }],
    ['motions', { mover: 'vera-ng' }, { mover: 'stephanie-roy' }],
    ['bylaws', { year: 2010 }, { year: 2011 }],
    ['bylaws', { status: 'Adopted' }, { status: 'Repealed' }],
  ] as const) {
    it(`${list}: a cursor under ${JSON.stringify(filter)} is bound to that filter`, async () => {
      const cursor = await cursorOf(withQuery(list, filter), 1)
      const path = withQuery(list, filter)
      expect((await service.v1(withQuery(path, { cursor }))).status).toBe(200)
      await expectRejected(list, cursor)
      await expectRejected(withQuery(list, other), cursor)
      await expectRejected(withQuery(list, filter), await cursorOf(list))
    })
  }

  it('two spellings of the same boolean are the same filter', async () => {
    const cursor = await cursorOf('meetings?has_transcript=true')
    const response = await service.v1(withQuery('meetings?has_transcript=YES', { cursor }))
    expect(response.status).toBe(200)
  })

  it('4.2, rule 3: a text that is not a cursor of the service is 400 VALIDATION_ERROR', async () => {
    const cursor = await cursorOf('meetings')
    const [payload = '', mac = ''] = cursor.split('.')
    const forged = Buffer.from(JSON.stringify([1, '2024-01-01', 1])).toString('base64url')
    const altered = [
      '',
      ' ',
      '.',
      'x',
      '1',
      payload,
      `${payload}.`,
      `.${mac}`,
      `${forged}.${mac}`,
      `${forged}.`,
      `${payload}.${'A'.repeat(22)}`,
      `${payload}A.${mac}`,
      `${cursor}x`,
      `${cursor}.`,
      ` ${cursor}`,
      `${cursor} `,
      cursor.toUpperCase(),
      `${payload}=.${mac}`,
      cursor.split('').reverse().join(''),
      'x'.repeat(5000),
      '\u0000',
      '🏛',
    ]
    for (const value of altered) {
      if (value !== cursor) await expectRejected('meetings', value)
    }
  })

  it('4.2, rule 3: a cursor with any character changed is rejected', async () => {
    const cursor = await cursorOf('meetings')
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A'
      await expectRejected('meetings', cursor.slice(0, at) + other + cursor.slice(at + 1))
    }
  })

  it('4.2, rule 3: a cursor of another database is rejected', async () => {
    const cursor = await cursorOf('meetings')
    const other = await startService()
    try {
      expectError(await other.v1(withQuery('meetings', { cursor })), 'VALIDATION_ERROR')
    } finally {
      await other.stop()
    }
  })

  it('4.2: a cursor stays valid after its row was changed or removed', async () => {
    const importing = await startService()
    try {
      const records = townRecords()
      const page = await importing.v1('meetings?per_page=3')
      const { next_cursor: cursor } = page.json.pagination
      const rest = expectList(await importing.v1(withQuery('meetings?per_page=100', { cursor })))
      const gone = page.json.data[2].date
      const kept = records.filter((record) => !(record.kind === 'meeting' && record.date === gone))
      const left = kept.filter(
        (record) => !('meeting_key' in record && record.meeting_key === 'g-42'),
      )
      await importRecords(importing, left, { prune: true })
      expect(expectList(await importing.v1('meetings?per_page=100'))).toHaveLength(44)
      const after = expectList(await importing.v1(withQuery('meetings?per_page=100', { cursor })))
      expect(after).toEqual(rest)
    } finally {
      await importing.stop()
    }
  })
})
