import type { ImportRecord } from '../../../src/record/kinds.ts'

/** Motions, meetings, matters and by-laws each. */
export const listLength = 600
const votersPerMotion = 6
const oldestCount = 3

export const largeCouncil = { body: 'council', voter: 'member-0' }

/** A council whose oldest records alone differ from all others, so that who seeks them passes all others. */
export function largeCouncilRecords(): ImportRecord[] {
  return [
    { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
    ...Array.from({ length: votersPerMotion }, (_, i): ImportRecord => {
      return { kind: 'person', key: `p-${i}`, name: `Member ${i}` }
    }),
    ...Array.from({ length: listLength }, (_, i) => recordsOf(i)).flat(),
  ]
}

function recordsOf(i: number): ImportRecord[] {
  const isOld = i < oldestCount
  const date = new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10)
  const filters = { status: isOld ? 'Open' : 'Closed', category: isOld ? 'Zoning' : 'Finance' }
  return [
    {
      kind: 'meeting',
      key: `g-${i}`,
      title: `Meeting ${i}`,
      date,
      type: isOld ? 'Special' : 'Regular',
      organization_key: 'o',
      status: isOld ? 'cancelled' : 'completed',
      has_minutes: !isOld,
      has_transcript: isOld,
      attendance: [{ person_key: 'p-0', name: 'Member 0', present: !isOld }],
    },
    ...itemsOf(i, isOld),
    {
      ...{ kind: 'declaration', key: `d-${i}`, person_key: 'p-0', name: 'Member 0' },
      ...{ organization_key: 'o', declared_on: date },
    },
    {
      ...{ kind: 'mayoral_decision', key: `md-${i}`, number: `D-${i}`, date },
      ...{ subject: `Ditch ${i}`, decision_kind: isOld ? 'budget' : 'direction' },
      bylaw_key: 'b-0',
    },
    { kind: 'matter', key: `x-${i}`, title: `Matter ${i}`, ...filters },
    { kind: 'bylaw', key: `b-${i}`, title: `By-law ${i}`, year: isOld ? 1990 : 2020, ...filters },
    {
      kind: 'motion',
      key: `v-${i}`,
      meeting_key: `g-${i}`,
      matter_key: `x-${i}`,
      position: 0,
      motion_kind: isOld ? 'procedural' : 'motion',
      result: isOld ? 'Defeated' : 'Carried',
      // The one after the oldest has no votes.
      votes: i === oldestCount ? [] : votesOn(isOld),
    },
  ]
}

/** A notice, and what was closed to the public. */
function itemsOf(i: number, isOld: boolean): ImportRecord[] {
  const titles = [
    `${isOld ? 'Public hearing' : 'Public meeting'}: zoning of lot ${i}`,
    `Lot ${i} (Municipal Act, 2001, s. 239 (2) (c))`,
  ]
  return titles.map((title, position) => ({
    ...{ kind: 'agenda_item', key: `i-${i}-${position}`, meeting_key: `g-${i}` },
    ...{ position, title, matter_key: `x-${i}` },
  }))
}

function votesOn(isOld: boolean) {
  return Array.from({ length: votersPerMotion }, (_, i) => ({
    person_key: `p-${i}`,
    name: `Member ${i}`,
    value: isOld && i > 0 ? ('Against' as const) : ('For' as const),
  }))
}
