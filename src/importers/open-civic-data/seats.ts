import { naturalKey } from '../kit/natural-keys.ts'
import type { MembershipRecord } from '../records/people.ts'

/**
 * Keys for seats, which have no ids: seats that differ only in their end have it in their key. Count all seats before
 * emitting them, so that keys do not depend on the reading order.
 */
export class Seats {
  readonly #contents = new Map<string, Set<string>>()
  readonly #emitted = new Set<string>()

  count(seat: MembershipRecord): void {
    const contents = this.#contents.get(seat.key)
    if (contents === undefined) this.#contents.set(seat.key, new Set([contentOf(seat)]))
    else contents.add(contentOf(seat))
  }

  /** The seat with its final key; null if it was emitted before. */
  emit(seat: MembershipRecord): MembershipRecord | null {
    const content = contentOf(seat)
    const identity = `${seat.key} ${content}`
    if (this.#emitted.has(identity)) return null
    this.#emitted.add(identity)
    const contents = this.#contents.get(seat.key)
    if (contents === undefined || contents.size === 1) return seat
    const end = endOf(content)
    const alike = [...contents].filter((other) => endOf(other) === end).sort()
    const rank = alike.indexOf(content)
    return { ...seat, key: naturalKey(seat.key, end, ...(rank === 0 ? [] : [String(rank + 1)])) }
  }
}

function contentOf({ key: _, kind: __, ...content }: MembershipRecord): string {
  return JSON.stringify([content.end_date ?? '', content])
}

function endOf(content: string): string {
  const [end]: [string] = JSON.parse(content)
  return end
}
