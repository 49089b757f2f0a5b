import { expect, it, onTestFinished } from 'vitest'
import { freshImports } from '../../../test/support/imports/municipality.ts'
import { matter, meeting } from '../../../test/support/imports/sidewalks.ts'

it('a vacant seat is not a person: it has no seat, no vote and no attendance', async () => {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  const ann = { person_key: 'a', name: 'Ann Amato' }
  const vacant = { person_key: 'v', name: 'VACANT VACANT' }
  const seat = { kind: 'membership', organization_key: 'o', role: 'Council Member' }
  const { warnings } = await imports.run([
    { kind: 'organization', key: 'o', name: 'City Council', classification: 'council' },
    { kind: 'person', key: 'a', name: ann.name },
    { kind: 'person', key: 'v', name: vacant.name },
    { ...seat, key: 's-1', person_key: 'a' },
    { ...seat, key: 's-2', person_key: 'v' },
    { ...meeting, attendance: [ann, vacant].map((each) => ({ ...each, present: true })) },
    { ...matter, sponsorships: [ann, vacant].map((each) => ({ ...each, primary: false })) },
    {
      kind: 'motion',
      key: 'v',
      position: 1,
      votes: [ann, vacant].map((each) => ({ ...each, value: 'For' })),
    },
  ])
  expect(warnings).toEqual([
    {
      location: expect.any(String),
      subject: 'person v',
      reason: '"VACANT VACANT" is a vacant seat, not a person; omitted',
    },
  ])
  const names = async (table: string, column: string) =>
    (await imports.rows(table)).map((row) => row[column])
  expect(await names('people', 'name')).toEqual(['Ann Amato'])
  expect(await names('memberships', 'key')).toEqual(['s-1'])
  for (const table of ['attendance', 'votes'])
    expect(await names(table, 'person_name')).toEqual(['Ann Amato'])
  expect(await names('sponsorships', 'name')).toEqual(['Ann Amato'])
  expect(await imports.row('motions', 'v')).toMatchObject({ tally_for: 1 })
})
