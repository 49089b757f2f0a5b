/**
 * Options that import the records of this file as a subset; they are a meeting with a matter and a vote, which refer to
 * each other.
 */
export const slice = { isPartial: true }
export const person = { kind: 'person', key: 'p', name: 'Vera Ng' }
export const matter = { kind: 'matter', key: 'x', title: 'Sidewalks' }
export const meeting = {
  kind: 'meeting',
  key: 'm',
  title: 'Council',
  date: '2024-01-01',
  status: 'completed',
  has_agenda: false,
  has_minutes: false,
  has_transcript: false,
}
export const item = {
  kind: 'agenda_item',
  key: 'i',
  meeting_key: 'm',
  position: 1,
  title: 'Sidewalks',
  matter_key: 'x',
}
export const motion = {
  kind: 'motion',
  key: 'v',
  position: 1,
  meeting_key: 'm',
  agenda_item_key: 'i',
  matter_key: 'x',
  votes: [{ person_key: 'p', name: 'Vera Ng', value: 'For' }],
}

// A record of every kind, because a source without a kind cannot be pruned by.
export const others = [
  { ...matter, key: 'x-2' },
  { ...person, key: 'p-2' },
  { ...meeting, key: 'm-2' },
  { ...item, key: 'i-2', meeting_key: 'm-2', matter_key: 'x-2' },
]
