import { expect, it } from 'vitest'
import { EmitOnce } from './emit-once.ts'

it('lets each record through once, identified by kind and key', () => {
  const emitted = new EmitOnce()
  const person = { kind: 'person', key: '7', name: 'Anne Tremblay' } as const
  const council = { kind: 'organization', key: '7', name: 'Council' } as const
  expect(emitted.has('person', '7')).toBe(false)
  expect(emitted.record(person, 'a:1')).toEqual([
    { type: 'record', record: person, location: 'a:1' },
  ])
  expect(emitted.record({ ...person, name: 'A. Tremblay' }, 'a:2')).toEqual([])
  expect(emitted.record(council, 'a:3')).toHaveLength(1)
  expect(emitted.has('person', '7')).toBe(true)
})
