import type { ImportRecord } from '../../../src/record/kinds.ts'
import { type Service, startService } from '../service/service.ts'
import { sourceOf, townRecords } from './town.ts'

/** Edge cases that the town does not have: unknown dates, equal sort keys, names with special characters. */
function edgeRecords(): ImportRecord[] {
  return [
    { kind: 'matter', key: 'x-undated-1', title: 'A matter that no meeting saw', status: 'Open' },
    { kind: 'matter', key: 'x-undated-2', title: 'Another matter that no meeting saw' },
    {
      kind: 'matter',
      key: 'x-stated',
      title: 'A matter whose source says when it was seen',
      first_seen: '2023-05-01',
      last_seen: '2024-01-31',
      source_url: 'https://pemberley.example/matters/stated',
      documents: [{ title: 'Letter', url: null, type: null }],
    },
    { kind: 'motion', key: 'v-undated-1', position: 1, text: 'THAT no day be named.' },
    { kind: 'motion', key: 'v-undated-2', position: 2, result: 'Carried' },
    {
      kind: 'motion',
      key: 'v-dated',
      position: 3,
      date: '2024-01-31',
      identifier: 'E-1',
      text: 'THAT this be the only one.',
      plain_english_summary: 'It is the only one.',
      result: 'Lost',
      mover_name: 'A Stranger',
      tally: { for: 3, against: 4, abstain: null, absent: null },
      source_url: 'https://pemberley.example/motions/e-1',
    },
    sameDay('g-same-1', '09:30'),
    sameDay('g-same-2', '13:00'),
    { kind: 'person', key: 'p-decomposed', name: 'Jose\u0301 Nu\u0301n\u0303ez' },
    { kind: 'person', key: 'p-composed', name: 'Jos\u00e9 N\u00fa\u00f1ez' },
    { kind: 'person', key: 'p-percent', name: 'Fifty 50%_\\ Off' },
    { kind: 'bylaw', key: 'b-bare', title: 'A by-law of which nothing is known' },
  ]
}

function sameDay(key: string, start: string): ImportRecord {
  return {
    kind: 'meeting',
    key,
    title: 'Special Council',
    date: '2024-07-01',
    start_time: start,
    end_time: '15:15',
    status: 'completed',
    has_agenda: false,
    has_minutes: false,
    has_transcript: false,
  }
}

/** The town with its edge cases. */
export function townWithEdges(): ImportRecord[] {
  return [...townRecords(), ...edgeRecords()]
}

/** A service with the town and its edge cases. */
export function startTownWithEdges(): Promise<Service> {
  return startService({ source: sourceOf(townWithEdges()) })
}
