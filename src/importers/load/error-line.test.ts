import { expect, it } from 'vitest'
import { DiagnosticList, LoadRejected } from './diagnostic-list.ts'
import { errorLine } from './error-line.ts'

it.each([
  ['two\nlines\u001b[31m', 'two lines [31m'],
  [
    'https://clerk:hunter2@legistar.example/x responded with 500',
    'https://legistar.example/x responded with 500',
  ],
  [
    'GET https://a.example/Events?token=abc&$top=5&apikey=def failed',
    'GET https://a.example/Events?token=…&$top=5&apikey=… failed',
  ],
  ['/srv/reeve/data/heron-lake does not exist', '…/heron-lake does not exist'],
  ['cannot read "/srv/x/people.ndjson": EACCES', 'cannot read "…/people.ndjson": EACCES'],
  ['minutes/2026.json:4 must be 1/2', 'minutes/2026.json:4 must be 1/2'],
])('writes %j so that strangers may read it', (message, line) => {
  expect(errorLine(new Error(message))).toBe(line)
})

it('contains the first error of a source, and is never long', () => {
  const errors = new DiagnosticList()
  errors.add({ location: 'motions.ndjson:2', subject: 'motion 7', reason: 'x'.repeat(600) })
  errors.add({ location: 'motions.ndjson:3', subject: 'motion 8', reason: 'y' })
  const line = errorLine(new LoadRejected(errors))
  expect(line).toMatch(
    /^2 errors in the source; nothing was imported; the first: motions\.ndjson:2: motion 7: x+…$/,
  )
  expect(line).toHaveLength(500)
})

it('says something of what is no error at all', () => {
  expect(errorLine('gone')).toBe('gone')
})
