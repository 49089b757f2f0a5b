import { parse } from 'csv-parse/sync'
import { rowsOf } from '../../test/support/database/inspector.ts'
import { ArchiveVotes, countPairs, type VoteFilter } from './archive-votes.ts'
import type { Results } from './results.ts'

export type Item = Record<string, string | number | boolean | null>

/** What a service says about an archive. */
export interface Server {
  /** All items of a list, page by page. */
  list(path: string): AsyncGenerator<Item>
  /** The body of a response to a request with a key, or to one of the pages. */
  text(target: string, isOpen?: boolean): Promise<string>
}

/** A service with an archive, and what its files have. */
interface Scene extends Server {
  results: Results
  expected: ArchiveVotes
  /** Of the municipality. */
  slug: string
  /** Ids in the source, by slug. */
  ids: Record<'people' | 'organizations' | 'motions', ReadonlyMap<unknown, number>>
}

/** Compares all votes, dissents and agreement that a service has with the files; returns their numbers. */
export async function recountVotes(
  service: Pick<Scene, 'results' | 'slug'> & Server & { databaseUrl: string },
  folder: string,
): Promise<Record<string, number>> {
  const { databaseUrl } = service
  const ids = {
    people: await idsOf(databaseUrl, 'people'),
    organizations: await idsOf(databaseUrl, 'organizations'),
    motions: await idsOf(databaseUrl, 'motions'),
  }
  const scene = { ...service, ids, expected: new ArchiveVotes(folder) }
  const { votes, noted } = await recountLists(scene)
  const rows = await recountTables(scene)
  scene.expected.addNoted(notedMotions(noted, ids))
  const pairs = await recountAgreement(scene, 'agreement', {})
  for (const [organization, body] of ids.organizations)
    await recountAgreement(scene, `agreement?organization=${organization}`, { body })
  for (const [from, to] of periods) {
    const dates = { from: `${from}-01-01`, to: `${to}-12-31` }
    await recountAgreement(scene, `agreement?year_from=${from}&year_to=${to}`, dates)
  }
  const { contestedMotions, dissents } = scene.expected
  return { votes, noted: noted.length, rows, contestedMotions, dissents, pairs }
}

const periods = [
  [2022, 2022],
  [2022, 2023],
  [2024, 2024],
  [2025, 9999],
] as const

async function idsOf(databaseUrl: string, table: string): Promise<Map<unknown, number>> {
  const rows = await rowsOf<{ slug: string; key: string }>(
    databaseUrl,
    `select slug, key from ${table}`,
  )
  return new Map(rows.map((row) => [row.slug, Number(row.key)]))
}

/** Whether only a note in prose states a vote; the archive's own votes, which are counted here, lack it. */
const isNoted = ({ reason }: Item | Row) => String(reason ?? '').startsWith('formally ')

/** Returns the number of all votes, and those of notes. */
async function recountLists({ results, expected, list, ids }: Scene) {
  const all: Item[] = []
  for await (const vote of list('votes')) all.push(vote)
  const read = all.flatMap((vote): Item[] => {
    if (!isNoted(vote)) return [vote]
    const [motion, person] = [ids.motions.get(vote.motion_slug), ids.people.get(vote.person_slug)]
    return expected.hasBlank(motion, person) ? [{ ...vote, vote_value: '', dissent: null }] : []
  })
  const counts = { contested: 0, dissents: 0 }
  const contested = new Set<unknown>()
  const bodies = new Map<number | undefined, number>()
  const voted = new Map<number, number[]>()
  for (const vote of read) {
    countVote(voted, ids.people.get(vote.person_slug) ?? 0, vote)
    if (vote.contested === true) counts.contested += 1
    if (vote.contested === true) contested.add(vote.motion_slug)
    if (vote.dissent === true) counts.dissents += 1
    const body = ids.organizations.get(vote.organization_slug)
    bodies.set(body, (bodies.get(body) ?? 0) + 1)
  }
  const filtered = async (query: string) => {
    let count = 0
    for await (const vote of list(`votes?${query}`)) if (!isNoted(vote)) count += 1
    return count
  }
  const metrics = [
    ['votes', read.length, expected.votes],
    ['contested votes', counts.contested, expected.contestedVotes],
    ['contested motions', contested.size, expected.contestedMotions],
    ['dissents', counts.dissents, expected.dissents],
    ['votes with contested=true', await filtered('contested=true'), expected.contestedVotes],
    ['votes with dissent=true', await filtered('dissent=true'), expected.dissents],
  ] as const
  for (const [what, responses, count] of metrics)
    results.demand(responses === count, `${responses} ${what}, but ${count} in the files`)
  expectSame(results, 'votes of a body', bodies, expected.bodies)
  const summaries = new Map([...voted].map(([id, count]) => [id, count.join(' ')]))
  expectSame(results, 'votes of a person', summaries, expected.summaries)
  return { votes: all.length, noted: all.filter(isNoted) }
}

