import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createKeyForEmail } from '../src/access/keys.ts'
import { systemClock } from '../src/core/clock.ts'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { rowsOf } from '../test/support/database/inspector.ts'
import { withStore } from '../test/support/database/moving.ts'
import { databaseProblems } from '../test/support/database/problems.ts'
import { largerTown } from '../test/support/legistar/town.ts'
import { watchPeak } from '../test/support/process/memory.ts'
import { newReeve, type Reeve } from '../test/support/process/reeve.ts'
import { type ArchiveCounts, countArchive } from './kit/archive-counts.ts'
import { Random } from './kit/random.ts'
import { type Item, recountVotes, type Server } from './kit/recount.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { Wire } from './kit/wire.ts'

const main = resolve(import.meta.dirname, '../dist/main.js')
const slug = 'archived'

interface Scene {
  results: Results
  reeve: Reeve
  databaseUrl: string
  folder: string
}

async function run({ size, seed, archive }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const folder = archive === undefined ? townFolder(size, new Random(seed)) : resolve(archive)
  const scene = { results, reeve, databaseUrl, folder }
  try {
    const expected = countArchive(folder)
    const options = ['--name', 'Archived', '--timezone', 'America/New_York']
    const division = ['--division', 'ocd-division/country:ca/csd:9900001']
    const add = ['municipalities', 'add', slug, ...options, ...division]
    const added = await reeve.run(add, { DATABASE_URL: databaseUrl })
    results.demand(added.status === 0, added.stderr)
    const first = await importOnce(scene, 'added')
    await expectRows(scene, expected)
    await expectActions(scene, expected)
    await expectLaws(scene, expected)
    await expectTexts(scene, expected)
    for (const problem of await databaseProblems(databaseUrl)) results.fail(problem)
    const again = await importOnce(scene, 'same')
    const votes = await withServer(scene, async (server) => {
      await expectResponses(scene, server, expected)
      return recountVotes({ ...server, results, databaseUrl, slug }, folder)
    })
    return results.outcome({
      firstSeconds: first.seconds,
      firstMiB: first.peakMiB,
      againSeconds: again.seconds,
      againMiB: again.peakMiB,
      ...expected.rows,
      ...votes,
    })
  } finally {
    await reeve.remove()
    await remove()
    if (archive === undefined) rmSync(folder, { recursive: true })
  }
}

/** Every table has as many rows as the files have records. */
async function expectRows({ results, databaseUrl }: Scene, { rows }: ArchiveCounts) {
  for (const [table, count] of Object.entries(rows)) {
    results.requests += count
    const query = `select count(*) as count from ${table}`
    const [row] = await rowsOf<{ count: number | string }>(databaseUrl, query)
    results.demand(
      Number(row?.count) === count,
      `${table}: ${row?.count}, but ${count} in the files`,
    )
  }
}

/** Every step is there under its own words, and vetoes and overrides belong to the matters of the files. */
async function expectActions({ results, databaseUrl }: Scene, expected: ArchiveCounts) {
  const rows = await rowsOf<{ description: string; count: number | string }>(
    databaseUrl,
    'select description, count(*) as count from actions group by description',
  )
  const stored = new Map(rows.map(({ description, count }) => [description, Number(count)]))
  for (const [description, count] of Object.entries(expected.actions))
    results.demand(
      stored.get(description) === count,
      `${stored.get(description)} steps ${description}, but ${count} in the files`,
    )
  for (const [word, ids] of [
    ['executive-veto', expected.vetoed],
    ['veto-override-passage', expected.overridden],
  ] as const) {
    const found = await rowsOf<{ key: string }>(
      databaseUrl,
      `select distinct m.key from actions a join matters m on m.id = a.matter_id
         where a.classification = '["${word}"]'`,
    )
    const keys = found.map(({ key }) => Number(key)).sort((one, other) => one - other)
    results.demand(`${keys}` === `${ids}`, `${word}: ${keys}, but ${ids} in the files`)
  }
}

