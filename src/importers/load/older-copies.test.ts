import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentOf } from '../../../test/support/database/content.ts'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { readArchiveFiles } from '../../../test/support/legistar/read-archive.ts'
import { townFiles, townMatter } from '../../../test/support/legistar/town.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const matterOf = (title: string, changed: string | null) => ({
  ...{ kind: 'matter', key: 'x', title },
  source_updated_at: changed,
})
const [early, late, latest] = [
  '2024-01-31T10:00:00Z',
  '2024-01-31T10:00:00.5Z',
  '2024-02-01T00:00:00Z',
]
const titleOf = async () => (await imports.row('matters', 'x')).title

describe('an older copy of a record', () => {
  it('never replaces a newer one, which one warning says', async () => {
    await imports.run([matterOf('New', late)])
    const other = { kind: 'matter', key: 'y', title: 'Other', source_updated_at: early }
    const { kinds, warnings } = await imports.run([matterOf('Old', early), other])
    expect(await titleOf()).toBe('New')
    expect(kinds.matters).toEqual({ added: 1, changed: 0, same: 0, removed: 0 })
    expect(warnings).toEqual([
      {
        location: 'town',
        subject: 'older copies',
        reason:
          'skipped 1, such as matter x: an earlier import brought copies that the source changed later',
      },
    ])
  })

  it.each([
    ['the same time', late],
    ['no time', null],
    ['a later time', latest],
  ])('is not one with %s', async (_, changed) => {
    await imports.run([matterOf('New', late)])
    const { warnings } = await imports.run([matterOf('Other', changed)])
    expect([await titleOf(), warnings]).toEqual(['Other', []])
  })

  it('is recognized if only the time of the newer one differed', async () => {
    await imports.run([matterOf('One', early)])
    const before = await imports.row('matters', 'x')
    const { kinds } = await imports.run([matterOf('One', latest)])
    expect(kinds.matters).toMatchObject({ same: 1 })
    expect((await imports.row('matters', 'x')).updated_at).toBe(before.updated_at)
    await imports.run([matterOf('Two', late)])
    expect(await titleOf()).toBe('One')
  })

  it('counts with --prune, which takes the source as the whole record', async () => {
    await imports.run([matterOf('New', late)])
    await imports.run([matterOf('Old', early)], { prune: true })
    expect(await titleOf()).toBe('Old')
  })

  it('leaves the unresolved references of the newer one to later imports', async () => {
    const isPartial = true
    const bylaw = { kind: 'bylaw', key: 'b', title: 'By-law' }
    await imports.run([{ ...matterOf('New', late), bylaw_key: 'b' }], { isPartial })
    await imports.run([{ ...matterOf('Old', early), bylaw_key: 'c' }], { isPartial })
    await imports.run([bylaw, { ...bylaw, key: 'c' }], { isPartial })
    const { id } = await imports.row('bylaws', 'b')
    expect(await imports.row('matters', 'x')).toMatchObject({ title: 'New', bylaw_id: id })
  })
})

it('copies of a matter in an archive count alike in one import and in slices of any order', async () => {
  const older = { ...townMatter, TypeName: 'Resolution', Title: 'Old', LastModified: early }
  const copy = { 'resolution/2024/0012.json': older }
  const { 'introduction/2024/0012.json': newer, ...others } = townFiles
  const records = async (files: Record<string, unknown>) =>
    (await readArchiveFiles(files)).records.map(({ record }) => record)
  const whole = await records({ ...townFiles, ...copy })
  const slices = [await records({ ...others, ...copy }), await records(townFiles)]
  expect([newer, whole.length]).toEqual([townMatter, slices[1]?.length])
  const content = async (order: readonly (readonly unknown[])[]) => {
    const town = await freshImports()
    for (const slice of order) await town.run(slice, { source: 'legistar:town', isPartial: true })
    const tables = await contentOf(town.databaseUrl, ['created_at', 'updated_at', 'id'])
    await town.remove()
    return [tables.matters, tables.actions, tables.motions]
  }
  const expected = await content([whole])
  expect(await content(slices)).toEqual(expected)
  expect(await content(slices.toReversed())).toEqual(expected)
})
