import { expect, it } from 'vitest'
import { toMembership } from './people.ts'

it.each([
  { title: 'Council Member', memberType: 'PRIMARY COUNCIL MEMBERS', role: 'Council Member' },
  { title: null, memberType: 'PUBLIC ADVOCATE', role: 'PUBLIC ADVOCATE' },
  { title: null, memberType: null, role: null },
  { title: null, memberType: 'PRIMARY COUNCIL MEMBERS', role: null },
])('a type of member is not a seat: $title, $memberType', ({ title, memberType, role }) => {
  expect(membershipOf(title, memberType)).toMatchObject({ role, label: null })
})

it.each(['Ward 3', 'DISTRICT 5', 'At-Large'])('a type of member can name the seat: %s', (seat) => {
  expect(membershipOf('Councillor', seat)).toMatchObject({ role: 'Councillor', label: seat })
  expect(membershipOf(null, seat)).toMatchObject({ role: null, label: seat })
})

function membershipOf(title: string | null, memberType: string | null) {
  const others = { start: null, end: null, location: 'p.json' }
  return toMembership({ id: 1, personId: 2, bodyId: 3, title, memberType, ...others })
}
