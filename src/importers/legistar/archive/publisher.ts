import { isWebUrl, toUrl } from '../../../core/web-url.ts'
import { readShape } from '../../kit/json-files.ts'
import { foreignReason } from '../../kit/one-council.ts'
import type { SourceItem } from '../../source.ts'
import { clientIn } from '../council.ts'
import { type EventFile, type MatterFile, shapeChecks } from './schema.ts'

/** The first council that an archive names; null if it names none. */
export async function publisherOf(
  folder: string,
  { events, matters }: { events: readonly string[]; matters: readonly string[] },
): Promise<string | null> {
  for (const path of events) {
    const file = await readShape(folder, path, shapeChecks.event, 'event')
    const [client] = 'value' in file ? clientsOfEvent(file.value) : []
    if (client !== undefined) return client
  }
  for (const path of matters) {
    const file = await readShape(folder, path, shapeChecks.matter, 'matter')
    const [client] = 'value' in file ? clientsOfMatter(file.value) : []
    if (client !== undefined) return client
  }
  return null
}

const siteEventsMax = 20

/** The council's Legistar site, by an event's page there; null if the first events have none. */
export async function siteOf(folder: string, events: readonly string[]): Promise<string | null> {
  for (const path of events.slice(0, siteEventsMax)) {
    const file = await readShape(folder, path, shapeChecks.event, 'event')
    const page = 'value' in file ? toUrl(file.value.InSiteURL) : null
    if (page !== null && isWebUrl(page)) return `${new URL(page).origin}/`
  }
  return null
}

export function clientsOfEvent({ AgendaFile, MinutesFile, InSiteURL }: EventFile): string[] {
  return clientsIn([AgendaFile, MinutesFile, InSiteURL])
}

export function clientsOfMatter({ Attachments }: MatterFile): string[] {
  return clientsIn((Attachments ?? []).map(({ Link }) => Link))
}

/** An error if all links of a file belong to other councils than the archive's. */
export function foreignErrors(
  clients: readonly string[],
  publisher: string | null,
  at: { location: string; subject: string },
): SourceItem[] {
  const reason = foreignReason(clients, publisher)
  return reason === null ? [] : [{ type: 'error', ...at, reason }]
}

export function unnamedError(location: string): SourceItem {
  const reason =
    'no file names the council: the AgendaFile, MinutesFile or InSiteURL of an event, or the Link of an attachment, must be a URL like https://<client>.legistar1.com/<client>/…'
  return { type: 'error', location, subject: 'council', reason }
}

function clientsIn(urls: readonly (string | null | undefined)[]): string[] {
  return urls.flatMap((url) => clientIn(url) ?? [])
}
