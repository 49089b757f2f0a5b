import type { ReadDatabase } from '../../store/open.ts'

/** In millionths of a degree. */
export interface Point {
  x: number
  y: number
}

/** The wards of a council for a map, with the boundary of those that a point may be in; one statement. */
export async function listWards(db: ReadDatabase, municipalityId: number, point?: Point) {
  const { x, y } = point ?? { x: 0, y: 0 }
  const rows = await db
    .selectFrom('wards')
    .select(['name', 'west', 'south', 'east', 'north', 'postal_codes', 'path'])
    .select((eb) =>
      eb
        .case()
        .when(
          eb.and([
            eb(eb.val(point === undefined ? 0 : 1), '=', 1),
            eb('west', '<=', x),
            eb('east', '>=', x),
            eb('south', '<=', y),
            eb('north', '>=', y),
          ]),
        )
        .then(eb.ref('boundary'))
        .end()
        .as('boundary'),
    )
    .where('municipality_id', '=', municipalityId)
    .orderBy('position')
    .execute()
  return rows.map(({ postal_codes, ...row }) => ({
    ...row,
    postalCodes: JSON.parse(postal_codes) as string[],
  }))
}

export type WardRow = Awaited<ReturnType<typeof listWards>>[number]
