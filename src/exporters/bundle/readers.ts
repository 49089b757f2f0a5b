import type { Selectable } from 'kysely'
import type { BillClassification } from '../../core/bill-classifications.ts'
import { groupBy } from '../../core/group-by.ts'
import type { ActionClassification, OtherIdentifier } from '../../importers/records/matters.ts'
import type { MeetingRecord } from '../../importers/records/meetings.ts'
import type { MotionKind, VotePart } from '../../importers/records/motions.ts'
import type { OrganizationRecord } from '../../importers/records/people.ts'
import type { DocumentPart, SponsorshipPart } from '../../importers/records/record-schema.ts'
import type { ImportRecord, RecordKind } from '../../importers/records.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { importedTables, type PartTable, recordKinds } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'

/** Converts rows of one kind to records: the inverse of its writer in `importers/load/writers.ts`. */
export interface KindReader {
  kind: RecordKind
  /** Omits records whose required references lead nowhere. */
  records(db: ReadDatabase, ids: readonly number[]): Promise<ImportRecord[]>
}

/** In the reading order of a bundle's files. */
export const readers: readonly KindReader[] = [
  {
    kind: 'organization',
    async records(db, ids) {
      const rows = await recordRows(db, 'organization', ids)
      return rows.map((row) => ({
        ...identityOf('organization', row),
        name: row.name,
        name_fr: row.name_fr,
        other_names: JSON.parse(row.other_names),
        classification: row.classification as OrganizationRecord['classification'] & string,
        parent_key: row.parent_key,
        founding_date: row.founding_date,
        dissolution_date: row.dissolution_date,
        url: row.url,
      }))
    },
  },
  {
    kind: 'person',
    async records(db, ids) {
      const rows = await recordRows(db, 'person', ids)
      return rows.map((row) => ({
        ...identityOf('person', row),
        name: row.name,
        given_name: row.given_name,
        family_name: row.family_name,
        party: row.party,
        image_url: row.image_url,
        gender: row.gender,
        birth_date: row.birth_date,
        death_date: row.death_date,
        other_names: JSON.parse(row.other_names),
        contact_details: JSON.parse(row.contact_details),
      }))
    },
  },
  {
    kind: 'membership',
    async records(db, ids) {
      const rows = await recordRows(db, 'membership', ids)
      return rows.flatMap(({ person_key, organization_key, ...row }) => {
        if (
          row.person_id === null ||
          person_key === null ||
          row.organization_id === null ||
          organization_key === null
        )
          return []
        return {
          ...identityOf('membership', row),
          person_key,
          organization_key,
          role: row.role,
          label: row.label,
          start_date: row.start_date,
          end_date: row.stated_end_date,
          ...(row.ended === 1 ? { ended: true } : {}),
        }
      })
    },
  },
  {
    kind: 'bylaw',
    async records(db, ids) {
      const sponsorships = await sponsorshipsOf(db, 'bylaw_id', ids)
      const documents = await documentsOf(db, 'bylaw_id', ids)
      const rows = await recordRows(db, 'bylaw', ids)
      return rows.map((row) => ({
        ...identityOf('bylaw', row),
        title: row.title,
        bylaw_number: row.bylaw_number,
        status: row.status,
        category: row.category,
        year: row.year === 0 ? null : row.year,
        passed_date: row.stated_passed_date,
        enacted_date: row.enacted_date,
        description: row.description,
        plain_english_summary: row.plain_english_summary,
        sponsorships: sponsorships(row.id),
        documents: documents(row.id),
      }))
    },
  },
  {
    kind: 'matter',
    async records(db, ids) {
      const sponsorships = await sponsorshipsOf(db, 'matter_id', ids)
      const documents = await documentsOf(db, 'matter_id', ids)
      const rows = await recordRows(db, 'matter', ids)
      return rows.map((row) => ({
        ...identityOf('matter', row),
        identifier: row.identifier,
        other_identifiers: JSON.parse(row.other_identifiers) as OtherIdentifier[],
        title: row.title,
        status: row.status,
        category: row.category,
        classification: JSON.parse(row.classification) as BillClassification[],
        description: row.description,
        plain_english_summary: row.plain_english_summary,
        first_seen: row.stated_first_seen,
        last_seen: row.stated_last_seen,
        bylaw_key: row.bylaw_key,
        sponsorships: sponsorships(row.id),
        documents: documents(row.id),
      }))
    },
  },
  {
    kind: 'meeting',
    async records(db, ids) {
      const attendance = await partsOf(db, 'attendance', 'meeting_id', ids)
      const speakingTime = await partsOf(db, 'speaking_time', 'meeting_id', ids)
      const keyStatements = await partsOf(db, 'key_statements', 'meeting_id', ids)
      const documents = await documentsOf(db, 'meeting_id', ids)
      const rows = await recordRows(db, 'meeting', ids)
      return rows.map((row) => ({
        ...identityOf('meeting', row),
        title: row.title,
        date: row.date,
        start_time: localTime(row.starts_at),
        end_time: localTime(row.ends_at),
        type: row.type,
        organization_key: row.organization_key,
        status: row.status as MeetingRecord['status'],
        status_note: row.status_note,
        location: row.location,
        summary: row.summary,
        has_agenda: row.has_agenda === 1,
        has_minutes: row.has_minutes === 1,
        has_transcript: row.has_transcript === 1,
        agenda_url: row.agenda_url,
        minutes_url: row.minutes_url,
        video_url: row.video_url,
        video_duration_seconds: row.video_duration_seconds,
        chair_key: row.chair_key,
        attendance: attendance(row.id).map(
          ({ person_name, role, present, reason, person_key }) => ({
            name: person_name,
            role,
            present: present === 1,
            reason,
            person_key,
          }),
        ),
        speaking_time: speakingTime(row.id).map(({ person_name, seconds, person_key }) => ({
          name: person_name,
          seconds,
          person_key,
        })),
        key_statements: keyStatements(row.id).map((statement) => ({
          speaker: statement.speaker,
          text: statement.text,
          context: statement.context,
          start_seconds: statement.start_seconds,
          person_key: statement.person_key,
        })),
        documents: documents(row.id),
      }))
    },
  },
  {
    kind: 'agenda_item',
    async records(db, ids) {
      const bylaws = await partsOf(db, 'bylaw_references', 'agenda_item_id', ids)
      const documents = await documentsOf(db, 'agenda_item_id', ids)
      const rows = await recordRows(db, 'agenda_item', ids)
      return rows.flatMap(({ meeting_key, ...row }) => {
        if (row.meeting_id === null || meeting_key === null) return []
        return {
          ...identityOf('agenda_item', row),
          meeting_key,
          parent_key: row.parent_key,
          position: row.position,
          item_number: row.item_number,
          title: row.title,
          type: row.type,
          description: row.description,
          action: row.action,
          result: row.result,
          video_url: row.video_url,
          video_seconds: row.video_seconds,
          matter_key: row.matter_key,
          bylaw_keys: bylaws(row.id).flatMap(({ bylaw_key }) => bylaw_key ?? []),
          documents: documents(row.id),
        }
      })
    },
  },
  {
    kind: 'motion',
    async records(db, ids) {
      const bylaws = await partsOf(db, 'bylaw_references', 'motion_id', ids)
      const votes = await partsOf(db, 'votes', 'motion_id', ids)
      const candidates = await partsOf(db, 'candidates', 'motion_id', ids)
      const rows = await recordRows(db, 'motion', ids)
      return rows.map((row) => ({
        ...identityOf('motion', row),
        meeting_key: row.meeting_key,
        agenda_item_key: row.agenda_item_key,
        matter_key: row.matter_key,
        bylaw_keys: bylaws(row.id).flatMap(({ bylaw_key }) => bylaw_key ?? []),
        organization_key: row.organization_key,
        position: row.position,
        date: row.stated_date,
        identifier: row.identifier,
        motion_kind: row.kind as MotionKind | null,
        text: row.text,
        superseded_text: row.superseded_text,
        summary: row.summary,
        plain_english_summary: row.plain_english_summary,
        result: row.result,
        mover_key: row.mover_key,
        mover_name: row.mover_name,
        seconder_key: row.seconder_key,
        seconder_name: row.seconder_name,
        // Always written: an absent tally would be counted from the votes.
        tally: {
          for: row.tally_for,
          against: row.tally_against,
          abstain: row.tally_abstain,
          absent: row.tally_absent,
        },
        votes: votes(row.id).map(({ person_name, value, reason, candidate, person_key }) => ({
          name: person_name,
          value: value as VotePart['value'],
          reason,
          candidate,
          person_key,
        })),
        candidates: candidates(row.id).map(({ person_name, elected, ...candidate }) => ({
          person_key: candidate.person_key,
          name: person_name,
          votes: candidate.votes,
          elected: elected === null ? null : elected === 1,
        })),
      }))
    },
  },
  {
    kind: 'action',
    async records(db, ids) {
      const rows = await recordRows(db, 'action', ids)
      return rows.flatMap(({ matter_key, ...row }) => {
        if (row.matter_id === null || matter_key === null) return []
        return {
          ...identityOf('action', row),
          matter_key,
          position: row.position,
          date: row.date === '' ? null : row.date,
          description: row.description,
          text: row.text,
          classification: JSON.parse(row.classification) as ActionClassification[],
          result: row.result,
          organization_key: row.organization_key,
          meeting_key: row.meeting_key,
          motion_key: row.motion_key,
        }
      })
    },
  },
]

