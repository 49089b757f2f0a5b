import { toUrl } from '../../../core/web-url.ts'
import { cleanLine, cleanText } from '../../kit/clean-text.ts'
import { namesBelow, readShape } from '../../kit/json-files.ts'
import { findBodyKind, toResult } from '../../kit/vocabulary.ts'
import type { SourceItem } from '../../source.ts'
import type { Event, EventItem, HistoryStep, Matter, OfficeRecord, Person } from '../model.ts'
import { contact, officeContacts, toDate, toInstant, toMember, toSequence } from '../model.ts'
import { rtfToText } from '../rtf-to-text.ts'
import { type EventFile, type MatterFile, type PersonFile, shapeChecks } from './schema.ts'

type Office = PersonFile['DistrictOffice']
type ItemPart = NonNullable<EventFile['Items']>[number]
type StepPart = NonNullable<MatterFile['History']>[number]

export function toPerson(file: PersonFile, location: string): Person {
  return {
    location,
    id: file.ID,
    name: cleanLine(file.FullName) ?? '',
    givenName: cleanLine(file.FirstName),
    familyName: cleanLine(file.LastName),
    url: toUrl(file.WWW),
    contacts: [
      ...contact('email', file.Email),
      ...contact('url', toUrl(file.WWW)),
      ...officeContacts(toOffice(file.DistrictOffice ?? {}), 'District office'),
      ...officeContacts(toOffice(file.LegislativeOffice ?? {}), 'Legislative office'),
    ],
  }
}

function toOffice({ Address, City, State, Zip, Phone, Fax }: NonNullable<Office>) {
  return { address: Address, city: City, state: State, zip: Zip, phone: Phone, fax: Fax }
}

/** A person's terms in bodies. */
export function toOffices(
  file: PersonFile,
  location: string,
): (OfficeRecord & { bodyName: string })[] {
  return (file.OfficeRecords ?? []).map((office, index) => ({
    location: `${location}/OfficeRecords/${index}`,
    id: office.ID,
    personId: file.ID,
    bodyId: office.BodyID,
    bodyName: cleanLine(office.BodyName) ?? '',
    title: cleanLine(office.Title),
    memberType: cleanLine(office.MemberType),
    start: toDate(office.Start),
    end: toDate(office.End),
  }))
}

export function toEvent(file: EventFile, location: string): Event {
  const time = file.Date.slice(11, 16)
  return {
    location,
    id: file.ID,
    bodyId: file.BodyID,
    bodyName: cleanLine(file.BodyName) ?? '',
    date: file.Date.slice(0, 10),
    time: time === '00:00' || time === '' ? null : time,
    timeWords: null,
    venue: cleanLine(file.Location),
    comment: cleanText(file.Comment),
    agendaStatus: cleanLine(file.AgendaStatusName),
    agendaUrl: toUrl(file.AgendaFile),
    minutesUrl: toUrl(file.MinutesFile),
    videoUrl: toUrl(file.VideoPath) ?? toUrl(file.Media),
    siteUrl: toUrl(file.InSiteURL),
    lastModified: toInstant(file.LastModified),
    items: (file.Items ?? []).map((item, index) => toItem(item, `${location}/Items/${index}`)),
  }
}

function toItem(item: ItemPart, location: string): EventItem {
  return {
    location,
    id: item.ID,
    sequence: toSequence(item.MinutesSequence, item.AgendaSequence),
    number: cleanLine(item.AgendaNumber),
    title: cleanLine(item.Title),
    agendaNote: cleanText(item.AgendaNote),
    minutesNote: cleanText(item.MinutesNote),
    matterId: item.MatterID || null,
    matterFile: cleanLine(item.MatterFile),
    matterName: cleanLine(item.MatterName),
    matterType: cleanLine(item.MatterType),
    matterStatus: cleanLine(item.MatterStatus),
    attachments: [],
    rollCall: (item.RollCall ?? []).map(({ ID, FullName, Value }) => ({
      ...toMember(ID, FullName),
      value: cleanLine(Value) ?? '',
    })),
    action: {
      name: cleanLine(item.ActionName),
      text: cleanText(item.ActionText),
      note: cleanText(item.MinutesNote),
      result: toResult(cleanLine(item.PassedFlagName)),
      mover: null,
      seconder: null,
      votes: null,
    },
  }
}

