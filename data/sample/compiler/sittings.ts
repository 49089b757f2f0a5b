import type { Town } from './schema.ts'

const daysInCycle = 21
/** The cycle that ends before the week of the import. */
const lastHeldCycle = 27

/** A day of the record: `later` days after the working day on or after day `day`, counted from the first cycle's first. */
export interface Day {
  day: number
  later: number
}

export const dayOne: Day = { day: 0, later: 0 }

export interface Sitting {
  /** `<body> <cycle>`. */
  name: string
  body: string
  cycle: number
  title: string
  /** The day for which it was called. */
  calledFor: Day
  date: Day
  time: string
  type: string
}

export const addDays = ({ day, later }: Day, days: number): Day => ({ day, later: later + days })

/** Orders days as if none were a holiday. */
export const compareDays = (a: Day, b: Day) => a.day + a.later - (b.day + b.later)

export const wasHeld = ({ cycle }: Sitting) => cycle <= lastHeldCycle

/** Every meeting, the oldest first. */
export function sittingsOf(town: Town): Sitting[] {
  const regular = Object.entries(town.bodies).flatMap(([body, { cycles, name, ...when }]) =>
    cycles.map((cycle) => ({
      name: `${body} ${cycle}`,
      body,
      cycle,
      title: name,
      type: 'Regular',
      ...when,
    })),
  )
  const special = Object.entries(town.special).map(([name, { of, ...when }]) => ({
    name,
    body: of,
    cycle: Number(name.split(' ')[1]),
    ...when,
  }))
  return [...regular, ...special]
    .map(({ name, body, cycle, title, type, week, day: weekday, time }) => {
      const calledFor = { day: daysInCycle * (cycle - 1) + 7 * week + weekday, later: 0 }
      const date = addDays(calledFor, town.moved[name]?.days ?? 0)
      return { name, body, cycle, title, type, time, calledFor, date }
    })
    .sort((a, b) => compareDays(a.date, b.date) || (a.time < b.time ? -1 : 1))
}
