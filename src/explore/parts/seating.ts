import { lengthOf } from '../../core/text-width.ts'

/** Units of a drawing. On a phone of 320 pixels it is 280 wide, so that a letter of 17.2 units has 12 pixels. */
export const chamberWidth = 400
export const nameSize = 17.2

/** Seats of one row with surnames below them, and of rows with initials in them; larger bodies are not drawn as seats. */
export const rowMax = 13
export const seatsMax = 40

interface Point {
  x: number
  y: number
}

export interface SeatPosition extends Point {
  /** Of the surname: the top and the middle. */
  label: Point
}

export interface Seating {
  radius: number
  seats: SeatPosition[]
  arcs: readonly Arc[]
  head: Point
  /** The middle of the count, and the space on both sides. */
  count: Point & { fontSize: number }
  height: number
}

/** Where the seats of a chamber are: one row up to 13, else two or three. */
export function seatingOf(surnames: readonly string[], hasHead: boolean): Seating {
  const all = surnames.length + Number(hasHead)
  return all <= rowMax ? oneRow(surnames) : rows(surnames.length)
}

const middle = chamberWidth / 2
const edge = 2

/** As flat as the names allow; where they would still meet, one is a line lower. */
function oneRow(surnames: readonly string[]): Seating {
  for (let tall = 150; ; tall += 20) {
    const arc = { wide: middle - radius - edge, tall, base: tall + radius + edge }
    const seats = pointsOn(arc, surnames.length).map((seat, at) =>
      labelled(seat, surnames[at] ?? '', arc.wide),
    )
    for (const [at, seat] of seats.entries()) moveApart(seat, seats[at + 1])
    const isFree = seats.every((seat) => !isCrossed(seat, seats))
    if (!isFree && tall < tallest) continue
    for (const [at, seat] of seats.entries())
      if (isCrossed(seat, seats.slice(0, at))) seat.label.y += nameSize
    return seatingIn([arc], { radius, seats, fontSize: 58 })
  }
}

const radius = 17
const tallest = 250

export interface Arc {
  /** Half of the width. */
  wide: number
  tall: number
  base: number
}

function seatingIn(
  arcs: readonly Arc[],
  { fontSize, ...seats }: Pick<Seating, 'radius' | 'seats'> & { fontSize: number },
): Seating {
  const { base, tall } = arcs.at(-1) ?? { base: 0, tall: 0 }
  const head = { x: middle, y: base + 6 }
  const count = { x: middle, y: base - Math.max(tall * 0.2, seats.radius + 38), fontSize }
  return { ...seats, arcs, head, count, height: Math.ceil(head.y + seats.radius + nameSize * 2.4) }
}

type Labelled = SeatPosition & { width: number }

/** Names of the sides lie within the arc; those of its top below their seats. */
function labelled({ x, y }: Point, surname: string, wide: number): Labelled {
  const width = lengthOf(surname) * nameSize * ofRegular
  const isOver = Math.max(0, width / 2 - radius)
  const shift = isOver * Math.max(-1, Math.min(1, (1.6 * (middle - x)) / wide))
  return { x, y, label: { x: x + shift, y: y + radius + 2 }, width }
}

/** Names of one height, as those on both sides of the top. */
function moveApart(one: Labelled, next: Labelled | undefined): void {
  if (next === undefined || Math.abs(one.label.y - next.label.y) > nameSize / 3) return
  const over = (one.width + next.width) / 2 + 9 - (next.label.x - one.label.x)
  if (over <= 0) return
  one.label.x -= over / 2
  next.label.x += over / 2
}

/** Widths are known of bold letters, each as the widest of its group. */
const ofRegular = 0.85

/** Whether the name of a seat meets another name or another seat. */
function isCrossed(seat: Labelled, seats: readonly Labelled[]): boolean {
  return seats.some((other) => {
    if (other === seat) return false
    const [across, down] = [Math.abs(seat.label.x - other.label.x), seat.label.y - other.label.y]
    const meetsName = Math.abs(down) < nameSize && across < (seat.width + other.width) / 2 + 4
    const meetsSeat =
      Math.abs(seat.label.y + nameSize / 2 - other.y) < radius + nameSize / 2 &&
      Math.abs(seat.label.x - other.x) < radius + seat.width / 2
    return meetsName || meetsSeat
  })
}

