import { expressionBuilder } from 'kysely'
import { cachedQuery } from '../../store/cached-query.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import type { agreementCounts } from '../../store/vote-tables.ts'
import { fold } from '../_shared/filter-values.ts'
import { idOfSlug, type Range } from '../_shared/queries.ts'

export interface AgreementFilters {
  organization?: string
  date_from?: string
  date_to?: string
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
  { municipalityId, person, other }: AgreementScope,
  { organization, date_from: dateFrom, date_to: dateTo }: AgreementFilters,
  { after = [], limit }: Range,
) {
  const [name, id, otherName, otherId] = after as [string?, number?, string?, number?]
  const values = {
    municipalityId,
    person,
    other,
    organization: fold(organization),
    // Unknown dates are stored as '', which is earlier than any date.
    dateFrom: dateFrom ?? (dateTo === undefined ? undefined : '0'),
    dateTo,
    afterName: person === undefined ? name : undefined,
    afterId: person === undefined ? id : undefined,
    afterOtherName: otherName,
    afterOtherId: otherId,
  }
  return pageOfAgreement(db, values, { limit })
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
  dateFrom: string | undefined
  dateTo: string | undefined
  afterName: string | undefined
  afterId: number | undefined
  afterOtherName: string | undefined
  afterOtherId: number | undefined
}

const pageOfAgreement = cachedQuery((db, values: AgreementValues, { limit }: { limit: number }) =>
  after(filtered(fromAgreements(db), values), values)
    .select(['people.slug as person_slug', 'people.name as person_name', 'agreements.name_folded'])
    .select(['others.slug as other_slug', 'others.name as other_name', 'other_name_folded'])
    .select(['agreements.person_id', 'agreements.other_id'])
    .select(countIn(values, 'motions').as('motions'))
    .select(countIn(values, 'same').as('same'))
    .select(countIn(values, 'contested_motions').as('contested_motions'))
    .select(countIn(values, 'contested_same').as('contested_same'))
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
  const { municipalityId, person, other, organization, dateFrom, dateTo } = values
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
  if (dateFrom === undefined && dateTo === undefined) return chosen
  return chosen.where(({ eb, lit }) => eb(countIn(values, 'motions'), '>', lit(0)))
}

function after(query: AgreementsQuery, values: AgreementValues): AgreementsQuery {
  const { person, afterName, afterId, afterOtherName, afterOtherId } = values
  const ordered =
    person === undefined
      ? query.orderBy('agreements.name_folded').orderBy('agreements.person_id')
      : query
  const inOrder = ordered.orderBy('other_name_folded').orderBy('agreements.other_id')
  if (afterOtherName === undefined || afterOtherId === undefined) return inOrder
  return inOrder.where(({ eb, refTuple, tuple }) =>
    afterName === undefined || afterId === undefined
      ? eb(
          refTuple('other_name_folded', 'agreements.other_id'),
          '>',
          tuple(afterOtherName, afterOtherId),
        )
      : eb(
          refTuple(
            'agreements.name_folded',
            'agreements.person_id',
            'other_name_folded',
            'agreements.other_id',
          ),
          '>',
          tuple(afterName, afterId, afterOtherName, afterOtherId),
        ),
  )
}

type Count = (typeof agreementCounts)[number]

/** The counts until a day less those until another are those between them. */
function countIn({ dateFrom, dateTo }: AgreementValues, name: Count) {
  const eb = expressionBuilder<Tables, 'agreements'>()
  const total = eb.ref(`agreements.${name}`)
  const until = eb.fn.coalesce(
    dateTo === undefined ? total : lastCount(name, '<=', dateTo),
    eb.lit(0),
  )
  if (dateFrom === undefined) return until
  return eb(until, '-', eb.fn.coalesce(lastCount(name, '<', dateFrom), eb.lit(0)))
}

function lastCount(name: Count, comparison: '<=' | '<', date: string) {
  const eb = expressionBuilder<Tables, 'agreements'>()
  const [person, other] = [eb.ref('agreements.person_id'), eb.ref('agreements.other_id')]
  const isFirst = eb(person, '<', other)
  return eb
    .selectFrom('agreement_days as days')
    .select(`days.${name} as count`)
    .where('days.person_id', '=', eb.case().when(isFirst).then(person).else(other).end())
    .where('days.other_id', '=', eb.case().when(isFirst).then(other).else(person).end())
    .whereRef('days.organization_id', '=', 'agreements.organization_id')
    .where('days.date', comparison, date)
    .orderBy('days.date', 'desc')
    .limit(eb.lit(1))
}
