import type { ImportRecord } from '../../src/record/kinds.ts'
import type { Random } from './random.ts'

/**
 * Words of many scripts, some equal except for case or accents, some with characters that the engines treat
 * differently.
 */
export const oddWords: readonly string[] = [
  ...['Élan', 'elan', 'ELAN', 'e\u0301lan', 'Ångström', 'angstrom', '\u212bngstro\u0308m', 'Łódź'],
  ...[
    'straße',
    'STRASSE',
    'İstanbul',
    'ıstanbul',
    'ﬁnance',
    'finance',
    'ſenate',
    'Ǆungla',
    'ǆungla',
  ],
  ...['Ωmega', 'Ώμεγα', 'ωμεγα', 'ΩΜΕΓΑΣ', 'ὈΔΥΣΣΕΎΣ', 'Ёлка', 'елка', 'Йод', 'иод', 'ЩУКА'],
  ...[
    '城市',
    '城市規劃',
    '会議',
    'が',
    'か',
    'ガス',
    'ｶﾞｽ',
    '한국',
    '하\u11ab국',
    'हिन्दी',
    'हनद',
    'ภาษาไทย',
  ],
  ...[
    'שָׁלוֹם',
    'שלום',
    'مُحَمَّد',
    'محمد',
    'ᐊᓄᕌᖅ',
    'ᐊᓄᕋᖅ',
    'ᏣᎳᎩ',
    'ꮳꮃꭹ',
    '\u{1e900}\u{1e922}',
    '\u{16e40}',
  ],
  ...[
    '😀',
    '👩‍👧',
    '½',
    '²',
    '5',
    '２０',
    'Ⅷ',
    '№7',
    '100%',
    'a_b',
    'a\\b',
    "O'Neil",
    'by-law',
    '2008-250',
  ],
  ...[
    'x\u0332y',
    'x\u0305y',
    'x\u200dy',
    'x\u00ady',
    '\u{e000}',
    'soft\u200bspace',
    'lake',
    'Lake',
    'lakes',
  ],
]

const spaces = [' ', ' ', ' ', ', ', ' — ', '\u00a0', '\u3000', '\n', '-', ' "', '" ']
const ranks = [
  'Open',
  'open',
  'OPEN',
  'Ouvert',
  'OUVERT',
  'Straße',
  'STRASSE',
  'É',
  'e\u0301',
  'İ',
  'i',
  '議',
]
const days = ['2024-02-29', '2024-03-01', '2024-03-01', '2025-12-31', '1999-01-01', '2031-07-04']

/** A town with equal names and dates, none at all, and text in any script. */
export function oddRecords(random: Random): ImportRecord[] {
  return [
    ...people(random, 70),
    ...bylaws(random, 60),
    ...matters(random, 60),
    ...meetings(random, 60),
    ...motions(random, 80),
  ]
}

const text = (random: Random, words: number) =>
  Array.from({ length: random.between(1, words) }, () => random.pick(oddWords))
    .reduce((all, word) => all + random.pick(spaces) + word)
    .trim()

const maybe = <T>(random: Random, value: T): T | null => (random.chance(0.3) ? null : value)
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

function people(random: Random, count: number): ImportRecord[] {
  const councils: ImportRecord[] = many(3, (i) => ({
    kind: 'organization',
    key: `o-${i}`,
    name: text(random, 3),
    classification: i === 0 ? 'council' : 'committee',
    parent_key: i === 2 ? 'o-0' : null,
  }))
  const all: ImportRecord[] = many(count, (i) => ({
    kind: 'person',
    key: `p-${i}`,
    name: text(random, 2),
    given_name: maybe(random, random.pick(oddWords)),
    family_name: maybe(random, random.pick(oddWords)),
    birth_date: maybe(random, random.pick(days)),
  }))
  const seats: ImportRecord[] = many(count, (i) => ({
    kind: 'membership',
    key: `m-${i}`,
    person_key: `p-${random.below(count)}`,
    organization_key: `o-${random.below(3)}`,
    role: maybe(random, random.pick(oddWords)),
    start_date: maybe(random, random.pick(days.slice(0, 3))),
    end_date: maybe(random, random.pick(['2024-03-01', '2026-03-05', '2031-07-04'])),
    ended: random.chance(0.2),
  }))
  return [...councils, ...all, ...seats]
}

const described = (random: Random) => ({
  title: text(random, 6),
  status: maybe(random, random.pick(ranks)),
  category: maybe(random, random.pick(ranks)),
  description: maybe(random, text(random, 60)),
})

