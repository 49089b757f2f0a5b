import { expect, it } from 'vitest'
import { isProcedural } from './procedural.ts'

it.each([
  'Roll Call',
  '12. Adjournment',
  'In Camera Items',
  'There were no in camera items.',
  'Declarations of Interest Including Those Originally Arising from Prior Meetings',
  'Notices of Motions (For Consideration at Subsequent Meeting)',
  'Confirmation of Minutes – April 22, 2026',
  'Levée de la séance',
  'Déclarations d’intérêts',
])('%s is a step of every meeting', (title) => {
  expect(isProcedural(title)).toBe(true)
})

it.each([
  'OCC-2026-09 - Clean-up of encampments',
  'ECCC 2026-02 – Rats',
  'Oversight – Roll Call Voting',
  'Notice of Motion – Councillor R. King – Patio Fees',
  'Adoption of the Housing Strategy',
])('%s is not', (title) => {
  expect(isProcedural(title)).toBe(false)
})
