import { describe, expect, it } from 'vitest'
import { became, motion, read, titled } from '../../../test/support/headings/read.ts'
import { headingOf } from './heading.ts'
import { outcomeOfMotion } from './outcome.ts'

describe('what minutes narrate is a clause', () => {
  it.each([
    [
      'Motion to close the weir path in winter: Moved by Marsh and seconded by Quill.',
      'Close the weir path in winter',
    ],
    [
      'Motion to close the weir path in winter: Moved by Marsh and seconded by Quill. Motion failed to pass.',
      'Close the weir path in winter',
    ],
    [
      'Odile made a motion, second by Quill, for a sign to be put up at the weir. Motion carried.',
      'Odile made a motion, second by Quill, for a sign to be put up at the weir',
    ],
    [
      `Motion to add a clause, “The weir ${'and its gates '.repeat(20)} in order to be safe”`,
      'NEW BUSINESS',
    ],
    [
      'Motion by Marsh, second by Quill, to close the weir path in winter',
      'Close the weir path in winter',
    ],
    [
      'Moved by Odile Marsh and seconded by Peter Quill that the weir path be closed',
      'That the weir path be closed',
    ],
    [
      'The keeper reported on the ice. Odile makes a motion to buy salt under $90. Motion carried.',
      'Buy salt under $90',
    ],
    [
      'After a talk it was unanimously resolved that two benches be ordered. The clerk left.',
      'That two benches be ordered',
    ],
    [
      'Après discussion, il a été unanimement convenu de réparer le barrage.',
      'Réparer le barrage.',
    ],
    [
      'The weir being listed, the Works Committee advises oak in all its gates.',
      'The Works Committee advises oak in all its gates',
    ],
    // What is inserted is a resolution itself.
    [
      'Motion to replace the last clause with: "Be it resolved that the mill be let, and be it further resolved that it be sold"',
      'Replace the last clause with: "Be it resolved that the mill be let, and be it further resolved that it be sold"',
    ],
  ])('%s', (text, title) => {
    expect(titled({ text, subjects: ['NEW BUSINESS'] })[1]).toBe(title.replace(/\.$/, ''))
  })

  it.each([
    'That the keeper report back to the Committee with:',
    'That the keeper consider the following when closing the path',
  ])('but not where the list that it announces is missing: %s', (text) => {
    expect(titled({ text, subjects: ['Weir path'] })).toEqual(['subject', 'Weir path'])
    expect(read({ text, subjects: ['Weir path'] }).is_complete).toBe(false)
  })

  it('with what is resolved further, even where the first resolution is missing', () => {
    const further = 'be it further resolved that the keeper be thanked'
    expect(titled({ text: `Be it resolved that the weir be mended; and ${further}.` })[1]).toBe(
      'That the weir be mended; and that the keeper be thanked',
    )
    const only = { text: `Whereas it leaks; and ${further}.`, subjects: ['Weirs of the town'] }
    expect(read(only)).toMatchObject({
      ...{ title: 'Weirs of the town', is_complete: false },
      clause: 'That the keeper be thanked',
    })
    const french =
      'Il est résolu que le barrage soit réparé; et il est également résolu que le gardien soit remercié.'
    expect(titled({ text: french })[1]).toBe(
      'Que le barrage soit réparé; et que le gardien soit remercié',
    )
  })

  it('whole where it names parts of a law', () => {
    const text =
      'That Council meet in private under section 9 (2) (b) and (c) of the Act on the sale of the mill'
    expect(titled({ text })[1]).toBe(text)
  })

  it('with the prepositions of its verbs, or none', () => {
    const resolved = (rest: string) => titled({ text: `Il est résolu ${rest}.` })[1]
    expect(resolved('de réparer le barrage')).toBe('Réparer le barrage')
    expect(resolved("d'ouvrir l'écluse et de réparer le barrage")).toBe(
      "D'ouvrir l'écluse et de réparer le barrage",
    )
  })
})

describe('a clause that is little too long', () => {
  const keepers = 'the keeper of the weirs and sluices '.repeat(6)

  it('is whole, if it cannot be cut', () => {
    const text = `That ${keepers}have a boat or two of oak.`
    expect(text.length).toBeGreaterThan(240)
    expect(titled({ text, subjects: ['A boat'] })).toEqual(['clause', text.slice(0, -1)])
  })

  it.each([
    `That ${keepers}have a boat or two of oak.`.replace(/weirs/g, 'many weirs'),
    `That ${keepers}have the following boats.`,
  ])('but not if it is longer, or has a list: %s', (text) => {
    expect(titled({ text, subjects: ['A boat'] })).toEqual(['subject', 'A boat'])
  })
})

