import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../src/http/errors.ts'
import type { RecordKind } from '../../src/record/kinds.ts'
import { ocdLists, v1Lists } from '../support/service/endpoints.ts'
import { expectError } from '../support/service/expect.ts'
import { importRecords } from '../support/service/import-records.ts'
import { readList, readOcdList } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'
import { townRecords } from '../support/towns/town.ts'

/** Every list, detail and search result of the service, by path. */
async function readAllResponses(service: Service): Promise<Map<string, string>> {
  const responses = new Map<string, string>()
  const keep = (path: string, body: unknown) =>
    responses.set(path, JSON.stringify(body).replace(/"updated_at":"[^"]*"/g, ''))
  for (const list of v1Lists) {
    for (const { slug } of await readList(service, list)) {
      const path = `v1 ${list}/${slug}`
      keep(path, (await service.v1(`${list}/${slug}`)).json.data)
    }
  }
  for (const list of ocdLists) {
    for (const { id } of await readOcdList(service, list)) {
      keep(`ocd ${list}/${id}`, (await service.ocd(`${list}/${id}`)).json)
    }
  }
  for (const q of ['ditch', 'drainage', 'culvert', 'lake', 'called', 'motion']) {
    const results: Record<string, unknown>[] = []
    for (let page = 1, more = true; more; page += 1) {
      const { json } = await service.v1(`search?q=${q}&per_page=100&page=${page}`)
      results.push(...json.data)
      more = json.pagination.has_more
    }
    const resultTexts = results.map(({ score: _, ...result }) => JSON.stringify(result))
    keep(`v1 search ${q}`, resultTexts.sort())
  }
  return responses
}

/** Paths of the responses with exactly this slug or id; one slug can be a prefix of another. */
function holding(responses: Map<string, string>, mark: string): string[] {
  const whole = new RegExp(`${mark}(?![-\\w])`)
  return [...responses].flatMap(([path, body]) => (whole.test(`${path} ${body}`) ? [path] : []))
}

/** The OCD id of a record, if it has one. */
async function ocdIdOf(kind: RecordKind, key: string): Promise<string | undefined> {
  const { ocd, list = '' } = shown[kind] ?? {}
  if (ocd === undefined) return undefined
  const row = await service.writing.db
    .selectFrom(list as 'people')
    .select('ocd_id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return row.ocd_id
}

/** For kinds with details: the list, and the error codes of both APIs for a missing entity. */
const shown: Partial<
  Record<RecordKind, { list: string; v1?: ErrorCode; ocd?: [list: string, code: ErrorCode] }>
> = {
  person: { list: 'people', v1: 'PERSON_NOT_FOUND', ocd: ['people', 'PERSON_NOT_FOUND'] },
  organization: { list: 'organizations', ocd: ['organizations', 'ORGANIZATION_NOT_FOUND'] },
  meeting: { list: 'meetings', v1: 'MEETING_NOT_FOUND', ocd: ['events', 'EVENT_NOT_FOUND'] },
  matter: { list: 'matters', v1: 'MATTER_NOT_FOUND', ocd: ['bills', 'BILL_NOT_FOUND'] },
  motion: { list: 'motions', v1: 'MOTION_NOT_FOUND', ocd: ['votes', 'VOTE_NOT_FOUND'] },
  bylaw: { list: 'bylaws', v1: 'BYLAW_NOT_FOUND' },
}

// Each import removes one record; records that refer to it remain, and must not show it.
const removals: { kind: RecordKind; key: string; slug?: string }[] = [
  { kind: 'person', key: 'p-roy', slug: 'stephanie-roy' },
  { kind: 'person', key: 'p-ng', slug: 'vera-ng' },
  { kind: 'organization', key: 'o-council', slug: 'town-council' },
  { kind: 'meeting', key: 'g-3', slug: '2024-01-16-regular-council' },
  { kind: 'matter', key: 'x-4', slug: 'rpt-2024-004' },
  { kind: 'motion', key: 'v-6', slug: 'motion-2024-6' },
  { kind: 'bylaw', key: 'b-0', slug: 'by-law-900' },
  { kind: 'agenda_item', key: 'i-5-2', slug: '2024-01-26-public-hearing-item-1-1' },
  { kind: 'membership', key: 'm-roy-parks' },
]

let service: Service
let before: Map<string, string>
beforeAll(async () => {
  service = await startService()
  before = await readAllResponses(service)
})
afterAll(() => service.stop())

describe('removed records are in no list or response', () => {
  for (const { kind, key, slug } of removals) {
    const { list, v1, ocd } = shown[kind] ?? {}
    it(`a removed ${kind} (${key}) is in no list or response`, async () => {
      const ocdId = await ocdIdOf(kind, key)
      const marks = [slug, ocdId].filter((mark) => mark !== undefined)
      for (const mark of marks) expect(holding(before, mark)).not.toEqual([])

      const left = townRecords().filter((record) => record.key !== key)
      const { kinds } = await importRecords(service, left, { prune: true })
      const removed = Object.values(kinds).reduce((sum, report) => sum + report.removed, 0)
      expect(removed).toBe(1)
      const after = await readAllResponses(service)
      for (const mark of marks) expect(holding(after, mark)).toEqual([])
      expect([...after].filter(([path, body]) => before.get(path) !== body)).not.toEqual([])
      if (v1 !== undefined) expectError(await service.v1(`${list}/${slug}`), v1)
      if (ocd !== undefined) expectError(await service.ocd(`${ocd[0]}/${ocdId}`), ocd[1])

      await importRecords(service, townRecords(), { prune: true })
    })
  }

  it('all of them can be restored unchanged', async () => {
    const again = await readAllResponses(service)
    expect([...again.keys()]).toEqual([...before.keys()])
    const changed = [...again].filter(([path, body]) => before.get(path) !== body)
    expect(changed.map(([path]) => path)).toEqual([])
  })

  it('without --prune, records that a source no longer has stay', async () => {
    const left = townRecords().filter((record) => record.kind !== 'bylaw')
    await importRecords(service, left)
    expect(await readList(service, 'bylaws')).toHaveLength(30)
  })
})

describe('updated_at moves only if the content of a record or its children changed', () => {
  const later = { now: () => Date.parse('2031-01-01T00:00:00Z'), monotonic: () => 0 }
  const time = '2031-01-01T00:00:00.000Z'

  /** The records whose `updated_at` is that of the changed import. */
  async function movedBy(change: (text: string) => string) {
    const importing = await startService()
    try {
      const records = JSON.parse(change(JSON.stringify(townRecords())))
      await importRecords(importing, records, { clock: later })
      const moved: string[] = []
      for (const list of ocdLists) {
        for (const entity of await readOcdList(importing, list)) {
          if (entity.updated_at === time)
            moved.push(`${list} ${entity.name ?? entity.title ?? entity.identifier}`)
          expect(entity.created_at).not.toBe(time)
        }
      }
      return moved.sort()
    } finally {
      await importing.stop()
    }
  }

  it('importing the same records again moves nothing', async () => {
    expect(await movedBy((text) => text)).toEqual([])
  })

  it('another spelling of the same person moves only the person', async () => {
    const moved = await movedBy((text) => text.replace('"Lake Alliance"', '"Hill Alliance"'))
    expect(moved).toEqual(['jurisdictions Town of Pemberley', 'people Vera Ng'])
  })

  it('a changed membership moves its person and its organization', async () => {
    const moved = await movedBy((text) => text.replace('"Trustee"', '"Chair"'))
    expect(moved).toEqual([
      'jurisdictions Town of Pemberley',
      'organizations Library Board',
      'people Ames (Clerk), 100% "Bob"_O’Neil',
    ])
  })

  it('a changed vote moves its motion, the meeting and matter that show it, and who cast it', async () => {
    const moved = await movedBy((text) =>
      text.replace(
        '"name":"p-ng","value":"For","reason":"as cast"',
        '"name":"p-ng","value":"Against","reason":"as cast"',
      ),
    )
    expect(moved).toEqual([
      'bills Rezoning of 12 Lake Road',
      'events Regular Council',
      'jurisdictions Town of Pemberley',
      'people Vera Ng',
      'votes 2024-0',
    ])
  })

  it('a changed agenda item moves its meeting and its matter', async () => {
    const moved = await movedBy((text) => text.replace('Ditch 2 is full.', 'Ditch 2 is empty.'))
    expect(moved).toEqual([
      'bills Report 2 on drainage and parks',
      'events Public Hearing',
      'jurisdictions Town of Pemberley',
    ])
  })
})
