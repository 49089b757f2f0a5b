import { describe, expect, it } from 'vitest'
import { titleOfMotion } from './motion-title.ts'

const motion = { kind: 'motion', text: null, result: null }

describe('a motion is named', () => {
  it('by what it does', () => {
    const text = 'That Council reject the rezoning of 4 Mill Lane.'
    const title = 'Reject the rezoning of 4 Mill Lane'
    expect(titleOfMotion({ ...motion, text, summary: 'Mill Lane', identifier: '7' })).toBe(title)
  })

  it('by its summary if Legistar’s sentence names another action, as it does of a veto or a refusal', () => {
    const text =
      'A motion was made that this Application be Approved by Council approved by Roll Call.'
    const named = (summary: string | null) => titleOfMotion({ ...motion, text, summary })
    expect(named('Disapproved by Council')).toBe('Disapproved by Council')
    expect(named('Overridden by Council')).toBe('Overridden by Council')
    const stated = 'That this Application be Approved by Council'
    for (const summary of ['Approved by Council', ' ', null])
      expect(named(summary)).toContain(stated)
    const resolved = { ...motion, text: text.replace('Application', 'Resolution') }
    expect(titleOfMotion({ ...resolved, summary: 'Disapproved by Council' })).toContain(
      'That this Resolution be Approved by Council',
    )
    expect(titleOfMotion({ ...resolved, summary: 'Filed by Council' })).toBe('Filed by Council')
  })

  it.each([
    ['Approved, by Council', 'Disapproved by Council', 'Disapproved by Council'],
    ['Disapproved by Council', 'Approved by Council', 'Approved by Council'],
    ['Filed, by Council', 'Filed by Council', 'That this Message be Filed, by Council'],
  ])('if Legistar says "be %s" of what it calls "%s", by %j', (said, summary, title) => {
    const text = `A motion was made that this Message be ${said} approved by Roll Call.\n\nDisapproved by Council`
    expect(titleOfMotion({ ...motion, text, summary, result: 'Carried' })).toBe(title)
  })

  it('by what it asked for if it was lost, which a summary such as "Failed" would deny', () => {
    const text = 'A motion was made that this Bill be Approved by Council defeated by Roll Call.'
    const stated = 'That this Bill be Approved by Council'
    for (const summary of ['Failed', 'Disapproved by Council'])
      expect(titleOfMotion({ ...motion, text, summary, result: 'Defeated' })).toBe(stated)
  })

  it('by its resolution if that follows Legistar’s sentence', () => {
    const text =
      'A motion was made that this Resolution be Approved.\n\nBe it resolved that the ditch be dredged.'
    expect(titleOfMotion({ ...motion, text, summary: 'Adopted by Council' })).toBe(
      'That the ditch be dredged',
    )
  })

  it('by its summary if its text does not say it, on one line of at most 140 characters', () => {
    expect(titleOfMotion({ ...motion, summary: ' Dredge\nthe ditch ' })).toBe('Dredge the ditch')
    const long = titleOfMotion({ ...motion, text: 'That staff:', summary: 'ditch '.repeat(40) })
    expect(long).toBe(`${'ditch '.repeat(22)}ditch…`)
    expect(long).toHaveLength(138)
  })

  it.each([
    [motion, 'Motion (text not in the source)'],
    [{ ...motion, summary: ' ' }, 'Motion (text not in the source)'],
    [{ ...motion, kind: null, identifier: '7' }, 'Motion 7 (text not in the source)'],
    [{ ...motion, kind: 'constructor' }, 'Motion (text not in the source)'],
    [{ ...motion, kind: 'amendment', text: 'That Council:' }, 'Amendment (text not in the source)'],
    [
      { ...motion, text: 'Committee Recommendation(s)\nThat Council:', identifier: '7' },
      'Committee recommendation (text not in the source)',
    ],
    [
      { ...motion, text: 'Report Recommendation(s)' },
      'Report recommendation (text not in the source)',
    ],
    [{ ...motion, kind: 'election', identifier: 'Chair' }, 'Election Chair'],
    [
      { ...motion, kind: 'notice', text: 'WHEREAS it rains, I will move what is needed.' },
      'Notice of motion (see its text)',
    ],
    [{ ...motion, kind: 'inquiry', text: ' ' }, 'Inquiry (text not in the source)'],
  ])('by its kind and number if nothing says what it does: %j is %j', (unclear, title) => {
    expect(titleOfMotion(unclear)).toBe(title)
  })

  it('by the beginning of a question or a notice, which decide nothing', () => {
    const long = titleOfMotion({ ...motion, kind: 'inquiry', text: 'Why is it wet? '.repeat(10) })
    expect(long).toBe(`${'Why is it wet? '.repeat(9)}Why…`)
    const text = 'Alderman Reed gives notice of a motion on ditches. It is long'
    expect(titleOfMotion({ ...motion, kind: 'notice', text: `${text}.` })).toBe(text)
  })
})
