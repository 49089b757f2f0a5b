import { describe, expect, it } from 'vitest'
import {
  clausesIn,
  closesMeeting,
  groundOfItem,
  groundOfMotion,
  isReportOfClosed,
} from './closed-session.ts'

describe('a motion', () => {
  it.each([
    'THAT Council move into closed session at 5 p.m. under section 239 (2) (b) of the Municipal Act.',
    'That the Board adjourn its public meeting to move In Camera to discuss two complaints.',
    'WHEREAS a lot is for sale; THEREFORE BE IT RESOLVED that this meeting be closed to the public.',
    'That Committee close this part of the meeting to the public in order to consider a lease.',
    'BE IT RESOLVED that Council resolve in camera pursuant to Subsection 13(1)(d).',
    'That Council recess into closed session at 5:30 p.m.',
    'That Council now go into Committee of the Whole, in camera.',
    'That the Board hold a closed meeting to consider a lease.',
    'Que la séance soit fermée au public.',
    'Que le Conseil se réunisse en séance à huis clos.',
    'Que le Conseil siège à huis clos en vertu de l’alinéa 239(2)b).',
  ])('closes the meeting: %s', (text) => {
    expect(closesMeeting(text)).toBe(true)
  })

  it.each([
    'THAT the closed session end and the Mayor report in public on its general nature.',
    'THAT Council rise from closed session and report progress.',
    'That Council reconvene from closed session.',
    'Under section 44, the Board met in a closed session before the public meeting to discuss a lease.',
    'That Council move out of closed session at 8 p.m.',
    'That Council proceed as directed in closed session.',
    'That staff proceed with the direction given in closed session.',
    'That Council move the recommendations of the closed session.',
    'That Council resolve to adopt the minutes of the closed meeting of May 3.',
    'That Council meet with the owner on the advice given in camera.',
    'That Mill Road be closed to the public for the parade.',
    'That staff close the trail to the public until the meeting in May.',
    'That the meeting of May 3 on closing the pool be open to the public.',
    'That recordings of closed meetings be erased once their minutes are approved.',
    'That the procedure by-law say when Council may meet in closed session.',
    'That the speed cameras on Mill Street be moved to Station Road.',
    'That Quay Street be closed to traffic for the fair.',
    `That ${'the long report on roads be received and its ten recommendations adopted, '.repeat(3)}and that staff meet in closed session with the owner.`,
  ])('does not close the meeting: %s', (text) => {
    expect(closesMeeting(text)).toBe(false)
  })

  it('says why in its own words, if it does', () => {
    expect(groundOfMotion('That we go in camera pursuant to 239 (2) (c):\n sale of land.')).toBe(
      'pursuant to 239 (2) (c): sale of land.',
    )
    expect(groundOfMotion('That we go in camera.')).toBeNull()
  })
})

it('names clauses in one form, and once', () => {
  const text = 's. 239 (2) (b) and (d), Subsections 13(1)(d), 13(1)(f) and 239 (2) (b)'
  expect(clausesIn(text)).toEqual(['239(2)(b)', '239(2)(d)', '13(1)(d)', '13(1)(f)'])
  expect(clausesIn('l’alinéa 239 (2) b)')).toEqual(['239(2)(b)'])
  expect(clausesIn('Rule 239, section 2, unit 4 (b)')).toEqual([])
})

describe('an item', () => {
  it.each([
    ['Sale of a lane (Municipal Act, 2001, s. 239 (2) (c))', null, null],
    ['Labour relations: 239 (2) (d)', null, 'Closed session'],
    ['Lease of the arena (Community Charter, s. 90(1)(e))', null, null],
    ['Lease', 'To be considered in camera pursuant to 13(1)(d), labour relations.', null],
  ])('is closed: %s', (title, description, parent) => {
    expect(groundOfItem({ title, description }, parent)).not.toBeNull()
  })

  it.each([
    ['Report on what section 239 (2) (b) means for our minutes', null, null],
    ['Consent to sever a lot (Planning Act, s. 53 (12) (a))', null, null],
    ['Parking permits under section 90(1)(c)', null, null],
    ['What 239 (2) (b) of the Act requires of our minutes', null, null],
    ['In camera items', 'There were no in camera items.', null],
    ['Notices', 'Including in camera meeting procedures.', null],
    ['Zoning under 34(10)(a)', null, 'New business'],
  ])('is not closed: %s', (title, description, parent) => {
    expect(groundOfItem({ title, description }, parent)).toBeNull()
  })

  it('has the ground as written', () => {
    const title = 'Sale of a lane (Municipal Act, 2001, s. 239 (2) (c))'
    expect(groundOfItem({ title, description: null }, null)).toBe(
      'Municipal Act, 2001, s. 239 (2) (c)',
    )
  })

  it('may be the report afterwards', () => {
    expect(isReportOfClosed('Report out of closed session: a lane')).toBe(true)
    expect(isReportOfClosed('Rise and report from in camera')).toBe(true)
    expect(isReportOfClosed('Report of the Auditor')).toBe(false)
    expect(isReportOfClosed('Closed session')).toBe(false)
  })
})
