import { describe, expect, it } from 'vitest'
import { soughtIn } from './sought.ts'

const nothing = { words: [], body: '', number: '', file: '', date: '' }

describe('what a query names', () => {
  it.each([
    ['Councillor  Théresa', { words: ['theresa'], body: 'councillor theresa' }],
    ['"Jean-Marc O’Neil"', { words: ['jean-marc', 'o’neil'], body: 'jean-marc o’neil' }],
    ['By-law No. 2026-155', { number: ' 2026 155 ', file: 'by-law-no-2026-155' }],
    ['bylaw 7', { number: ' 7 ', file: 'bylaw-7' }],
    ['ACS2026-EPS-0002', { file: 'acs2026-eps-0002' }],
    ['2026-06-03', { number: ' 2026 6 3 ', file: '2026-06-03', date: '2026-06-03' }],
    ['June 3rd, 2026', { file: 'june-3rd-2026', date: '2026-06-03' }],
    ['3 Sept. 2026', { number: ' 3 sept 2026 ', file: '3-sept-2026', date: '2026-09-03' }],
    ['June 31, 2026', { file: 'june-31-2026' }],
    ['to', { words: ['to'] }],
    ['x', {}],
    ['', {}],
    ['** "" ~', {}],
    ['one two three four five', { body: 'one two three four five' }],
  ])('%j', (q, sought) => {
    expect(soughtIn(q)).toEqual({ ...nothing, ...sought })
  })
})
