import { notServedMax } from '../../core/not-served-max.ts'
import type { ListedThing, NotServed } from '../../record/listing.ts'
import {
  findListings,
  listedAddressMax,
  listedTextMax,
  type MonthCounts,
  monthsMax,
  noCounts,
  type StoredListing,
  writeListing,
} from '../../store/listings.ts'
import type { Listing } from '../kit/listing.ts'
import type { OpenedSource } from '../source.ts'
import type { LoadScope } from './scope.ts'
import type { Withholder } from './withhold.ts'

/** What is really in the record after the import, apart from what the importer says that it read. */
interface Served {
  /** Days of the meetings, by their keys. */
  meetings: ReadonlyMap<string, string>
  /** Addresses of documents, each after the key of its meeting. */
  documents: ReadonlySet<string>
}

/**
 * Compares what the calendar of the source lists with the record, and replaces what was stored of it. Returns whether
 * anything but the time is different.
 */
export async function storeListing(
  scope: LoadScope,
  source: Pick<OpenedSource, 'listing' | 'listsFrom'>,
  withholder: Withholder,
): Promise<boolean> {
  const listings = await findListings(scope.db, scope.target.id)
  const before = listings.find((one) => one.source === scope.source)
  const mask = (thing: NotServed) => masked(thing, withholder)
  const listing = source.listing?.()
  if (listing === undefined) {
    // The source was not read, as when something is taken down.
    if (before === undefined) return false
    return storeIfNew(scope, before, { ...before, notServed: before.notServed.map(mask) })
  }
  const served = await findServed(scope, withholder)
  const from = before === undefined || source.listsFrom == null ? null : before.listedFrom
  const cut = source.listsFrom == null ? '' : firstWholeMonth(source.listsFrom)
  const kept = before === undefined ? noneKept : keptOf(before, cut, served)
  const read = compare(listing, { cut, served, withholder })
  const notServed = [...read.notServed.map(mask), ...kept.notServed.map(mask)]
  return storeIfNew(scope, before, {
    source: scope.source,
    listedAt: scope.now,
    listedFrom: before === undefined && cut !== '' ? cut : from,
    lastListed: listing.things.length,
    months: { ...kept.months, ...read.months },
    notServed: notServed.sort(newestFirst).slice(0, notServedMax),
  })
}

async function storeIfNew(
  { db, target }: LoadScope,
  before: StoredListing | undefined,
  listing: StoredListing,
): Promise<boolean> {
  await writeListing(db, target.id, listing)
  const contents = ({ listedAt: _, ...rest }: StoredListing) => JSON.stringify(rest)
  return before === undefined || contents(before) !== contents(listing)
}

async function findServed(
  { db, target, source }: LoadScope,
  withholder: Withholder,
): Promise<Served> {
  const own = db
    .selectFrom('meetings')
    .where('meetings.municipality_id', '=', target.id)
    .where('meetings.source', '=', source)
  const meetings = await own.select(['key', 'date']).execute()
  const documents = await own
    .innerJoin('documents', 'documents.meeting_id', 'meetings.id')
    .select(['meetings.key', 'documents.url'])
    .where('documents.url', 'is not', null)
    .execute()
  return {
    meetings: new Map(meetings.map(({ key, date }) => [key, date])),
    documents: new Set(
      documents
        .filter(({ url }) => url !== null && !withholder.isFile(url))
        .map(({ key, url }) => `${key} ${url}`),
    ),
  }
}

const noneKept: Pick<StoredListing, 'months' | 'notServed'> = { months: {}, notServed: [] }

/** What an import that reads only newer months leaves; what has come since is served. */
function keptOf(
  before: StoredListing,
  cut: string,
  served: Served,
): Pick<StoredListing, 'months' | 'notServed'> {
  const isKept = (month: string) => month !== '' && month < cut
  const months = Object.fromEntries(
    Object.entries(before.months)
      .filter(([month]) => isKept(month))
      .map(([month, counts]) => [month, { ...counts }]),
  )
  const notServed = before.notServed.filter((thing) => {
    const counts = months[monthOf(thing)]
    if (counts === undefined) return false
    const isServed = thing.kind === 'meeting' && served.meetings.has(thing.key)
    if (isServed) counts.meetingsServed += 1
    return !isServed
  })
  return { months, notServed }
}

