import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  freshImports,
  type Imports,
  reasonsOf,
} from '../../../test/support/imports/municipality.ts'
import { person } from '../../../test/support/imports/sidewalks.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
  await imports.run([person], { source: 'clerk', importer: 'bundle' })
})
afterEach(() => imports.remove())

const again = [person, { ...person, key: 'p-2' }]

describe('a source whose name changed', () => {
  const expected =
    'bundle: source "office": has no records in this municipality, but "clerk" has; if it is the same data under another name, every record is added a second time: keep the name'

  it('causes a warning, first of all and in a dry run too', async () => {
    const outside = { kind: 'motion', key: 'v', position: 1, mover_key: 'none' }
    const options = { source: 'office', importer: 'bundle', isPartial: true }
    const dry = await imports.run([...again, outside], { ...options, dryRun: true })
    expect(reasonsOf({ errors: dry.warnings })).toEqual([
      expected,
      expect.stringContaining('refers to person'),
    ])
    const real = await imports.run([...again, outside], options)
    expect(real.warnings).toEqual(dry.warnings)
  })
})

describe('there is no such warning', () => {
  it('for the same name, or the second import of another one', async () => {
    const same = await imports.run(again, { source: 'clerk', importer: 'bundle' })
    await imports.run(again, { source: 'office', importer: 'bundle' })
    const second = await imports.run(again, { source: 'office', importer: 'bundle' })
    expect([...same.warnings, ...second.warnings]).toEqual([])
  })

  it('for another importer', async () => {
    const { warnings } = await imports.run(again, { source: 'office', importer: 'escribe' })
    expect(warnings).toEqual([])
  })

  it('if all records of the other source were removed', async () => {
    await imports.store.db.deleteFrom('people').execute()
    const { warnings } = await imports.run(again, { source: 'office', importer: 'bundle' })
    expect(warnings).toEqual([])
  })
})
