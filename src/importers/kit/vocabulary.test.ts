import { expect, it } from 'vitest'
import { classifyAction, motionKindOf } from './action-classification.ts'
import {
  findBodyKind,
  findMeetingState,
  findVoteValue,
  isCancellationNotice,
  isNotName,
  isVacantSeat,
  toAttendance,
  toResult,
  toVote,
} from './vocabulary.ts'

it.each([
  ['Affirmative', 'For', null],
  [' AYE ', 'For', null],
  ['In Favour', 'For', null],
  ['Nays', 'Against', null],
  ['Opposed', 'Against', null],
  ['Abstention', 'Abstain', null],
  ['Absent', 'Absent', null],
  ['Excused', 'Absent', 'Excused'],
  // Spellings of New York, Seattle, Vancouver and Toronto.
  ['Parental', 'Absent', 'Parental'],
  ['Bereavement', 'Absent', 'Bereavement'],
  ['In Favor', 'For', null],
  ['In Opposition', 'Against', null],
  ['Declared Conflict', 'Recused', 'Declared Conflict'],
  ['Yes', 'For', null],
  ['Conflict', 'Absent', 'Conflict'],
  ['Conflict of Interest', 'Recused', 'Conflict of Interest'],
  ['Pecuniary Interest', 'Recused', 'Pecuniary Interest'],
  ['recusal', 'Recused', null],
  ['', 'Other', null],
  ['Other', 'Other', null],
  // Initials, and the words of French minutes in every gender and number.
  ['Y', 'For', null],
  [' n.', 'Against', null],
  ['A', 'Other', 'A'],
  ['NS', 'Other', 'NS'],
  ['Noes', 'Against', null],
  ['Voted in favour', 'For', null],
  ['EN FAVEUR', 'For', null],
  ['A voté pour', 'For', null],
  ['Oui', 'For', null],
  ['Ont voté contre', 'Against', null],
  ['Opposées', 'Against', null],
  ['Opposé(e)', 'Against', null],
  ['Non', 'Against', null],
  ['S’abstient', 'Abstain', null],
  ["S'est abstenue", 'Abstain', null],
  ['Abstentions', 'Abstain', null],
  ['Absentes', 'Absent', null],
  ['Absent·e', 'Absent', null],
  ['Excusée', 'Absent', 'Excusée'],
  ['En congé', 'Absent', 'En congé'],
  ['On leave', 'Absent', 'On leave'],
  ['Leave of Absence', 'Absent', 'Leave of Absence'],
  ['Récusés', 'Recused', null],
  ['Récusé(e)(s)', 'Recused', null],
  ['Conflit d’intérêts', 'Recused', 'Conflit d’intérêts'],
  ['N’a pas voté', 'Other', 'N’a pas voté'],
  ['Did not vote', 'Other', 'Did not vote'],
  ['Non-voting', 'Other', 'Non-voting'],
  ['function Object() { [native code] }', 'Other', 'function Object() { [native code] }'],
])('reads the vote %j as %s', (written, value, reason) => {
  expect(toVote(written)).toEqual({ value, reason })
})

it.each([
  ...([
    ['In the affirmative', 'For', null],
    ['Voting against', 'Against', null],
    ['Yes*', 'For', null],
    ['Aye (by proxy)', 'For', 'Aye (by proxy)'],
    ['Pour, à distance', 'For', 'Pour, à distance'],
    ['Contre [par téléphone]', 'Against', 'Contre [par téléphone]'],
    ['Absent - excused', 'Absent', 'Absent - excused'],
    ['Congé de maladie', 'Absent', 'Congé de maladie'],
    ['Sick leave', 'Absent', 'Sick leave'],
    ['Absent; interest declared', 'Recused', 'Absent; interest declared'],
    ["Conflit d'intérêts déclaré", 'Recused', "Conflit d'intérêts déclaré"],
    ['Pecuniary interest', 'Recused', 'Pecuniary interest'],
    ['Conflict (meeting)', 'Absent', 'Conflict (meeting)'],
    ['Yes (changed to no)', 'Other', 'Yes (changed to no)'],
    ['Present, not voting', 'Other', 'Present, not voting'],
    ['(unreadable)', 'Other', '(unreadable)'],
  ] as const),
])('reads %j with its remark as %s', (written, value, reason) => {
  expect(toVote(written)).toEqual({ value, reason })
})

it('returns no value for an unknown word', () => {
  expect(['Excused', 'Did not vote', 'paired', '[object Object]'].map(findVoteValue)).toEqual([
    'Absent',
    'Other',
    undefined,
    undefined,
  ])
})

