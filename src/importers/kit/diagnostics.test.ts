import { expect, it } from 'vitest'
import { sourceProblemsMax } from '../source.ts'
import { Diagnostics } from './diagnostics.ts'

const at = (where: string, reason = 'is odd') => ({ where, subject: 'motion 1', reason })

it('hands out each diagnostic once, in order, and remembers whether there were problems', () => {
  const diagnostics = new Diagnostics()
  diagnostics.notice(at('a:1'))
  expect(diagnostics.hasProblems).toBe(false)
  diagnostics.problem(at('a:2'))
  expect(diagnostics.drain().map(({ type, where }) => [type, where])).toEqual([
    ['notice', 'a:1'],
    ['problem', 'a:2'],
  ])
  expect(diagnostics.drain()).toEqual([])
  expect(diagnostics.hasProblems).toBe(true)
})

it('holds no more problems than an import reads', () => {
  const diagnostics = new Diagnostics()
  for (let n = 0; n < 5000; n += 1) diagnostics.problem(at(`a:${n}`))
  expect(diagnostics.drain()).toHaveLength(sourceProblemsMax + 1)
})

it('gives a notice of which one is enough once, also after the first was handed out', () => {
  const diagnostics = new Diagnostics()
  diagnostics.noticeOnce(at('a:1'))
  const first = diagnostics.drain()
  for (const [where, reason] of [
    ['a:2', 'is odd'],
    ['a:3', 'Is Odd'],
    ['a:4', 'is even'],
  ] as const)
    diagnostics.noticeOnce(at(where, reason))
  expect([...first, ...diagnostics.drain()].map(({ where }) => where)).toEqual(['a:1', 'a:4'])
})

it('counts the missing parts of each kind', () => {
  const diagnostics = new Diagnostics()
  for (const where of ['v/1', 'v/2', 'v/3']) diagnostics.missing('Votes', where)
  diagnostics.missing('Texts', 't/1')
  expect(diagnostics.missingParts()).toEqual([
    {
      type: 'notice',
      where: 'v/1',
      subject: 'Votes',
      reason: 'is answered with 404, as are 2 more, and left out',
    },
    {
      type: 'notice',
      where: 't/1',
      subject: 'Texts',
      reason: 'is answered with 404, and left out',
    },
  ])
})