function bylaws(random: Random, count: number): ImportRecord[] {
  return many(count, (i) => ({
    kind: 'bylaw',
    key: `b-${i}`,
    year: maybe(random, random.pick([1600, 1999, 2024, 2024, 2999])),
    passed_date: maybe(random, random.pick(days)),
    enacted_date: maybe(random, random.pick(days)),
    sponsorships: many(random.below(3), (n) => ({
      person_key: maybe(random, `p-${n}`),
      name: random.pick(oddWords),
      primary: n === 0,
    })),
    documents: [{ title: text(random, 3), sections: [{ text: text(random, 80) }] }],
    ...described(random),
  }))
}

function matters(random: Random, count: number): ImportRecord[] {
  return many(count, (i) => ({
    kind: 'matter',
    key: `x-${i}`,
    identifier: maybe(random, random.pick(oddWords)),
    first_seen: null,
    last_seen: maybe(random, random.pick(days)),
    bylaw_key: maybe(random, `b-${random.below(20)}`),
    sponsorships: [{ name: random.pick(oddWords), primary: random.chance(0.5) }],
    documents: [{ title: text(random, 3), sections: [{ text: text(random, 80) }] }],
    ...described(random),
  }))
}

const bylawKeys = (random: Random) => {
  const first = random.below(60)
  return many(random.below(3), (n) => `b-${(first + n) % 60}`)
}

function meetings(random: Random, count: number): ImportRecord[] {
  return many(count, (i) => ({
    kind: 'meeting',
    key: `g-${i}`,
    title: text(random, 4),
    date: random.pick(days),
    start_time: maybe(random, random.pick(['00:00', '09:30', '23:59'])),
    type: maybe(random, random.pick(ranks)),
    organization_key: maybe(random, `o-${random.below(3)}`),
    status: random.pick(['scheduled', 'completed', 'cancelled'] as const),
    has_agenda: random.chance(0.5),
    has_minutes: random.chance(0.5),
    has_transcript: random.chance(0.5),
    chair_key: maybe(random, `p-${random.below(20)}`),
    attendance: [{ name: text(random, 2), present: random.chance(0.5) }],
    key_statements: [{ speaker: random.pick(oddWords), text: text(random, 40) }],
    documents: [{ title: text(random, 3), sections: [{ text: text(random, 80) }] }],
  }))
}

function motions(random: Random, count: number): ImportRecord[] {
  const items: ImportRecord[] = many(count, (i) => ({
    kind: 'agenda_item',
    key: `i-${i}`,
    meeting_key: `g-${i % 60}`,
    position: random.below(4),
    title: text(random, 5),
    description: maybe(random, text(random, 30)),
    matter_key: maybe(random, `x-${random.below(60)}`),
    bylaw_keys: bylawKeys(random),
  }))
  const voted: ImportRecord[] = many(count, (i) => ({
    kind: 'motion',
    key: `v-${i}`,
    ...(random.chance(0.5) ? { meeting_key: `g-${random.below(60)}` } : {}),
    position: random.below(4),
    date: null,
    text: maybe(random, text(random, 50)),
    superseded_text: maybe(random, text(random, 20)),
    motion_kind: maybe(random, random.pick(['motion', 'amendment', 'notice', 'election'] as const)),
    result: maybe(random, random.pick([...ranks, 'Carried', 'carried as amended'])),
    bylaw_keys: bylawKeys(random),
    mover_key: maybe(random, `p-${random.below(20)}`),
    mover_name: random.pick(oddWords),
    tally: maybe(random, random.pick([{}, { for: 2 }, { for: 2, against: 1 }])),
    votes: many(random.below(4), (n) => ({
      person_key: `p-${n}`,
      name: random.pick(oddWords),
      value: random.pick(['For', 'Against', 'Absent', 'Other'] as const),
      candidate: maybe(random, random.pick(oddWords)),
    })),
    candidates: many(random.below(3), () => ({
      person_key: maybe(random, `p-${random.below(20)}`),
      name: random.pick(oddWords),
      votes: maybe(random, random.below(9)),
      elected: maybe(random, random.chance(0.5)),
    })),
  }))
  const steps: ImportRecord[] = many(count, (i) => ({
    kind: 'action',
    key: `a-${i}`,
    matter_key: `x-${random.below(60)}`,
    position: random.below(4),
    date: maybe(random, random.pick(days)),
    description: text(random, 4),
    classification: random.chance(0.5) ? (['passage'] as const).slice() : [],
    meeting_key: maybe(random, `g-${random.below(60)}`),
    motion_key: maybe(random, `v-${random.below(60)}`),
  }))
  return [...items, ...voted, ...steps]
}
