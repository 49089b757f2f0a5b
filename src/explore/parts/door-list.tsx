import { useLocale } from '../locale.ts'

export interface Door {
  href: string
  /** How much is behind it. */
  number: number
  name: string
  about?: string
}

/** Links to lists, each with how much is in it; those to empty ones are omitted. */
export function DoorList({ label, doors }: { label: string; doors: readonly Door[] }) {
  const { count } = useLocale()
  const open = doors.filter(({ number }) => number > 0)
  if (open.length === 0) return null
  return (
    <nav aria-label={label}>
      <ul class="doors">
        {open.map(({ href, number, name, about }) => (
          <li key={href}>
            <a href={href}>
              <b>{count(number)}</b> {name}
            </a>
            {about !== undefined && <span class="quiet">{about}</span>}
          </li>
        ))}
      </ul>
    </nav>
  )
}
