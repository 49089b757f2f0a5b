import { expect, it } from 'vitest'
import { sourceErrorsMax } from '../source.ts'
import { Diagnostics } from './diagnostics.ts'

const at = (location: string, reason = 'is odd') => ({ location, subject: 'motion 1', reason })

it('drains each diagnostic once, in order, and remembers whether there were errors', () => {
  const diagnostics = new Diagnostics()
  diagnostics.addWarning(at('a:1'))
  expect(diagnostics.hasErrors).toBe(false)
  diagnostics.addError(at('a:2'))
  expect(diagnostics.drain().map(({ type, location }) => [type, location])).toEqual([
    ['warning', 'a:1'],
    ['error', 'a:2'],
  ])
  expect(diagnostics.drain()).toEqual([])
  expect(diagnostics.hasErrors).toBe(true)
})

it('stores at most as many errors as an import reads', () => {
  const diagnostics = new Diagnostics()
  for (let n = 0; n < 5000; n += 1) diagnostics.addError(at(`a:${n}`))
  expect(diagnostics.drain()).toHaveLength(sourceErrorsMax + 1)
})

it('adds a warning only once with addWarningOnce, also after a drain', () => {
  const diagnostics = new Diagnostics()
  diagnostics.addWarningOnce(at('a:1'))
  const first = diagnostics.drain()
  for (const [location, reason] of [
    ['a:2', 'is odd'],
    ['a:3', 'Is Odd'],
    ['a:4', 'is even'],
  ] as const)
    diagnostics.addWarningOnce(at(location, reason))
  expect([...first, ...diagnostics.drain()].map(({ location }) => location)).toEqual(['a:1', 'a:4'])
})

it('counts the missing parts of each kind', () => {
  const diagnostics = new Diagnostics()
  for (const location of ['v/1', 'v/2', 'v/3']) diagnostics.missing('Votes', location)
  diagnostics.missing('Texts', 't/1')
  expect(diagnostics.missingEndpoints()).toEqual([
    {
      type: 'warning',
      location: 'v/1',
      subject: 'Votes',
      reason: 'returned 404, as did 2 more; skipped',
    },
    {
      type: 'warning',
      location: 't/1',
      subject: 'Texts',
      reason: 'returned 404; skipped',
    },
  ])
})
