import { expect, it } from 'vitest'
import { isOnPart } from './part-vote.ts'

it.each([
  'Adopt Item: Majority required - QX9.9 - Adoption of Recommendation 7 only',
  'Adopt Item - Parts 1, 2 and 4b only',
  'Adopt Item as Amended (Clause 3)',
  'That the report be adopted as to section 2',
  "Que le rapport soit adopté quant à l'article 4",
  'Adopter le point : article 2 seulement',
  'Recommandations 1 à 3 uniquement',
  'Adopt Part 6 of the report, as amended',
  'Receive Item: Majority required - QX9.9 - Parks Committee Recommendations 2 through 5, as amended',
  'That clauses (a) and (c) be approved',
  'Approbation de la recommandation 8 telle que modifiée',
  'Item 12 of the report',
  'The second recommendation',
  'Adopter la troisième partie',
  'QX9.9 - Adopt the balance of the item as amended',
  'Adopter le reste du rapport',
  'Adopt the item as amended as it pertains to the skate park',
  'Receive the report, save and except the lease',
  "Adopter le rapport à l'exception de la rampe",
])('%j is a vote on a part', (text) => {
  expect(isOnPart(null, text)).toBe(true)
})

it.each([
  'Adopt Item: Majority required - QX9.9 - Adopt the item as amended',
  'That Section 5 of By-law 2020-4 be amended',
  'That the committee take part in the only survey',
  'That only councillors vote on part of the report',
  'Intention to designate under Part IV, Section 29 of the Act',
  'That the remaining funds be returned',
  'Adoption of all recommendations',
  'That the report on the second rink be received',
  `That ${'the park be opened and '.repeat(20)} Recommendation 5 only`,
])('%j is not', (text) => {
  expect(isOnPart(text)).toBe(false)
})
