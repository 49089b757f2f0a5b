import type { ImportRecord } from '../../../src/record/kinds.ts'

const meetingCount = 45
const types = ['Regular Council', 'Committee of the Whole', 'Public Hearing']
const results = ['Carried', 'Defeated', 'Tabled', 'Withdrawn', 'Referred', 'Received']
const voters = ['p-ng', 'p-roy', 'p-lukasz', 'p-ames']
const choices = ['For', 'Against', 'Abstain', 'Absent', 'Recused', 'Other'] as const

/** `day(0)` is 2024-01-01; every fifth day there is a meeting. */
function day(index: number): string {
  return new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
}

/** The item at an index, modulo the length of the list. */
export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

/** The meetings of the fixture town with items and motions, each motion before the records that it refers to. */
export function sittings(): ImportRecord[] {
  return Array.from({ length: meetingCount }, (_, i) => [
    motionOf(i),
    meeting(i),
    ...itemsOf(i),
  ]).flat()
}

function meeting(i: number): ImportRecord {
  const last = i === meetingCount - 1
  return {
    kind: 'meeting',
    key: `g-${i}`,
    title: pick(types, i),
    date: last ? '2099-06-01' : day(i * 5),
    start_time: i % 9 === 8 ? null : '19:00',
    type: pick(types, i),
    organization_key: pick(['o-council', 'o-council', 'o-parks', null], i),
    status: last ? 'scheduled' : i % 10 === 9 ? 'cancelled' : 'completed',
    location: 'Town Hall',
    summary: i === 0 ? 'The first meeting of the year.' : null,
    has_agenda: true,
    has_minutes: i % 2 === 0,
    has_transcript: i % 3 === 0,
    agenda_url: `https://pemberley.example/meetings/${i}/agenda`,
    minutes_url: i % 2 === 0 ? `https://pemberley.example/meetings/${i}/minutes` : null,
    video_url: i % 4 === 0 ? `https://pemberley.example/meetings/${i}/video` : null,
    video_duration_seconds: i % 4 === 0 ? 3600 + i : null,
    chair_key: 'p-ng',
    attendance: [
      { person_key: 'p-ng', name: 'Vera Ng', role: 'Chair', present: true },
      {
        ...{ person_key: 'p-roy', name: 'S. Roy', present: i % 2 === 0 },
        reason: pick([null, 'Medical', null, null], i),
      },
      { name: 'A Delegate', present: true, reason: pick(['Remote', null, null, null], i) },
    ],
    speaking_time:
      i % 3 === 0
        ? [
            { person_key: 'p-ng', name: 'Vera Ng', seconds: 60 + i },
            { name: 'A Delegate', seconds: 5 },
          ]
        : [],
    key_statements:
      i % 3 === 0
        ? [
            {
              person_key: 'p-roy',
              speaker: 'Stéphanie Roy',
              text: `The culvert at Mill Creek floods, said in meeting ${i}.`,
              start_seconds: 12,
            },
          ]
        : [],
    documents: [
      {
        title: 'Minutes',
        url: `https://pemberley.example/meetings/${i}/minutes`,
        type: 'minutes',
        sections: [{ title: 'Call to order', text: `The café was called to order, number ${i}.` }],
      },
    ],
    source_url: `https://pemberley.example/meetings/${i}`,
  }
}

// Items that were closed to the public.
const closed = [7, 9]
const closedText = ' To be considered in closed session under section 239 (2) (c).'

// Meetings with a notice, the last of them to come.
const noticed = [8, 44]
const notice = 'Statutory public meeting: Lake Road (Z-12/26)'

function itemsOf(i: number): ImportRecord[] {
  const base = { kind: 'agenda_item' as const, meeting_key: `g-${i}` }
  return [
    {
      ...base,
      key: `i-${i}-1`,
      position: 1,
      item_number: '1',
      title: noticed.includes(i) ? notice : 'Reports',
      type: 'heading',
    },
    {
      ...base,
      key: `i-${i}-2`,
      position: 2,
      item_number: '1.1',
      title: `Item ${i} about drainage`,
      parent_key: `i-${i}-1`,
      matter_key: `x-${i % 25}`,
      bylaw_keys: i === 0 ? ['b-0', 'b-1'] : [],
      description: `Ditch ${i} is full.${closed.includes(i) ? closedText : ''}`,
      documents: [{ title: `Map ${i}`, url: `https://pemberley.example/map/${i}.pdf` }],
    },
  ]
}

function motionOf(i: number): ImportRecord {
  return {
    kind: 'motion',
    key: `v-${i}`,
    meeting_key: `g-${i}`,
    agenda_item_key: `i-${i}-2`,
    matter_key: `x-${i % 25}`,
    bylaw_keys: i === 0 ? ['b-0'] : [],
    organization_key: pick(['o-council', 'o-council', 'o-parks', null], i),
    position: 1,
    identifier: i % 2 === 0 ? `2024-${i}` : null,
    ...kindOf(i),
    text:
      i === 7
        ? null
        : `THAT ditch ${i} be dredged${i % 5 === 0 ? ` ${'with care '.repeat(40)}` : ''}.`,
    summary: i % 8 === 0 ? `Dredge ditch ${i}.` : null,
    result: i === 11 ? null : pick(results, i),
    mover_key: pick(['p-ng', 'p-roy', 'p-lukasz'], i),
    mover_name: 'as written',
    seconder_key: i % 3 === 0 ? 'p-roy' : null,
    seconder_name: i % 3 === 0 ? 'S. Roy' : i % 3 === 1 ? 'Someone Else' : null,
    votes:
      i % 2 === 0
        ? voters.map((key, n) => ({
            person_key: key,
            name: key,
            value: pick(choices, i + n),
            reason: n === 0 ? 'as cast' : null,
          }))
        : [],
  }
}

/** The kind of a motion; one is an election. */
function kindOf(i: number) {
  if (i !== 13)
    return { motion_kind: pick(['motion', 'amendment', null, 'procedural'] as const, i) }
  const candidates = [{ person_key: 'p-ng', name: 'V. Ng', votes: 2, elected: true }]
  return { motion_kind: 'election' as const, candidates }
}
