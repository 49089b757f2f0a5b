import { expect, it } from 'vitest'
import { readInterests } from './interest-sentences.ts'

const items = [
  { number: '7.1', title: 'Zoning By-law Amendment, 14 Mill Street' },
  { number: '8.2', title: 'Budget' },
  { number: '9.', title: 'Closed Session' },
  { number: '9.1', title: 'Acquisition of land' },
  { number: '10.a', title: 'Renewal of the lease of the arena' },
  { number: '4', title: 'Opening' },
  { number: '4', title: 'Correspondence' },
]

const read = (text: string) =>
  readInterests(text, items).map((one) =>
    'reason' in one ? one.reason : [one.name, one.item.number, one.nature],
  )

it.each<[string, string, string, string | null]>([
  // A town that names the interest "pecuniary", with the reason after "as".
  [
    'Councillor Lee declared a pecuniary interest in Item 7.1 as his spouse works for the applicant.',
    'Lee',
    '7.1',
    'his spouse works for the applicant',
  ],
  [
    'Councillor Ann Lee declared a pecuniary interest on Item 8.2, as she is a member of the board.',
    'Ann Lee',
    '8.2',
    'she is a member of the board',
  ],
  [
    'Mayor Roy declared an indirect pecuniary interest with respect to item 7.1 as a relative owns the adjacent lot.',
    'Roy',
    '7.1',
    'a relative owns the adjacent lot',
  ],
  [
    'Deputy Mayor O’Dacey declared a pecuniary interest in Item No. 7.1 as the applicant is his client.',
    'O’Dacey',
    '7.1',
    'the applicant is his client',
  ],
  [
    'Councillor J. Lee declared a pecuniary interest in item #8.2 as they lease a stall.',
    'J. Lee',
    '8.2',
    'they lease a stall',
  ],
  // A town that discloses conflicts, with "because" or "due to".
  [
    'Councillor Lee disclosed a conflict of interest on Item 8.2 because he is an employee of the board.',
    'Lee',
    '8.2',
    'he is an employee of the board',
  ],
  [
    'Coun. Lee disclosed a conflict of interest regarding item 7.1 due to a family relationship.',
    'Lee',
    '7.1',
    'a family relationship',
  ],
  [
    'Regional Councillor Mina Singh disclosed a conflict with Item 10 (a), since her firm acts for the tenant.',
    'Mina Singh',
    '10.a',
    'her firm acts for the tenant',
  ],
  [
    'Councillor Lee disclosed a conflict of interest on Item 10.a. He left the meeting.',
    'Lee',
    '10.a',
    null,
  ],
  ['Ms. Odile Brown disclosed a conflict of interest on item 10a.', 'Odile Brown', '10.a', null],
  // A town that writes in the passive.
  ['An interest in item 7.1 was declared by Councillor Lee.', 'Lee', '7.1', null],
  [
    'A declaration of pecuniary interest was made by Mayor Roy on item 8.2 because his son is employed there.',
    'Roy',
    '8.2',
    'his son is employed there',
  ],
  [
    'A conflict of interest was disclosed by Councillor Łuczak regarding item 7.1.',
    'Łuczak',
    '7.1',
    null,
  ],
  // A town that names the item by its title.
  [
    'Councillor Lee declared an interest in the Zoning By-law Amendment, 14 Mill Street.',
    'Lee',
    '7.1',
    null,
  ],
  [
    'Ann Lee declared a conflict of interest in the renewal of the lease of the arena because she works there.',
    'Ann Lee',
    '10.a',
    'she works there',
  ],
  // Closed items.
  ['Councillor Lee declared a pecuniary interest in Closed Session Item 9.1.', 'Lee', '9.1', null],
  ['Pursuant to the Act, Councillor Lee declared an interest in item 9.1.', 'Lee', '9.1', null],
  // In French.
  [
    'La conseillère Roy a déclaré un intérêt pécuniaire au point 7.1, car elle est propriétaire du terrain voisin.',
    'Roy',
    '7.1',
    'elle est propriétaire du terrain voisin',
  ],
  [
    'Le conseiller Luc Desormeau déclare un intérêt dans le point 8.2 parce qu’il siège au conseil.',
    'Luc Desormeau',
    '8.2',
    'il siège au conseil',
  ],
  ['Le maire Lee a divulgué un conflit d’intérêts concernant l’article 7.1.', 'Lee', '7.1', null],
  [
    'Mme Odile Brun a déclaré un conflit d’intérêts au point no 10.a en raison d’un lien familial.',
    'Odile Brun',
    '10.a',
    'un lien familial',
  ],
  ['Un intérêt au point 7.1 a été déclaré par la conseillère Roy.', 'Roy', '7.1', null],
  // Declared and withdrawn in one sentence, which says both.
  [
    'Councillor Lee declared an interest in item 7.1 and withdrew it before the vote.',
    'Lee',
    '7.1',
    null,
  ],
])('one person and one item: %s', (text, name, number, nature) => {
  const [first, ...others] = read(text)
  expect(first).toEqual([name, number, nature])
  expect(others).toEqual([])
})

