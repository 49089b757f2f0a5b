import { describe, expect, it } from 'vitest'
import {
  isKnownResult,
  isReceived,
  meantResult,
  outcomeOf,
  standardResult,
} from './carried-results.ts'

describe('the outcome that the words of a result say', () => {
  it.each([
    ...['Carried', 'CARRIED.', 'Motion Carried', 'Vote: carried', 'Passes 7-2', 'Approved 5/0'],
    ...['Carried on a recorded vote', 'Passed by roll call, 6 to 3', 'Carried as amended'],
    ...['Adopted unanimously', 'Received and carried', 'Approved and referred to staff'],
    ...['Carried (Councillor Ash not voting)', 'Hearing no objection, carried', 'Carried/Adoptée'],
    ...['Motion prevailed', 'Ratified by acclamation', 'Entérinée sur division', 'Concurred in'],
    ...['Approved as per staff recommendation', 'Adoptée selon la recommandation du comité'],
    ...['Motion to table carried', "Adopté à l'unanimité des voix", 'Adoptée sur division'],
    ...[
      'La résolution est adoptée',
      'Approuvés à la majorité',
      'Agreed to',
      'Motion to reject carried',
    ],
    ...[
      'Carried on the casting vote of the chair',
      'Carried, not unanimous',
      'Motion No. 5 Carried',
      'Carried with some opposed',
    ],
  ])('%s: carried', (result) => {
    expect([outcomeOf(result), isKnownResult(result)]).toEqual(['carried', true])
  })

  it.each([
    ...[
      'Defeated',
      'Lost',
      'Lost on a tie',
      'Defeated on a tied vote',
      'Not Carried',
      'NOT ADOPTED',
    ],
    ...[
      'The motion was not carried',
      'Did not pass',
      'Failed to carry',
      "Didn't carry",
      'Non adoptée',
    ],
    ...['Did not prevail', 'Disapproved', 'Refusé à la majorité', 'Not concurred in'],
    ...["La motion n'est pas adoptée", 'n’a pas été adopté', 'Rejetée à la majorité', 'Défaites'],
    ...['Motion to approve failed', 'Rejected 2 to 7', 'Not carried – lost', 'Battue sur division'],
    ...[
      'Motion not adopted, 3-3',
      'Lost (tie)',
      'Failed for lack of a seconder',
      'Has not been passed',
    ],
  ])('%s: defeated', (result) => {
    expect([outcomeOf(result), isKnownResult(result)]).toEqual(['defeated', true])
  })

  it.each([
    ...[
      'Tabled',
      'Referred to the Treasurer',
      'Withdrawn by the mover',
      'Received for information',
    ],
    ...[
      'Déposée',
      'Reportée à la prochaine séance',
      'Carried over to June',
      'Laid over',
      'Retirés',
      'Lost quorum',
      'Died for lack of a seconder',
      'Motion devenue caduque',
    ],
  ])('%s: known as neither', (result) => {
    expect([outcomeOf(result), isKnownResult(result)]).toEqual([null, true])
  })

  it.each([
    ...['Carried in part', 'Carried / Defeated', 'Adoptée en partie', 'Carried, except clause 3'],
    ...[
      'Amendment carried, main motion lost',
      'Not defeated',
      'Carried?',
      'Tie',
      'Unanimous',
      'Amended',
    ],
    ...['Carried / Tabled', 'Not unanimously carried', "N'est pas encore adoptée", 'To be adopted'],
    ...[
      'Recommendation 2 carried',
      'Carried, first clause lost',
      'Some of it was approved',
      'Some recommendations adopted',
    ],
    ...['Adoptée, article 4 biffé', 'Remaining recommendations approved'],
    ...['Neither carried nor defeated', 'Carried if funded', 'einstimmig'],
  ])('%s: not known', (result) => {
    expect([outcomeOf(result), isKnownResult(result)]).toEqual([null, false])
  })
})

it.each([
  ['CARRIED.', 'Carried', 'Carried'],
  ['Rejetés', 'Defeated', 'Defeated'],
  ['TABLED', 'Tabled', 'Tabled'],
  ['Déposés', 'Déposés', 'Déposés'],
  ['Reporté', 'Reporté', 'Reporté'],
  ['Passed', 'Passed', 'Carried'],
  ['Lost.', 'Lost.', 'Defeated'],
  ['Adopted', 'Adopted', 'Adopted'],
  ['Not Carried', 'Not Carried', 'Not Carried'],
  ['Lost on a tie', 'Lost on a tie', 'Lost on a tie'],
  ['Carried 6-3', 'Carried 6-3', 'Carried 6-3'],
])('spells %j as %j, and for a source of others as %j', (result, standard, expected) => {
  expect([standardResult(result), meantResult(result)]).toEqual([standard, expected])
})

it('knows what is only taken note of', () => {
  expect(['Received', 'Reçue', 'Received and carried', 'Carried'].map(isReceived)).toEqual([
    ...[true, true, false, false],
  ])
})
