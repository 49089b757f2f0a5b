import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCalls, ocdLists, v1Lists } from '../support/service/endpoints.ts'
import { expectError, expectList } from '../support/service/expect.ts'
import { type ApiResponse, type Service, startService } from '../support/service/service.ts'
import { sourceOf } from '../support/towns/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const lists = listCalls(() => service)
const paged = lists.filter(({ name }) => name === 'v1 search' || name.startsWith('OCD'))

const sizeOf = (response: ApiResponse) => response.json.pagination.per_page

describe('4.2, 4.3 and 8: per_page', () => {
  for (const { name, call } of lists) {
    it(`4.2, 4.3: per_page of ${name}: default 20, 1 to 100 inclusive`, async () => {
      expect(sizeOf(await call(''))).toBe(20)
      expect(sizeOf(await call('per_page=1'))).toBe(1)
      expect(sizeOf(await call('per_page=100'))).toBe(100)
      expectError(await call('per_page=0'), 'VALIDATION_ERROR')
      const message = expectError(await call('per_page=101'), 'VALIDATION_ERROR')
      expect(message).toMatch(/per_page .*at most 100/)
    })

    it(`per_page of ${name} is plain decimal digits, else 400`, async () => {
      for (const value of [
        '',
        '-1',
        '%2B5',
        '5.0',
        '1e1',
        '0x10',
        '5%20',
        '%205',
        'ten',
        '%D9%A5',
      ]) {
        expectError(await call(`per_page=${value}`), 'VALIDATION_ERROR')
      }
      expect(sizeOf(await call('per_page=007'))).toBe(7)
    })
  }
})

describe('4.2, 4.3 and 8: page', () => {
  for (const { name, call } of paged) {
    it(`4.2, 4.3: page of ${name}: default 1, 1 or greater, plain decimal digits`, async () => {
      expect((await call('')).json.pagination.page).toBe(1)
      expect((await call('page=2')).json.pagination.page).toBe(2)
      for (const value of ['0', '-1', '', '1.5', '1e3', 'two', '%2B1', '+1']) {
        const message = expectError(await call(`page=${value}`), 'VALIDATION_ERROR')
        expect(message).toContain('page')
      }
    })

    it(`a page of ${name} past the end is 200 and empty`, async () => {
      const response = await call('page=999999999&per_page=100')
      expect(response.status).toBe(200)
      expect(response.json.results ?? response.json.data).toEqual([])
    })
  }

  it('max_page is at least 1, even without results', async () => {
    const empty = await startService({ source: sourceOf([]) })
    try {
      for (const list of ocdLists.filter((name) => name !== 'jurisdictions')) {
        const { pagination } = (await empty.ocd(list)).json
        expect(pagination, list).toEqual({ page: 1, per_page: 20, max_page: 1, total_items: 0 })
      }
      for (const list of v1Lists) expect(expectList(await empty.v1(list)), list).toEqual([])
    } finally {
      await empty.stop()
    }
  })
})
