import { expect } from 'vitest'
import { type ErrorCode, errorTable } from '../../../src/http/errors.ts'
import type { ApiResponse, Json } from './service.ts'
import { uuid } from './uuid.ts'

/** Asserts an error with this code: envelope, status, request id and `no-store`; returns its message. */
export function expectError(response: ApiResponse, code: ErrorCode): string {
  expect(response.json, response.body).toEqual({
    error: { code, message: expect.any(String), status: errorTable[code].status },
  })
  expect(response.status).toBe(errorTable[code].status)
  expect(response.headers.get('x-request-id')).toMatch(uuid)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return response.json.error.message as string
}

/** Asserts a page of a v1 list; returns its items. */
export function expectList(response: ApiResponse): Json[] {
  expect(response.status, response.body).toBe(200)
  const { data, pagination, meta } = response.json
  expect(Array.isArray(data)).toBe(true)
  expect(typeof pagination.has_more).toBe('boolean')
  expect(pagination.next_cursor === null).toBe(!pagination.has_more)
  expect(data.length).toBeLessThanOrEqual(pagination.per_page)
  expect(meta.request_id).toBe(response.headers.get('x-request-id'))
  return data
}

/** Asserts a v1 detail; returns the item. */
export function expectDetail(response: ApiResponse): Json {
  expect(response.status, response.body).toBe(200)
  expect(Object.keys(response.json).sort()).toEqual(['data', 'meta'])
  expect(response.json.meta.request_id).toBe(response.headers.get('x-request-id'))
  return response.json.data
}
