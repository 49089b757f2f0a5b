// Record counts of four years of the New York City Council; kinds that it lacks (documents, statements, by-laws) are
// estimated from the others.
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

/** Number of searchable texts. */
function textsIn(counts: Counts): number {
  const { matters, agenda_items, motions, key_statements, document_sections } = counts
  return matters + agenda_items + motions + key_statements + document_sections
}

const sum = (counts: Counts) => Object.values(counts).reduce((all, count) => all + count, 0)

/** Number of rows, including search entries. */
export function rowsIn(counts: Counts): number {
  return sum(counts) + textsIn(counts)
}

// Even the smallest town has enough memberships for the longest response.
const atLeast: Partial<Counts> = { organizations: 3, people: 8, memberships: 188, meetings: 3 }

/** New York's counts, scaled to about this number of rows. */
function countsOf(rows: number): Counts {
  const share = rows / rowsIn(newYork)
  return Object.fromEntries(
    Object.entries(newYork).map(([kind, count]) => [
      kind,
      Math.max(atLeast[kind as Kind] ?? 1, Math.round(count * share)),
    ]),
  ) as Counts
}

/** A municipality with about twenty records. */
export function tinyTown(slug: string): TownShape {
  const one = Object.fromEntries(Object.keys(newYork).map((kind) => [kind, 1])) as Counts
  return { slug, counts: { ...one, people: 2, meetings: 2, agenda_items: 3, motions: 2 } }
}

const townCount = 20
const largestShare = 1 / 3
// Neither first nor last in the tables, as in a service where towns were added one by one.
const largestIndex = 7

/** A generated municipality: its slug and its number of records of each kind. */
export interface TownShape {
  slug: string
  counts: Counts
}

/** Number of rows of the New York City Council, for four years. */
export const newYorkRows = rowsIn(newYork)

/** One municipality with about this number of rows. */
export function townOf(slug: string, rows: number): TownShape {
  return { slug, counts: countsOf(rows) }
}

/** One municipality with about this number of searchable texts, and few of the votes, which take half of the time to fill. */
export function townWithTexts(slug: string, texts: number): TownShape {
  const { counts } = townOf(slug, (texts * newYorkRows) / textsIn(newYork))
  return { slug, counts: { ...counts, votes: 1000, attendance: 1000, sponsorships: 1000 } }
}

/** Twenty municipalities with this number of rows in total: one has a third, and the smallest almost none. */
export function townShapes(rows: number): TownShape[] {
  const weights = Array.from({ length: townCount - 1 }, (_, i) => 1 / (i + 1) ** 1.5)
  const all = weights.reduce((total, weight) => total + weight, 0)
  const shares = weights.map((weight) => (weight / all) * (1 - largestShare))
  shares.splice(largestIndex, 0, largestShare)
  return shares.map((share, i) => ({ slug: `town-${i + 1}`, counts: countsOf(rows * share) }))
}

/** The largest and the smallest town. */
export function extremes(towns: readonly TownShape[]): { large: TownShape; small: TownShape } {
  const sorted = [...towns].sort((a, b) => rowsIn(a.counts) - rowsIn(b.counts))
  return { large: sorted.at(-1) as TownShape, small: sorted[0] as TownShape }
}
