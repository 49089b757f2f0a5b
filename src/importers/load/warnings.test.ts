import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { SourceItem } from '../source.ts'
import { load } from './load.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

/** What an import reports of a source with these notices. */
async function reported(warnings: readonly Omit<SourceItem & { type: 'warning' }, 'type'>[]) {
  async function* items(): AsyncGenerator<SourceItem> {
    for (const warn of warnings) yield { type: 'warning', ...warn }
  }
  const clock = { now: () => 0, monotonic: () => 0 }
  const locate = async (location: string) => location.replace('#', ':line of ')
  const source = { ...sourceOf([]), items: items(), locate }
  const options = { target: imports.target, source, prune: false, dryRun: false, clock }
  return (await load(imports.store, options)).warnings
}

it('notices are on one line each, whatever the source has in them', async () => {
  const reason = 'of "\u001b[2J\r\nNg\u2028\u202e\ud800"'
  const [warn] = await reported([{ location: 'a\n.json', subject: 'person \u0007', reason }])
  expect(warn).toEqual({
    location: 'a\ufffd.json',
    subject: 'person \ufffd',
    reason: 'of "\ufffd[2J\ufffd\ufffdNg\ufffd\ufffd\ufffd"',
  })
})

it('warnings have their line, up to a hundred are listed, and the rest is counted', async () => {
  const warnings = Array.from({ length: 250 }, (_, n) => ({
    location: `a.json#/${n}`,
    subject: 'seat',
    reason: 'is skipped',
  }))
  const found = await reported(warnings)
  expect(found).toHaveLength(101)
  expect(found[99]?.location).toBe('a.json:line of /99')
  expect(found[100]).toEqual({
    location: 'this source',
    subject: 'and',
    reason: '150 more warnings',
  })
})