/** Every law has the dates of its file, and refers to the council's last vote for it. */
async function expectLaws({ results, databaseUrl }: Scene, { laws }: ArchiveCounts) {
  const rows = await rowsOf<Record<'key' | 'passed_date' | 'enacted_date' | 'vote', string | null>>(
    databaseUrl,
    `select b.key, b.passed_date, b.enacted_date, v.key as vote from bylaws b
       left join bylaw_references r on r.bylaw_id = b.id left join motions v on v.id = r.motion_id`,
  )
  const stored = rows.map((row) => `${row.key} ${row.vote} ${row.passed_date} ${row.enacted_date}`)
  const counted = laws.map(({ id, vote, passed, enacted }) => `${id} ${vote} ${passed} ${enacted}`)
  const other = counted.filter((law) => !stored.includes(law))
  results.demand(
    other.length === 0 && stored.length === counted.length,
    `${stored.length} of ${counted.length} laws, and ${other.length} not as in the files: ${other[0]}`,
  )
}

/** U+FFFD is in a text only if the archive has none without it, and in no other words of the record. */
async function expectTexts({ results, databaseUrl }: Scene, { damaged }: ArchiveCounts) {
  const rows = await rowsOf<{ key: string }>(
    databaseUrl,
    `select distinct m.key from matters m join documents d on d.matter_id = m.id
       join document_sections s on s.document_id = d.id where s.text like '%\ufffd%'`,
  )
  const keys = rows.map(({ key }) => Number(key)).sort((one, other) => one - other)
  results.demand(`${keys}` === `${damaged}`, `U+FFFD: in ${keys}, but in the files ${damaged}`)
  for (const [table, columns] of Object.entries(wordColumns))
    for (const column of columns) {
      const found = await rowsOf<{ key: string }>(
        databaseUrl,
        `select key from ${table} where ${column} like '%\ufffd%' limit 1`,
      )
      results.demand(found.length === 0, `U+FFFD in ${column} of ${table} ${found[0]?.key}`)
    }
}

const wordColumns = {
  organizations: ['name'],
  people: ['name'],
  bylaws: ['title', 'description'],
  matters: ['title', 'description', 'plain_english_summary'],
  agenda_items: ['title', 'description'],
  motions: ['text', 'mover_name'],
  actions: ['description', 'text'],
}

/**
 * An archive of a made-up town, in a new folder. Nine people vote at random; some texts lack a character, half of them
 * without an RTF.
 */
function townFolder(meetings: number, random: Random): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-archive-'))
  for (const [path, content] of Object.entries(largerTown(meetings))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const last = Number(/^resolution.*(\d)[.]json$/.exec(path)?.[1])
    const RTF = last === 1 ? '{\\rtf1 Section 1. Plough.\\par \\u167 ? 2. Soon.}' : undefined
    const damaged =
      last === 1 || last === 2 ? { Text: 'Section 1. Plough.\n\ufffd 2. Soon.', RTF } : {}
    const file = structuredClone(content) as { History?: { Votes?: unknown[] }[] }
    for (const step of file.History ?? []) if (step.Votes !== undefined) step.Votes = votes(random)
    writeFileSync(join(folder, path), JSON.stringify({ ...file, ...damaged }))
  }
  return folder
}

const votes = (random: Random) =>
  Array.from({ length: random.between(1, 9) }, (_, n) => ({
    ID: 7 + n,
    FullName: `Voter ${n}`,
    Vote: random.pick(['Affirmative', 'Affirmative', 'Negative', 'Abstain', 'Absent']),
  }))

