import { foldCase } from '../../core/fold.ts'
import { quote } from '../../http/query.ts'
import type { ReadDatabase } from '../../store/open.ts'
import {
  type InMunicipality,
  listFacetValues,
  listSlugsNear,
  type NamedTable,
  nearestTo,
} from './queries.ts'

/** A filter of a list by a word of its records. */
export interface WordFilter {
  name: string
  /** What has the word, in a message. */
  noun: string
  /** The list of `/facets` that has the values on record, or all possible values. */
  values: NamedTable | readonly string[]
}

/** Filters by slug, which mean the same in every list. */
const slugFilters: readonly { name: string; noun: string; table: NamedTable }[] = [
  { name: 'motion', noun: 'motion', table: 'motions' },
  { name: 'meeting', noun: 'meeting', table: 'meetings' },
  { name: 'matter', noun: 'matter', table: 'matters' },
  { name: 'bylaw', noun: 'by-law', table: 'bylaws' },
  { name: 'organization', noun: 'organization', table: 'organizations' },
  ...['mover', 'voter', 'person'].map(
    (name) => ({ name, noun: 'person', table: 'people' }) as const,
  ),
]

type Given = Readonly<Record<string, unknown>>

/** Says of each filter of an empty list whether its value is on record at all, and which one is similar. */
export async function notesOn(
  db: ReadDatabase,
  { municipalityId }: InMunicipality,
  filters: Given,
  words: readonly WordFilter[] = [],
  finds: (filters: Given) => Promise<boolean> = async () => true,
): Promise<string[]> {
  const notes: string[] = []
  for (const { name, noun, table } of slugFilters) {
    const value = filters[name]
    if (typeof value !== 'string') continue
    const slug = foldCase(value)
    const near = await listSlugsNear(db, table, { municipalityId, slug })
    if (!near.includes(slug)) notes.push(noteOn(noun, 'slug', value, nearestTo(value, near)))
  }
  for (const { name, noun, values } of words) {
    const value = filters[name]
    if (typeof value !== 'string' || (await finds({ [name]: value }))) continue
    const choices =
      typeof values === 'string' ? await facetValues(db, municipalityId, values, name) : values
    notes.push(noteOn(noun, name, value, nearestTo(value, choices)))
  }
  return notes
}

async function facetValues(db: ReadDatabase, municipalityId: number, list: string, name: string) {
  const rows = await listFacetValues(db, { municipalityId, list, name })
  return rows.map(({ value }) => value)
}

function noteOn(noun: string, field: string, value: string, nearest: string | undefined): string {
  const note = `No ${noun} has the ${field} ${quote(value)}.`
  return nearest === undefined ? note : `${note} Did you mean ${quote(nearest)}?`
}
