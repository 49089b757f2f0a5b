import type { Answer } from './service.ts'

/** The names of the request headers that an answer varies by (RFC 9110, 12.5.5), in lower case. */
export function varies(answer: Answer): string[] {
  return (answer.headers.get('vary') ?? '')
    .toLowerCase()
    .split(/,\s*/)
    .filter((name) => name !== '')
}