/** Imports with the built command; every record must be counted as `outcome`. */
async function importOnce(
  { results, reeve, databaseUrl, folder }: Scene,
  outcome: 'added' | 'same',
) {
  const words = ['import', 'legistar-archive', folder, '--municipality', slug, '--json']
  const started = performance.now()
  const env = { PATH: process.env.PATH, HOME: reeve.folder, DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, [main, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const peak = watchPeak(child.pid ?? 0)
  const [status] = await once(child, 'close')
  const seconds = Math.round((performance.now() - started) / 100) / 10
  results.demand(status === 0, `the import ended with ${status}`)
  const { kinds } = JSON.parse(printed.trim().split('\n').at(-1) ?? '{}')
  for (const [kind, report] of Object.entries(kinds as Record<string, Record<string, number>>)) {
    const others = Object.entries(report).filter(([name, count]) => name !== outcome && count > 0)
    results.demand(others.length === 0, `${kind} are to be ${outcome}: ${JSON.stringify(report)}`)
  }
  return { seconds, peakMiB: Math.round(peak()) }
}

/** Runs `work` with a client of the service. */
async function withServer<T>(
  { results, reeve, databaseUrl }: Scene,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const account = { email: 'reader@pemberley.example', name: null, keysMax: 1 }
  const { key } = await withStore(databaseUrl, (store) =>
    createKeyForEmail(store, account, systemClock),
  )
  const limits = { RATE_LIMIT: '1000000', OPEN_RATE_LIMIT: '1000000' }
  const serving = await reeve.serve([], { DATABASE_URL: databaseUrl, ...limits })
  const wire = new Wire(serving.port)
  const text = async (target: string, isOpen = false) => {
    const headers = isOpen ? {} : { 'x-api-key': key }
    const reply = await wire.send({ method: 'GET', target, headers })
    results.note(reply.status)
    if (reply.status !== 200) throw new Error(`${target}: ${reply.status} ${reply.body}`)
    return reply.body
  }
  async function* list(path: string): AsyncGenerator<Item> {
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = `per_page=100${cursor === '' ? '' : `&cursor=${cursor}`}`
      const target = `/api/v1/${slug}/${path}${path.includes('?') ? '&' : '?'}${query}`
      const { data, pagination } = JSON.parse(await text(target))
      yield* data
      cursor = pagination.next_cursor
    }
  }
  try {
    return await work({ list, text })
  } finally {
    wire.close()
    serving.signal('SIGTERM')
    await serving.ended
  }
}

/** Checks a member's votes, a meeting's items and a matter's history in responses of the service. */
async function expectResponses(
  { results, databaseUrl }: Scene,
  { text }: Server,
  expected: ArchiveCounts,
) {
  const detail = async (table: string, id: number) => {
    const query = `select slug from ${table} where key = '${id}'`
    const [row] = await rowsOf<{ slug: string }>(databaseUrl, query)
    return JSON.parse(await text(`/api/v1/${slug}/${table}/${row?.slug}`)).data
  }
  const { voter, meeting, matter, laws } = expected
  const { voting_summary: votes } = await detail('people', voter.id)
  const { Affirmative = 0, Negative = 0, Abstain = 0 } = voter.words
  const cast = [votes.votes_for, votes.votes_against, votes.abstentions]
  results.demand(
    `${cast}` === `${[Affirmative, Negative, Abstain]}`,
    `member ${voter.id} voted ${cast}, but ${JSON.stringify(voter.words)} in the files`,
  )
  const { agenda_items: items } = await detail('meetings', meeting.id)
  const titles = (items as { title: string }[]).map(({ title }) => title)
  const missing = meeting.titles.filter((title) => title !== '' && !isExpectedTitle(title, titles))
  results.demand(
    titles.length === meeting.titles.length && missing.length === 0,
    `meeting ${meeting.id} has ${titles.length} of ${meeting.titles.length} items, without ${missing[0]}`,
  )
  const [law] = laws.toSorted((one, another) => another.documents - one.documents)
  if (law !== undefined) {
    const { passed_date: passed, sponsors, documents } = await detail('bylaws', law.id)
    results.demand(
      `${passed} ${sponsors.length} ${documents.length}` ===
        `${law.passed} ${law.sponsors} ${law.documents}`,
      `law ${law.id}: ${passed}, ${sponsors.length} sponsors, ${documents.length} documents`,
    )
  }
  const history = await detail('matters', matter.id)
  const counted = `${history.agenda_items.length} ${history.motions.length}`
  results.demand(
    counted === `${matter.items} ${matter.decisions}`,
    `matter ${matter.id} has ${counted} items and motions, but ${matter.items} ${matter.decisions} in the files`,
  )
}

// Titles are on one line, and long ones are cut.
function isExpectedTitle(title: string, titles: readonly string[]): boolean {
  const line = title.split(/\r?\n/)[0]?.replace(/\s+/g, ' ').trim().slice(0, 300) ?? ''
  return titles.some((counted) => counted.startsWith(line))
}

export const archive: StressTest = {
  name: 'archive',
  about:
    'a Legistar archive is imported twice; records, votes, dissents and agreement, in lists and in tables, are those that other code counts',
  counts: 'meetings of a generated town, unless --archive <folder> is given',
  sizes: { small: 25, large: 1000 },
  run,
}
