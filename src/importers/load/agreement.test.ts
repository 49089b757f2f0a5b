import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../test/support/database/inspector.ts'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { WriteStore } from '../../store/open.ts'
import { deriveAgreement } from './agreement.ts'
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
const inYear = (year: number, voters: number) => ({
  ...motion(`in-${year}`, voters),
  date: `${year}-05-05`,
})
const perYear = () =>
  rowsOf<{ year: number; count: number }>(
    imports.databaseUrl,
    'select year, cast(count(*) as integer) as count from agreements group by year order by year',
  )
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
  })

  it('is written again only in years whose votes changed', async () => {
    await imports.run([...people(3), inYear(2023, 3), inYear(2024, 3), inYear(2025, 3)])
    const { store, target } = imports
    const written: unknown[] = []
    const dialect: WriteStore['dialect'] = {
      ...store.dialect,
      insertAll(db, table, rows) {
        written.push(...new Set(rows.map(({ year }) => year)))
        return store.dialect.insertAll(db, table, rows)
      },
    }
    const scope = { db: store.db, dialect, target, warn: () => undefined }
    await deriveAgreement(scope)
    expect(written).toEqual([])
    const { id } = await imports.row('motions', 'in-2024')
    const ofMotion = store.db.updateTable('votes').where('motion_id', '=', Number(id))
    await ofMotion.where('person_name', '=', 'Voter 1').set({ value: 'Against' }).execute()
    await deriveAgreement(scope)
    expect(written).toEqual([2024])
    await ofMotion.set({ value: 'Absent' }).execute()
    await deriveAgreement(scope)
    expect((await perYear()).map(({ year }) => year)).toEqual([2023, 2025])
  })

  it('counts no more pairs than it may, the newest first, and says how many motions are left', async () => {
    await imports.run([...people(20), motion('undated', 2), inYear(2023, 20), inYear(2024, 3)])
    const newest = { year: 2024, count: 3 * 2 }
    expect(await perYear()).toEqual([{ year: 0, count: 2 }, { year: 2023, count: 20 * 19 }, newest])
    const warnings: string[] = []
    const warn = ({ subject, reason }: { subject: string; reason: string }) =>
      warnings.push(`${subject} ${reason}`)
    const { store, target } = imports
    const scope = { db: store.db, dialect: store.dialect, target, warn }
    await deriveAgreement(scope, { limits: { voters: 20, rows: 6 + 20 * 19 + 1 } })
    expect((await perYear()).map(({ year }) => year)).toEqual([2023, 2024])
    await deriveAgreement(scope, { limits: { voters: 20, rows: 20 * 19 } })
    expect(await perYear()).toEqual([newest])
    const left = (motions: number) =>
      `agreement does not count the ${motions} oldest motions with votes, because too many pairs voted together`
    expect(warnings).toEqual([left(1), left(2)])
  })
})
