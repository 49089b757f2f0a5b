import { expect, it } from 'vitest'
import { withoutGaps } from './person.page.tsx'

const voted = (month: string) => ({ month, won: 2, lost: 1, open: 0 })

it('has the months between those with votes', () => {
  const none = (month: string) => ({ month, won: 0, lost: 0, open: 0 })
  expect(withoutGaps([voted('2024-11'), voted('2025-02')])).toEqual([
    voted('2024-11'),
    none('2024-12'),
    none('2025-01'),
    voted('2025-02'),
  ])
})

it('has the last two years of a long time', () => {
  const months = withoutGaps([voted('1901-01'), voted('2026-03')])
  expect(months).toHaveLength(24)
  expect([months[0]?.month, months.at(-1)?.month]).toEqual(['2024-04', '2026-03'])
})
