import fc from 'fast-check'
import type { ImportRecord, RecordOf } from '../../../src/record/kinds.ts'

const range = (count: number) => Array.from({ length: count }, (_, n) => n)
const names = [
  'Odile Quenneville',
  'Bram Achterberg',
  'Sunniva Dahl',
  'Ikaika Kealoha',
  'Wren Oyelaran',
]
const votesOf = (n: number) =>
  names.map((name, voter) => ({
    person_key: `p${voter}`,
    name,
    value: (n + voter) % 3 === 0 ? ('Against' as const) : ('For' as const),
  }))

/** A council of three years with every kind of record from which something follows. */
export const council: readonly ImportRecord[] = [
  ...range(2).map((n) => ({ kind: 'organization' as const, key: `o${n}`, name: `Body ${n}` })),
  ...names.map((name, n) => ({ kind: 'person' as const, key: `p${n}`, name })),
  ...names.map((_, n) => ({
    ...{ kind: 'membership' as const, key: `s${n}`, person_key: `p${n}` },
    organization_key: `o${n % 2}`,
  })),
  ...range(2).map((n) => ({
    ...{ kind: 'bylaw' as const, key: `b${n}`, title: `By-law ${n}`, status: 'In force' },
    year: 2021 + n,
  })),
  ...range(3).map((n) => ({
    ...{ kind: 'matter' as const, key: `x${n}`, title: `Matter ${n}`, status: 'Open' },
    bylaw_key: `b${n % 2}`,
  })),
  ...range(6).map((n) => ({
    ...{ kind: 'meeting' as const, key: `m${n}`, title: 'Sitting', organization_key: `o${n % 2}` },
    ...{ date: `${2021 + (n % 3)}-0${n + 1}-10`, status: 'completed' as const, type: 'Regular' },
    ...{ has_agenda: true, has_minutes: false, has_transcript: false },
    attendance: names.map((name, voter) => ({
      ...{ person_key: `p${voter}`, name, present: voter !== n },
    })),
    documents: [
      { type: 'agenda', title: 'Agenda', url: `https://a.example/${n}.pdf`, language: 'en' },
    ],
  })),
  ...range(6).map((n) => ({
    ...{ kind: 'agenda_item' as const, key: `i${n}`, meeting_key: `m${n}`, position: 1 },
    ...{ title: `Item ${n}`, matter_key: `x${n % 3}` },
  })),
  ...range(12).map((n) => ({
    ...{ kind: 'motion' as const, key: `v${n}`, meeting_key: `m${n % 6}`, position: n },
    ...{ matter_key: `x${n % 3}`, result: 'Carried', votes: votesOf(n), motion_kind: 'motion' },
    ...{ text: `That body ${n} act.`, bylaw_keys: [`b${n % 2}`] },
  })),
  ...range(3).map((n) => ({
    ...{ kind: 'action' as const, key: `a${n}`, matter_key: `x${n}`, position: 1 },
    ...{ date: `2020-0${n + 1}-01`, description: 'Referred', organization_key: 'o0' },
  })),
] as ImportRecord[]

type Edits = { [K in ImportRecord['kind']]?: readonly ((record: RecordOf<K>) => object)[] }

/** Small changes of a record; what each gives is already there the second time, or moves it again. */
const edits: Edits = {
  organization: [() => ({ name: 'Body again' }), () => ({ dissolution_date: '2022-12-31' })],
  person: [() => ({ name: 'Aurelio Vance' }), () => ({ death_date: '2023-03-03' })],
  membership: [() => ({ end_date: '2024-01-01' }), () => ({ ended: true })],
  bylaw: [() => ({ status: 'Withdrawn' }), () => ({ year: 1999 }), () => ({ status: 'Adopted' })],
  matter: [() => ({ status: 'Closed', category: 'Water' }), () => ({ bylaw_key: 'b0' })],
  meeting: [
    ({ date }) => ({ date: `${Number(date.slice(0, 4)) + 1}${date.slice(4)}` }),
    ({ organization_key: body }) => ({ organization_key: body === 'o0' ? 'o1' : 'o0' }),
    () => ({ organization_key: null }),
    () => ({ status: 'cancelled', type: 'Special' }),
    () => ({ attendance: [] }),
    () => ({
      documents: [
        { type: 'agenda', title: 'Agenda', url: 'https://a.example/fr.pdf', language: 'fr' },
      ],
    }),
  ],
  agenda_item: [() => ({ matter_key: 'x0' }), () => ({ matter_key: null, title: 'Renamed' })],
  motion: [
    ({ votes = [] }) => ({ votes: votes.map((vote, n) => (n === 1 ? other(vote) : vote)) }),
    ({ votes = [] }) => ({ votes: votes.slice(1) }),
    () => ({ meeting_key: null, date: '2019-09-09' }),
    () => ({ meeting_key: 'm5', organization_key: 'o1' }),
    () => ({ result: 'Defeated', bylaw_keys: [] }),
    () => ({ text: 'That the following be', motion_kind: 'amendment', matter_key: null }),
  ],
  action: [() => ({ date: '2018-01-01' }), () => ({ classification: ['executive-veto'] })],
}

const other = <V extends { value: string }>(vote: V) => ({
  ...vote,
  value: vote.value === 'For' ? 'Against' : 'For',
})

export interface Edit {
  record: number
  how: number
  /** Of three edits, one removes the record, or brings it back. */
  toggles: number
}

/** Five steps of up to three edits. */
export const steps = fc.array(
  fc.array(
    fc.record({
      record: fc.nat(council.length - 1),
      how: fc.nat(5),
      toggles: fc.nat(2),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  { minLength: 5, maxLength: 5 },
)

/** The council after each step. */
export function* councilsAfter(all: readonly (readonly Edit[])[]): Generator<ImportRecord[]> {
  const records = [...council]
  const gone = new Set<number>()
  for (const some of all) {
    for (const edit of some) {
      const { record: at, how, toggles } = edit
      const record = records[at] as ImportRecord
      if (toggles > 0) records[at] = { ...record, ...editsOf(record, how) } as ImportRecord
      else if (!gone.delete(at) && isOneOfMany(record, gone, records)) gone.add(at)
    }
    const present = records.filter((_, at) => !gone.has(at))
    const keys = new Set(present.map(({ key }) => key))
    yield present.filter((record) => requiredOf(record).every((key) => keys.has(key)))
  }
}

/** The keys of the records without which a record is invalid. */
function requiredOf(record: ImportRecord): readonly string[] {
  if (record.kind === 'membership') return [record.person_key, record.organization_key]
  if (record.kind === 'agenda_item') return [record.meeting_key]
  return record.kind === 'action' ? [record.matter_key] : []
}

function editsOf(record: ImportRecord, how: number): object {
  const some = (edits[record.kind] ?? []) as ((record: ImportRecord) => object)[]
  return some[how % some.length]?.(record) ?? {}
}

// A source without records of a kind is rejected.
function isOneOfMany(
  { kind }: ImportRecord,
  gone: ReadonlySet<number>,
  records: readonly ImportRecord[],
): boolean {
  return records.filter((one, at) => one.kind === kind && !gone.has(at)).length > 1
}