function identityOf<K extends RecordKind>(
  kind: K,
  row: Pick<Tables['people'], 'key' | 'slug' | 'source_url'> & {
    source_updated_at: string | null
    id: number
    is_incomplete: number
  },
) {
  const { id, key, slug, source_url, source_updated_at, is_incomplete } = row
  const incomplete = is_incomplete === 1 ? { incomplete: true } : {}
  return { kind, key, source_url, source_updated_at, ...incomplete, served_as: { id, slug } }
}

type RecordRow<K extends RecordKind> = Selectable<Tables[(typeof recordKinds)[K]['table']]>

async function recordRows<K extends RecordKind>(
  db: ReadDatabase,
  kind: K,
  ids: readonly number[],
): Promise<RecordRow<K>[]> {
  const { table } = recordKinds[kind]
  const rows = await importedTables(db)
    .selectFrom(table)
    .selectAll(table)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows as unknown as RecordRow<K>[]
}

/** Rows of a part table by the id of their owner. */
async function partsOf<T extends Exclude<PartTable, 'documents'>>(
  db: ReadDatabase,
  table: T,
  owner: keyof Tables[T] & string,
  owners: readonly number[],
): Promise<(owner: number) => Selectable<Tables[T]>[]> {
  const rows = await (db as Pick<ReadDatabase, 'selectFrom'>)
    .selectFrom(table as 'votes')
    .selectAll(table as 'votes')
    .where(owner as 'motion_id', 'in', owners)
    .orderBy('id')
    .execute()
  return groupBy(
    rows as unknown as Selectable<Tables[T]>[],
    (row) => row[owner as keyof Selectable<Tables[T]>] as number,
  )
}

