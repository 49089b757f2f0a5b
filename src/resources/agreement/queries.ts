import { cachedQuery } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { countRows, fold, idOfSlug, type Range } from '../_shared/queries.ts'

export interface AgreementFilters {
  organization?: string
  year_from?: number
  year_to?: number
}

/** The pairs of one person, or that with another one, or each pair once. */
export interface AgreementScope {
  municipalityId: number
  person?: string
  other?: string
}

export type AgreementRow = Awaited<ReturnType<typeof listAgreement>>[number]

/** By name; one statement. */
export async function listAgreement(
  db: ReadDatabase,
  scope: AgreementScope,
  filters: AgreementFilters,
  { after = [], limit }: Range,
) {
  const [name, id, otherName, otherId] = after as [string?, number?, string?, number?]
  const values = {
    ...valuesOf(scope, filters),
    afterName: scope.person === undefined ? name : undefined,
    afterId: scope.person === undefined ? id : undefined,
    afterOtherName: otherName,
    afterOtherId: otherId,
  }
  return pageOfAgreement(db, values, { limit })
}

/** One statement. */
export async function countAgreement(
  db: ReadDatabase,
  scope: AgreementScope,
  filters: AgreementFilters,
) {
  const [row] = await agreementCount(db, valuesOf(scope, filters))
  return row?.count ?? 0
}

const agreementCount = cachedQuery((db, values: AgreementValues) =>
  countRows(
    db,
    inOrder(filtered(fromAgreements(db), values), values).select('agreements.other_id'),
  ),
)

function valuesOf(
  { municipalityId, person, other }: AgreementScope,
  { organization, year_from: yearFrom, year_to: yearTo }: AgreementFilters,
): AgreementValues {
  return {
    municipalityId,
    person,
    other,
    organization: organization === undefined ? undefined : fold(organization),
    // Unknown years are stored as 0.
    yearFrom: yearFrom ?? (yearTo === undefined ? undefined : 1),
    yearTo,
  }
}

type PersonScope = Required<Omit<AgreementScope, 'other'>>

/** One statement. */
export async function hasPerson(
  db: ReadDatabase,
  { municipalityId, person }: PersonScope,
): Promise<boolean> {
  return (await personOfSlug(db, { municipalityId, person })).length > 0
}

const personOfSlug = cachedQuery((db, { municipalityId, person }: PersonScope) =>
  db
    .selectFrom('people')
    .select('id')
    .where('municipality_id', '=', municipalityId)
    .where('slug', '=', person),
)

type AgreementValues = {
  municipalityId: number
  person: string | undefined
  other: string | undefined
  organization: string | undefined
  yearFrom: number | undefined
  yearTo: number | undefined
  afterName?: string | undefined
  afterId?: number | undefined
  afterOtherName?: string | undefined
  afterOtherId?: number | undefined
}

const pageOfAgreement = cachedQuery((db, values: AgreementValues, { limit }: { limit: number }) =>
  inOrder(after(filtered(fromAgreements(db), values), values), values)
    // All rows of a pair have its names.
    .select(({ fn }) => [
      fn.min('people.slug').as('person_slug'),
      fn.min('people.name').as('person_name'),
      fn.min('agreements.name_folded').as('name_folded'),
      fn.min('agreements.person_id').as('person_id'),
      fn.min('others.slug').as('other_slug'),
      fn.min('others.name').as('other_name'),
      'agreements.other_name_folded',
      'agreements.other_id',
    ])
    .select(({ fn }) => [
      fn.sum<number>('motions').as('motions'),
      fn.sum<number>('same').as('same'),
      fn.sum<number>('contested_motions').as('contested_motions'),
      fn.sum<number>('contested_same').as('contested_same'),
    ])
    .limit(({ lit }) => lit(limit)),
)

function fromAgreements(db: ReadDatabase) {
  return db
    .selectFrom('agreements')
    .innerJoin('people', 'people.id', 'agreements.person_id')
    .innerJoin('people as others', 'others.id', 'agreements.other_id')
}

type AgreementsQuery = ReturnType<typeof fromAgreements>

const inAll = 0

function filtered(query: AgreementsQuery, values: AgreementValues): AgreementsQuery {
  const { municipalityId, person, other, organization, yearFrom, yearTo } = values
  const organizationId =
    organization === undefined ? inAll : idOfSlug('organizations', municipalityId, organization)
  let chosen = query.where('agreements.organization_id', '=', organizationId)
  if (person === undefined)
    chosen = chosen
      .where('agreements.municipality_id', '=', municipalityId)
      .where(({ eb, refTuple }) =>
        eb(
          refTuple('agreements.name_folded', 'agreements.person_id'),
          '<',
          refTuple('agreements.other_name_folded', 'agreements.other_id'),
        ),
      )
  else
    chosen = chosen.where('agreements.person_id', '=', idOfSlug('people', municipalityId, person))
  if (other !== undefined)
    chosen = chosen.where('agreements.other_id', '=', idOfSlug('people', municipalityId, other))
  if (yearFrom !== undefined) chosen = chosen.where('agreements.year', '>=', yearFrom)
  if (yearTo !== undefined) chosen = chosen.where('agreements.year', '<=', yearTo)
  return chosen
}

/** The years of each pair, by name; of one person, the other's is enough, so that an index has the order. */
function inOrder(query: AgreementsQuery, { person }: AgreementValues) {
  const other = ['agreements.other_name_folded', 'agreements.other_id'] as const
  if (person !== undefined) return query.groupBy(other).orderBy(other[0]).orderBy(other[1])
  return query
    .groupBy(['agreements.name_folded', 'agreements.person_id', ...other])
    .orderBy('agreements.name_folded')
    .orderBy('agreements.person_id')
    .orderBy(other[0])
    .orderBy(other[1])
}

function after(query: AgreementsQuery, values: AgreementValues): AgreementsQuery {
  const { afterName, afterId, afterOtherName, afterOtherId } = values
  if (afterOtherName === undefined || afterOtherId === undefined) return query
  return query.where(({ eb, refTuple, tuple }) =>
    afterName === undefined || afterId === undefined
      ? eb(
          refTuple('agreements.other_name_folded', 'agreements.other_id'),
          '>',
          tuple(afterOtherName, afterOtherId),
        )
      : eb(
          refTuple(
            'agreements.name_folded',
            'agreements.person_id',
            'agreements.other_name_folded',
            'agreements.other_id',
          ),
          '>',
          tuple(afterName, afterId, afterOtherName, afterOtherId),
        ),
  )
}
