import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changed, without } from '../../../test/support/imports/municipality.ts'
import { Copy } from '../../../test/support/service/copy.ts'
import { expectDetail, expectError } from '../../../test/support/service/expect.ts'
import { addTown, importRecords, otherTown } from '../../../test/support/service/import-records.ts'
import { linksOf, readDetails, withQuery } from '../../../test/support/service/read-lists.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { townRecords } from '../../../test/support/towns/town.ts'
import { servedKinds } from '../../record/served-kinds.ts'
import { recordKinds } from '../../store/record-kinds.ts'

const records = townRecords()

describe('all records', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  it('are those of the lists, each as its detail', async () => {
    const copy = new Copy(service)
    await copy.sync()
    for (const kind of servedKinds) {
      const list = recordKinds[kind].table
      const details = await readDetails(service, list)
      expect(details.length).toBeGreaterThan(0)
      const byId = Object.fromEntries(details.map((one) => [`${kind} ${one.id}`, one]))
      expect(copy.ofKind(kind), list).toEqual(byId)
    }
  })

  it('are listed page by page, with a token on the last page alone', async () => {
    const { json: one } = await service.v1('changes?per_page=3')
    expect(one.data).toHaveLength(3)
    expect(one.sync).toEqual({ token: null })
    expect(one.pagination).toMatchObject({ has_more: true, per_page: 3 })
    const { json: whole } = await service.v1('changes?per_page=100&kind=organization')
    expect(whole.pagination).toMatchObject({ has_more: false, next_cursor: null })
    expect(whole.sync.token).toMatch(/^[\w-]+\.[\w-]+$/)
    const { json: none } = await service.v1(
      withQuery('changes', { since: whole.sync.token, kind: 'organization' }),
    )
    expect(none.data).toEqual([])
    expect(none.sync).toEqual(whole.sync)
  })

  it('are lines with format=ndjson, with the next page and the token in headers', async () => {
    const page = await service.v1('changes?per_page=2&format=ndjson&kind=organization')
    const { json } = await service.v1('changes?per_page=2&kind=organization')
    expect(page.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(
      page.body
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ).toEqual(json.data)
    expect(linksOf(page).next).toContain('cursor=')
    expect(page.headers.get('reeve-sync-token')).toBeNull()
    const last = await service.v1('changes?per_page=100&format=ndjson&kind=organization')
    const { json: same } = await service.v1('changes?per_page=100&kind=organization')
    expect(last.headers.get('reeve-sync-token')).toBe(same.sync.token)
    const again = await service.v1('changes?per_page=100&format=ndjson&kind=organization')
    expect(again.body).toBe(last.body)
    expect(Object.fromEntries(again.headers)).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'reeve-sync-token': same.sync.token,
    })
  })

  it('of some kinds are those of these', async () => {
    const { json } = await service.v1('changes?per_page=100&kind=person,organization')
    expect(new Set(json.data.map((one: Json) => one.kind))).toEqual(
      new Set(['person', 'organization']),
    )
    const unknown = await service.v1('changes?kind=person,vote')
    expect(expectError(unknown, 'VALIDATION_ERROR')).toContain('"vote" is not one of organization')
  })

  it.each(['x', 'WzEsM10.AAAAAAAAAAAAAAAAAAAAAA'])('reject since=%s', async (since) => {
    const response = await service.v1(withQuery('changes', { since }))
    expect(expectError(response, 'VALIDATION_ERROR')).toContain('since is not a sync.token')
  })

  it('reject a token of other kinds, of another municipality, cut, or with the cursor of another list', async () => {
    const { json } = await service.v1('changes?per_page=100&kind=organization')
    const { token } = json.sync
    await addTown(service, records)
    const responses = [
      await service.v1(withQuery('changes', { since: token })),
      await service.v1(withQuery('changes', { since: token.slice(1), kind: 'organization' })),
      await service.call(`/api/v1/${otherTown.slug}/changes?kind=organization&since=${token}`, {
        headers: { 'x-api-key': service.key },
      }),
    ]
    for (const response of responses)
      expect(expectError(response, 'VALIDATION_ERROR')).toContain('since is not a sync.token')
    const { json: first } = await service.v1('changes?per_page=1&kind=organization')
    const cursor = first.pagination.next_cursor
    const mixed = await service.v1(
      withQuery('changes', { since: token, kind: 'organization', cursor }),
    )
    expect(expectError(mixed, 'VALIDATION_ERROR')).toContain('cursor is not valid for this list')
  })
})

