import { describe, expect, it } from 'vitest'
import { readPortal, withItem } from '../../../test/support/towns/escribe-portal.ts'
import {
  confirmationText,
  isConfirmationBylaw,
  isThreeReadings,
  onLines,
  parseBylawList,
} from './bylaws.ts'

const opening = 'That the by-laws listed on the Agenda be read and passed'

describe('parseBylawList', () => {
  it('splits a list without line breaks, and keeps the numbers of older by-laws in the titles', () => {
    const text = `${opening}.\n2026-155 \u00a0 \u00a0A by-law to repeal By-law No. 2012-370.2026-156    A bylaw of the city to amend 2025-145 as amended2026-157 An by-law respecting 12 Road 172026-158 A By-law`
    expect(parseBylawList(text)).toEqual([
      { number: '2026-155', title: 'A by-law to repeal By-law No. 2012-370.', year: 2026 },
      { number: '2026-156', title: 'A bylaw of the city to amend 2025-145 as amended', year: 2026 },
      { number: '2026-157', title: 'An by-law respecting 12 Road 17', year: 2026 },
      { number: '2026-158', title: 'A By-law', year: 2026 },
    ])
  })

  it('omits the unnumbered by-law that a motion excludes', () => {
    const text = `${opening}, with the exception of the duplicated by-law listed as follows:\nii. \u00a0 A by-law to provide for safe access.\n2026-184 \u00a0 A by-law to establish the tax ratios.`
    expect(parseBylawList(text).map(({ number }) => number)).toEqual(['2026-184'])
  })

  it('returns no by-laws for a motion that only mentions some', () => {
    expect(parseBylawList('That Council amend By-law 2002-189 and By-law 2026-50.')).toEqual([])
  })
})

describe('onLines', () => {
  it('puts each by-law of a list without line breaks on its own line, and changes nothing else', () => {
    const text = `${opening}.\n2026-155    A by-law to repeal By-law No. 2012-370.2026-156 A by-law of 2025-145`
    expect(onLines(text)).toBe(
      `${opening}.\n2026-155 A by-law to repeal By-law No. 2012-370.\n2026-156 A by-law of 2025-145`,
    )
    expect(onLines('That Council amend By-law 2002-189.')).toBe(
      'That Council amend By-law 2002-189.',
    )
  })
})

describe('agenda items that pass by-laws', () => {
  it('are recognized by their full title', () => {
    expect(isThreeReadings('Three Readings')).toBe(true)
    expect(isThreeReadings('Zoning By-law Amendment – Three Readings Road')).toBe(false)
    expect(isConfirmationBylaw('Confirmation By-law')).toBe(true)
    expect(isConfirmationBylaw('Sign By-law')).toBe(false)
  })

  it('have the text of the by-law that confirms a meeting', () => {
    const text =
      'That the following by-law be read and passed:\nTo confirm the proceedings of May 13.'
    expect(confirmationText(text)).toBe('To confirm the proceedings of May 13.')
    expect(confirmationText('')).toBeNull()
  })
})

describe('the status of a by-law', () => {
  it.each([
    ['Carried', 'Passed'],
    ['Carried as amended', 'Passed'],
    ['Received and Carried', 'Passed'],
    ['Referred', null],
    [null, null],
  ])('of a motion with the result %j is %j', async (result, status) => {
    const motion = { motion_text: `${opening}.\n2026-155 A by-law`, motion_result: result }
    const { of } = await readPortal(withItem({ title: 'Three Readings', motions: [motion] }))
    expect(of('bylaw')).toMatchObject([{ bylaw_number: '2026-155', status }])
  })
})