/** The sides of the votes of notes, by motion. */
function notedMotions(noted: readonly Item[], ids: Scene['ids']) {
  return [...Map.groupBy(noted, (vote) => vote.motion_slug).values()].map((votes) => ({
    body: ids.organizations.get(votes[0]?.organization_slug) ?? 0,
    date: String(votes[0]?.meeting_date),
    sides: votes
      .filter((vote) => vote.vote_value === 'Against' && vote.person_slug !== null)
      .map((vote): [number, boolean] => [ids.people.get(vote.person_slug) ?? 0, false]),
  }))
}

type Row = Record<string, string>

/** The votes as tables: with a key, from the pages, as NDJSON and by person. Returns their number. */
async function recountTables({ results, expected, text, list, ids, slug }: Scene): Promise<number> {
  const api = `/api/v1/${slug}/votes`
  const table = await text(`${api}?format=csv`)
  results.demand(
    table === (await text(`/${slug}/votes.csv`, true)),
    'the table of the pages differs',
  )
  const rows = parse(table, { columns: true, record_delimiter: '\r\n' }) as Row[]
  const columns = Object.keys(rows[0] ?? {})
  const lineOf = (cells: (column: string) => unknown) => JSON.stringify(columns.map(cells))
  const lines = rows.map((row) => lineOf((column) => row[column] ?? ''))
  const cellsOf = (item: Item) => lineOf((column) => cellOf(item, column))
  const items = (await text(`${api}?format=ndjson`)).trimEnd().split('\n')
  results.demand(items.length === rows.length, `${items.length} lines, but ${rows.length} rows`)
  for (const [at, item] of items.entries())
    results.demand(cellsOf(JSON.parse(item)) === lines[at], `line ${at + 1} differs from its row`)
  let at = 0
  for await (const item of list('votes')) {
    results.demand(cellsOf(item) === lines[at], `item ${at + 1} of the pages differs from its row`)
    at += 1
  }
  results.demand(at === rows.length, `${at} items of pages, but ${rows.length} rows`)
  await recountByPerson({ results, text, slug, ids }, rows)
  const rolled = rows.filter((row) => !isNoted(row))
  recountRows(rolled, { results, expected, ids })
  return rows.length
}

/** The cell of an item in a column such as `item_outcome.result`. */
function cellOf(item: Item, column: string): string {
  const value = column
    .split('.')
    .reduce<unknown>((part, name) => (part as Item | null)?.[name], item)
  return value === null || value === undefined ? '' : String(value)
}

