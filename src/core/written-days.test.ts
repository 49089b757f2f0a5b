import { expect, it } from 'vitest'
import { writtenDays } from './written-days.ts'

it.each([
  ['Report out of May 20, 2025 and June 3rd', ['2025-05-20', '2026-06-03']],
  ['le 1er juin 2025, le 12 août', ['2025-06-01', '2026-08-12']],
  ['2025-05-20; 20 of May 2024; Sept. 9', ['2025-05-20', '2024-05-20', '2026-09-09']],
  ['12 Main Street, Mill 4, by-law 2026-14', []],
])('finds days: %s', (text, days) => {
  expect(writtenDays(text, '2026')).toEqual(days)
})