/** Points at even distances along the upper half of an ellipse, from left to right. */
function pointsOn({ wide, tall, base }: Arc, count: number): (Point & { at: number })[] {
  const steps = 180
  const curve = Array.from({ length: steps + 1 }, (_, step) => {
    const angle = Math.PI * (1 - step / steps)
    return { x: middle + wide * Math.cos(angle), y: base - tall * Math.sin(angle) }
  })
  const lengths = [0]
  for (const [step, { x, y }] of curve.entries()) {
    const before = curve[step - 1]
    if (before !== undefined)
      lengths.push((lengths.at(-1) ?? 0) + Math.hypot(x - before.x, y - before.y))
  }
  const total = lengths.at(-1) ?? 0
  return Array.from({ length: count }, (_, seat) => {
    const at = count === 1 ? 0.5 : seat / (count - 1)
    const step = lengths.findIndex((length) => length >= at * total - 1e-6)
    return { ...(curve[step] ?? { x: middle, y: base }), at }
  })
}

/** Two rows or three, whichever leaves the larger seats; seats follow each other from left to right across the rows. */
function rows(count: number): Seating {
  for (let size = 24; size > smallest; size -= 1)
    for (const rowCount of [2, 3]) {
      const { arcs, isFree, seats } = inRows(rowCount, size, count)
      const drawn = fontSizes.map((fontSize) => seatingIn(arcs, { radius: size, seats, fontSize }))
      const clear = drawn.find((one) => !one.seats.some((seat) => meetsCount(seat, one)))
      if (isFree && clear !== undefined) return clear
    }
  const { arcs, seats } = inRows(3, smallest, count)
  return seatingIn(arcs, { radius: smallest, seats, fontSize: fontSizes[0] })
}

function inRows(rowCount: number, size: number, count: number) {
  const arcs = arcsOf(rowCount, size)
  const fitting = arcs.map((arc) => seatsOn(arc, size))
  const inner = (arcs.at(-1)?.wide ?? 0) - size
  const seats = arcs
    .flatMap((arc, row) => pointsOn(arc, shareOf(fitting, row, count)))
    .toSorted((one, other) => one.at - other.at || other.y - one.y)
    .map(({ x, y }) => ({ x, y, label: { x, y } }))
  return { arcs, seats, isFree: inner >= countSpace && sumOf(fitting) >= count }
}

/** Of the count, the largest that meets no seat; below the last, its words would meet each other. */
const fontSizes = [46, 42, 38, 34] as const

/** Two numbers of two digits, each as tall as capitals, with a word below. */
function meetsCount({ x, y }: Point, { count, radius: size }: Seating): boolean {
  const { fontSize } = count
  const across = Math.abs(x - count.x)
  const meets = (wide: number, top: number, bottom: number) =>
    Math.hypot(Math.max(0, across - wide), Math.max(0, top - y, y - bottom)) < size + 2
  const side = fontSize * 0.85
  return (
    meets(side + fontSize * 0.6, count.y - fontSize * 0.74, count.y) ||
    meets(side + nameSize * 2, count.y + nameSize * 0.5, count.y + nameSize * 1.6)
  )
}

const smallest = 12
/** On each side of the middle. */
const countSpace = 72

const pitchOf = (size: number) => 2 * size + 5

function arcsOf(rowCount: number, size: number): Arc[] {
  const tall = middle + 20
  return Array.from({ length: rowCount }, (_, row) => ({
    wide: middle - edge - size - row * pitchOf(size),
    tall: tall - size - row * pitchOf(size),
    base: tall + edge,
  }))
}

const seatsOn = ({ wide, tall }: Arc, size: number) =>
  Math.floor((Math.PI * Math.hypot(wide, tall)) / Math.SQRT2 / pitchOf(size) + 1)

const sumOf = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0)

/** The seats of a row, if all rows are as full as each other. */
function shareOf(fitting: readonly number[], row: number, count: number): number {
  const upTo = (end: number) => Math.round((sumOf(fitting.slice(0, end)) / sumOf(fitting)) * count)
  return upTo(row + 1) - upTo(row)
}