it.each([
  'None.',
  'None',
  'Nil',
  'None declared.',
  'There were no declarations of interest.',
  'No Declarations of Interest were filed.',
  'No disclosures of pecuniary interest were made.',
  'There were no conflicts of interest disclosed at this time.',
  'Members did not declare any interest.',
  'Aucune.',
  'Aucune déclaration d’intérêts n’a été faite.',
  'Il n’y a pas de déclaration d’intérêts.',
  'Members are reminded of the Municipal Conflict of Interest Act.',
])('nothing is declared: %s', (text) => {
  expect(read(text)).toEqual([])
})

it.each([
  ['Councillors Lee and Roy declared a pecuniary interest in item 7.1.', 'names several people'],
  ['Councillor Lee and Councillor Roy declared an interest in item 7.1.', 'names several people'],
  [
    'Les conseillers Roy et Lee ont déclaré un intérêt au point 7.1.',
    'does not say who declared an interest in what',
  ],
  [
    'Councillor Lee declared an interest in item 7.1 because Councillor Roy is her husband.',
    'names several people',
  ],
  ['Councillor Lee declared an interest in items 7.1 and 8.2.', 'names several items'],
  [
    'Councillor Lee declared an interest in item 7.1 and item 8.2 as he owns land.',
    'names several items',
  ],
  ['La conseillère Roy a déclaré un intérêt aux points 7.1 et 8.2.', 'names several items'],
  ['Councillor Lee declared an interest in item 12.4.', 'names 12.4, which is no item here'],
  ['Councillor Lee declared an interest in item 4.', 'names an item that is here more than once'],
  ['Councillor Lee declared a pecuniary interest as he owns land.', 'names no item'],
  ['Councillor Lee declared an interest in the budget.', 'names no item'],
  ['He declared an interest in item 7.1.', 'does not name who declared it'],
  ['The Mayor declared an interest in item 7.1.', 'does not name who declared it'],
  [
    'The Clerk declared an interest in item 7.1 on behalf of a member.',
    'does not name who declared it',
  ],
  [
    'Councillor Lee declared an interest in item 7.1 at the previous meeting.',
    'speaks of another meeting',
  ],
  [
    'Councillor Lee declared an interest in item 7.1 of the meeting of March 3.',
    'speaks of another meeting',
  ],
  [
    'Councillor Lee declared that she has no interest in item 7.1.',
    'says that there is no interest',
  ],
  [
    'Councillor Lee withdrew his declaration on item 7.1.',
    'does not say who declared an interest in what',
  ],
  [
    'Le conseiller Lee a retiré sa déclaration au point 7.1.',
    'does not say who declared an interest in what',
  ],
  ['Disclosures: Lee 7.1, Roy 8.2', 'does not say who declared an interest in what'],
])('stays a text: %s', (text, reason) => {
  expect(read(text)).toEqual([reason])
})

it('reads each sentence on its own', () => {
  expect(
    read(
      'Councillor Lee declared an interest in item 7.1, as Mr. Pell is a client. She left.\nMayor Roy declared an interest in item 8.2.',
    ),
  ).toEqual(['names several people', ['Roy', '8.2', null]])
})

it('makes none of a declaration that another sentence withdraws', () => {
  const text =
    'Councillor Lee declared an interest in item 7.1.\nLater Councillor Lee withdrew the declaration.'
  expect(read(text)).toEqual(['another sentence says that a declaration was withdrawn'])
})

it.each([
  'Councillor Lee left the meeting during item 7.1.',
  'Councillor Lee was absent for item 7.1 owing to a conflict with another meeting.',
  'Councillor Lee abstained on item 8.2.',
  'La conseillère Roy a quitté la salle pour le point 7.1.',
])('is not one: %s', (text) => {
  expect(read(text)).toEqual([])
})
