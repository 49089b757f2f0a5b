import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('bylaws', () => {
  it('shows the matters that led to it, last seen first', async () => {
    const { matters } = (await service.v1('bylaws/by-law-900')).json.data
    expect(matters.map(({ slug }: { slug: string }) => slug)).toEqual([
      'rpt-2024-002',
      'rpt-2023-001',
      'rpt-2024-000',
    ])
  })
})
