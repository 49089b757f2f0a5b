import { describe, expect, it, onTestFinished } from 'vitest'
import { type LoadOptions, load } from '../../src/importers/load/load.ts'
import { findTarget } from '../../src/importers/load/municipalities.ts'
import type { LoadTarget } from '../../src/importers/load/scope.ts'
import type { ImportRecord } from '../../src/record/kinds.ts'
import type { WriteStore } from '../../src/store/open.ts'
import { contentOf } from '../support/database/content.ts'
import type { EngineName } from '../support/database/fresh-store.ts'
import { lowmere, openLowmere } from '../support/sample/service.ts'
import { crawl } from '../support/service/crawl.ts'
import { type Service, startService } from '../support/service/service.ts'
import { hrefsOf } from '../support/site/page-content.ts'
import { walk } from '../support/site/walk.ts'
import { sourceOf } from '../support/towns/town.ts'

const noon = Date.UTC(2026, 5, 1, 16)
const clock = { now: () => noon, monotonic: () => 0 }

const whole = [...(openLowmere(clock).items as Iterable<{ record: ImportRecord }>)].map(
  ({ record }) => record,
)

interface Step {
  records: readonly ImportRecord[]
  prune: boolean
}

/** A part of the record, the whole in another order, changed records, removed ones, and their return. */
function steps(): Step[] {
  const part = whole.filter((_, index) => index % 14 !== 0)
  const changed = whole.map((record, index) => (index % 12 === 1 ? editedRecord(record) : record))
  const fewer = changed.filter((_, index) => index % 30 !== 7)
  return [
    { records: part, prune: false },
    { records: whole.toReversed(), prune: false },
    { records: changed, prune: false },
    { records: fewer, prune: true },
    { records: changed, prune: true },
  ]
}

/** A record with other texts; a motion that everyone opposed. */
function editedRecord(record: ImportRecord): ImportRecord {
  const texts = Object.entries(record).flatMap(([field, value]) =>
    typeof value === 'string' && /^(?:title|text|description|name)$/.test(field)
      ? [[field, `${value} (amended)`]]
      : [],
  )
  const edited = { ...record, ...Object.fromEntries(texts) } as ImportRecord
  if (edited.kind !== 'motion' || edited.votes === undefined) return edited
  const votes = edited.votes.map((vote) => ({ ...vote, value: 'Against' }))
  return { ...edited, result: 'Defeated', votes } as ImportRecord
}

/** A service after all steps, with the report and the content of the database after each. */
async function serviceOf(engine: EngineName) {
  const history: unknown[] = []
  const sequence = steps()
  const run = async (store: WriteStore, { records, prune }: Step) => {
    const source = { ...sourceOf(records, lowmere.slug), isPartial: true, isThirdParty: true }
    const target = (await findTarget(store, lowmere.slug)) as LoadTarget
    const options: LoadOptions = { target, source, prune, dryRun: false, clock }
    const { kinds, warnings } = await load(store, options)
    history.push({ kinds, warnings })
  }
  const service = await startService({
    engine,
    clock,
    municipality: lowmere,
    settings: { siteUrl: 'https://reeve.example' },
    source: sourceOf([], lowmere.slug),
    prepare: async (store) => {
      for (const step of sequence) await run(store, step)
    },
  })
  onTestFinished(() => service.stop())
  return { service, history, content: await contentOf(service.databaseUrl) }
}

/** All that a service sends of the record, without what is drawn for each request or database. */
async function responsesOf(service: Service): Promise<Map<string, string>> {
  const plain = (text: string) =>
    text
      .replace(/"(request_id|next_cursor)":"[^"]*"/g, '"$1":""')
      .replace(/([?&](?:amp;)?cursor=)[\w.-]+/g, '$1')
  const responses = new Map<string, string>()
  const { v1, ocd } = await crawl(service)
  const numbers = new Map<string, number>()
  for (const [path, { status, body }] of [...v1, ...ocd]) {
    const name = plain(path)
    const number = (numbers.get(name) ?? 0) + 1
    numbers.set(name, number)
    responses.set(`${name} ${number}`, `${status} ${plain(body)}`)
  }
  // Filters of votes are in rows-read.test.ts.
  const isFollowed = (path: string) =>
    /^[/](?:lowmere|feeds[/]lowmere|embed[/]lowmere)(?:[/?]|$)/.test(path) &&
    !/cursor=|[/]votes[.]csv[?]|[/]votes[?].*=.*=|[/]motions[/].*[?]|[/]compare[/].|picture[.]png/.test(
      path,
    )
  const words = ['tenants', 'zzzyx+nought', 'bike+share&type=agenda_items', 'housing', 'logement']
  const first = [`/${lowmere.slug}`, ...words.map((q) => `/${lowmere.slug}/search?q=${q}`)]
  const pages = await walk(service, [...first, `/${lowmere.slug}/sitemap.xml`], (body) =>
    hrefsOf(body)
      .map((href) => href.split('#', 1)[0] ?? '')
      .filter(isFollowed),
  )
  for (const [path, { status, body }] of pages) responses.set(path, `${status} ${plain(body)}`)
  return responses
}

describe('SQLite and PostgreSQL', () => {
  it('have the same reports and content after parts, changes and removals, and send the same responses and pages', async () => {
    const [sqlite, postgres] = [await serviceOf('sqlite'), await serviceOf('postgres')]
    expect(postgres.history).toEqual(sqlite.history)
    expect(postgres.content).toEqual(sqlite.content)
    const expected = await responsesOf(sqlite.service)
    const actual = await responsesOf(postgres.service)
    expect(expected.size).toBeGreaterThan(2500)
    expect([...actual.keys()]).toEqual([...expected.keys()])
    const different = [...expected].filter(([path, body]) => actual.get(path) !== body)
    expect(different.map(([path]) => path)).toEqual([])
  })
})
