import { Temporal } from 'temporal-polyfill'

/** `MM-DD`; beside a weekend, the Friday before or the Monday after may be taken instead. */
const fixed = [
  // Indigenous Peoples, Saint-Jean-Baptiste, Canada, Nunavut, Truth and Reconciliation, Remembrance.
  ...['06-21', '06-24', '07-01', '07-09', '09-30', '11-11'],
]

/** Offices close for some of these days, which differ by town. */
const yearEnd = { from: '12-24', to: '01-04' }

/** A day of the week (1 is Monday) within some days of a month. */
const floating: readonly { month: number; weekday: number; from: number; to: number }[] = [
  // Family, Louis Riel, Islander and Heritage Day; Heritage Day of Yukon.
  { month: 2, weekday: 1, from: 15, to: 21 },
  { month: 2, weekday: 5, from: 20, to: 27 },
  // Newfoundland and Labrador: the Mondays nearest St. Patrick's, St. George's, Discovery and Orangemen's Day.
  { month: 3, weekday: 1, from: 14, to: 20 },
  { month: 4, weekday: 1, from: 20, to: 26 },
  { month: 6, weekday: 1, from: 21, to: 27 },
  { month: 7, weekday: 1, from: 9, to: 15 },
  // Victoria Day, Journée nationale des patriotes.
  { month: 5, weekday: 1, from: 18, to: 24 },
  // Civic holiday; Regatta Day; Discovery Day of Yukon; Gold Cup Parade.
  { month: 8, weekday: 1, from: 1, to: 7 },
  { month: 8, weekday: 3, from: 1, to: 7 },
  { month: 8, weekday: 1, from: 15, to: 21 },
  { month: 8, weekday: 5, from: 15, to: 21 },
  // Labour Day, Thanksgiving.
  { month: 9, weekday: 1, from: 1, to: 7 },
  { month: 10, weekday: 1, from: 8, to: 14 },
]

/** Whether a day is a holiday in some province or territory of Canada, or one on which offices may be closed beside it. */
export function mayBeHoliday(date: Temporal.PlainDate): boolean {
  const { year, month, day, dayOfWeek } = date
  const monthDay = date.toString().slice(5)
  if (monthDay >= yearEnd.from || monthDay <= yearEnd.to) return true
  const beside = { 1: [-1, -2], 5: [1, 2] }[dayOfWeek] ?? []
  const days = [0, ...beside].map((count) => date.add({ days: count }).toString().slice(5))
  if (days.some((each) => fixed.includes(each))) return true
  const easter = easterOf(year)
  // Good Friday and Easter Monday.
  if ([-2, 1].some((count) => easter.add({ days: count }).equals(date))) return true
  return floating.some(
    (one) => one.month === month && one.weekday === dayOfWeek && one.from <= day && day <= one.to,
  )
}

/** By the algorithm of Meeus, Jones and Butcher for the Gregorian calendar, in its letters. */
function easterOf(year: number): Temporal.PlainDate {
  const whole = Math.floor
  const a = year % 19
  const [b, c] = [whole(year / 100), year % 100]
  const g = whole((8 * b + 13) / 25)
  const h = (19 * a + b - whole(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * whole(c / 4) - h - (c % 4)) % 7
  const m = whole((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return new Temporal.PlainDate(year, whole(sum / 31), (sum % 31) + 1)
}
