import { describe, expect, it } from 'vitest'
import { sources } from '../../importers/registry.ts'
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
    expect(absentOf(importer, tally)).toBe(word)
  })
})
