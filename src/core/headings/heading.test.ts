import { describe, expect, it } from 'vitest'
import { became, motion, read, titled } from '../../../test/support/headings/read.ts'
import { type HeadingSource, headingOf } from './heading.ts'
import { nameOfMotion, titleOfMotion } from './motion-title.ts'
import { outcomeOfMotion } from './outcome.ts'
import { areasOf } from './subject.ts'

describe('a heading is', () => {
  it('the summary in plain words, whole, before anything else', () => {
    const plain_english_summary = 'Mend the weir, and ask the Province to pay half of it.'
    expect(titled({ plain_english_summary, text: 'That the report be received.' })).toEqual([
      'summary',
      'Mend the weir, and ask the Province to pay half of it',
    ])
  })

  it('the decision, whole, if it is not long', () => {
    const text = 'That the weir be mended; that the keeper be thanked; and that $400 be set aside.'
    expect(titled({ text })).toEqual(['clause', text.slice(0, -1)])
  })

  it.each([
    ['That the report be received.\nThat the weir be mended.', 'That the weir be mended'],
    ['That the report be received; that the weir be mended.', 'That the weir be mended'],
    // "Its" leans on what was received.
    [
      'That the letter be received; that its writer be thanked.',
      'That the letter be received; that its writer be thanked',
    ],
    [
      'That the weir be mended; that a copy of this motion be forwarded to the County.',
      'That the weir be mended',
    ],
    ['- That the weir be mended.', 'That the weir be mended'],
    [
      'QUE le rapport soit reçu; QUE le barrage soit réparé; et QU’une clôture soit posée.',
      'Que le barrage soit réparé; et qu’une clôture soit posée',
    ],
    ['Que le rapport soit reçu; que le barrage soit réparé.', 'Que le barrage soit réparé'],
    [
      'That the keeper be asked to watch the weir, including:',
      'That the keeper be asked to watch the weir',
    ],
  ])('of %j the clause that decides', (text, title) => {
    expect(titled({ text })).toEqual(['clause', title])
  })

  const clause = (word: string) => `that the ${`${word} `.repeat(24)}be mended before winter`
  it('of a long text as many clauses as fit, cut only where one ends', () => {
    const [first, second] = [clause('weir'), clause('sluice')]
    const text = `T${first.slice(1)}; ${second}.`
    expect(titled({ text })).toEqual(['clause', `T${first.slice(1)}`])
    expect(read({ text }).clause).toBe(text.slice(0, -1))
  })

  it('never a decision without what limits or turns it', () => {
    const condition = `provided that: (a) ${'the miller agrees and '.repeat(10)}pays; (b) none objects`
    const text = `That the mill be let; ${condition}.`
    expect(titled({ text, subjects: ['Old mill'] })).toEqual(['subject', 'Old mill'])
    expect(read({ text, subjects: ['Old mill'] }).clause).toBe(text.slice(0, -1))
  })

  it('never a rejected bid without what was done instead, and never an amendment in part', () => {
    const rejected = `That the bid of $8,100 be rejected; that the second bidder, ${'who mends weirs, '.repeat(6)}mend it.`
    expect(titled({ text: rejected })[1]).toBe(rejected.slice(0, -1))
    const amended = `T${clause('weir').slice(1)}; ${clause('sluice')}.`
    expect(titled({ kind: 'amendment', text: amended, subjects: ['Weirs'] })).toEqual([
      'subject',
      'Weirs',
    ])
  })

  it.each([
    'The fee is for up to six (6) carts',
    'That the gate close at 9 p.m. on weekdays',
    'That No. 12 of the fees be "none; ever"',
  ])('not cut at what is no end: %s', (text) => {
    const long = `${text} ${'and every day after that '.repeat(11)}`.trim()
    expect(titled({ text: long, subjects: ['Carts'] })).toEqual(['subject', 'Carts'])
  })

  it.each([
    'That this report be received for information.',
    'That the recommendation be adopted.',
    'That the Works Committee approve the recommendations as amended.',
    'That item 4 be deferred to the meeting of June 3, 2025.',
    'That the recommendations in report W-12 of Odile Marsh be supported.',
    'That the Annual Weir Report be received.',
    'Que ce rapport soit reçu à titre d’information.',
    'Que la recommandation du comité soit adoptée telle que modifiée.',
    'That Council:',
  ])('the subject where %j is procedure or no decision', (text) => {
    const subjects = ['Annual Weir Report', 'Weirs']
    expect(titled({ text, subjects })).toEqual(['subject', 'Annual Weir Report'])
  })

  it.each([
    'That the recommendation not be approved.',
    'That no action be taken on the report.',
    'That the recommendation to reject the mill be supported.',
    'That the petition be granted.',
    'Que la recommandation ne soit pas adoptée.',
  ])('the words of %j, which the subject alone would deny', (text) => {
    expect(titled({ text, subjects: ['Mill on Weir Lane'] })).toEqual(['clause', text.slice(0, -1)])
  })

  it('of several subjects the first that says something, without who moved it', () => {
    const text = 'That the recommendation be adopted.'
    expect(titled({ text, subjects: ['Three Readings', 'Weir dues'] })[1]).toBe('Weir dues')
    const moved = 'Motion – Councillor O. Marsh – Weir dues'
    expect(titled({ text, subjects: [moved] })[1]).toBe('Weir dues')
    const by = 'Weir dues - by Councillor Odile Marsh, seconded by Councillor Peter Quill'
    expect(titled({ text, subjects: [by] })[1]).toBe('Weir dues')
    // The agenda writes out what the file says in fewer words.
    const long = `A by-law to amend the by-laws of the Town of Weirdale in relation to ${'the '.repeat(12)}dues`
    expect(titled({ text, subjects: [long, 'Weir dues'] })[1]).toBe('Weir dues')
  })

  it('what a resolution asks of others, without which its short name misleads', () => {
    const text =
      'A motion was made that this Resolution be Approved, by Council approved by Roll Call.'
    const short = 'Longer hours at every library in the county'
    const request = `Resolution calling upon the Governor to provide ${short.toLowerCase()} before the snow falls on the hills`
    expect(titled({ text, subjects: [request, short] })).toEqual(['subject', request])
    const long = `Resolution requesting the Legislature to pass bills introduced by ${'Senator Marsh and '.repeat(12)}Senator Quill`
    expect(titled({ text, subjects: [long, short] })[1]).toBe(
      `Resolution requesting the Legislature to pass bills: ${short}`,
    )
    const many = `${short} ${'and every town of the lower valley '.repeat(4)}`.trim()
    const written = `Resolution urging the town delegates to pass bills that mend ${'every weir and '.repeat(14)}dams`
    expect(titled({ text, subjects: [written, many] })[1]).toBe(
      `Resolution urging the town delegates: ${many}`,
    )
    // An application asks the council itself.
    const application = `Application of the Weir Company requesting approval of ${'a very '.repeat(9)}long mill`
    expect(titled({ text, subjects: [application, 'Weir mill'] })[1]).toBe('Weir mill')
  })

  it('a subject without the number of another file, and the area of a committee that has several', () => {
    const areas = areasOf(['Subcommittee on Weirs, Public Mills and Ferries', 'Budget Committee'])
    const text = 'That the recommendation be adopted.'
    for (const written of [
      'Weirs, 4 Mill Lane',
      'WR 158 - Public Mills, 4 Mill Lane',
      '4 Mill Lane',
    ])
      expect(titled({ text, subjects: [written], areas })[1]).toBe('4 Mill Lane')
    for (const written of ['Budget, 2026 works', 'Weirs, again', 'Dams, 4 Mill Lane'])
      expect(titled({ text, subjects: [written], areas })[1]).toBe(written)
  })

  const words = 'and every mill of the lower valley '
  it.each([
    [
      `That the keeper be directed to mend the weir so that ${words.repeat(9)}runs.`,
      'That the keeper be directed to mend the weir',
    ],
    [
      `That the Reeve be directed to mend the weir this spring, including: a. ${words.repeat(9)}`,
      'That the Reeve be directed to mend the weir this spring',
    ],
    [
      `That the petition on ferries be sent on to the Minister, who is asked (a) to mend the ferry, ${words.repeat(6)}(b) to run it`,
      'That the petition on ferries be sent on to the Minister',
    ],
  ])('of %j what comes before the reason, the examples or the list', (text, title) => {
    expect(titled({ text, subjects: ['Weirs'] })).toEqual(['clause', title])
  })

  it.each([
    `That the mill be let to the miller for a year, provided that: (a) he pay, ${words.repeat(7)}; (b) he leave`,
    `That the mill be let so that it is used, provided that ${words.repeat(8)}agree`,
    `That the keeper of the weir be directed to report on the following: A)${words.repeat(8)}`,
    `That the keeper be appointed and the following be paid to him: ${words.repeat(8)}`,
    `That the tolls apply only during the hours when the ferry is being mended ${words.repeat(7)}`,
  ])('not the beginning of %j, which says something else', (text) => {
    expect(titled({ text, subjects: ['Weirs'] })).toEqual(['subject', 'Weirs'])
  })

  it('short lists whole', () => {
    const text = `That Council close the meeting to consider: (i) the sale of the mill on the lower weir under section 239; (ii) ${'the pay of keepers, '.repeat(8)}and nothing else`
    expect(titled({ text, subjects: ['Closed session'] })[1]).toBe(
      text.replace('That Council c', 'C'),
    )
  })

  it('the words of a list whose marks stand close to them', () => {
    const text = '1.That the weir be mended before winter.\n2.That its keeper be thanked.'
    expect(titled({ text })[1]).toBe(
      'That the weir be mended before winter. 2.That its keeper be thanked',
    )
  })

  it('without its last period, unless that is of an abbreviation', () => {
    const plain_english_summary = 'Close the gate from 11 p.m. to 6 a.m.'
    expect(titled({ plain_english_summary })[1]).toBe(plain_english_summary)
    expect(titled({ text: 'That the gate close at 9 p.m.' })[1]).toBe(
      'That the gate close at 9 p.m.',
    )
  })

  it('generic words as a name, or else nothing', () => {
    const adopted = { text: 'Adopt Item: Majority required' }
    expect(titled({ ...adopted, subjects: ['Call to Order'] })).toEqual(['name', 'Call to Order'])
    expect(titled({})).toEqual(['name', null])
    expect(titleOfMotion({ title: null, kind: 'amendment', identifier: '7' })).toBe('Amendment 7')
    expect(nameOfMotion({ kind: 'constructor', identifier: null })).toBe('Motion')
  })

  it('a question to staff or a notice in its own words, if they are one sentence', () => {
    const question = 'Why is the weir shut on Sundays?'
    expect(titled({ kind: 'inquiry', text: question, result: null })).toEqual(['clause', question])
    const long = 'Please say the following:\n1. Why?\n2. When?'
    expect(titled({ kind: 'inquiry', text: long, subjects: ['Weir'] })).toEqual(['subject', 'Weir'])
  })

  it('read without time or memory in proportion to the text', () => {
    for (const text of ['; that it be '.repeat(200_000), `That ${'('.repeat(500_000)}`])
      expect(titled({ text, subjects: ['Weir'] })[1]?.length ?? 0).toBeLessThanOrEqual(300)
  })
})

