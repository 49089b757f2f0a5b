import { expect, it, vi } from 'vitest'
import { printList } from './list.ts'

it('prints each row on one line of a few fields, whatever a source calls itself', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const rows = [
    { name: 'Clerk\n\tof Harbour', error: 'x'.repeat(1_000_000) },
    { name: 'B', error: '-' },
  ]
  printList(rows, { name: ({ name }) => name, error: ({ error }) => error }, {})
  const [printed = ''] = log.mock.calls[0] ?? []
  log.mockRestore()
  const [first, second, ...others] = String(printed).split('\n')
  expect(others).toEqual([])
  expect(first).toMatch(/^Clerk of Harbour\tx{999}…$/)
  expect(second).toBe('B\t-')
})
