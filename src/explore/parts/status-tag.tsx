import { useLocale } from '../locale.ts'

/** Whether a meeting was cancelled or is still to come; nothing after it took place. */
export function StatusTag({ status }: { status: string }) {
  const { words } = useLocale()
  const text = words.statuses[status]
  if (text === undefined) return null
  return <span class={`tag ${status === 'cancelled' ? 'defeated' : 'other'}`}>{text}</span>
}
