import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planOf, statementsOf } from '../../../test/support/database/plans.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { type AtomDocument, readAtom } from '../../../test/support/site/atom.ts'
import { hrefsOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { ImportRecord } from '../../record/kinds.ts'

/** More meetings than the newest document has entries, with more changes than an archive has. */
const meetings = Array.from({ length: 120 }, (_, at) => `m${at}`)
const first = meetings.flatMap((key) => [
  { kind: 'meeting', key, title: key, date: '2026-07-01', status: 'scheduled' },
  ...Array.from({ length: 10 }, (_, position) => ({
    ...{ kind: 'agenda_item', key: `${key} ${position}`, meeting_key: key, position },
    title: `Report ${position}`,
  })),
]) as unknown as ImportRecord[]

/** What imports change, by time: the location of some meetings, and all items of theirs. */
const imports: [time: string, changed: readonly string[], field: 'location' | 'all'][] = [
  ['2026-05-04T18:00:00.000Z', ['m1', 'm2'], 'location'],
  // Nothing in the week that ends on May 17; the last minutes of a Sunday in the town.
  ['2026-05-19T18:00:00.000Z', ['m1'], 'all'],
  ['2026-05-25T06:30:00.000Z', ['m3'], 'location'],
  ['2026-05-26T18:00:00.000Z', meetings, 'all'],
  ['2026-06-02T18:00:00.000Z', ['m5'], 'location'],
  ['2026-06-03T18:00:00.000Z', meetings, 'location'],
]

let service: Service
let time = '2026-05-01T18:00:00.000Z'
const clock = { now: () => Date.parse(time), monotonic: () => 0 }
let records = first

async function sync(seen: string, changed: readonly string[], field: 'location' | 'all') {
  time = seen
  records = records.map((record) => {
    const { kind } = record
    const of = kind === 'agenda_item' ? record.meeting_key : record.key
    if (!changed.includes(of)) return record
    if (kind === 'meeting') return { ...record, location: seen }
    return field === 'all' ? { ...record, title: `${record.key} ${seen}` } : record
  }) as ImportRecord[]
  await importRecords(service, records, { clock })
}

beforeAll(async () => {
  service = await startService({ clock, source: sourceOf(first), settings: { pageCache: 0 } })
  for (const one of imports) await sync(...one)
})
afterAll(() => service.stop())

const feed = '/feeds/pemberley/changes.atom'
const read = async (path: string): Promise<AtomDocument> => {
  const { status, body } = await service.call(path)
  expect(status, path).toBe(200)
  return readAtom(body)
}
const idsIn = (some: typeof imports, prefix = '') =>
  some.flatMap(([seen, changed]) =>
    changed.map((key) => {
      const page = `${service.url}${prefix}/pemberley/meetings/2026-07-01-${key}`
      return `${page}#changes-${Date.parse(seen)}`
    }),
  )

/** The documents of the feed, by their URL, as a reader follows them from the newest. */
async function walk(prefix = ''): Promise<Map<string, AtomDocument>> {
  const documents = new Map<string, AtomDocument>()
  let url: string | undefined = `${service.url}${prefix}${feed}`
  while (url !== undefined) {
    expect([...documents.keys()]).not.toContain(url)
    const found = await read(url.slice(service.url.length))
    documents.set(url, found)
    expect(found.links.self).toBe(url)
    url = found.links['prev-archive']
  }
  return documents
}

const spans = (documents: Map<string, AtomDocument>) =>
  [...documents.keys()].map((url) => new URL(url).searchParams.get('date_to'))

describe('the feed of changes and its archives', () => {
  it.each(['', '/fr'])('have every entry of %s/, each with one content', async (prefix) => {
    const documents = await walk(prefix)
    const contents = new Map<string, string>()
    for (const { entries } of documents.values()) {
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
      for (const { id, ...content } of entries) {
        const shown = JSON.stringify(content)
        expect(contents.get(id) ?? shown).toBe(shown)
        contents.set(id, shown)
      }
    }
    expect([...contents.keys()].toSorted()).toEqual(idsIn(imports, prefix).toSorted())
  })

  it('are weeks that have changes, in parts if a document has no room for all', async () => {
    const documents = await walk()
    expect(spans(documents)).toEqual([
      ...[null, '2026-06-07', '2026-05-31', '2026-05-31', '2026-05-24', '2026-05-10'],
    ])
    const counts = [...documents.values()].map(({ entries }) => entries.length)
    // Of 11 changes each, 90 are whole among the newest thousand.
    expect(counts).toEqual([100, 21, 90, 30, 2, 2])
  })

  it('say what they are, and lead to the newest and to the next week', async () => {
    const [newest, ...archives] = (await walk()).values()
    const current = `${service.url}${feed}`
    expect(newest).toMatchObject({ id: current, isArchive: false, isComplete: false })
    expect(newest?.links).not.toHaveProperty('current')
    for (const archive of archives) {
      expect(archive).toMatchObject({ id: current, isArchive: true, isComplete: false })
      expect(archive.links.current).toBe(current)
    }
    expect(archives.map(({ links }) => links['next-archive'])).toEqual([
      ...[undefined, undefined, undefined, undefined, `${current}?date_to=2026-05-24`],
    ])
    expect(archives.at(-1)?.links.alternate).toBe(
      `${service.url}/pemberley/changes?date_to=2026-05-10`,
    )
    expect(archives.at(-1)?.title).toBe(
      'What changed in agendas, Town of Pemberley: From May 4, 2026 to May 10, 2026',
    )
  })

  it('take at most two statements besides the lookup of the council, by index', async () => {
    for (const url of (await walk()).keys()) {
      const all = await statementsOf(service, () => service.call(url.slice(service.url.length)))
      const own = all.filter((text) => !text.includes('"divisionId"'))
      expect(own.length).toBeLessThanOrEqual(2)
      for (const text of own) expect((await planOf(service, text)).scans).toEqual([])
    }
  })

  it('of a week that is not over is not an archive', async () => {
    for (const day of ['2026-06-03', '2026-06-07', '2099-01-01']) {
      const { isArchive, links } = await read(`${feed}?date_to=${day}`)
      expect(isArchive, day).toBe(false)
      expect(links.current).toBe(`${service.url}${feed}`)
    }
  })

  it('of a week without changes has no entries, and leads on', async () => {
    const { entries, isArchive, links } = await read(`${feed}?date_to=2026-05-17`)
    expect([entries, isArchive]).toEqual([[], true])
    expect(links['prev-archive']).toBe(`${service.url}${feed}?date_to=2026-05-10`)
    expect(links['next-archive']).toBe(`${service.url}${feed}?date_to=2026-05-24`)
    expect((await read(`${feed}?date_to=2026-01-04`)).links).not.toHaveProperty('prev-archive')
  })

  it('reject what is not a day, and a cursor of another week', async () => {
    const [, rest = ''] = (await walk()).keys()
    const cursor = new URL(rest).searchParams.get('cursor') ?? ''
    expect(cursor).not.toBe('')
    for (const query of [
      ...['date_to=never', 'date_to=2026-W23', 'cursor=x', `cursor=${cursor}`],
      `date_to=2026-05-31&cursor=${cursor}`,
    ])
      expect((await service.call(`${feed}?${query}`)).status, query).toBe(400)
  })

  it('are followed from the page of any week by the newest', async () => {
    const { body } = await service.call('/pemberley/changes?date_to=2026-05-10')
    expect(hrefsOf(body)).toContain('/pemberley/follow/changes')
    expect(body).toContain(`href="${service.url}${feed}" title=`)
  })

  it('keep their entries while others come, and a reader misses none', async () => {
    const before = await walk()
    const later: typeof imports = [
      ['2026-06-04T18:00:00.000Z', meetings, 'all'],
      ['2026-06-16T18:00:00.000Z', ['m7'], 'location'],
    ]
    for (const one of later) await sync(...one)
    for (const [url, { isArchive, entries }] of before)
      if (isArchive) expect((await read(url.slice(service.url.length))).entries).toEqual(entries)
    // A reader stops at the first archive that it knows.
    const documents = [...(await walk())]
    const at = documents.findIndex(([url, { isArchive }]) => isArchive && before.has(url))
    expect(at).toBeGreaterThan(0)
    const seen = [...before.values(), ...documents.slice(0, at).map(([, one]) => one)]
    const ids = new Set(seen.flatMap(({ entries }) => entries.map(({ id }) => id)))
    expect([...ids].toSorted()).toEqual(idsIn([...imports, ...later]).toSorted())
  })
})
