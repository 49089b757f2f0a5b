import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshStore, freshStore } from '../../test/support/database/fresh-store.ts'
import { bareTown } from '../../test/support/towns/bare-town.ts'
import {
  listSources,
  noteSourceFailure,
  noteSourceRead,
  noteSourceStart,
  removeSources,
} from './sources.ts'

let fresh: FreshStore
let source: Parameters<typeof noteSourceRead>[1]
beforeEach(async () => {
  fresh = await freshStore()
  const municipalityId = await bareTown(fresh.store, 'ayton')
  source = { municipalityId, importer: 'escribe', location: 'https://pub-ayton.example' }
})
afterEach(() => fresh.remove())

const read = (day: string, since: string | null) =>
  noteSourceRead(fresh.store.db, source, {
    startedAt: `${day}T01:00:00.000Z`,
    checkedAt: `${day}T02:00:00.000Z`,
    since,
    records: null,
  })
const state = async () => {
  const [row] = await listSources(fresh.store.db)
  return { since: row?.since, readUntil: row?.readUntil.slice(0, 10), result: row?.result }
}

describe('a remembered source', () => {
  it('knows its first day, and until when nothing older is unread', async () => {
    await read('2026-03-01', '2025-03-01')
    expect(await state()).toEqual({ since: '2025-03-01', readUntil: '2026-03-01', result: 'done' })
    await read('2026-03-05', '2026-03-01')
    expect(await state()).toMatchObject({ since: '2025-03-01', readUntil: '2026-03-05' })
    // It leaves a gap after the last one.
    await read('2026-03-09', '2026-03-07')
    expect(await state()).toMatchObject({ since: '2025-03-01', readUntil: '2026-03-05' })
    await read('2026-03-10', null)
    expect(await state()).toMatchObject({ since: null, readUntil: '2026-03-10' })
  })

  it('has the last failure until it succeeds; what never succeeded is not remembered', async () => {
    const failure = { checkedAt: '2026-03-02T00:00:00.000Z', error: 'responded with 500' }
    await noteSourceFailure(fresh.store.db, source, failure)
    expect(await listSources(fresh.store.db)).toEqual([])
    await read('2026-03-01', null)
    await noteSourceFailure(fresh.store.db, source, failure)
    expect(await listSources(fresh.store.db)).toMatchObject([
      {
        municipality: 'ayton',
        result: 'failed',
        checkedAt: failure.checkedAt,
        error: failure.error,
      },
    ])
    await read('2026-03-03', '2026-03-01')
    expect(await listSources(fresh.store.db)).toMatchObject([{ result: 'done', error: null }])
  })

  it('runs alone in its municipality, until it has been read or has failed', async () => {
    const { db } = fresh.store
    const { municipalityId } = source
    const other = { ...source, location: 'https://pub-ayton.example/former' }
    const startedAt = '2026-03-05T00:00:00.000Z'
    const running = async () => (await listSources(db)).map(({ runningSince }) => runningSince)
    await read('2026-03-01', null)
    const ofRead = { startedAt, checkedAt: startedAt, since: null, records: null }
    await noteSourceRead(db, other, ofRead)
    await noteSourceStart(db, { municipalityId, sources: [source] }, startedAt)
    expect(await running()).toEqual([startedAt, null])
    // The process was killed, and the next one reads the other source.
    await noteSourceStart(db, { municipalityId, sources: [other] }, startedAt)
    expect(await running()).toEqual([null, startedAt])
    await noteSourceRead(db, other, ofRead)
    expect(await running()).toEqual([null, null])
    await noteSourceStart(db, { municipalityId, sources: [source] }, startedAt)
    await noteSourceStart(db, { municipalityId, sources: [] }, startedAt)
    expect(await running()).toEqual([null, null])
  })

  it('is removed alone, or with all of its municipality', async () => {
    await read('2026-03-01', null)
    const { db } = fresh.store
    expect(await removeSources(db, 'ayton', 'https://pub-beeton.example')).toBe(0)
    expect(await removeSources(db, 'beeton')).toBe(0)
    expect(await removeSources(db, 'ayton', source.location)).toBe(1)
    await read('2026-03-01', null)
    expect(await removeSources(db, 'ayton')).toBe(1)
    expect(await listSources(db)).toEqual([])
  })
})
