import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { writeFolder } from '../../../test/support/imports/collect-items.ts'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { seed } from '../../../test/support/project/random-seed.ts'
import { town } from '../../../test/support/towns/town.ts'
import { bundle } from '../../importers/bundle/index.ts'
import { openReadStore } from '../../store/open.ts'
import { exportBundle } from './export.ts'

type Fields = Record<string, unknown>

const url = (name: string) => `https://pemberley.example/${name}`
const files = ['a', 'b', 'c']
const voters = ['A. Moss', 'B. Reed', 'C. Cole', 'D. Dunn']
const itemKeys = ['i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7']

const documents = fc.subarray(files)
const meeting = fc.record({
  title: fc.constantFrom('Council', 'Special council'),
  date: fc.constantFrom('2026-03-01', '2026-03-02'),
  location: fc.constantFrom(null, 'Hall', 'School'),
  start_time: fc.constantFrom(null, '18:00', '19:30'),
  status: fc.constantFrom('scheduled', 'cancelled', 'postponed'),
  agenda_url: fc.constantFrom(null, url('agenda'), url('agenda-2')),
  documents,
  items: fc.shuffledSubarray(itemKeys, { minLength: 4 }),
  itemTitle: fc.constantFrom('first', 'second'),
  numbered: fc.boolean(),
})
const motion = fc.record({
  text: fc.constantFrom('That we do.', 'That we do not.'),
  result: fc.constantFrom(null, 'Carried', 'Defeated'),
  mover_name: fc.constantFrom(null, ...voters),
  seconder_name: fc.constantFrom(null, 'E. East'),
  votes: fc.uniqueArray(
    fc.record({ name: fc.constantFrom(...voters), value: fc.constantFrom('For', 'Against') }),
    {
      minLength: 1,
      selector: ({ name }) => name,
    },
  ),
  inFavour: fc.nat(3),
})
const matter = fc.record({
  title: fc.constantFrom('Ditches', 'Drains'),
  status: fc.constantFrom(null, 'Open', 'Closed'),
  documents,
})
const states = fc.array(fc.record({ meetings: fc.tuple(meeting, meeting), motion, matter }), {
  minLength: 4,
  maxLength: 6,
})
type State = Parameters<typeof recordsOf>[0]

/** Records that stay, so that no import has far fewer. */
const people = Array.from({ length: 20 }, (_, at) => ({
  ...{ kind: 'person', key: `p${at}`, name: `Person ${at}` },
}))

const filesOf = (names: readonly string[]) =>
  names.map((name) => ({ title: `File ${name}`, url: url(name) }))

function recordsOf(
  {
    meetings,
    motion: { inFavour, ...voted },
    matter: about,
  }: {
    meetings: readonly {
      items: string[]
      itemTitle: string
      numbered: boolean
      documents: string[]
    }[]
    motion: { inFavour: number; votes: { name: string; value: string }[] }
    matter: { documents: string[] }
  },
  step: number,
) {
  const sittings = meetings.flatMap(({ items, itemTitle, numbered, ...sitting }, at) => [
    { kind: 'meeting', key: `m${at}`, ...sitting, documents: filesOf(sitting.documents) },
    ...items.map((key, position) => ({
      ...{ kind: 'agenda_item', key: `m${at} ${key}`, meeting_key: `m${at}` },
      title: position % 2 === 0 ? `${key}, ${itemTitle}` : key,
      item_number: numbered ? `${position + 1}.` : null,
      // Other positions at each import, so that only the order says what moved.
      position: position + 10 * step,
    })),
  ])
  return [
    ...people,
    ...sittings,
    { kind: 'matter', key: 'x', ...about, documents: filesOf(about.documents) },
    {
      ...{ kind: 'motion', key: 'v', meeting_key: 'm0', position: 0, ...voted },
      tally: { for: inFavour, against: 1 },
    },
  ]
}

/** The records of the database as they are exported, by kind and key. */
async function exported({ databaseUrl }: Imports): Promise<Map<string, Fields>> {
  const folder = join(await writeFolder({}), 'out')
  const store = openReadStore(databaseUrl)
  await exportBundle(store, { municipality: town.slug, source: undefined, folder })
  await store.close()
  const records = new Map<string, Fields>()
  for await (const item of (await bundle.open(folder)).items) {
    if (item.type !== 'record') throw new Error(JSON.stringify(item))
    const record = item.record as Fields
    records.set(`${record.kind} ${record.key}`, record)
  }
  return records
}

const line = (field: string, old: unknown, now: unknown, about: unknown = null) =>
  JSON.stringify([field, old == null ? null : String(old), now == null ? null : String(now), about])

/** The changes of plain fields, votes and documents between two exports, except the order of items. */
function differences(before: Map<string, Fields>, after: Map<string, Fields>): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].flatMap((name) => differencesOf(name, before.get(name), after.get(name))).sort()
}

function differencesOf(name: string, old: Fields | undefined, now: Fields | undefined): string[] {
  const [kind = ''] = name.split(' ')
  if (kind === 'agenda_item') return itemDifferences(old, now)
  if (old === undefined || now === undefined) return []
  return [
    ...(plainFields[kind] ?? [])
      .filter(([field]) => (old[field] ?? null) !== (now[field] ?? null))
      .map(([field, shown]) => line(shown, old[field], now[field])),
    ...documentDifferences(old, now),
    ...(kind === 'motion' ? voteDifferences(old, now) : []),
  ]
}

