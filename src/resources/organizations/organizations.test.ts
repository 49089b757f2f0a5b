import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { pageCache: 0 } })
})
afterAll(() => service.stop())

it('sub-organizations with the same name are in the order of their ids, not of the import', async () => {
  const { db } = service.writing
  const parent = await db
    .selectFrom('organizations')
    .selectAll()
    .where('slug', '=', 'town-council')
    .executeTakeFirstOrThrow()
  const { id, ...columns } = parent
  const ocdIds = ['c', 'a', 'b'].map((letter) => `ocd-organization/${letter}`)
  for (const ocdId of ocdIds) {
    const names = { ocd_id: ocdId, key: ocdId, slug: ocdId, name: 'Panel', name_folded: 'panel' }
    await db
      .insertInto('organizations')
      .values({ ...columns, ...names, parent_id: id })
      .execute()
  }
  const { children } = (await service.ocd(`organizations/${parent.ocd_id}`)).json
  const panels = children.filter(({ name }: { name: string }) => name === 'Panel')
  expect(panels.map((panel: { id: string }) => panel.id)).toEqual(ocdIds.toSorted())
})