/** Documents with their sections, by the id of their owner. */
async function documentsOf(
  db: ReadDatabase,
  column: 'meeting_id' | 'agenda_item_id' | 'matter_id' | 'bylaw_id',
  owners: readonly number[],
): Promise<(owner: number) => DocumentPart[]> {
  const documents = await db
    .selectFrom('documents')
    .select([`${column} as owner`, 'id', 'title', 'url', 'type', 'language', 'date'])
    .where(column, 'in', owners)
    .orderBy('id')
    .execute()
  const sections = groupBy(
    await db
      .selectFrom('document_sections')
      .innerJoin('documents', 'documents.id', 'document_sections.document_id')
      .select([
        'document_sections.document_id as owner',
        'document_sections.title',
        'document_sections.text',
      ])
      .where(`documents.${column}`, 'in', owners)
      .orderBy('document_sections.id')
      .execute(),
    ({ owner }) => owner,
  )
  const found = groupBy(documents, (document) => document.owner)
  return (owner) =>
    found(owner).map(({ id, owner: _, ...document }) => ({
      ...document,
      sections: sections(id).map(({ title, text }) => ({ title, text })),
    }))
}

/** Sponsorships by the id of their owner. */
async function sponsorshipsOf(
  db: ReadDatabase,
  column: 'matter_id' | 'bylaw_id',
  owners: readonly number[],
): Promise<(owner: number) => SponsorshipPart[]> {
  const found = await partsOf(db, 'sponsorships', column, owners)
  return (owner) =>
    found(owner).map(({ person_key, name, is_primary, classification }) => ({
      name,
      classification,
      person_key,
      primary: is_primary === 1,
    }))
}

// RFC 3339 with the local UTC offset, so the text contains the local time.
function localTime(instant: string | null): string | null {
  return instant === null ? null : instant.slice('2026-01-01T'.length, '2026-01-01T00:00'.length)
}