const kinds: Readonly<Record<string, string>> = { amend: 'amendment', procedural: 'procedural' }

describe('a sentence of a source about the vote', () => {
  const subjects = ['Mill on Weir Lane']
  const moved = (noun: string, action: string, roll = 'approved by Roll Call.') =>
    `A motion was made that this ${noun} be ${action} ${roll}`

  it.each([
    ['Approved, by Council', 'Approved by Council', 'approve', 'approved', 'Carried'],
    ['Approved by Council', 'Disapproved by Council', 'disapprove', 'disapproved', 'Disapproved'],
    [
      'Approved by Council',
      'Overridden by Council',
      'override',
      'veto_overridden',
      'Veto overridden',
    ],
    ['Filed by Council', 'Filed by Council', 'file', 'filed', 'Filed'],
    ['Approved by Council', 'Hearing Held by Committee', null, 'motion_carried', null],
  ])('of %j named %j puts the question %s', (action, summary, question, verb, matter) => {
    const vote = { text: moved('Application', action), summary, subjects }
    expect(read(vote)).toMatchObject({
      ...{ title: 'Mill on Weir Lane', title_from: 'subject', question },
      ...{ decision: summary, clause: null },
    })
    expect(became(vote)).toEqual([verb, matter])
  })

  it('is the action that was moved if the vote was lost', () => {
    const text = moved('Bill', 'Approved by Council', 'defeated by Roll Call.')
    const vote = { text, summary: 'Failed', result: 'Defeated', subjects }
    expect(read(vote).decision).toBe('Approved by Council')
    expect(became(vote)).toEqual(['lost', 'Defeated'])
  })

  it('is on the thing itself where it says only how it was counted and that it was lost', () => {
    const text =
      'The Bill failed by Roll Call vote and was defeated in committee.\n\nBill 96 was Defeated in Committee by a Roll Call vote as shown below:'
    const vote = { text, summary: 'Defeated by Committee', result: 'Defeated', subjects }
    expect(read(vote)).toMatchObject({
      ...{ question: 'approve', decision: 'Defeated by Committee', is_complete: true },
    })
    expect(became(vote)).toEqual(['lost', 'Defeated'])
  })

  it('does not say "disapproved" of a resolution to disapprove, which passed', () => {
    const vote = {
      text: moved('Resolution', 'Approved, by Council'),
      summary: 'Disapproved by Council',
      subjects: ['Resolution disapproving the mill'],
    }
    expect(became(vote)).toEqual(['carried', null])
  })

  it.each([
    [moved('Bill', 'Approved by Committee', 'failed by Roll Call.'), 'Carried', null, null],
    ['This Bill was Approved by Committee', 'Defeated', null, null],
    [moved('Bill', 'Defeated by Committee'), 'Defeated', 5, 4],
    [moved('Bill', 'Approved by Committee'), 'Defeated', 17, 0],
    [moved('Bill', 'Approved by Committee'), 'Carried', 2, 9],
  ])('is unclear where %j is %s, %s to %s', (text, result, tally_for, tally_against) => {
    const vote = { text, result, tally_for, tally_against, subjects }
    expect(read(vote).question).toBe('unclear')
    expect(became(vote)).toEqual(['unclear', 'Unclear'])
  })

  it('stands before a resolution that says what was decided', () => {
    const text = `${moved('Resolution', 'Approved')}\n\nBe it resolved that the weir be mended.`
    expect(titled({ text, subjects })).toEqual(['clause', 'That the weir be mended'])
  })

  it.each([
    [
      'Adopt Item: Majority required - W1.2 - Adopt the item',
      'recommendation',
      null,
      ['recommendation_adopted', 'Recommendation adopted'],
    ],
    ['Amend Item: Majority required - W1.2 - Quill - motion 3a', 'amend', 'Quill, motion 3a', null],
    ['Receive Item: Majority required', 'receive', null, ['received', 'Received']],
    [
      'Adopt Item as Amended: Majority required - W1.2',
      'recommendation_amended',
      null,
      ['recommendation_adopted_as_amended', 'Recommendation adopted as amended'],
    ],
    [
      'Without Recommendations: Majority required - W1.2',
      'procedural',
      'Without Recommendations',
      null,
    ],
    [
      'Extend the Meeting: Two-Thirds required - Marsh - Extend meeting to 9 p.m.',
      'procedural',
      'Extend meeting to 9 p.m., motion by Marsh',
      ['carried', null],
    ],
    [
      'Introduce and Pass Mill Bills: Majority required - Enact the Mill Bills - 2031.W4 (2)',
      'procedural',
      'Enact the Mill Bills, 2031.W4 (2)',
      null,
    ],
    [
      'Amend Item: Majority required - W1.2 - Adopt the Item as amended',
      'recommendation_amended',
      null,
      ['recommendation_adopted_as_amended', 'Recommendation adopted as amended'],
    ],
    [
      'Amend Item: Majority required - W1.2 - Adopt balance of motion 1',
      'amend',
      'Adopt balance of motion 1',
      null,
    ],
    ['Adopt Item: Majority required - W1.2 - Amend the item', 'procedural', 'Amend the item', null],
    [
      'Amend Item: Majority required - W1.2 - Marsh - Quill - motion 3',
      'amend',
      'Marsh-Quill, motion 3',
      null,
    ],
    [
      'Amend Item: Majority required - W1.2 - Marsh - Odile - motion 3',
      'amend',
      'Marsh, Odile, motion 3',
      null,
    ],
    [
      'Extend the Meeting: Two-Thirds required - Marsh - Extend the meeting',
      'procedural',
      'Extend the Meeting, motion by Marsh',
      ['carried', null],
    ],
  ])('of a table: %j', (text, question, detail, outcome) => {
    const kind = kinds[question] ?? 'motion'
    expect(read({ text, kind, subjects })).toMatchObject({ question, detail })
    if (outcome !== null) expect(became({ text, kind, subjects })).toEqual(outcome)
  })
})

