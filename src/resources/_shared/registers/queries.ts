import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { between, fold, type InMunicipality, idOfSlug, type ListQuery } from '../queries.ts'

interface EntryFilters extends InMunicipality {
  date_from?: string
  date_to?: string
}

/** The entries of a register, by day and slug, the newest first. */
export type EntryList<Filters extends EntryFilters> = ListQuery<
  Filters,
  [date: string, slug: string]
>

/** Whether a row, called `entry`, is on the page of a list. */
export function isListedEntry({
  values,
  given,
  after,
}: EntryList<EntryFilters>): Expression<SqlBool> {
  // The columns read here are the same in the tables of all registers.
  const eb = expressionBuilder<Tables & { entry: Tables['closed_sessions'] }, 'entry'>()
  const { municipalityId } = values
  const conditions = [
    eb('entry.municipality_id', '=', municipalityId),
    between({ values, given, after: ['', 0] }, eb.ref('entry.date')),
  ]
  if (given('after'))
    conditions.push(eb(eb.refTuple('entry.date', 'entry.slug'), '<', eb.tuple(after[0], after[1])))
  return eb.and(conditions)
}

/** Whether such a row is of the kind that is given. */
export function isOfKind({ values }: EntryList<EntryFilters & { kind?: string }>) {
  const eb = expressionBuilder<{ entry: { kind: string } }, 'entry'>()
  return eb('entry.kind', '=', fold(values.kind))
}

interface BodyFilters extends EntryFilters {
  organization?: string
}

/** Whether such a row is of the body that is given. */
export function isOfBody({ values }: EntryList<BodyFilters>): Expression<SqlBool> {
  const eb = expressionBuilder<Tables & { entry: Tables['closed_sessions'] }, 'entry'>()
  const { municipalityId, organization } = values
  const id = idOfSlug('organizations', municipalityId, fold(organization))
  return eb('entry.organization_id', '=', id)
}
