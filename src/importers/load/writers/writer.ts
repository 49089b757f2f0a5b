import type { OcdType } from '../../../core/ocd-id.ts'
import type { PartTable } from '../../../store/record-kinds.ts'
import type { RecordKind, RecordOf } from '../../records.ts'
import type { Ids } from '../ids.ts'
import type { Row, Rows } from '../row-lookup.ts'
import type { LoadTarget } from '../scope.ts'

/** A row that belongs to exactly one record. */
export type PartRow = readonly [
  table: PartTable | 'document_sections',
  row: Record<string, unknown>,
]

/** Maps one kind of record to rows. */
export interface KindWriter<K extends RecordKind> {
  /** The type in its Open Civic Data id. */
  ocdType?: OcdType
  /** The preferred slug of a new row. */
  slug(record: RecordOf<K>, rows: Rows): string
  /** The columns besides identity, references and timestamps. */
  columns(record: RecordOf<K>, target: LoadTarget): Record<string, unknown>
  /** Rows of parts, referenced rows first. */
  parts?(
    record: RecordOf<K>,
    owner: Row,
    tools: { ids: Pick<Ids, 'next'>; rows: Rows },
  ): Iterable<PartRow>
}