it.each([
  ['Present', true, null],
  ['left early', true, 'left early'],
  ['Late ', true, 'Late'],
  ['Remote', true, 'Remote'],
  ['Attendee', true, null],
  ['Absent', false, null],
  ['not present', false, null],
  ['Excused ', false, 'Excused'],
  ['unexcused', false, 'unexcused'],
  ['Jury Duty', false, 'Jury Duty'],
  ['Conflict', false, 'Conflict'],
  ['Parental ', false, 'Parental'],
  ['chair', true, null],
  ['Présentes', true, null],
  ['Présent(e)', true, null],
  ['En retard', true, 'En retard'],
  ['Absente', false, null],
  ['Absence non motivée', false, 'Absence non motivée'],
  ['Leave of absence', false, 'Leave of absence'],
  ['Excusés', false, 'Excusés'],
])('reads %j in a roll call as present: %s, because: %j', (written, present, reason) => {
  expect(toAttendance(written)).toEqual({ present, reason })
})

it.each(['Affirmative', 'participant', 'Recused', 'Conflict of interest', ''])(
  'does not read %j in a roll call',
  (written) => {
    expect(toAttendance(written)).toBeNull()
  },
)

it.each([
  ['Pass', 'Carried'],
  ['CARRIED', 'Carried'],
  ['fail', 'Defeated'],
  ['Lost', 'Defeated'],
  ['withdrawn', 'Withdrawn'],
  ['Adoptée', 'Carried'],
  ['ADOPTÉ', 'Carried'],
  ['Rejetée', 'Defeated'],
  ['Retirée', 'Withdrawn'],
  ['tabled', 'Tabled'],
  // Laid before the council, not set aside.
  ['Déposée', 'Déposée'],
  ['déposés', 'déposés'],
  ['Not Carried', 'Not Carried'],
  ['Carried.', 'Carried'],
  ['Renvoyé', 'Referred'],
  ['Reportée', 'Reportée'],
  ["Adoptée à l'unanimité", "Adoptée à l'unanimité"],
  // Results of Ottawa, Vancouver and Hürtgenwald, kept as they are written.
  ['Received', 'Received'],
  ['Carried as amended', 'Carried as amended'],
  ['Carried Unanimously', 'Carried Unanimously'],
  ['einstimmig, 1 Enthaltung', 'einstimmig, 1 Enthaltung'],
  ['function Object() { [native code] }', 'function Object() { [native code] }'],
])('reads the result %j as %s', (written, result) => {
  expect(toResult(written)).toBe(result)
})

it.each([
  ['Primary Legislative Body', 'council'],
  ['legislature', 'council'],
  ['City Council', 'council'],
  ['Regular Council Meeting', 'council'],
  ['Conseil municipal', 'council'],
  ['Community Council', null],
  ['Common Council', 'council'],
  ['Borough Council', 'council'],
  ['Metropolitan County Council', 'council'],
  ['Committee of the Whole', 'committee'],
  ['Subcommittee on Capital Budget', 'committee'],
  ['SUBCOMMITTEE ON PENSIONS (NYCC)', 'committee'],
  ['Police Service Board Finance and Audit Committee', 'committee'],
  ['Board of Health', 'board'],
  ['Arts Commission', 'commission'],
  ['LEGISLATIVE COMMISSION ON THE HOMELESS', 'commission'],
  ['COMMITTEES (NYCC)', null],
  ['Queens Delegation of the New York City Council', 'other'],
  ['Task Force on Infrastructure', 'other'],
  ['Caucus - Irish Caucus', 'other'],
  ['Democratic Conference of the Council of the City of New York', 'other'],
  ['Press Conference', null],
  ['ASBESTOS', null],
  ['Council Briefing', null],
  ['', null],
])('reads the body %j as %s', (written, kind) => {
  expect(findBodyKind(written)).toBe(kind)
})

it('uses the name of a body if its type is not known', () => {
  expect(findBodyKind('Council Committees', 'Finance Committee')).toBe('committee')
  expect(findBodyKind('Advisory Board', 'Finance Committee')).toBe('board')
  expect(findBodyKind(null, 'Mayor')).toBe(null)
})

it.each([
  ['Vacant', true],
  ['VACANT VACANT', true],
  ['(Vacant)', true],
  ['Vacant - District 5', true],
  ['Vacancy, Ward 12', true],
  ['Council Member Vacant', true],
  ['Siège vacant', true],
  ['Poste à pourvoir, quartier 3', true],
  ['Vacante', true],
  ['Jean Vacant', false],
  ['Ward 5', false],
  ['Council Member', false],
  ['Savacante', false],
  ['', false],
])('decides of the name %j whether the seat is vacant: %s', (name, is) => {
  expect(isVacantSeat(name)).toBe(is)
})

it.each([
  ['None', true],
  ['– Nil –', true],
  ['N/A', true],
  ['Aucune', true],
  ['Néant', true],
  ['', true],
  ['Noné Nilsson', false],
  ['A. Nil', false],
])('decides of %j whether a list of names is empty: %s', (name, is) => {
  expect(isNotName(name)).toBe(is)
})

it.each([
  ['cancelled', undefined],
  ['passed', 'completed'],
  ['Completed', 'completed'],
  ['confirmed', 'scheduled'],
  ['tentative', 'scheduled'],
  ['Final', undefined],
  ['Draft', undefined],
  ['Recessed', undefined],
  ['', undefined],
])('reads the meeting status %j as %s', (written, state) => {
  expect(findMeetingState(written)).toBe(state)
})