/** The tables of all people together have the rows of the whole one that name a person. */
async function recountByPerson(
  { results, text, slug, ids }: Pick<Scene, 'results' | 'text' | 'slug' | 'ids'>,
  rows: readonly Row[],
): Promise<void> {
  const counts = new Map<string, number>()
  const count = (row: Row, by: number) => {
    const line = JSON.stringify(row)
    counts.set(line, (counts.get(line) ?? 0) + by)
  }
  for (const row of rows) if (row.person_slug !== '') count(row, 1)
  for (const person of ids.people.keys()) {
    const table = await text(`/${slug}/people/${person}/votes.csv`, true)
    for (const row of parse(table, { columns: true, record_delimiter: '\r\n' }) as Row[])
      count(row, -1)
  }
  for (const [line, left] of counts)
    results.demand(left === 0, `${left} more in the whole table than by person: ${line}`)
}

/** What can be counted in the table alone, compared with the files. */
function recountRows(
  rows: readonly Row[],
  { results, expected, ids }: Pick<Scene, 'results' | 'expected' | 'ids'>,
): void {
  const pairs: Parameters<typeof countPairs>[1] = new Map()
  const counts = { contested: 0, dissents: 0 }
  for (const votes of Map.groupBy(rows, (row) => row.motion_slug).values()) {
    const sides = votes.flatMap(
      ({ person_slug: person, vote_value: value }): [number, boolean][] =>
        value === 'For' || value === 'Against'
          ? [[ids.people.get(person) ?? 0, value === 'For']]
          : [],
    )
    const isContested = new Set(sides.map(([, isFor]) => isFor)).size === 2
    if (isContested) counts.contested += votes.length
    counts.dissents += votes.filter(({ dissent }) => dissent === 'true').length
    countPairs({ sides, isContested }, pairs)
  }
  const { contestedVotes, dissents } = expected
  results.demand(counts.contested === contestedVotes, `${counts.contested} contested rows`)
  results.demand(counts.dissents === dissents, `${counts.dissents} rows with a dissent`)
  const counted = new Map([...pairs].map(([pair, count]) => [pair, count.join(' ')]))
  expectSame(results, 'agreement in the table', counted, expected.agreement())
}

/** Counts a vote for, against or neither. */
function countVote(voted: Map<number, number[]>, id: number, { vote_value: value }: Item): void {
  const counts = voted.get(id) ?? [0, 0, 0]
  voted.set(id, counts)
  const column = ['For', 'Against', 'Abstain'].indexOf(String(value))
  if (column !== -1) counts[column] = (counts[column] ?? 0) + 1
}

/** Both lists of agreement; returns the number of pairs. */
async function recountAgreement(
  { results, expected, list, ids }: Scene,
  path: string,
  filter: VoteFilter,
): Promise<number> {
  const responses = new Map<string, string>()
  const note = (one: number, other: number, item: Item) => {
    const { motions, same, contested_motions, contested_same } = item
    const pair = one < other ? `${one} ${other}` : `${other} ${one}`
    const counts = [motions, same, contested_motions, contested_same].join(' ')
    results.demand((responses.get(pair) ?? counts) === counts, `${path}: ${pair} differs by person`)
    responses.set(pair, counts)
  }
  const idOf = (slug: unknown) => ids.people.get(slug) ?? 0
  for await (const item of list(path)) note(idOf(item.person_slug), idOf(item.other_slug), item)
  const pairs = responses.size
  for (const [person, id] of ids.people)
    for await (const item of list(`people/${person}/${path}`))
      note(id, idOf(item.person_slug), item)
  results.demand(
    responses.size === pairs,
    `${path}: ${responses.size} pairs by person, but ${pairs}`,
  )
  expectSame(results, path, responses, expected.agreement(filter))
  return pairs
}

function expectSame<K, V>(
  results: Results,
  what: string,
  responses: ReadonlyMap<K, V>,
  counted: ReadonlyMap<K, V>,
): void {
  const message = (key: K) =>
    `${what} ${key}: ${responses.get(key)}, but ${counted.get(key)} in the files`
  for (const key of new Set([...responses.keys(), ...counted.keys()]))
    results.demand(responses.get(key) === counted.get(key), message(key))
}
