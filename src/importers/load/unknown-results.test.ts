import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { ImportRecord } from '../../record/kinds.ts'
import { load } from './load.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

/** The warnings of an import of motions with these results, from a bundle or from a source of others. */
async function warningsOf(motions: readonly object[], isThirdParty: boolean) {
  const records = motions.map(
    (motion, index): ImportRecord => ({
      kind: 'motion',
      key: `m-${index}`,
      position: index,
      ...motion,
    }),
  )
  const source = { ...sourceOf(records), isThirdParty }
  const clock = { now: () => 0, monotonic: () => 0 }
  const options = { target: imports.target, source, prune: false, dryRun: false, clock }
  const { warnings } = await load(imports.store, options)
  return warnings.map(({ subject, reason }) => `${subject} ${reason}`)
}

it.each([true, false])(
  'a result of unclear meaning is warned of once for each wording, also if the source is that of others: %s',
  async (isThirdParty) => {
    const results = ['Tie', 'Tie', 'Carried in part', 'Lost on a tie', 'Adoptée', 'Reportée', null]
    const election = { motion_kind: 'election', result: 'Raj Singh elected' }
    const motions = [...results.map((result) => ({ result })), election]
    const unknown = 'is not known as carried, defeated or neither: shown as written'
    expect(await warningsOf(motions, isThirdParty)).toEqual([
      expect.stringContaining(`result "Tie" (2 times) ${unknown}`),
      expect.stringContaining(`result "Carried in part" (once) ${unknown}`),
    ])
  },
)
