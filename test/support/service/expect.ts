import { expect } from 'vitest'
import { type ErrorCode, errorTable } from '../../../src/http/errors.ts'
import type { Answer, Json } from './service.ts'
import { uuid } from './uuid.ts'

/** The answer is the contract's error with this code: envelope, status, request id, never kept by a cache. */
export function expectError(answer: Answer, code: ErrorCode): string {
  expect(answer.json, answer.body).toEqual({
    error: { code, message: expect.any(String), status: errorTable[code].status },
  })
  expect(answer.status).toBe(errorTable[code].status)
  expect(answer.headers.get('x-request-id')).toMatch(uuid)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return answer.json.error.message as string
}

/** The answer is a page of a v1 list (contract 2.1); returns its items. */
export function expectList(answer: Answer): Json[] {
  expect(answer.status, answer.body).toBe(200)
  const { data, pagination, meta } = answer.json
  expect(Array.isArray(data)).toBe(true)
  expect(typeof pagination.has_more).toBe('boolean')
  expect(pagination.next_cursor === null).toBe(!pagination.has_more)
  expect(data.length).toBeLessThanOrEqual(pagination.per_page)
  expect(meta.request_id).toBe(answer.headers.get('x-request-id'))
  return data
}

/** The answer is a v1 detail (contract 2.1); returns the item. */
export function expectDetail(answer: Answer): Json {
  expect(answer.status, answer.body).toBe(200)
  expect(Object.keys(answer.json).sort()).toEqual(['data', 'meta'])
  expect(answer.json.meta.request_id).toBe(answer.headers.get('x-request-id'))
  return answer.json.data
}
