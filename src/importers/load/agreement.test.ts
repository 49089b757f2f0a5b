import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../test/support/database/inspector.ts'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { deriveAgreement } from './derive-agreement.ts'
import { load } from './load.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ kind: 'person', key: `p-${n}`, name: `Voter ${n}` }))
const motion = (key: string, voters: number) => ({
  kind: 'motion',
  key,
  position: 1,
  result: 'Carried',
  votes: people(voters).map(({ key: person_key, name }) => ({ person_key, name, value: 'For' })),
})
const totals = async () => {
  const sql = 'select count(*) as count, max(motions) as motions from agreements'
  const [row] = await rowsOf<{ count: number; motions: number }>(imports.databaseUrl, sql)
  return { count: Number(row?.count), motions: Number(row?.motions) }
}

describe('agreement', () => {
  it('omits a motion with votes of 5,000 people, which a warning names', async () => {
    const source = sourceOf([...people(5000), motion('all', 5000), motion('few', 3)])
    const { store, target } = imports
    const clock = { now: () => 0, monotonic: () => 0 }
    const { warnings } = await load(store, { target, source, prune: false, dryRun: false, clock })
    const [warned, ...others] = warnings.filter(({ location }) => location === 'agreement')
    expect(warned?.subject).toMatch(/^motion undated-motion/)
    expect(warned?.reason).toContain('has votes of 5000 people; with more than 250')
    expect(others).toEqual([])
    expect(await totals()).toEqual({ count: 3 * 2, motions: 1 })
  }, 60_000)

  it('counts no more pairs than it may, and says of how many people', async () => {
    await imports.run([...people(20), motion('a', 20)])
    expect((await totals()).count).toBe(20 * 19)
    const warnings: string[] = []
    const warn = ({ subject, reason }: { subject: string; reason: string }) =>
      warnings.push(`${subject} ${reason}`)
    const { store, target } = imports
    const scope = { db: store.db, dialect: store.dialect, target, warn }
    for (const limits of [
      { voters: 20, totals: 70, days: 1000 },
      { voters: 20, totals: 1000, days: 35 },
    ])
      await deriveAgreement(scope, limits)
    const text = 'agreement is not counted for 18 people, because too many pairs voted together'
    expect(warnings).toEqual([text, text])
    expect((await totals()).count).toBe(2 * (19 + 18))
    const days = await rowsOf(imports.databaseUrl, 'select * from agreement_days')
    expect(days).toHaveLength(19 + 18)
  })
})
