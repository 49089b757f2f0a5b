import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// The fast path (src/http/short-cut.ts) answers before the framework's hooks run. What each hook decides must hold there.
const hooksBeforeHandlers = {
  'authenticate.ts': 'asks for the key itself',
  'caching.ts':
    'checks the data version, the day and the ETag itself; not used while databases are switched',
  'error-handler.ts': 'empty names are never 200, so never learned',
  'municipality.ts': 'asks for the municipality itself',
  'rate-limit.ts': 'asks the limiter itself',
  'read-query.ts': 'an entry is of one URL; requests with Prefer go the slow path',
  'reference-page.ts': 'not a response of a municipality',
  'request-id.ts': 'sends an id of its own',
  'security-headers.ts': 'headers are remembered with the entry',
  'transport.ts': 'calls transportFault and bringsBody itself',
}

it('every hook that runs before a handler is known to the fast path, with the reason why it may pass it by', () => {
  const folder = join(import.meta.dirname, '../../src/http')
  const pattern = /addHook\(\s*'(?:onRequest|preParsing|preValidation|preHandler)'/
  const found = readdirSync(folder).filter(
    (file) => !file.endsWith('.test.ts') && pattern.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(found.sort()).toEqual(Object.keys(hooksBeforeHandlers))
  const app = readFileSync(join(folder, '../app.ts'), 'utf8')
  expect(app).not.toMatch(pattern)
})
