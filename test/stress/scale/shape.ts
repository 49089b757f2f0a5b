// What four years of the New York City Council hold, by count; the kinds that its record lacks (documents, what was
// said, by-laws) are reckoned from the others.
const newYork = {
  organizations: 56,
  people: 254,
  memberships: 5959,
  bylaws: 800,
  matters: 5656,
  sponsorships: 22_000,
  meetings: 2579,
  agenda_items: 33_937,
  motions: 4880,
  votes: 148_299,
  attendance: 22_936,
  speaking_time: 2500,
  key_statements: 2000,
  documents: 16_500,
  document_sections: 20_000,
}

export type Kind = keyof typeof newYork
export type Counts = Record<Kind, number>

/** How many texts of a record can be found. */
function textsIn(counts: Counts): number {
  const { matters, agenda_items, motions, key_statements, document_sections } = counts
  return matters + agenda_items + motions + key_statements + document_sections
}

const sum = (counts: Counts) => Object.values(counts).reduce((all, count) => all + count, 0)

/** Rows of a record, search entries included. */
export function rowsIn(counts: Counts): number {
  return sum(counts) + textsIn(counts)
}

// Even the smallest town has somebody, who sits in as many positions as in the large one: a response is as long.
const atLeast: Partial<Counts> = { organizations: 3, people: 8, memberships: 188, meetings: 3 }

/** The shape of New York in about that many rows. */
function countsOf(rows: number): Counts {
  const share = rows / rowsIn(newYork)
  return Object.fromEntries(
    Object.entries(newYork).map(([kind, count]) => [
      kind,
      Math.max(atLeast[kind as Kind] ?? 1, Math.round(count * share)),
    ]),
  ) as Counts
}

const townCount = 20
const largestShare = 1 / 3
// Neither the first nor the last of the rows, as in a service to which towns were added one by one.
const largestIndex = 7

/** A municipality of the stress test: its slug and what it holds. */
export interface TownShape {
  slug: string
  counts: Counts
}

/** What four years of the New York City Council hold. */
export const newYorkRows = rowsIn(newYork)

/** One municipality of about that many rows. */
export function townOf(slug: string, rows: number): TownShape {
  return { slug, counts: countsOf(rows) }
}

/** One municipality with about that many texts that can be found. */
export function townWithTexts(slug: string, texts: number): TownShape {
  return townOf(slug, (texts * newYorkRows) / textsIn(newYork))
}

/** Twenty municipalities of that many rows in all: one has a third of them, and the smallest next to none. */
export function townShapes(rows: number): TownShape[] {
  const weights = Array.from({ length: townCount - 1 }, (_, i) => 1 / (i + 1) ** 1.5)
  const all = weights.reduce((total, weight) => total + weight, 0)
  const shares = weights.map((weight) => (weight / all) * (1 - largestShare))
  shares.splice(largestIndex, 0, largestShare)
  return shares.map((share, i) => ({ slug: `town-${i + 1}`, counts: countsOf(rows * share) }))
}

/** The largest of them, and the smallest. */
export function extremes(towns: readonly TownShape[]): { large: TownShape; small: TownShape } {
  const sorted = [...towns].sort((a, b) => rowsIn(a.counts) - rowsIn(b.counts))
  return { large: sorted.at(-1) as TownShape, small: sorted[0] as TownShape }
}
