import { isShortened, partsMax } from '../../core/parts-max.ts'
import { findMeeting, type MeetingDetailRows } from '../../resources/meetings/queries.ts'
import { statementsMax } from '../parts/meeting-anchors.ts'
import { findNeighbours } from '../queries.ts'
import { Missing, type Visit } from '../visit.ts'
import { listStatements } from './queries.ts'

/** An item, and the recording from its beginning on. */
export type AgendaItem = MeetingDetailRows['agendaItems'][number] & { watchUrl: string | null }
export type MeetingMotion = MeetingDetailRows['motions'][number]
export interface MeetingOnPage extends Omit<MeetingDetailRows, 'agendaItems'> {
  agendaItems: readonly AgendaItem[]
  neighbours: Partial<Awaited<ReturnType<typeof findNeighbours>>>
  /** One more than a page shows. */
  statements: Awaited<ReturnType<typeof listStatements>>
  isShortened: boolean
}

/** A meeting with its parts, and the meetings of the body before and after it; three statements. */
export async function readMeeting({ store, municipality, params }: Visit): Promise<MeetingOnPage> {
  return store.read(async (db) => {
    const name = { column: 'slug', value: params.slug ?? '' } as const
    const found = await findMeeting(db, municipality.id, name, partsMax)
    if (found === undefined) throw new Missing('meeting')
    const { id, date, organization_id: organizationId } = found.meeting
    const neighbours =
      organizationId === null ? {} : await findNeighbours(db, { id, date, organizationId })
    const statements = await listStatements(db, id, statementsMax + 1)
    const agendaItems = found.agendaItems.map((item) => {
      const { video_url: url, video_seconds: seconds } = item
      const at = seconds === null ? undefined : urlAt(found.meeting.video_url, seconds)
      return { ...item, watchUrl: url ?? at ?? null }
    })
    return { ...found, agendaItems, neighbours, statements, isShortened: isShortened(found) }
  })
}

/** `1:02:03`, or `2:03` within the first hour. */
export function clockOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = hours === 0 ? [minutes] : [hours, String(minutes).padStart(2, '0')]
  return [...parts, String(seconds % 60).padStart(2, '0')].join(':')
}

/** The URL of a recording from a time on; undefined for hosts that document no such URL. */
export function urlAt(video: string | null, seconds: number): string | undefined {
  if (video === null || !URL.canParse(video)) return undefined
  const url = new URL(video)
  if (isOnYouTube(url)) url.searchParams.set('t', `${seconds}s`)
  // Media Fragments URI 1.0.
  else if (mediaFile.test(url.pathname)) url.hash = `t=${seconds}`
  else return undefined
  return url.href
}

const mediaFile = /\.(?:mp4|m4v|webm|ogv|mp3|m4a|ogg)$/i

const hosts: ReadonlySet<string> = new Set(['www.youtube.com', 'youtube.com', 'm.youtube.com'])

function isOnYouTube({ hostname, pathname, searchParams }: URL): boolean {
  if (hostname === 'youtu.be') return pathname.length > 1
  return hosts.has(hostname) && pathname === '/watch' && searchParams.has('v')
}