it.each([
  ['Cancellation Notice', true],
  ["Avis d'annulation", true],
  ['Annual report', false],
  ['Deferred items', false],
])('decides from the document title %j whether a meeting is cancelled: %s', (title, is) => {
  expect(isCancellationNotice(title)).toBe(is)
})

it.each([
  // As New York, Seattle and Olympia write them.
  ['Introduced by Council', 'City Council', ['introduction']],
  ['Referred to Comm by Council', 'City Council', ['referral-committee']],
  ['Re-referred to Committee by Council', 'City Council', ['referral-committee']],
  ['Recommitted to Committee by Council', 'City Council', ['referral-committee']],
  ['Referred to Finance Pursuant to Rule 9.10', 'Committee on Land Use', ['referral']],
  ['Hearing Held by Committee', 'Committee on Health', []],
  ['Laid Over by Committee', 'Committee on Health', ['deferral']],
  ['P-C Item Laid Over by Comm', 'Committee on Health', ['deferral']],
  ['Amendment Proposed by Comm', 'Committee on Health', ['amendment-introduction']],
  ['Amended by Committee', 'Committee on Health', ['amendment-passage']],
  ['Approved by Committee', 'Committee on Health', ['committee-passage']],
  ['P-C Item Approved by Comm', 'Committee on Finance', ['committee-passage']],
  ['Approved by Subcommittee with Modifications and Referred to CPC', null, ['committee-passage']],
  ['Approved and Referred to the Department of City Planning', 'City Council', ['referral']],
  ['Approved with Modifications and Referred to the CPC.', 'City Council', ['referral']],
  ['P-C Item Approved by Comm and Referred to Finance', 'City Council', ['committee-passage']],
  ['Disapproved by Committee', 'Committee on Health', ['committee-failure']],
  ['Approved, by Council', 'City Council', ['passage']],
  ['Disapproved by Council', 'City Council', ['failure']],
  ['Sent to Mayor by Council', 'City Council', ['executive-receipt']],
  ['Bill Signing Scheduled by Mayor', 'Mayor', []],
  ['Signed Into Law by Mayor', 'Mayor', ['executive-signature']],
  ['Vetoed by Mayor', 'Mayor', ['executive-veto']],
  ['Overridden by Council', 'City Council', ['veto-override-passage']],
  ['Returned Unsigned by Mayor', 'Mayor', []],
  ['City Charter Rule Adopted', 'Administration', []],
  ['Became law without signature', 'Mayor', ['became-law']],
  ['Enrolled', null, ['enrolled']],
  ['Filed (End of Session)', 'City Council', []],
  ['Withdrawn', 'City Council', ['withdrawal']],
  ['adopted', 'City Council', ['passage']],
  ['adopted', 'Land Use Committee', ['committee-passage']],
  ['adopted', null, []],
  ['', null, []],
])('classifies the step %j of %j as %j', (description, body, classification) => {
  expect(classifyAction({ description, body, result: null })).toEqual(classification)
})

it.each([
  ['Approved by Council', 'Carried', ['passage']],
  ['Approved by Council', 'Adopted unanimously', ['passage']],
  ['Approved by Council', 'Defeated', ['failure']],
  ['Approved by Council', 'Referred', []],
  ['Disapproved by Council', 'Carried', ['failure']],
  ['Disapproved by Council', 'Defeated', []],
  ['Defeated by Committee', 'Carried', ['committee-failure']],
  ['Defeated by Committee', 'Defeated', ['committee-failure']],
  ['Amended by Council', 'Defeated', ['amendment-failure']],
  ['Overridden by Council', 'Defeated', ['veto-override-failure']],
  ['Referred to Comm by Council', 'Defeated', []],
  ['Laid Over by Council', 'Defeated', []],
  ['Third Reading', 'Defeated', []],
])('classifies the step %j with the result %j as %j', (description, result, classification) => {
  const step = { description, body: 'City Council', result }
  expect(classifyAction(step)).toEqual(classification)
  if (classification.length === 0) expect(motionKindOf(step)).not.toBeNull()
})

it.each([
  ['Approved, by Council', 'City Council', 'motion'],
  ['Disapproved by Subcommittee', null, 'motion'],
  ['Overridden by Council', 'City Council', 'motion'],
  ['Amended by Committee', 'Committee on Health', 'amendment'],
  ['Laid Over by Committee', 'Committee on Health', 'procedural'],
  ['Recommitted to Committee by Council', 'City Council', 'procedural'],
  ['Approved and Referred to the Department of City Planning', 'City Council', null],
  ['Filed by Council', 'City Council', null],
  ['Hearing Held by Committee', 'Committee on Health', null],
])('a motion that decided the step %j of %j is of the kind %j', (description, body, kind) => {
  expect(motionKindOf({ description, body, result: 'Carried' })).toBe(kind)
})

it.each(['No conflict of interest', "Aucun conflit d'intérêts", 'No pecuniary interest'])(
  'takes %j for no recusal',
  (written) => expect(toVote(written)).toEqual({ value: 'Other', reason: written }),
)
