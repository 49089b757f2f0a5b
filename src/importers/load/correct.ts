import { groupBy } from '../../core/group-by.ts'
import type { Correction } from '../../record/field.ts'
import type { ImportRecord } from '../../record/kinds.ts'
import type { StoredCorrection } from '../../store/corrections.ts'
import { recordHash } from '../../store/takedowns.ts'

interface Corrections {
  /** The key of the digests. */
  key: string
  source: string
  all: readonly StoredCorrection[]
  /** Whether the records are those that are stored, which have earlier corrections. */
  isStored: boolean
}

type Values = Record<string, unknown>

/** Puts what the operator corrected in place of what one source has. */
export class Corrector {
  readonly #key: string
  readonly #source: string
  readonly #isStored: boolean
  readonly #isEmpty: boolean
  /** By the digest of the record, oldest first. */
  readonly #of: (hash: string) => readonly StoredCorrection[]

  constructor({ key, source, all, isStored }: Corrections) {
    this.#key = key
    this.#source = source
    this.#isStored = isStored
    this.#isEmpty = all.length === 0
    const oldestFirst = all.toSorted((one, other) => one.id - other.id)
    this.#of = groupBy(oldestFirst, ({ record_hash: hash }) => hash)
  }

  apply(record: ImportRecord): ImportRecord {
    if (this.#isEmpty) return record
    const own = this.#of(recordHash(this.#key, { ...record, source: this.#source }))
    if (own.length === 0) return record
    const values: Values = { ...record }
    const marks = this.#isStored ? restore(values, own) : [...(record.corrected ?? [])]
    for (const correction of own)
      if (correction.lifted_on === null) marks.push(...put(values, correction))
    delete values.corrected
    return { ...values, ...(marks.length > 0 && { corrected: marks }) } as ImportRecord
  }
}

/** Undoes earlier corrections, also lifted ones; returns those of others, such as of the service that was copied. */
function restore(values: Values, own: readonly StoredCorrection[]): Correction[] {
  const ids = new Set(own.map((one) => identityOf(markOf(one, null))))
  const others: Correction[] = []
  for (const mark of (values.corrected as Correction[] | undefined) ?? []) {
    if (!ids.has(identityOf(mark))) others.push(mark)
    else set(values, mark.field, mark.was ?? null)
  }
  return others
}

/** Nothing if the source has the value by now. */
function put(values: Values, correction: StoredCorrection): Correction[] {
  const { field, value } = correction
  const was = (values[field] ?? null) as string | null
  if (was === value) return []
  set(values, field, value)
  return [markOf(correction, was)]
}

function set(values: Values, field: string, value: string | null): void {
  if (value === null) delete values[field]
  else values[field] = value
}

const markOf = ({ field, added_on, reason }: StoredCorrection, was: string | null): Correction => ({
  ...{ field, was, on: added_on, reason },
})

const identityOf = ({ field, on, reason }: Correction) => JSON.stringify([field, on, reason])
