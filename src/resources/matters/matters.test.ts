import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('matters', () => {
  it('shortens a description to 200 characters without splitting one', async () => {
    const description = `${'x'.repeat(198)}🏛🏛🏛`
    await importRecords(service, [{ kind: 'matter', key: 'x-emoji', title: 'Halls', description }])
    const cut = (await service.v1('matters?per_page=100')).json.data.at(-1)
    expect(cut.description).toBe(`${'x'.repeat(198)}🏛…`)
    expect((await service.v1('matters/halls')).json.data.description).toBe(description)
  })
})
