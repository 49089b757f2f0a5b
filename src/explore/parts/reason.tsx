import { foldText } from '../../core/fold.ts'
import { locales, useLocale, wordOf } from '../locale.ts'
import type { Words } from '../words/en.ts'
import { RecordText } from './record-text.tsx'

/** Why somebody was absent or did not vote, in parentheses; nothing if the source does not say. */
export function Reason({ reason }: { reason: string | null }) {
  if (!isShownReason(reason)) return null
  return (
    <span class="quiet">
      {' ('}
      <ReasonText reason={reason} />)
    </span>
  )
}

/** A reason in the language of the page if its words are common, else in those of the source. */
export function ReasonText({ reason }: { reason: string }) {
  const { words } = useLocale()
  return commonReason(reason, words) ?? <RecordText text={reason} />
}

/** A common reason in the language of the page; undefined for another, which stays as written. */
export function commonReason(reason: string, words: Pick<Words, 'reasons'>): string | undefined {
  const key = keyOf(reason)
  const common = wordOf(words.reasons, kinds.get(key) ?? '')
  return common !== undefined && keyOf(common) === key ? reason : common
}

/** Whether there is a reason that the vote and the result do not already show. */
export const isShownReason = (reason: string | null): reason is string =>
  reason !== null && reason !== 'Dissent'

const keyOf = (reason: string) => foldText(reason).replace(/[\s\p{P}]+/gu, '')

const kinds: ReadonlyMap<string, string> = new Map(
  locales.flatMap(({ words }) =>
    Object.entries(words.reasons).map(([kind, word]) => [keyOf(word), kind] as const),
  ),
)
