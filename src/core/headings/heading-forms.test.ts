import { describe, expect, it } from 'vitest'
import { became, motion, titled } from '../../../test/support/headings/read.ts'
import { headingOf } from './heading.ts'

const words = 'and every mill of the lower valley '

describe('a list or an advice is', () => {
  it.each([
    [
      `That the keeper be directed to report on a plan for the lower valley that would cover the following matters: weirs; sluices; ${words.repeat(6)}; and ferries`,
      'That the keeper be directed to report on a plan for the lower valley',
    ],
    [`That fees be set as follows: ferries, $4; carts, $2; ${words.repeat(7)}; boats, $9`, null],
    [`That the keeper do the following: mend the weir; ${words.repeat(7)}; paint it`, null],
    [`Que les droits soient fixés comme suit : bacs, 4 $; ${words.repeat(7)}; barques, 9 $`, null],
    [
      `That Council approve the following: that the weir be mended; that ${words.repeat(8)}be let`,
      null,
    ],
    [`That four aims be set, in this order: dry cellars; ${words.repeat(7)}; open locks`, null],
    [
      `That the members named below serve until spring: (a) Mills: ${words.repeat(7)}; (b) Weirs: Marsh`,
      null,
    ],
    // A verb is missing without what follows.
    [
      `Approve that By-law 12 of the lower valley, as amended, is amended as follows: ${words.repeat(7)}`,
      null,
    ],
  ])('never the first entry of a list alone: %j', (text, title) => {
    const found = title === null ? ['subject', 'Weirs'] : ['clause', title]
    expect(titled({ text, subjects: ['Weirs'] })).toEqual(found)
  })

  it('the whole of a list that another clause follows', () => {
    const list = 'That $90 be paid as follows: $40 to Marsh; $30 to Quill; and $20 to the keeper'
    const text = `${list}; and that ${words.repeat(7)}be informed.`
    expect(titled({ text, subjects: ['Weirs'] })).toEqual(['clause', list])
  })

  it('the words with which a committee only advises the council', () => {
    const text = 'That Town Council fund a weir and thank its keeper.'
    const of = (body_kind: string | null) => titled({ text, body_kind, subjects: ['Weirs'] })[1]
    expect(of('council')).toBe('Fund a weir and thank its keeper')
    expect(of(null)).toBe('Fund a weir and thank its keeper')
    expect(of('committee')).toBe('That Town Council fund a weir and thank its keeper')
    const ownWords = { text: 'That the Mill Board fund a weir.', body_kind: 'board' }
    expect(titled(ownWords)[1]).toBe('Fund a weir')
  })

  it.each([
    'That Council approve this report.',
    'That Council receive this report for information.',
    'That the Works Committee recommend that Town Council approve this report.',
    'Que le conseil municipal approuve ce rapport.',
  ])('no approval where a committee carried %j', (text) => {
    const vote = { text, subjects: ['Weirs of the town'], body_kind: 'committee' }
    expect(became(vote)).toEqual([expect.stringMatching(/^(?:motion_)?carried$/), null])
  })
})

it('a subject is named without who moved it, whatever their office', () => {
  const text = 'That the recommendation be adopted.'
  for (const mover of [
    'Motion - Vice-Chair O. Marsh -',
    'Notice of Motion – Deputy Mayor/Acting Chair Odile Marsh –',
    'Motion – Mayor Marsh –',
    'Motion – Councillor Marsh-Quill (on behalf of Councillor P. Quill) -',
    'Motion – O. Marsh –',
    'Motion of Councillor Odile Marsh:',
    'Avis de motion de la conseillère Marsh :',
    'Motion – Présidente suppléante Marsh –',
  ])
    expect(titled({ text, subjects: [`${mover} Weir dues`] })[1]).toBe('Weir dues')
  // Not who moved it.
  for (const subject of ['Motion – Councillor Pensions – Review', 'Motion – Chair Lifts – Fees'])
    expect(titled({ text, subjects: [subject] })[1]).toBe(subject)
})

describe('what is put off', () => {
  const late = 'and a bridge for the lower road, with what each would cost, '.repeat(5)
  it.each([
    ['That the Board defer the weir plan, and direct the Clerk to compare', 'deferred', 'Deferred'],
    ['That the weir plan be deferred; and that the Clerk compare', 'deferred', 'Deferred'],
    [
      'That the weir plan be deferred, and the Clerk be directed to compare',
      'deferred',
      'Deferred',
    ],
    // What is done first is another thing.
    ['That the weir be mended and the bridge plan be deferred; that the Clerk compare', null, null],
    ['That the weir plan not be deferred, and that the Clerk compare', null, null],
    ['That the Clerk be directed to defer no fee for a weir, and to compare', null, null],
  ])('%s', (text, verb, word) => {
    const vote = { text: `${text} a weir ${late}.`, subjects: ['Weir plan'] }
    const [said, ofMatter] = became(vote)
    expect([said === 'deferred' ? said : null, ofMatter === 'Deferred' ? ofMatter : null]).toEqual([
      verb,
      word,
    ])
    // What else is to be done is shown too.
    expect(headingOf({ ...motion, ...vote }).clause).toContain('compare')
  })
})

describe('the sentence of a source', () => {
  it('names who moved a part of a table as its mover', () => {
    const text = 'Adopt Item as Amended: Majority required - CA2.2 - Marsh - Adopt Item as amended'
    const subjects = ['Appointment of a member of the Weir Board']
    const read = headingOf({ ...motion, text, subjects, names: new Set(['marsh']) })
    expect(read.detail).toBe('motion by Marsh')
  })

  it.each([
    ['Approved, by Council', 'Carried', 'call_up', 'called_up', 'Called up for review'],
    ['Approved, by Council', 'Defeated', 'call_up', 'call_up_lost', null],
    // What became of the call-up, not of the mill.
    ['Filed by Council', 'Carried', null, 'motion_carried', null],
  ])(
    'of a call-up, %s and %s, says that it is to be reviewed',
    (action, result, put, verb, word) => {
      const vote = {
        text: `A motion was made that this Mill Call-Up be ${action} by Roll Call.`,
        result,
        subjects: ['Mill on Weir Lane'],
      }
      expect(headingOf({ ...motion, ...vote })).toMatchObject({
        question: put,
        detail: 'Mill Call-Up',
      })
      expect(became(vote)).toEqual([verb, word])
    },
  )
})
