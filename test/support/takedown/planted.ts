import type { ImportRecord } from '../../../src/record/kinds.ts'

/** A name of three words of which none is anywhere else. */
export interface Passage {
  name: string
  n: number
}

/** Begins every word of a passage: letters that no case, accent, escape, stem or slug changes. */
export const marker = 'qvorz'

const plain = ['bal', 'dem', 'fir', 'gol', 'hun']
const accented = ['bâl', 'dèm', 'fïr', 'gôl', 'hûñ']

/** Fifty, of which every other one has accents, in composed or decomposed characters. */
export const passages: readonly Passage[] = Array.from({ length: 50 }, (_, n) => {
  const syllables = n % 2 === 0 ? plain : accented
  const syllable = (at: number) => syllables[at % 5] ?? ''
  const words = [0, 1, 2].map(
    (at) => `Qvorz${syllable(n)}${syllable(Math.floor(n / 5))}${'aeiou'[Math.floor(n / 25)]}${at}`,
  )
  const name = words.join(' ')
  return { name: n % 4 === 1 ? name.normalize('NFD') : name, n }
})

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const slugOf = ({ name }: Passage) => folded(name).replaceAll(' ', '-')

const held = { has_agenda: true, has_minutes: true, has_transcript: false }
const dayOf = (n: number) => `2024-03-${String((n % 28) + 1).padStart(2, '0')}`

function meetingOf({ n }: Passage, more: object = {}): ImportRecord {
  const own = { key: `g-${n}`, title: `Hearing ${n}`, date: dayOf(n) }
  return { kind: 'meeting', ...own, status: 'completed', ...held, organization_key: 'o', ...more }
}

function itemsOf({ n }: Passage, more: object = {}): ImportRecord[] {
  const own = { kind: 'agenda_item', meeting_key: `g-${n}` } as const
  return [
    { ...own, key: `i-${n}-1`, position: 1, title: `Roll call ${n}` },
    { ...own, key: `i-${n}-2`, position: 2, title: `Delegation ${n}`, ...more },
  ]
}

function motionOf({ n }: Passage, more: object = {}): ImportRecord {
  const own = { key: `v-${n}`, identifier: `M-${n}`, position: n, meeting_key: 'g-base' }
  return { kind: 'motion', ...own, text: `THAT wall ${n} be built.`, result: 'Carried', ...more }
}

const matterOf = ({ n }: Passage, more: object = {}): ImportRecord => ({
  ...{ kind: 'matter', key: `x-${n}`, identifier: `R-${n}`, title: `Report ${n}`, ...more },
})

/** The records that have a passage, as the source first had them, and as it has them now if it no longer has the words. */
interface Planted {
  first: ImportRecord[]
  now?: ImportRecord[]
}

type Location = (passage: Passage) => Planted

const onRecord =
  (of: (passage: Passage) => ImportRecord[]): Location =>
  (passage) => ({ first: of(passage) })

