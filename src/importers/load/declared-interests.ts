import { saysInterest } from '../../core/says-interest.ts'
import { motionOrder } from '../../store/record-order.ts'
import type { DeclaredInterestsTable } from '../../store/record-tables.ts'
import { keyedSlug } from './ids.ts'
import { type LinkedDeclaration, linkDeclarations } from './link-declarations.ts'
import { replaceEntries } from './registers.ts'
import type { LoadScope, RowIds } from './scope.ts'

type Entry = DeclaredInterestsTable

/** Sets the register of declared interests: declarations, and recusals for a declared interest; writes only changed rows. */
export async function deriveDeclaredInterests(scope: LoadScope, dirty: RowIds): Promise<void> {
  const declared = await linkDeclarations(scope)
  const entries = [...declared.map(toEntry), ...(await listRecusals(scope, declared))]
  const { changed } = await replaceEntries(scope, 'declared_interests', entries)
  for (const { declaration_id: id } of changed) if (id !== null) dirty.declaration.add(id)
}

function toEntry({ id, municipality_id, source, slug, ...row }: LinkedDeclaration): Entry {
  const { person_id, organization_id, meeting_id, agenda_item_id, matter_id } = row
  return {
    ...{ municipality_id, source, slug, date: row.declared_on },
    ...{ declaration_id: id, vote_id: null },
    ...{ person_id, organization_id, meeting_id, agenda_item_id, matter_id },
  }
}

/** One for each person and item, unless the person declared the interest in it. */
async function listRecusals(
  { db, target }: LoadScope,
  declared: readonly LinkedDeclaration[],
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('motions')
    .innerJoin('votes', 'votes.motion_id', 'motions.id')
    .leftJoin('people', 'people.id', 'votes.person_id')
    .select(['votes.id as vote_id', 'votes.person_id', 'votes.reason', 'votes.name_folded'])
    .select(['motions.slug', 'motions.source', 'motions.date', 'motions.id', 'motions.meeting_id'])
    .select(['motions.agenda_item_id', 'motions.matter_id', 'motions.decided_by_id'])
    .select('people.slug as person_slug')
    .where('motions.municipality_id', '=', target.id)
    .where('votes.value', '=', 'Recused')
    .where('votes.reason', 'is not', null)
    .orderBy('motions.date')
    .orderBy('motions.meeting_id')
    .orderBy(motionOrder())
    .orderBy('votes.id')
    .execute()
  const seen = new Set(declared.flatMap(aboutOf))
  return rows.flatMap((row) => {
    if (!saysInterest(row.reason ?? '')) return []
    const about = [
      ...aboutOf(row),
      `${row.name_folded} ${row.agenda_item_id ?? `motion ${row.id}`}`,
    ]
    if (about.some((one) => seen.has(one))) return []
    for (const one of about) seen.add(one)
    const { source, date, person_id, meeting_id, agenda_item_id, matter_id } = row
    return [
      {
        ...{ municipality_id: target.id, source, date },
        // No slug of a record has two hyphens.
        slug: `${row.slug}--${row.person_slug ?? keyedSlug('name', row.name_folded)}`,
        ...{ declaration_id: null, vote_id: row.vote_id, organization_id: row.decided_by_id },
        ...{ person_id, meeting_id, agenda_item_id, matter_id },
      },
    ]
  })
}

/** A person with the item, and with the matter at the meeting. */
function aboutOf({
  person_id: person,
  agenda_item_id: item,
  meeting_id: meeting,
  matter_id: matter,
}: Pick<Entry, 'person_id' | 'agenda_item_id' | 'meeting_id' | 'matter_id'>): string[] {
  if (person === null) return []
  return [
    ...(item === null ? [] : [`item ${person} ${item}`]),
    ...(meeting === null || matter === null ? [] : [`matter ${person} ${meeting} ${matter}`]),
  ]
}
