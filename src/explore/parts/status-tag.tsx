import { isCalledOff } from '../../core/called-off.ts'
import { useLocale } from '../locale.ts'
import { wordOf } from '../words/word-of.ts'

/** Whether a meeting was called off or is still to come; nothing after it took place. */
export function StatusTag({ status }: { status: string }) {
  const { words } = useLocale()
  const text = wordOf(words.statuses, status)
  if (text === undefined) return null
  return <span class={`tag ${isCalledOff(status) ? 'defeated' : 'other'}`}>{text}</span>
}
