import { useSiteLocale } from './locale.ts'
import { Phrase } from './phrase.tsx'

/** The first import of a service: what went wrong, or null while it runs. Times in ISO 8601. */
export interface Pending {
  location: string
  checked_at: string
  next_at: string | null
  error: string | null
}

interface NotAddedProps {
  pending: Pending
  /** Whether no council is on record. */
  isOnly: boolean
}

/** That the first import is running, or why it failed and when it is tried again. */
export function NotAdded({ pending, isOnly }: NotAddedProps) {
  const { language, words } = useSiteLocale()
  const { home } = words
  const { location, checked_at: checkedAt, next_at: nextAt, error } = pending
  const first = { location: <code>{location}</code>, time: <Time at={checkedAt} /> }
  const command = <code>reeve add {location}</code>
  return (
    <div class="notice">
      {isOnly && <p>{home.noneYet}</p>}
      <p>
        <Phrase text={error === null ? home.adding : home.notAdded} values={first} />
      </p>
      {error !== null && (
        <>
          <p lang={language === 'en' ? undefined : 'en'}>{error}</p>
          <p>
            {nextAt === null ? (
              <Phrase text={home.addAgain} values={{ command }} />
            ) : (
              <Phrase text={home.addedAt} values={{ time: <Time at={nextAt} /> }} />
            )}
          </p>
        </>
      )}
    </div>
  )
}

/** To the minute, in UTC: before the first import, no time zone is known. */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{`${at.slice(0, 16).replace('T', ' ')} UTC`}</time>
}
