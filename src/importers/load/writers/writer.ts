import type { OcdType } from '../../../core/ocd-id.ts'
import type { PartTable } from '../../../store/record-kinds.ts'
import type { RecordKind, RecordOf } from '../../records.ts'
import type { Ids } from '../ids.ts'
import type { Row, Rows } from '../row-lookup.ts'
import type { LoadTarget } from '../scope.ts'

/** A row of another table that belongs to one record alone. */
export type PartRow = readonly [
  table: PartTable | 'document_sections',
  row: Record<string, unknown>,
]

/** How one kind of record becomes rows. */
export interface KindWriter<K extends RecordKind> {
  /** The type of its Open Civic Data id. */
  ocdType?: OcdType
  /** The slug that a new row asks for. */
  slug(record: RecordOf<K>, rows: Rows): string
  /** The columns besides identity, references and times of change. */
  columns(record: RecordOf<K>, target: LoadTarget): Record<string, unknown>
  /** The parts, each after those that it refers to. */
  parts?(
    record: RecordOf<K>,
    owner: Row,
    tools: { ids: Pick<Ids, 'next'>; rows: Rows },
  ): Iterable<PartRow>
}
