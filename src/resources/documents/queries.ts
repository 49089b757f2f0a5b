import { expressionBuilder } from 'kysely'
import { cachedQuery } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import type { OfSlug } from '../_shared/queries.ts'

export type DocumentRows = NonNullable<Awaited<ReturnType<typeof findDocument>>>

/** A document with a page of its text, and what it belongs to; one statement. */
export async function findDocument(
  db: ReadDatabase,
  municipalityId: number,
  { slug, page }: { slug: string; page: number },
) {
  const [document] = await documentOfSlug(db, { municipalityId, slug, page })
  return (
    document && {
      document,
      page,
      motions: parseRows(document.motions),
      sections: parseRows(document.sections),
    }
  )
}

/** When the record that it is a part of last changed. */
const updatedAt = expressionBuilder<
  Tables,
  'documents' | 'agenda_items' | 'meetings' | 'matters' | 'bylaws'
>()
  .case()
  .when('documents.bylaw_id', 'is not', null)
  .then(expressionBuilder<Tables, 'bylaws'>().ref('bylaws.updated_at'))
  .when('documents.matter_id', 'is not', null)
  .then(expressionBuilder<Tables, 'matters'>().ref('matters.updated_at'))
  .when('documents.agenda_item_id', 'is not', null)
  .then(expressionBuilder<Tables, 'agenda_items'>().ref('agenda_items.updated_at'))
  .else(expressionBuilder<Tables, 'meetings'>().ref('meetings.updated_at'))
  .end()
  .$notNull()

const motionsMax = 50

// A union uses one index for each path; with `or`, PostgreSQL scans the table.
const motions = expressionBuilder<Tables, 'documents'>()
  .selectFrom('motions')
  .select(['motions.slug', 'motions.result', 'motions.date'])
  .where('motions.id', 'in', ({ selectFrom }) =>
    selectFrom('motions as of_item')
      .select('of_item.id')
      .whereRef('of_item.agenda_item_id', '=', 'documents.agenda_item_id')
      .unionAll(
        selectFrom('motions as of_matter')
          .select('of_matter.id')
          .whereRef('of_matter.matter_id', '=', 'documents.matter_id'),
      )
      .unionAll(
        selectFrom('bylaw_references')
          .select((eb) => eb.ref('bylaw_references.motion_id').$notNull().as('id'))
          .whereRef('bylaw_references.bylaw_id', '=', 'documents.bylaw_id')
          .where('bylaw_references.motion_id', 'is not', null),
      ),
  )
  .orderBy('motions.date', 'desc')
  .orderBy('motions.id', 'desc')

const documentOfSlug = cachedQuery(
  (db, { municipalityId, slug, page }: OfSlug & { page: number }) =>
    db
      .selectFrom('documents')
      .leftJoin('agenda_items', 'agenda_items.id', 'documents.agenda_item_id')
      .leftJoin('meetings', (join) =>
        join.on(({ eb, fn, ref }) =>
          eb(
            ref('meetings.id'),
            '=',
            fn.coalesce('documents.meeting_id', 'agenda_items.meeting_id'),
          ),
        ),
      )
      .leftJoin('matters', (join) =>
        join.on(({ eb, fn, ref }) =>
          eb(ref('matters.id'), '=', fn.coalesce('documents.matter_id', 'agenda_items.matter_id')),
        ),
      )
      .leftJoin('bylaws', (join) =>
        join.on(({ eb, fn, ref }) =>
          eb(ref('bylaws.id'), '=', fn.coalesce('documents.bylaw_id', 'matters.bylaw_id')),
        ),
      )
      .select(['documents.id', 'documents.title', 'documents.type'])
      .select(({ ref }) => ref('documents.slug').$notNull().as('slug'))
      .select(['documents.date', 'documents.language', 'documents.url as file_url'])
      .select('agenda_items.slug as item_slug')
      .select(['agenda_items.title as item_title', 'agenda_items.item_number'])
      .select(['meetings.slug as meeting_slug', 'meetings.title as meeting_title'])
      .select(['meetings.date as meeting_date', 'matters.slug as matter_slug'])
      .select(['matters.title as matter_title', 'matters.identifier', 'bylaws.slug as bylaw_slug'])
      .select(['bylaws.title as bylaw_title', 'bylaws.bylaw_number'])
      .select(['bylaws.description as bylaw_description', 'bylaws.status as bylaw_status'])
      .select('bylaws.is_vetoed as bylaw_vetoed')
      .select(updatedAt.as('updated_at'))
      .select(({ selectFrom }) =>
        selectFrom('document_sections as all')
          .select(({ fn }) => fn.max('all.page').as('page'))
          .whereRef('all.document_id', '=', 'documents.id')
          .as('page_count'),
      )
      .select(jsonRows(db, motions, motionsMax).as('motions'))
      .select(({ selectFrom }) =>
        jsonRows(
          db,
          selectFrom('document_sections')
            .select(['document_sections.position', 'document_sections.title'])
            .select('document_sections.text')
            .whereRef('document_sections.document_id', '=', 'documents.id')
            .where('document_sections.page', '=', page)
            .orderBy('document_sections.position'),
        ).as('sections'),
      )
      .where('documents.municipality_id', '=', municipalityId)
      .where('documents.slug', '=', slug),
)
