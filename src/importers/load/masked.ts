import { withheldMark } from '../../core/passages.ts'
import type { ImportRecord } from '../../record/kinds.ts'
import { isReplacedKey, type Takedown } from '../../store/takedowns.ts'

/** What was lifted since all of a source was last read: its return is not a change of the source. */
export interface Lifted {
  isAny: boolean
  documents: boolean
  items: boolean
}

/** `since`: when all of the source was last read; null for never. */
export function liftedSince(takedowns: readonly Takedown[], since: string | null): Lifted {
  const lifted = takedowns.filter(({ lifted_at: at }) => at !== null && at >= (since ?? ''))
  return {
    isAny: lifted.length > 0,
    documents: lifted.some(({ kind }) => kind === 'document'),
    items: lifted.some(({ kind, record_kind: of }) => kind === 'record' && of === 'agenda_item'),
  }
}

export const isMasked = (value: unknown) =>
  typeof value === 'string' && (value.includes(withheldMark) || isReplacedKey(value))

/** Which values of a record before and after an import are not those of its source. */
export interface Masks {
  was: boolean
  is: boolean
  /** Whether what the record had not may be back. */
  isLifted: boolean
}

export const masksOf = (
  { old, record }: { old: Readonly<Record<string, unknown>> | undefined; record: ImportRecord },
  { isAny }: Lifted,
): Masks => ({
  was: old?.withheld === 1,
  is: record.withheld === true,
  isLifted: old?.withheld === 1 && isAny,
})

/** Whether a difference can be that of a takedown; a URL or a reference is absent if it was taken down. */
export function isOfTakedown(
  { old, new: now }: { old: unknown; new: unknown },
  { was, is, isLifted }: Masks,
  { isRemovable = false } = {},
): boolean {
  if ((was && isMasked(old)) || (is && isMasked(now))) return true
  return isRemovable && ((isLifted && old === null) || (is && now === null))
}
