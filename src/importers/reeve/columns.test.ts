import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  differingColumns,
  emptyColumns,
  type RecordRows,
  recordRows,
} from '../../../test/support/database/record-columns.ts'
import { statedRecords } from '../../../test/support/imports/stated-records.ts'
import { startMirror, sync } from '../../../test/support/service/mirror.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf, town } from '../../../test/support/towns/town.ts'
import { kinds } from '../../record/kinds.ts'

/** Columns of the import itself: numbers, keys and digests of rows, sources, times. */
const ofImport =
  /[.](?:id|municipality_id|source|key|\w+_key|content_hash|(?:created|updated|scheduled|source_updated)_at|state|hash)$|^(?:imports|read_sources|sources)\b/

/** Why a copy has no such column, or another value in it. */
const notCarried: Readonly<Record<string, string>> = {
  'municipalities.document_count': 'counts texts of documents',
  'municipalities.registers': 'says the source, and counts declarations and decisions of the mayor',
  'organizations.other_names': 'without notes, which no page shows',
  'people.other_names': 'without notes, which no page shows',
  'people.gender': 'no page shows it',
  'people.birth_date': 'no page shows it',
  'memberships.corrected': 'no operator corrects it',
  'memberships.slug': 'no URL has it',
  'memberships.source_url': 'nothing that is served shows it',
  'memberships.ended': 'follows from the last day, if there is one',
  'matters.other_identifiers': 'without schemes and notes, which no page shows',
  'matters.stated_first_seen': 'stated as the day that is served',
  'sponsorships.name': 'that of the person is shown',
  'attendance.person_name': 'that of the person is shown',
  'speaking_time.person_name': 'that of the person is shown',
  'agenda_items.source_url': 'nothing that is served shows it',
  'agenda_items.position': 'in the same order',
  'documents.slug': 'of texts of documents',
  document_sections: 'texts of documents are larger than all else',
  'motions.position': 'in the same order',
  'motions.stated_date': 'stated as the day that is served',
  'actions.corrected': 'no operator corrects it',
  'actions.slug': 'no URL has it',
  'actions.source_url': 'nothing that is served shows it',
  'actions.position': 'in the same order',
  declarations: 'not in the list of changes',
  declared_interests: 'follows from declarations',
  mayoral_decisions: 'not in the list of changes',
}

let origin: Service
let copy: Service
let here: RecordRows
let there: RecordRows
beforeAll(async () => {
  origin = await startService({ source: sourceOf(statedRecords()) })
  copy = await startMirror(town)
  await sync(copy, town.slug, { from: `${origin.url}/${town.slug}`, key: origin.key })
  here = await searchable(origin)
  there = await searchable(copy)
})
afterAll(async () => {
  await copy?.stop()
  await origin?.stop()
})

/** Without the texts of documents in the search index. */
async function searchable({ databaseUrl }: Service): Promise<RecordRows> {
  const rows = await recordRows(databaseUrl)
  const texts = rows.search_documents ?? []
  return { ...rows, search_documents: texts.filter(({ kind }) => kind !== 'document_section') }
}

describe('a record that states every field', () => {
  it('is stored with a value in each column of a field', () => {
    const fields = Object.values(kinds).flatMap(({ table, layout }) => [
      ...layout.columns.map(({ column }) => `${table}.${column}`),
      ...layout.references.map(({ id }) => `${table}.${id}`),
      ...layout.parts.flatMap(({ part }) => [
        part.table,
        ...part.layout.columns.map(({ column }) => `${part.table}.${column}`),
      ]),
    ])
    const empty = new Set(emptyColumns(here))
    expect(fields.filter((column) => empty.has(column) && !/[.]withheld$/.test(column))).toEqual([])
  })

  it('has the same columns in a copy, apart from those with a reason', () => {
    const differing = differingColumns(here, there).filter((column) => !ofImport.test(column))
    expect(differing.sort()).toEqual(Object.keys(notCarried).sort())
  })
})