describe('what changed', () => {
  let service: Service
  let copy: Copy
  beforeEach(async () => {
    service = await startService()
    copy = new Copy(service)
    await copy.sync()
  })
  afterEach(() => service.stop())

  const kindsOf = (changes: Json[]) =>
    changes.map(({ kind, op, slug }: Json) => `${op} ${kind} ${slug}`).sort()

  it('is a record and those that show it', async () => {
    await importRecords(service, changed(records, 'motion', 'v-4', { result: 'Defeated' }))
    const changes = await copy.sync()
    expect(kindsOf(changes)).toEqual([
      'upsert matter rpt-2024-004',
      'upsert meeting 2024-01-21-committee-of-the-whole',
      'upsert motion motion-2024-4',
    ])
    for (const { record, changed_at } of changes) expect(record.updated_at).toBe(changed_at)
  })

  it('is nothing if only a time of the source moved', async () => {
    const later = records.map((one) => ({ ...one, source_updated_at: '2026-11-01T00:00:00Z' }))
    await importRecords(service, later)
    expect(await copy.sync()).toEqual([])
  })

  it('is a removal once, and its return', async () => {
    await importRecords(service, without(records, 'v-4'), { prune: true, isPartial: true })
    const removed = (await copy.sync()).filter(({ op }) => op === 'remove')
    expect(removed).toMatchObject([{ kind: 'motion', record: null }])
    const { slug, id } = removed[0]
    expectError(await service.v1(`motions/${slug}`), 'MOTION_NOT_FOUND')
    await importRecords(service, records)
    const returned = (await copy.sync()).find((one) => one.kind === 'motion' && one.id === id)
    expect(returned).toMatchObject({ op: 'upsert', slug })
    expect(returned.record).toEqual(expectDetail(await service.v1(`motions/${slug}`)))
  })

  it('is also what lists have with updated_since, without removals', async () => {
    const { json: before } = await service.v1('motions?per_page=1')
    const first = before.data[0].updated_at
    await importRecords(service, changed(records, 'motion', 'v-4', { result: 'Defeated' }))
    const [change] = await copy.sync()
    const since = change.changed_at
    const of = async (path: string, time: string) => {
      const response = await service.v1(withQuery(path, { updated_since: time, per_page: 100 }))
      return response.json.data.map(({ slug }: Json) => slug)
    }
    expect(await of('motions', since)).toEqual(['motion-2024-4'])
    expect(await of('matters', since)).toEqual(['rpt-2024-004'])
    expect(await of('meetings', since)).toEqual(['2024-01-21-committee-of-the-whole'])
    for (const list of ['people', 'organizations', 'bylaws']) {
      expect(await of(list, since), list).toEqual([])
      expect((await of(list, first)).length, list).toBeGreaterThan(0)
    }
    expect(await of('motions', '2999-01-01')).toEqual([])
    expect((await of('motions', '2000-01-01T00:00:00-05:00')).length).toBeGreaterThan(10)
    for (const list of ['votes', 'attendance']) {
      const dates = { date_from: '2024-01-20', date_to: '2024-02-20', per_page: 100 }
      const all = (await service.v1(withQuery(list, dates))).json.data
      const later = (await service.v1(withQuery(list, { updated_since: since }))).json.data
      expect(later.length, list).toBeGreaterThan(0)
      expect(later.length, list).toBeLessThan(all.length)
      expect(later, list).toEqual(all.filter((one: Json) => one.updated_at >= since))
    }
    const { json: votes } = await service.ocd(withQuery('votes', { updated_since: since }))
    expect(votes.results).toHaveLength(1)
    expect(votes.pagination).toMatchObject({ total_items: 1, max_page: 1 })
    const { json: jurisdictions } = await service.ocd('jurisdictions?updated_since=2999-01-01')
    expect(jurisdictions.results).toEqual([])
  })

  it.each(['yesterday', '2026-02-30', '2026-02-03T04:05', '2026-02-03T04:05:06 02:00', ''])(
    'is not found with updated_since=%s',
    async (updated_since) => {
      for (const response of [
        await service.v1(withQuery('motions', { updated_since })),
        await service.ocd(withQuery('events', { updated_since })),
      ])
        expect(expectError(response, 'VALIDATION_ERROR')).toContain('updated_since must be a date')
    },
  )

  it('must be read again after the database was restored', async () => {
    const { json: base } = await service.v1('changes?per_page=100&kind=organization')
    await importRecords(service, changed(records, 'organization', 'o-parks', { name: 'Ponds' }))
    const path = (since: string) => withQuery('changes', { since, kind: 'organization' })
    const { json: later } = await service.v1(path(base.sync.token))
    const { json: page } = await service.v1('changes?per_page=1&kind=organization')
    const cursor = page.pagination.next_cursor
    const { db } = service.writing
    const [last] = await db
      .selectFrom('data_versions')
      .selectAll()
      .orderBy('version', 'desc')
      .execute()
    const version = Number(last?.version)
    await db.deleteFrom('data_versions').where('version', '=', version).execute()
    await db
      .updateTable('municipalities')
      .set({ data_version: version - 1 })
      .execute()
    const restored = await service.v1(path(later.sync.token))
    expect(expectError(restored, 'RESYNC_REQUIRED')).toContain('since')
    await importRecords(service, changed(records, 'organization', 'o-parks', { name: 'Pools' }))
    expectError(await service.v1(path(later.sync.token)), 'RESYNC_REQUIRED')
    const between = await service.v1(withQuery('changes', { cursor, kind: 'organization' }))
    expect(expectError(between, 'RESYNC_REQUIRED')).toContain('cursor')
    expect((await service.v1(path(base.sync.token))).status).toBe(200)
  })

  it('must be read again from another database', async () => {
    const { json } = await service.v1('changes?per_page=100&kind=organization')
    const [payload = ''] = json.sync.token.split('.')
    const fields = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const foreign = Buffer.from(JSON.stringify([...fields.slice(0, -1), 'another'])).toString(
      'base64url',
    )
    const since = `${foreign}.${'A'.repeat(22)}`
    const response = await service.v1(withQuery('changes', { since, kind: 'organization' }))
    expect(expectError(response, 'RESYNC_REQUIRED')).toContain('another database')
  })

  it('of a reader of everything has only removals since the first page', async () => {
    await importRecords(service, without(records, 'v-4'), { prune: true, isPartial: true })
    const { json: first } = await service.v1('changes?per_page=50')
    const rest = without(records, 'v-4', 'v-5')
    await importRecords(service, rest, { prune: true, isPartial: true })
    const fresh = new Copy(service)
    fresh.take(first)
    await fresh.sync()
    expect(fresh.removals).toHaveLength(1)
    const full = new Copy(service)
    await full.sync()
    expect(full.removals).toEqual([])
    expect(fresh.records).toEqual(full.records)
  })
})