/** Where a passage can be; each is used twice, with and without accents. */
const locations: Readonly<Record<string, Location>> = {
  'title of a meeting': onRecord((p) => [
    meetingOf(p, {
      ...{ key: `g ${p.name}`, title: `Hearing of ${p.name}` },
      key_statements: [{ speaker: 'Ada Wells', text: `Hearing ${p.n} was long.` }],
      documents: [
        { title: `Minutes ${p.n}`, url: null, sections: [{ text: `Minutes of hearing ${p.n}.` }] },
      ],
    }),
    ...itemsOf(p, { meeting_key: `g ${p.name}` }).map((item) => ({
      ...item,
      meeting_key: `g ${p.name}`,
    })),
    motionOf(p, { identifier: undefined, position: 1, meeting_key: `g ${p.name}` }),
  ]),
  'location of a meeting': onRecord((p) => [
    meetingOf(p, { location: `House of ${p.name.toUpperCase()}` }),
  ]),
  'summary of a meeting': onRecord((p) => [
    meetingOf(p, { summary: `It heard ${p.name.replaceAll(' ', '\n')} on noise.` }),
  ]),
  attendance: onRecord((p) => [
    meetingOf(p, {
      attendance: [
        { name: p.name, present: true },
        { name: 'Ada Wells', person_key: 'p-1', present: true },
      ],
    }),
  ]),
  'speaking time': onRecord((p) => [
    meetingOf(p, { speaking_time: [{ name: p.name, seconds: 60 }] }),
  ]),
  statement: onRecord((p) => [
    meetingOf(p, { key_statements: [{ speaker: 'Ada Wells', text: `I thank ${p.name}.` }] }),
  ]),
  'speaker of a statement': onRecord((p) => [
    meetingOf(p, { key_statements: [{ speaker: p.name, text: `Noise ${p.n} wakes us.` }] }),
  ]),
  'title of a document': onRecord((p) => [
    meetingOf(p, {
      documents: [{ title: `Letter of ${p.name}`, url: `https://a.example/${p.n}` }],
    }),
  ]),
  'text of a document': onRecord((p) => [
    meetingOf(p, {
      documents: [
        {
          ...{ title: `Letter ${p.n}`, url: `https://a.example/letter-${p.n}` },
          sections: [
            { text: `Written on page ${p.n} by ${p.name.split(' ')[0]}` },
            { text: `${p.name.split(' ').slice(1).join('-')} of Alder Row` },
          ],
        },
      ],
    }),
  ]),
  'URL of a document': onRecord((p) => [
    meetingOf(p, {
      documents: [
        { title: `Plan ${p.n}`, url: `https://a.example/${encodeURIComponent(p.name)}.pdf` },
        { title: `Map ${p.n}`, url: `https://a.example/${slugOf(p)}.pdf` },
      ],
    }),
  ]),
  'title of an agenda item': onRecord((p) => [
    meetingOf(p),
    ...itemsOf(p, { title: `Complaint of ${p.name}` }),
  ]),
  'texts of an agenda item': onRecord((p) => [
    meetingOf(p),
    ...itemsOf(p, { description: `By ${p.name}`, recommendation: `That ${p.name} be heard.` }),
  ]),
  'text of a motion': onRecord((p) => [
    motionOf(p, {
      text: `THAT wall ${p.n} of ${p.name} be built.`,
      superseded_text: `THAT ${p.name} be paid.`,
    }),
  ]),
  'mover of a motion': onRecord((p) => [motionOf(p, { mover_name: p.name })]),
  vote: onRecord((p) => [
    motionOf(p, {
      votes: [
        { name: p.name, value: 'For' },
        { name: 'Ada Wells', person_key: 'p-1', value: 'For' },
      ],
    }),
  ]),
  'title of a matter': onRecord((p) => [
    matterOf(p, { title: `Permit of ${p.name}`, identifier: undefined }),
  ]),
  'texts of a matter': onRecord((p) => [
    matterOf(p, {
      description: `For ${p.name}.`,
      sponsorships: [{ name: p.name, primary: true }],
    }),
    {
      ...{ kind: 'action', key: `a-${p.n}`, matter_key: `x-${p.n}`, position: 1 },
      ...{ date: dayOf(p.n), description: `Heard ${p.name}`, text: `${p.name} spoke.` },
    },
  ]),
  'title of a by-law': onRecord(({ name, n }) => [
    { kind: 'bylaw', key: `b-${n}`, title: `${name} Lane By-law`, year: 2024 },
  ]),
  person: onRecord(({ name, n }) => [
    {
      ...{ kind: 'person', key: `person ${name}`, name },
      given_name: name.split(' ')[0] ?? '',
      family_name: name.split(' ').slice(1).join(' '),
    },
    motionOf({ name, n }, { mover_key: `person ${name}`, mover_name: name }),
  ]),
  contact: onRecord(({ name, n }) => [
    {
      ...{ kind: 'person', key: `p-c-${n}`, name: `Clerk Number ${n}` },
      other_names: [{ name }],
      contact_details: [
        { type: 'email', value: `${folded(name).replaceAll(' ', '.')}@a.example` },
        { type: 'address', value: `care of ${name}` },
        { type: 'url', value: `https://a.example/${slugOf({ name, n })}` },
      ],
    },
  ]),
  declaration: onRecord(({ name, n }) => [
    {
      ...{ kind: 'declaration', key: `d-${n}`, person_key: 'p-1', name: 'Ada Wells' },
      meeting_key: 'g-base',
      ...{
        declared_on: '2024-02-01',
        item_title: `Lease of ${name}`,
        nature: `${name} is my aunt.`,
      },
      text: `I declare that ${name} is my aunt.`,
    },
  ]),
  'decision of the mayor': onRecord(({ name, n }) => [
    {
      ...{ kind: 'mayoral_decision', key: `y-${n}`, number: `D-${n}`, date: dayOf(n) },
      ...{
        decision_kind: 'appointment',
        subject: `Appointment of ${name}`,
        text: `${name} it is.`,
      },
    },
  ]),
  organization: onRecord(({ name, n }) => [
    {
      ...{ kind: 'organization', key: `o-${n}`, name: `${name} Board`, classification: 'board' },
      other_names: [{ name: `Board of ${name}` }],
    },
  ]),
  'former title of a meeting': (p) => ({
    first: [meetingOf(p, { title: `Appeal of ${p.name}` }), ...itemsOf(p, { title: p.name })],
    now: [meetingOf(p), ...itemsOf(p)],
  }),
  'removed motion': (p) => ({
    first: [motionOf(p, { identifier: undefined, text: `THAT ${p.name} be removed.` })],
    now: [],
  }),
}