describe('the outcome of a matter is a word only of a plain yes or no', () => {
  it.each([
    ['That the application for a mill on Weir Lane be rejected.', 'Refused'],
    ['That the bid of $8,100 be rejected.', null],
    ['That the petition be granted.', null],
    ['That the recommendation be rejected.', null],
    ['That By-law 12 of 1989 be repealed and By-law 40 passed.', null],
    ['That the rules of procedure be suspended to hear this motion.', null],
    ['That the meeting be adjourned.', null],
    ['That the fee schedule be amended.', null],
    ['That the mill on Weir Lane be approved.', 'Carried'],
    ['That the report be adopted as amended.', 'Approved as amended'],
    ['That item 4 of the report be amended by adding "and the mill".', null],
    ['That item 4 of the report of the Works Committee be referred back with thanks.', 'Referred'],
    // A noun, which is a verb in the other language.
    ['Report 5 of the Works Committee, as amended, on the mill', null],
    ['Table of fees for the mill', null],
    ['Que la demande de moulin sur Weir Lane soit refusée.', 'Refused'],
  ])('of %j: %j', (text, result) => {
    expect(became({ text, subjects: ['Mill on Weir Lane', 'Moulin sur Weir Lane'] })[1]).toBe(
      result,
    )
  })

  it('a lost motion to reject says nothing of it', () => {
    const text = 'That the mill on Weir Lane be rejected.'
    const lost = { text, result: 'Defeated', subjects: ['Mill on Weir Lane'] }
    expect(became(lost)).toEqual(['defeated', null])
    const unnamed = { ...lost, text: 'That this application be rejected.' }
    expect(became(unnamed)).toEqual(['refusal_lost', null])
  })

  it('"a motion on this" where what it says is not known', () => {
    expect(became({ text: 'That Council:', subjects: ['Weir dues'] })).toEqual([
      'motion_carried',
      null,
    ])
  })
})

