import { expect, it } from 'vitest'
import { anchorsOf, itemPath } from './meeting-anchors.ts'

it('a link leads to the anchor of its item, however alike the numbers of others are', () => {
  const numbers = ['7.1', '7-1', '7.1', '7.1.', 'A', 'a', '(a)', 'a b', null, null]
  const items = numbers.map((number, at) => ({
    ...{ id: at + 1, slug: `2026-01-05-council-item-${at}`, item_number: number, index: at },
    ...{ position: at, first_position: number === null ? null : numbers.indexOf(number) },
  }))
  const anchors = anchorsOf(items)
  expect(new Set(anchors.values()).size).toBe(items.length)
  for (const item of items) expect(itemPath('/m', item)).toBe(`/m#${anchors.get(item.id)}`)
  expect([anchors.get(1), anchors.get(2), anchors.get(3)]).toEqual([
    ...['item-7-1', 'item-7_1', 'agenda-item-2'],
  ])
})