interface Comparison {
  /** The first month that is compared. */
  cut: string
  served: Served
  withholder: Withholder
}

function compare(listing: Listing, { cut, served, withholder }: Comparison) {
  const months: Record<string, MonthCounts> = {}
  const countsOf = (date: string) => {
    const month = date in months || Object.keys(months).length < monthsMax ? date : ''
    months[month] ??= { ...noCounts }
    return months[month]
  }
  const isRead = (month: string) => month === '' || month >= cut
  const notServed: NotServed[] = []
  const listed = new Set<string>()
  for (const thing of listing.things) {
    const key = withholder.keyOf('meeting', thing.key)
    listed.add(key)
    if (!isRead(monthOf(thing))) continue
    const reason = reasonOf({ ...thing, key }, { served, withholder, listing, thing })
    const counts = countsOf(monthOf(thing))
    counts[`${thing.kind}s`] += 1
    if (reason === undefined) counts[`${thing.kind}sServed`] += 1
    else notServed.push({ ...shortened(thing), reason })
  }
  for (const [key, date] of served.meetings) {
    const month = monthOf({ date })
    if (isRead(month) && !listed.has(key)) countsOf(month).unlisted += 1
  }
  return { months, notServed }
}

/** Why a thing is not served; undefined if it is. */
function reasonOf(
  { kind, key, address }: ListedThing,
  {
    served,
    withholder,
    listing,
    thing,
  }: Omit<Comparison, 'cut'> & { listing: Listing; thing: ListedThing },
): NotServed['reason'] | undefined {
  if (isTakenDown(thing, withholder)) return 'taken_down'
  const noted = listing.reasonFor(thing)
  const isServed =
    kind === 'meeting' ? served.meetings.has(key) : served.documents.has(`${key} ${address}`)
  // A link is in the record even if what it leads to could not be read.
  if (isServed) return kind === 'document' ? noted : undefined
  return noted ?? 'not_noted'
}

const isTakenDown = ({ key, address }: ListedThing, withholder: Withholder) =>
  withholder.isRemoved('meeting', key) || (address !== null && withholder.isFile(address))

/** Without what was taken down. */
function masked(thing: NotServed, withholder: Withholder): NotServed {
  if (withholder.isEmpty) return thing
  if (thing.reason === 'taken_down' || isTakenDown(thing, withholder)) {
    const key = withholder.replacedKeyOf('meeting', thing.key)
    return { ...thing, key, title: null, address: null, reason: 'taken_down' }
  }
  const finders = withholder.of({ kind: 'meeting', key: thing.key })
  const { title, address } = thing
  return {
    ...thing,
    key: withholder.keyOf('meeting', thing.key),
    title: title === null ? null : finders.maskedText(title),
    address: address !== null && finders.has(address) ? null : address,
  }
}

function shortened(thing: ListedThing): ListedThing {
  const { title, address } = thing
  const isLong = address !== null && address.length > listedAddressMax
  return {
    ...thing,
    title: title?.slice(0, listedTextMax) ?? null,
    address: isLong ? null : address,
  }
}

const monthOf = ({ date }: { date: string | null }) => date?.slice(0, 7) ?? ''

/** The first month that a list from this day has whole. */
function firstWholeMonth(day: string): string {
  const month = day.slice(0, 7)
  if (day.endsWith('-01')) return month
  const [year, number] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const next = new Date(Date.UTC(year, number, 1))
  return next.toISOString().slice(0, 7)
}

const newestFirst = (one: NotServed, other: NotServed) =>
  (other.date ?? '').localeCompare(one.date ?? '')
