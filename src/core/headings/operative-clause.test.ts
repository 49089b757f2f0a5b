import { describe, expect, it } from 'vitest'
import { operativeClauseOf } from './operative-clause.ts'

const titleOf = (text: string | null) => operativeClauseOf(text).clause

describe('the title of a motion', () => {
  it.each([
    ['That Council reject the zoning of 4 Mill Lane.', 'Reject the zoning of 4 Mill Lane'],
    ['That the Weir Board defer item 4;', 'Defer item 4'],
    // Some sources omit the space.
    ['That Councilapprove the dam.', 'Approve the dam'],
    ['That Councillor Weir be thanked.', 'That Councillor Weir be thanked'],
    [
      'That the Planning and Weirs Committee recommend that Council approve the dam.',
      'Recommend that Council approve the dam',
    ],
    [
      'Committee Recommendation(s) as amended\nThat Council receive the report.',
      'Receive the report',
    ],
    ['Motion\nthat Council waive the fee.', 'Waive the fee'],
    ['That by-law 2024-3 be read and passed.', 'That by-law 2024-3 be read and passed'],
    [
      'That the Weir and Sluice Committees approve the dam.',
      'That the Weir and Sluice Committees approve the dam',
    ],
    ['That Council:\n1. Approve the dam; and\n2. Name it.', 'Approve the dam; and 2. Name it'],
    ['That the Weir Committee\nrecommend a second sluice.', 'Recommend a second sluice'],
    ['That Council:\nApprove the dam.', 'Approve the dam'],
    [
      `That Council approve ${'the sluice '.repeat(20)}`,
      `Approve ${'the sluice '.repeat(19)}the sluice`,
    ],
    ['Que le Conseil approuve le barrage.', 'Que le Conseil approuve le barrage'],
    ['The Introduction failed by a show of hands.', 'The Introduction failed by a show of hands'],
    [
      `Moved to postpone item 4, ${'the miller being away, '.repeat(9)}`,
      /^Postpone item 4, the miller/,
    ],
    [
      `Moved that the sluice be shut, ${'the miller being away, '.repeat(9)}`,
      /^That the sluice be shut/,
    ],
    [
      `RESOLVED, under section 45(1.4) of the Act, that the owner may apply, ${'and wait '.repeat(20)}`,
      /^That the owner may apply/,
    ],
    [
      'WHEREAS it rains;\nCouncil agrees that the dam be raised.',
      'Council agrees that the dam be raised',
    ],
    ['WHEREAS it rains;\nThe Weir Committee was shown the plan.', null],
  ])('is what %j decides', (text, title) => {
    if (title instanceof RegExp) expect(titleOf(text)).toMatch(title)
    else expect(titleOf(text)).toBe(title)
  })

  it.each([
    [
      'WHEREAS ditches fill; and\nTHEREFORE BE IT RESOLVED THAT Council direct staff to dredge them;\nBE IT FURTHER RESOLVED that they report back.',
      'Direct staff to dredge them; and that they report back',
    ],
    [
      'WHEREAS it rains, THEREFORE BE IT RESOLVED THAT: RESOLVED thatstaff wait.',
      'That staff wait',
    ],
    ['WHEREAS it rains; BE IT THEREFORE RESOLVED THAT Council name the dam.', 'Name the dam'],
    [
      'THEREFORE BE IT RESOLVED that Council direct staff to build dams, including:\nBE IT FURTHER RESOLVED that they report back.',
      'Direct staff to build dams',
    ],
    ['ATTENDU qu’il pleut; IL EST RÉSOLU QUE le Conseil attende.', 'Que le Conseil attende'],
    ['ATTENDU qu’il pleut; IL EST RÉSOLU D’ADOPTER le plan.', 'Adopter le plan'],
    ['ATTENDU qu’il pleut; Il est résolu de la prêter.', 'De la prêter'],
    ['ATTENDU qu’il pleut; IL EST RÉSOLU QU’un barrage soit bâti.', 'Qu’un barrage soit bâti'],
    [
      'BE IT RESOLVED that the Rules of Procedure be waived to consider this motion:\nWHEREAS it rains;\nBE IT RESOLVED that the picnic be postponed.',
      'That the picnic be postponed',
    ],
    [
      'That the Rules of Procedure be suspended to hear this motion.\nWHEREAS it rains;\nTHEREFORE BE IT RESOLVED that Council support the farmers.',
      'Support the farmers',
    ],
  ])('follows "be it resolved" in %j', (text, title) => {
    expect(titleOf(text)).toBe(title)
  })

  it.each([
    [
      'WHEREAS it rains; and\nTHEREFORE Council adopts the umbrella plan.',
      'Council adopts the umbrella plan',
    ],
    ['ATTENDU qu’il pleut;\nQU’une digue soit construite.', 'Qu’une digue soit construite'],
    ['THAT a dam be built.', 'That a dam be built'],
    ['QUE la digue soit refusée.', 'Que la digue soit refusée'],
  ])('follows "therefore" or "that" in capitals in %j', (text, title) => {
    expect(titleOf(text)).toBe(title)
  })

  it.each([
    [
      'A motion was made that this Application be Disapproved, by Council approved by Roll Call.',
      'That this Application be Disapproved, by Council',
    ],
    [
      'This Application was Approved by Subcommittee',
      'This Application was Approved by Subcommittee',
    ],
  ])('is the action of Legistar in %j', (text, title) => {
    expect(titleOf(text)).toBe(title)
  })

  it.each([
    [null, false],
    ['That Council:', false],
    ['Committee Recommendation(s)\nThat Council approve:', false],
    ['That the Weir Board recommend that Council:', false],
    ['Report Recommendation(s)', false],
    ['That Council:\nwith such agreements as suit the Clerk.', false],
    ['That the Weir Committee and the Sluice Committee recommend that Council:', false],
    ['That the Weir Committee', false],
    ['That the Weir Committee recommend Council', false],
    ['That Council:\nCarried on a vote of 9 Yeas.', false],
    ['WHEREAS it rains;\nBE IT FURTHER RESOLVED that staff report back.', false],
    ['WHEREAS ditches fill.', true],
    [`The chair thanked the members. ${'They thanked the chair. '.repeat(8)}`, true],
  ])('of %j is unknown; complete: %j', (text, isComplete) => {
    expect(operativeClauseOf(text)).toMatchObject({ clause: null, isComplete })
  })

  it('is read without time or memory in proportion to the text', () => {
    expect(titleOf('be it resolved that '.repeat(100_000))).toHaveLength(1999)
    expect(titleOf(`That${','.repeat(2_000_000)}`)).toBeNull()
    const commas = ','.repeat(1900)
    expect(titleOf(`Be it resolved that staff wait${commas} x`)).toHaveLength(1917)
    expect(titleOf(`Be it resolved that staff wait${commas} be it further resolved`)).toBe(
      'That staff wait',
    )
    expect(titleOf(`That staff draw a table${'.'.repeat(1900)} 500`)).toHaveLength(1927)
    expect(titleOf(`That staff wait${' and'.repeat(450)}`)).toBe('That staff wait')
    expect(titleOf(`A motion was made, that it be done${commas} x by roll call`)).toBe(
      'That it be done',
    )
  })

  it('is never a word that only looks like "that" or "que"', () => {
    expect(titleOf('Thatched roofs are repaired.')).toBe('Thatched roofs are repaired')
    expect(titleOf('Queen Street is closed.')).toBe('Queen Street is closed')
  })

  it.each([
    'Committee Recommendation(s)',
    'Joint Committee Recommendation(s) as amended',
    'Recommandation(s) du comité',
    'Report recommendation(s)',
    'Motion',
  ])('follows the line %j, which is no subject', (line) => {
    const text = `${line}\nThat the weir be mended.`
    expect(operativeClauseOf(text)).toMatchObject({
      clause: 'That the weir be mended',
      subject: null,
    })
    expect(operativeClauseOf(`${line}\nThat Council:`)).toMatchObject({
      ...{ clause: null, isComplete: false },
    })
  })
})

describe('a text', () => {
  it.each([
    ['That staff:', true],
    ['That Council approve the fees as outlined below.', true],
    ['Report Recommendation(s)', true],
    ['That the path below the bridge be paved.', false],
  ])('%j lacks its end: %j', (text, cut) => {
    expect(operativeClauseOf(text).isComplete).toBe(!cut)
  })
})
