import type { ServerResponse } from 'node:http'
import { civicwebSource } from '../../../src/importers/civicweb/index.ts'
import { type JsonHandler, startJsonServer } from '../http/json-server.ts'
import { hurried } from '../legistar/live.ts'

/** The source without pauses between requests. */
export const live = civicwebSource(hurried)

export const meeting = (changes: object = {}) => ({
  ExternalCalendar: false,
  Id: 7,
  MeetingDate: '2026-01-20',
  MeetingDateTime: '2026-01-20 18:30',
  MeetingLocation: 'Council Chambers',
  MeetingTime: '06:30 PM',
  Name: 'Council - 20 Jan 2026',
  Published: true,
  TypeId: 10,
  VideoIcon: '',
  ...changes,
})

/** An agenda or minutes; an `Html` makes it a page, otherwise it is a PDF. */
export const document = (changes: object = {}) => ({
  AgendaCover: '',
  DocumentType: 1,
  Html: '',
  Id: 70,
  IsPublic: true,
  MeetingId: 7,
  Name: 'Council - 20 Jan 2026',
  Type: 1,
  ...changes,
})

const cell = (text: string) => `<td><p><span style="font-weight:bold">${text}</span></p></td>`

/** A heading or item in the markup that the portal makes of a Word document. */
export const itemMarkup = (name: string, number: string, title: string, rest = '') =>
  `<p aria-hidden="true"><a target="AgendaAttachment" name="${name}"></a><span>&nbsp;</span></p><table><tr>${cell(number)}<td><p><span>${title}</span></p>${rest}</td>${cell('3 - 86')}</tr></table>`

export const agendaPage = (items: string, head = '<p>AGENDA</p>') =>
  `<!DOCTYPE html><html><head><title>Agenda - Html</title><style>p { margin: 0 }</style></head><body><div class="word-margins"><p><a name="Agenda"></a></p>${head}${items}</div></body></html>`

const typesPage = (types: Record<number, string>) =>
  `<select id="ctl00_MainContent_MeetingTypes"><option value="0">All Meetings</option>${Object.entries(
    types,
  ).map(([id, name]) => `<option value="${id}">${name}</option>`)}</select>`

export interface PortalResponses {
  meetings: readonly { MeetingDate: string }[]
  types?: Record<number, string>
  /** Other paths: JSON, or a function that responds; with the number of the request of the path. */
  other?: JsonHandler
}

/** A portal on the loopback interface that is closed after the test. */
export const servePortal = (responses: PortalResponses) => startJsonServer(handlerOf(responses))

export function handlerOf({
  meetings,
  types = { 10: 'Council' },
  other,
}: PortalResponses): JsonHandler {
  return (path, times) => {
    const given = other?.(path, times)
    if (given !== undefined) return given
    const [, from = '', to = ''] = /meetings\?from=([\d-]+)&to=([\d-]+)$/.exec(path) ?? []
    if (from !== '')
      return meetings.filter(({ MeetingDate: date }) => date >= from && date <= to).reverse()
    if (!path.startsWith('/Portal/') && path !== '/') return undefined
    return (response: ServerResponse) =>
      response.end(
        `<title>Town of Wolfville</title>${typesPage(types)}<a href="/filepro/documents">`,
      )
  }
}
