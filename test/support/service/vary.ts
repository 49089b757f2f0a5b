import type { ApiResponse } from './service.ts'

/** The names of the request headers that a response varies by (RFC 9110, 12.5.5), in lower case. */
export function varies(response: ApiResponse): string[] {
  return (response.headers.get('vary') ?? '')
    .toLowerCase()
    .split(/,\s*/)
    .filter((name) => name !== '')
}