it('begins each sentence with a capital', () => {
  const text = 'THAT the weir be closed at No. 3.\nTHAT the sluice be opened.'
  expect(titled({ text, subjects: ['Weirs'] })[1]).toBe(
    'That the weir be closed at No. 3. That the sluice be opened',
  )
})

describe('for information', () => {
  it.each([
    'That the report be accepted as information.',
    'Que ce rapport soit adopté à titre d’information.',
  ])('nothing is approved: %s', (text) => {
    expect(became({ text, subjects: ['Weirs of the town'] })).toEqual(['received', 'Received'])
  })
})

it('of a variance the source does not say what was advised, but of a hearing it does', () => {
  const because = (subject: string) => {
    const source = { ...motion, text: 'Adopt Item: Majority required', subjects: [subject] }
    return outcomeOfMotion({ ...source, ...headingOf(source) }).because
  }
  expect(because('Sign Variance - 4 Weir Lane')).toBe('direction_unknown')
  expect(because('Cost of the Appeal Body')).toBeNull()
  expect(because('4 Weir Lane - Zoning Application - Refusal Report')).toBeNull()
  expect(because('4 Weir Lane - Application - Decision Report - Approval')).toBeNull()
})

it('of minutes of another body is their title, not their section', () => {
  const minutes = 'Weir Committee – draft minutes 3 of May 27th 2031'
  const text = 'That the minutes be received.'
  expect(
    titled({ text, subjects: [minutes, null, null, 'Reports of chairs and friends'] })[1],
  ).toBe(minutes)
})

describe('nothing is lost that a heading needs', () => {
  const of = (text: string, subjects = ['Weirs of the town']) => read({ text, subjects })

  it.each([
    [
      'the clause to which it refers',
      'That $900 be set aside; and that that sum be paid from fees.',
      'That $900 be set aside; and that that sum be paid from fees',
    ],
    [
      'what is resolved after a lost space',
      'Be it resolved that the weir be mended; andBE IT FURTHER RESOLVED that the keeper be thanked.',
      'That the weir be mended; and that the keeper be thanked',
    ],
    [
      'each entry of a list of sentences',
      'That the Board: (a) Mend the weir.\n(b) Thank its keeper.',
      'That the Board: (a) Mend the weir. (b) Thank its keeper',
    ],
  ])('%s', (_, text, title) => {
    expect(of(text).title).toBe(title)
  })

  it('and no entry of a list is named as an exception', () => {
    const text =
      'That the works be done, with the exception of the double entry as follows: ii. The new mill'
    expect(of(text)).toMatchObject({ title: 'That the works be done', clause: text })
  })

  it('the beginning of a decision whose list is missing follows its subject', () => {
    expect(of('That the keeper report back to the Committee with:')).toMatchObject({
      ...{ title: 'Weirs of the town', is_complete: false },
      clause: 'That the keeper report back to the Committee',
    })
  })

  it.each([
    [
      'Application M 12 (Old Mill), Designation by the Heritage Board of the Old Mill, as a landmark.',
      'Designation by the Heritage Board',
    ],
    [
      'Resolution approving the site plan for a new mill, located at 4 Weir Lane.',
      'site plan for a new mill',
    ],
    [
      'Application M 12 submitted by the Trust concerning the proposed sale of the mill, on Weir Lane.',
      'proposed sale of the mill',
    ],
    [
      'Application M 12 submitted by the Trust requesting approval of an exemption from taxes related to its use.',
      'exemption from taxes',
    ],
  ])('what is requested: %s', (item, request) => {
    const { title } = read({
      text: 'That this be approved.',
      subjects: [`${item} ${'Filed with the clerk in spring. '.repeat(4)}`, 'Works of the Trust'],
    })
    expect(title?.toLowerCase()).toContain(`works of the trust: ${request.toLowerCase()}`)
  })

  it('that a resolution asks for a law', () => {
    const long = `Resolution calling on the Legislature to pass, and the Governor to sign, legislation that ${'limits the fees of mills '.repeat(12)}`
    expect(read({ subjects: [long, 'Limits the fees of mills'] }).title).toBe(
      'Resolution calling on the Legislature to pass: legislation that limits the fees of mills',
    )
  })

  it('and no number of a file before it', () => {
    expect(read({ subjects: ['WC-2031-07 - Reports of broken gates'] }).title).toBe(
      'Reports of broken gates',
    )
  })
})
