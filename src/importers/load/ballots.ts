import type { LoadScope } from './scope.ts'

/** The votes for and against one motion, of people on record. */
export interface Ballot {
  /** Slug. */
  motion: string
  /** 0 if unknown. */
  year: number
  /** The organization that decided; 0 if unknown. */
  organization: number
  isContested: boolean
  /** Ids of people, negative for a vote against. */
  sides: Int32Array
}

const motionsRead = 1000

/** Two unlike votes of one person on one motion are none. */
export async function readBallots(
  { db, target }: Pick<LoadScope, 'db' | 'target'>,
  people: { has(id: number): boolean },
): Promise<Ballot[]> {
  const ballots: Ballot[] = []
  let last = 0
  for (;;) {
    const motions = await db
      .selectFrom('motions')
      .select(['id', 'slug', 'date', 'decided_by_id', 'contested'])
      .where('municipality_id', '=', target.id)
      .where('has_votes', '=', 1)
      .where('id', '>', last)
      .orderBy('id')
      .limit(motionsRead)
      .execute()
    const ids = motions.map(({ id }) => id)
    const sides = await sidesOf({ db }, ids, people)
    for (const { id, slug, date, decided_by_id, contested } of motions)
      ballots.push({
        motion: slug,
        year: Number(date.slice(0, 4)),
        organization: decided_by_id ?? 0,
        isContested: contested === 1,
        sides: Int32Array.from(sides.get(id) ?? []),
      })
    if (motions.length < motionsRead) break
    last = ids.at(-1) ?? last
  }
  return ballots
}

type Sides = Map<number, Set<number>>

async function sidesOf(
  { db }: Pick<LoadScope, 'db'>,
  motions: readonly number[],
  people: { has(id: number): boolean },
): Promise<Sides> {
  const sides: Sides = new Map(motions.map((id) => [id, new Set()]))
  if (motions.length === 0) return sides
  const votes = await db
    .selectFrom('votes')
    .select(['motion_id', 'person_id', 'value'])
    .where('motion_id', 'in', motions)
    .where('value', 'in', ['For', 'Against'])
    .execute()
  for (const { motion_id, person_id, value } of votes)
    if (person_id !== null && people.has(person_id))
      sides.get(motion_id)?.add(value === 'For' ? person_id : -person_id)
  for (const ofMotion of sides.values()) dropUnlike(ofMotion)
  return sides
}

function dropUnlike(sides: Set<number>): void {
  for (const side of sides) if (sides.delete(-side)) sides.delete(side)
}
