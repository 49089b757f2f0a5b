import { type ServedKind, servedKinds } from '../../record/served-kinds.ts'
import { cachedQuery, cachedRow } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'

/** Where a list of changes stands: after the record of this version, kind and id. */
export interface ChangePosition {
  version: number
  /** The index of the kind in `servedKinds`. */
  kind: number
  id: number
}

interface Changes {
  municipalityId: number
  kinds: readonly ServedKind[]
  after: ChangePosition
  /** Removals up to this version are omitted: who reads everything does not have the record. */
  removedAfter: number
}

export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number]

/** By version, kind and id, each record once; one statement. */
export function listChanges(
  db: ReadDatabase,
  { municipalityId, kinds, after, removedAfter }: Changes,
  limit: number,
) {
  const values = { municipalityId, removedAfter, version: after.version }
  const ids = Object.fromEntries(kinds.map((kind) => [kind, firstId(kind, after)]))
  return pageOfChanges(db, { ...values, ...ids } as Values, { kinds: kinds.join(), limit })
}

/** Of PostgreSQL's integers. */
const idMax = 2_147_483_647

/** Ids of a kind up to this one are before the position, in its version. */
function firstId(kind: ServedKind, after: ChangePosition): number {
  const order = servedKinds.indexOf(kind)
  if (order === after.kind) return after.id
  return order < after.kind ? idMax : 0
}

type Values = Record<'municipalityId' | 'removedAfter' | 'version' | ServedKind, number>

const pageOfChanges = cachedQuery(
  (db, values: Values, { kinds, limit }: { kinds: string; limit: number }) => {
    // Each kind by its index: a kind that is not asked for is not read.
    const ofKind = (kind: ServedKind) =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('record_versions')
            .select(['kind', 'id', 'version', 'slug', 'ocd_id', 'removed', 'municipality_id'])
            .select(({ lit }) => lit(servedKinds.indexOf(kind)).as('kind_order'))
            .where('municipality_id', '=', values.municipalityId)
            .where('kind', '=', kind)
            .where(({ eb: of, refTuple, tuple }) =>
              of(refTuple('version', 'id'), '>', tuple(values.version, values[kind])),
            )
            .where(({ or, eb: of, lit }) =>
              or([of('removed', '=', lit(0)), of('version', '>', values.removedAfter)]),
            )
            .orderBy('version')
            .orderBy('id')
            .limit(({ lit }) => lit(limit))
            .as('one'),
        )
        .selectAll()
    const [first, ...others] = kinds.split(',').map((kind) => ofKind(kind as ServedKind))
    if (first === undefined) throw new Error('a list of changes has no kind')
    return db
      .selectFrom(others.reduce((all, one) => all.unionAll(one), first).as('listed'))
      .innerJoin('data_versions', (join) =>
        join
          .onRef('data_versions.municipality_id', '=', 'listed.municipality_id')
          .onRef('data_versions.version', '=', 'listed.version'),
      )
      .select(['listed.kind', 'listed.id', 'listed.version', 'listed.slug', 'listed.ocd_id'])
      .select(['listed.removed', 'listed.kind_order', 'data_versions.created_at as changed_at'])
      .orderBy('listed.version')
      .orderBy('listed.kind_order')
      .orderBy('listed.id')
      .limit(({ lit }) => lit(limit))
  },
)

/** The version of the data, with the digests of it and of an earlier one; null of a version that never was. */
export const findDataVersion = cachedRow(
  (db, { municipalityId, version }: { municipalityId: number; version: number }) =>
    db
      .selectFrom('municipalities')
      .leftJoin('data_versions as now', (join) =>
        join
          .onRef('now.municipality_id', '=', 'municipalities.id')
          .onRef('now.version', '=', 'municipalities.data_version'),
      )
      .leftJoin('data_versions as then', (join) =>
        join
          .onRef('then.municipality_id', '=', 'municipalities.id')
          .on('then.version', '=', version),
      )
      .select(['municipalities.data_version as version', 'now.state', 'then.state as state_then'])
      .where('municipalities.id', '=', municipalityId),
)
