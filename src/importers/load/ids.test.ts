import { expect, it, onTestFinished } from 'vitest'
import { freshImports } from '../../../test/support/imports/municipality.ts'
import { checkRecord } from '../record-check.ts'

const servedAs = (key: string, id: number) => ({
  kind: 'person',
  key,
  name: 'Vera Ng',
  served_as: { id },
})

it('an implausibly large id is replaced by a new one, so that ids do not run out', async () => {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  await imports.run([servedAs('far', 1_000_000_000), servedAs('near', 70)])
  expect((await imports.row('people', 'near')).id).toBe(70)
  expect((await imports.row('people', 'far')).id).toBe(71)
  await imports.run([{ kind: 'person', key: 'new', name: 'Pat Twin' }])
  const { id } = await imports.row('people', 'new')
  expect(id).toBe(72)
  expect(checkRecord('person', servedAs('new', Number(id)))).toEqual([])
  await imports.run([servedAs('edge', 500_000_000)])
  await imports.run([{ kind: 'person', key: 'after', name: 'Ames' }])
  const after = (await imports.row('people', 'after')).id
  expect(checkRecord('person', servedAs('after', Number(after)))).toEqual([])
})