describe('why a majority lost', () => {
  const lost = (more: Partial<HeadingSource>) => {
    const source = { ...motion, result: 'Defeated', subjects: ['Weir dues'], ...more }
    return outcomeOfMotion({ ...source, ...headingOf(source) }).because
  }
  it.each([
    [{ tally_for: 5, tally_against: 5 }, 'tie'],
    [{ tally_for: 17, tally_against: 6 }, 'majority_unknown'],
    [
      { tally_for: 17, tally_against: 6, text: 'Waive Notice: Two-Thirds required - Waive notice' },
      'two_thirds',
    ],
    [{ tally_for: 3, tally_against: 20 }, null],
  ])('of %j is %s', (more, because) => {
    expect(lost(more)).toBe(because)
  })

  it('of an item on an application the source does not say what was advised', () => {
    const text = 'Adopt Item: Majority required'
    const source = { ...motion, text, subjects: ['Application to fell a tree'] }
    expect(outcomeOfMotion({ ...source, ...headingOf(source) }).because).toBe('direction_unknown')
  })
})

describe('a name goes with what is requested for it', () => {
  const about = (matter: string, item: string) =>
    titled({ text: 'That this be approved.', subjects: [item, matter] })

  it.each([
    [
      'Old Mill (M 12)',
      'Application M 12 (Old Mill) submitted by the Weir Trust, pursuant to Section 9 of the Planning Act, for the lease of the mill pond to a rowing club, located at 4 Weir Lane.',
      'lease of the mill pond to a rowing club',
    ],
    [
      'Old Mill (M 12)',
      'Application M 12 (Old Mill) submitted by the Weir Trust for the grant of a special permit pursuant to Section 9 of the Planning Act to allow a dance hall for 80 people, on Weir Lane.',
      'special permit to allow a dance hall for 80 people',
    ],
    [
      'Old Mill (M 12)',
      'Resolution approving with modifications the decision of the Planning Board on Application No. M 12, for an amendment of the text of the plan (File 9).',
      'amendment of the text of the plan, with modifications',
    ],
    [
      'Odile Marsh, Weir Board',
      'RESOLUTION APPROVING THE APPOINTMENT BY THE REEVE OF ODILE MARSH AS A MEMBER OF THE WEIR BOARD.',
      'appointment by the reeve',
    ],
    // The source lacks a word; the name in small letters would be none.
    [
      'Odile Marsh, Keeper',
      'RESOLUTION APPROVING THE APPOINTMENT BY THE REEVE ODILE MARSH AS A KEEPER.',
      'appointment by the reeve',
    ],
    [
      'Old Mill, Lower Town',
      'Resolution affirming the designation by the Heritage Board of the Old Mill, Weir Lane, as an historic landmark.',
      'designation by the Heritage Board as an historic landmark',
    ],
    [
      'Vieux moulin',
      'Demande 12 (Vieux moulin) présentée par la Fiducie, en vertu de l’article 9 de la Loi, visant une modification du plan de zonage.',
      'modification du plan de zonage',
    ],
  ])('%s: %s', (matter, item, request) => {
    expect(about(matter, item)).toEqual(['subject', `${matter}: ${request}`])
  })

  it.each([
    // The name says it.
    [
      'Old Mill Lease',
      'Application M 12 (Old Mill) submitted by the Weir Trust for the lease of the mill.',
    ],
    // A law says what it changes, and requests nothing.
    [
      'Weirs and sluices',
      'A by-law to amend the fees, in relation to penalties for the demolition of weirs and of sluices in winter.',
    ],
    // A purpose is not a request.
    [
      'Old Mill (M 12)',
      'Application M 12 (Old Mill) submitted by the Weir Trust for the purpose of the annual review of what the Trust owns.',
    ],
  ])('but %s does not', (matter, item) => {
    expect(about(matter, item)).toEqual(['subject', matter])
  })

  it('and what a meeting was held for is its subject', () => {
    const subjects = [
      'Meeting of the Weir Panel of Lower Town to consider the nomination of Odile Marsh to the Mill Board',
    ]
    expect(titled({ subjects })[1]).toBe('Nomination of Odile Marsh to the Mill Board')
  })
})