const same = (...names: string[]) => names.map((name) => [name, name] as const)
const plainFields: Record<string, (readonly [string, string])[]> = {
  meeting: same('title', 'date', 'start_time', 'location', 'status', 'agenda_url'),
  motion: [...same('text', 'result'), ['mover_name', 'mover'], ['seconder_name', 'seconder']],
  matter: same('title', 'status'),
}

function itemDifferences(old: Fields | undefined, now: Fields | undefined): string[] {
  if (old === undefined) return [line('agenda_item', null, now?.title, now?.title)]
  if (now === undefined) return [line('agenda_item', old.title, null, old.title)]
  return ['title', 'item_number'].flatMap((field) =>
    (old[field] ?? null) === (now[field] ?? null)
      ? []
      : [line(field, old[field], now[field], now.title)],
  )
}

type File = { url: string; title: string }

function documentDifferences(old: Fields, now: Fields): string[] {
  const [before, after] = [old, now].map(({ documents = [] }) => documents as File[])
  const missing = (some: File[] = [], others: File[] = []) =>
    some.filter((one) => others.every((other) => other.url !== one.url))
  return [
    ...missing(before, after).map((one) => line('document', one.url, null, one.title)),
    ...missing(after, before).map((one) => line('document', null, one.url, one.title)),
  ]
}

type Vote = { name: string; value: string }

function voteDifferences(old: Fields, now: Fields): string[] {
  const [before = [], after = []] = [old, now].map(({ votes }) => votes as Vote[])
  const valueIn = (votes: Vote[], voter: string) => votes.find(({ name }) => name === voter)?.value
  const changes = voters.flatMap((voter) => {
    const [was, is] = [valueIn(before, voter), valueIn(after, voter)]
    return was === is ? [] : [line('vote', was, is, voter)]
  })
  const tallies = [
    ['for', 'For'],
    ['against', 'Against'],
  ] as const
  for (const [name, value] of tallies) {
    const [was, is] = [old, now].map(({ tally }) => (tally as Record<string, number>)[name])
    const counted = (votes: Vote[]) => votes.filter((vote) => vote.value === value).length
    const follows = was === counted(before) && is === counted(after)
    if (was !== is && !follows) changes.push(line(`tally.${name}`, was, is))
  }
  return changes
}

/** The longest run of a list that keeps an order, by trying all of its subsets. */
function longestKept(order: readonly number[]): number {
  let longest = 0
  for (let chosen = 0; chosen < 2 ** order.length; chosen++) {
    const run = order.filter((_, at) => (chosen >> at) & 1)
    if (run.every((value, at) => at === 0 || value > (run[at - 1] ?? 0)))
      longest = Math.max(longest, run.length)
  }
  return longest
}

/** The items that two exports of a meeting have both, each with its position before, in the order of now. */
function keptItems(before: Map<string, Fields>, after: Map<string, Fields>, meeting: string) {
  const kept = [...after].filter(
    ([name, record]) =>
      record.meeting_key === meeting && record.kind === 'agenda_item' && before.has(name),
  )
  const rank = ({ position }: Fields = {}) => Number(position)
  return kept
    .map(([name, record]) => ({
      title: record.title,
      was: rank(before.get(name)),
      is: rank(record),
    }))
    .sort((one, other) => one.is - other.is)
}

async function check(imports: Imports, before: Map<string, Fields>, seen: number) {
  const after = await exported(imports)
  const rows = (await imports.rows('record_changes')).slice(seen)
  const own = rows.filter(({ field }) => field !== 'position')
  const lines = own.map(({ field, old, new: now, about_title: about }) =>
    line(String(field), old, now, about),
  )
  expect(lines.sort()).toEqual(differences(before, after))
  for (const name of ['m0', 'm1']) {
    const { id } = await imports.row('meetings', name)
    const moves = rows.filter((row) => row.field === 'position' && row.record_id === id)
    const moved = new Set(moves.map(({ about_title: title }) => title))
    const kept = keptItems(before, after, name)
    expect(moves.length).toBe(kept.length - longestKept(kept.map(({ was }) => was)))
    const stayed = kept.filter(({ title }) => !moved.has(title)).map(({ was }) => was)
    expect(stayed).toEqual(stayed.toSorted((one, other) => one - other))
  }
  const runs = (await imports.rows('imports')).slice(-2)
  for (const { seen_at: at, not_before: from } of rows)
    expect([from, at]).toEqual(runs.map((run) => run.started_at))
  return { after, seen: seen + rows.length }
}

it('the history is the difference of two exports, whatever changed', async () => {
  await fc.assert(
    fc.asyncProperty(states, async ([first, ...others]) => {
      const imports = await freshImports()
      onTestFinished(imports.remove)
      await imports.run(recordsOf(first as State, 0))
      let last = { after: await exported(imports), seen: 0 }
      for (const [step, state] of others.entries()) {
        await imports.run(recordsOf(state as State, step + 1))
        last = await check(imports, last.after, last.seen)
      }
      expect(last.seen).toBeLessThan(200)
    }),
    { seed, numRuns: 3 },
  )
})