const locationNames = Object.keys(locations)

export const locationOf = ({ n }: Pick<Passage, 'n'>) =>
  locationNames[n % locationNames.length] ?? ''

/** What has no passage. */
const others: readonly ImportRecord[] = [
  { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
  { kind: 'person', key: 'p-1', name: 'Ada Wells' },
  { kind: 'person', key: 'p-2', name: 'Ben Alder' },
  ...['p-1', 'p-2'].map(
    (key): ImportRecord => ({
      ...{ kind: 'membership', key: `m-${key}`, person_key: key, organization_key: 'o' },
      ...{ role: 'Councillor', start_date: '2022-11-15' },
    }),
  ),
  { kind: 'bylaw', key: 'b', title: 'Noise By-law', bylaw_number: '12', year: 2024 },
  { kind: 'matter', key: 'x', title: 'Report on noise', identifier: 'R-N', bylaw_key: 'b' },
  {
    ...{ kind: 'meeting', key: 'g-base', title: 'Council', date: '2024-02-01', ...held },
    ...{ status: 'completed', organization_key: 'o' },
    attendance: [{ name: 'Ada Wells', person_key: 'p-1', present: true }],
    documents: [{ title: 'Minutes', url: 'https://a.example/minutes.pdf', type: 'minutes' }],
  },
  {
    ...{ kind: 'motion', key: 'v', identifier: 'M-N', position: 1, meeting_key: 'g-base' },
    ...{ text: 'THAT the noise by-law be passed.', result: 'Carried', matter_key: 'x' },
    votes: [
      { name: 'Ada Wells', person_key: 'p-1', value: 'For' },
      { name: 'Ben Alder', person_key: 'p-2', value: 'Against' },
    ],
  },
]

/** A source with passages, and the same source later, which no longer has those of two locations. */
export function sourceWith(some: readonly Passage[]) {
  const planted = some.map((passage) => locations[locationOf(passage)]?.(passage) ?? { first: [] })
  return {
    first: [...others, ...planted.flatMap(({ first }) => first)],
    now: [...others, ...planted.flatMap(({ first, now = first }) => now)],
  }
}
