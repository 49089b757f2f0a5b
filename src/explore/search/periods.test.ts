import { expect, it } from 'vitest'
import { periodOf, periodsOf, spanOf } from './periods.ts'

const counts = (...periods: string[]) => ({
  months: periods.map((period) => ({ period, records: 1 })),
  years: [...new Set(periods.map((period) => period.slice(0, 4)))].map((period) => ({
    period,
    records: 2,
  })),
})

it('are the months of up to four years, also those without a result', () => {
  const { years, byMonth } = periodsOf(counts('2021-12', '2024-02'), {})
  expect(years).toEqual([])
  expect(byMonth.map(({ period, records }) => [period, records])).toEqual([
    ['2021', 2],
    ['2022', 0],
    ['2023', 0],
    ['2024', 2],
  ])
  const found = byMonth.flatMap(({ months }) => months).filter(({ records }) => records > 0)
  expect(found.map(({ period }) => period)).toEqual(['2021-12', '2024-02'])
  expect(found[1]?.span).toEqual({ from: '2024-02-01', to: '2024-02-29' })
})

it('are the years of more, and the months of those that are chosen', () => {
  const found = counts('2010-06', '2015-03', '2015-04')
  expect(periodsOf(found, {}).years.map(({ period }) => period)).toEqual([
    ...['2010', '2011', '2012', '2013', '2014', '2015'],
  ])
  expect(periodsOf(found, {}).byMonth).toEqual([])
  const { years, byMonth } = periodsOf(found, { from: '2015-04-01', to: '2015-12-31' })
  expect(years.filter(({ isChosen }) => isChosen)).toEqual([])
  const [year] = byMonth
  expect(year?.period).toBe('2015')
  expect(year?.months.filter(({ isChosen }) => isChosen).map(({ period }) => period)).toHaveLength(
    9,
  )
  expect(periodsOf(found, { from: '2010-01-01' }).byMonth).toEqual([])
})

it('are only years with results if a date is far from the others', () => {
  const { years, byMonth } = periodsOf(
    counts('1895-01', '2020-01', '2021-01', '2022-01', '2023-01'),
    {},
  )
  expect(years.map(({ period }) => period)).toEqual(['1895', '2020', '2021', '2022', '2023'])
  expect(byMonth).toEqual([])
})

it('are none if nothing has a date', () => {
  expect(periodsOf(counts(), {})).toEqual({ years: [], byMonth: [] })
})

it.each(['2023', '2024-02', '2023-12'])('%s is the period of its days', (period) => {
  expect(periodOf(spanOf(period))).toBe(period)
  expect(periodOf({ ...spanOf(period), to: undefined })).toBeUndefined()
})