export function toMatter(file: MatterFile, location: string): Matter {
  return {
    location,
    id: file.ID,
    file: cleanLine(file.File),
    name: cleanLine(file.Name),
    title: cleanText(file.Title),
    type: cleanLine(file.TypeName),
    status: cleanLine(file.StatusName),
    summary: cleanText(file.Summary),
    text: textOf(file),
    introduced: toDate(file.IntroDate),
    finalAction: toDate(file.PassedDate),
    enacted: toDate(file.EnactmentDate),
    enactmentNumber: cleanLine(file.LocalLaw),
    siteUrl: null,
    lastModified: toInstant(file.LastModified),
    sponsors: (file.Sponsors ?? []).map(({ ID, FullName }) => toMember(ID, FullName)),
    attachments: (file.Attachments ?? []).map(({ Name, Link }) => ({
      name: cleanLine(Name) ?? '',
      url: toUrl(Link),
    })),
    history: (file.History ?? []).map((step, index) =>
      toStep(step, `${location}/History/${index}`),
    ),
  }
}

// Where an archive's plain text lost characters, its RTF still has them.
function textOf({ Text: plain, RTF: rtf }: MatterFile): string | null {
  const fromRtf = plain?.includes('\ufffd') ? cleanText(rtfToText(rtf ?? '')) : null
  return fromRtf ?? cleanText(plain)
}

function toStep(step: StepPart, location: string): HistoryStep {
  return {
    location,
    id: step.ID,
    eventId: step.EventID || null,
    bodyId: step.BodyID || null,
    bodyName: cleanLine(step.BodyName),
    date: toDate(step.Date),
    sequence: toSequence(step.MinutesSequence, step.AgendaSequence),
    action: {
      name: cleanLine(step.Action),
      text: cleanText(step.Description),
      note: cleanText(step.MinutesNote),
      result: toResult(cleanLine(step.PassedFlagName)),
      mover: null,
      seconder: null,
      votes: (step.Votes ?? []).map(({ ID, FullName, Vote }) => ({
        ...toMember(ID, FullName),
        value: cleanLine(Vote) ?? '',
      })),
    },
  }
}

const appendix = 'people/appendix'
const metadataFile = 'people_metadata.json'

/** The districts that the mirror states beside its people, by the id of the person; none without the file. */
export async function readDistricts(
  folder: string,
): Promise<{ districts: Map<number, number>; warnings: SourceItem[] }> {
  if (!(await namesBelow(folder, appendix)).includes(metadataFile))
    return { districts: new Map(), warnings: [] }
  const path = `${appendix}/${metadataFile}`
  const file = await readShape(folder, path, shapeChecks.metadata, 'districts')
  if ('errors' in file) {
    const reason = 'cannot be read; seats have no districts'
    const warning = { type: 'warning', location: path, subject: 'districts', reason } as const
    return { districts: new Map(), warnings: [warning] }
  }
  // The mirror writes 0 where it knows no district.
  const stated = file.value.flatMap(({ ID: id, District: district }) =>
    district ? [[id, district] as const] : [],
  )
  return { districts: new Map(stated), warnings: [] }
}

/** The id of the last seat on the council: a district has no dates, so it holds for that one alone. */
export function lastSeatOf(
  offices: readonly (OfficeRecord & { bodyName: string })[],
): number | undefined {
  return offices
    .filter(({ bodyName }) => findBodyKind(bodyName) === 'council')
    .sort((left, right) => ((left.start ?? '') < (right.start ?? '') ? -1 : 1))
    .at(-1)?.id
}
