import type { DownloadList } from '../../http/list-download.ts'
import { NotServedLine } from '../../resources/coverage/schema.ts'
import { toNotServed } from '../../resources/coverage/v1.represent.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import {
  findListings,
  missingIn,
  type StoredListing,
  stateOf,
  totalOf,
} from '../../store/listings.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { useLocale } from '../locale.ts'
import { Rows } from '../parts/rows.tsx'
import type { Visit } from '../visit.ts'

/** Rows of a source on the page; its table has all that are kept. */
const shownMax = 100

interface ListedProps {
  visit: Visit
  listings: readonly StoredListing[]
  /** The sources whose lists, if they have any, were not compared. */
  uncompared: readonly string[]
  /** Whether an import has failed since. */
  hasFailed: boolean
}

/** What the portals of a council list, and what of it is not served. */
export function Listed({ visit, listings, uncompared, hasFailed }: ListedProps) {
  const { municipality } = visit
  const { words } = useLocale()
  const { listed } = words.coverage
  return (
    <>
      <h2 id="listed">{listed.title}</h2>
      {listings.map((listing) => (
        <OfSource key={listing.source} visit={visit} listing={listing} hasFailed={hasFailed} />
      ))}
      {uncompared.map((source) => (
        <p key={source}>
          <Phrase text={listed.none} values={{ source: <code>{source}</code> }} />
        </p>
      ))}
      {listings.some(({ notServed }) => notServed.length > 0) && (
        <p>
          <a href={`/${municipality.slug}/coverage.csv`}>{listed.table}</a>
        </p>
      )}
    </>
  )
}

function OfSource({
  visit,
  listing,
  hasFailed,
}: Omit<ListedProps, 'listings' | 'uncompared'> & { listing: StoredListing }) {
  const { words, count, dateAt } = useLocale()
  const { listed } = words.coverage
  const { timeZone } = visit.municipality
  const { source, listedAt, listedFrom, notServed } = listing
  const total = totalOf(listing)
  const state = stateOf(listing)
  // Of the list as it is now, nothing is known.
  const isOld = hasFailed && (state === 'complete' || state === 'partial')
  const rest = missingIn(listing) - Math.min(notServed.length, shownMax)
  return (
    <section>
      <p>
        <Phrase
          text={listed.counts}
          values={{
            source: <code>{source}</code>,
            date: <time dateTime={listedAt}>{dateAt(listedAt, timeZone)}</time>,
            meetings: count(total.meetings),
            meetingsServed: count(total.meetingsServed),
            documents: count(total.documents),
            documentsServed: count(total.documentsServed),
          }}
        />{' '}
        {isOld ? listed.failed : listed.states[state]}
        {listedFrom !== null && ` ${listed.from(listedFrom)}`}
        {total.unlisted > 0 && ` ${listed.unlisted(count(total.unlisted))}`}
      </p>
      <Rows
        rows={notServed.slice(0, shownMax).map((thing, index) => ({ ...thing, index }))}
        keyOf={({ index }) => index}
        show={({ kind, title, date, address, reason }) => (
          <>
            {listed.kinds[kind]} ·{' '}
            <ExternalLink href={address}>{title ?? listed.untitled}</ExternalLink>
            {date !== null && ` · ${date}`}
            <br />
            {listed.reasons[reason]}
          </>
        )}
      />
      {rest > 0 && <p>{listed.more(count(rest))}</p>}
    </section>
  )
}

interface Line extends Pick<StoredListing, 'source'> {
  id: number
  thing: StoredListing['notServed'][number]
}

async function listLines(db: ReadDatabase, municipalityId: number): Promise<Line[]> {
  const listings = await findListings(db, municipalityId)
  return listings
    .flatMap(({ source, notServed }) => notServed.map((thing) => ({ source, thing })))
    .map((line, index) => ({ ...line, id: index + 1 }))
}

/** The table of what is listed and not served. */
export const sendNotServed: DownloadList = (context, _list, options) => {
  const { request, deps } = context
  const { id: municipalityId } = request.municipality
  const list = {
    name: 'coverage',
    item: NotServedLine,
    read: async (
      db: ReadDatabase,
      { after, limit }: { after: readonly (string | number)[] | undefined; limit: number },
    ) => {
      const begin = Number(after?.[0] ?? 0)
      return (await listLines(db, municipalityId)).slice(begin, begin + limit)
    },
    count: async (db: ReadDatabase) => (await listLines(db, municipalityId)).length,
    position: ({ id }: Line) => [id],
    represent: ({ source, thing }: Line) => ({ source, ...toNotServed(thing) }),
  }
  return deps.downloads.send(context, list, options)
}
