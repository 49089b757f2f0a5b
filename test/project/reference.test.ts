import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { referencePages } from '../support/reference/pages.ts'

const folder = resolve(import.meta.dirname, '../../docs/reference')

// `npm run docs` runs this file with --update, which writes the pages instead of comparing them.
describe('docs/reference', () => {
  for (const [file, make] of Object.entries(referencePages)) {
    it(`${file} matches the code; npm run docs writes it`, async () => {
      await expect(await make()).toMatchFileSnapshot(join(folder, file))
    })
  }

  it('contains only generated pages, what programs measured, and the contract', () => {
    const measured = ['benchmark.md', 'conformance.json']
    const expected = [
      'contract.md',
      ...measured,
      ...Object.keys(referencePages).filter((file) => !file.startsWith('..')),
    ]
    expect(readdirSync(folder).sort()).toEqual(expected.sort())
  })
})
