import { describe, expect, it } from 'vitest'
import { sources } from '../../importers/registry.ts'
import { words as english } from '../words/en.ts'
import { words as french } from '../words/fr.ts'
import { absentOf } from './facts.tsx'

const minutes = (recorded: number, notRecorded: number, notYet: number) => ({
  recorded,
  notRecorded,
  notYet,
})

describe('a count of 0', () => {
  it.each([
    ['escribe', minutes(3, 1, 1), 'none'],
    ['legistar', minutes(0, 1, 1), 'notRecorded'],
    ['legistar-archive', minutes(0, 0, 2), 'notYet'],
    ['open-civic-data', minutes(3, 0, 0), 'notRecorded'],
    ['civicweb', minutes(3, 0, 0), 'notData'],
    ['bundle', minutes(3, 0, 0), 'notRecorded'],
    [null, minutes(3, 0, 0), 'notRecorded'],
  ])('from %s with minutes %o is shown as "%s"', (importer, tally, word) => {
    if (importer !== null) expect(Object.keys(sources)).toContain(importer)
    expect(absentOf('votes', importer, tally)).toBe(word)
  })

  it.each([
    ['motions', 'notData'],
    ['bylaws', 'notRecorded'],
    ['people', 'notRecorded'],
    ['matters', 'notRecorded'],
  ])('of %s from CivicWeb is shown as "%s"', (count, word) => {
    expect(absentOf(count, 'civicweb', minutes(3, 0, 0))).toBe(word)
  })

  it.each([
    [english, 'linked and not read as motions and votes.'],
    [french, 'liés sans être lus comme des motions et des votes.'],
  ])('does not say that documents which are searched are not read', ({ coverage }, end) => {
    expect(coverage.meaning.notData.endsWith(end)).toBe(true)
  })
})
