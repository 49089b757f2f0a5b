import { toUrl } from '../../../core/web-url.ts'
import { cleanLine, cleanText } from '../../kit/clean-text.ts'
import { toTimeOfDay } from '../../kit/local-time.ts'
import { toResult } from '../../kit/vocabulary.ts'
import type {
  Attachment,
  Ballot,
  Body,
  Event,
  EventItem,
  HistoryStep,
  Matter,
  Member,
  OfficeRecord,
  Person,
} from '../model.ts'
import { contact, officeContacts, toDate, toInstant, toMember, toSequence } from '../model.ts'
import { rtfToText } from '../rtf-to-text.ts'
import type {
  AttachmentRow,
  BodyRow,
  EventRow,
  HistoryRow,
  ItemRow,
  MatterRow,
  OfficeRow,
  PersonRow,
  RollCallRow,
  SponsorRow,
  TextRow,
  VoteRow,
} from './schema.ts'
import { latestOf } from './versions.ts'

type Nullish<T> = T | null | undefined

export function toBody({ BodyId, BodyName, BodyTypeName }: BodyRow, location: string): Body {
  return {
    location,
    id: BodyId,
    name: cleanLine(BodyName) ?? '',
    type: cleanLine(BodyTypeName),
    url: null,
  }
}

export function toPerson(row: PersonRow, location: string): Person {
  const givenName = cleanLine(row.PersonFirstName)
  const familyName = cleanLine(row.PersonLastName)
  return {
    location,
    id: row.PersonId,
    name: cleanLine(row.PersonFullName) ?? [givenName, familyName].filter(Boolean).join(' '),
    givenName,
    familyName,
    url: toUrl(row.PersonWWW),
    contacts: [
      ...contact('email', row.PersonEmail),
      ...contact('url', toUrl(row.PersonWWW)),
      ...officeContacts({ ...addressOf(row, 1), phone: row.PersonPhone, fax: row.PersonFax }, null),
      ...officeContacts(
        { ...addressOf(row, 2), phone: row.PersonPhone2, fax: row.PersonFax2 },
        null,
      ),
    ],
  }
}

function addressOf(row: PersonRow, office: 1 | 2) {
  return {
    address: row[`PersonAddress${office}`],
    city: row[`PersonCity${office}`],
    state: row[`PersonState${office}`],
    zip: row[`PersonZip${office}`],
  }
}

export function toOffice(
  row: OfficeRow,
  location: string,
): OfficeRecord & { bodyName: string; personName: string } {
  return {
    location,
    id: row.OfficeRecordId,
    personId: row.OfficeRecordPersonId,
    personName: cleanLine(row.OfficeRecordFullName) ?? '',
    bodyId: row.OfficeRecordBodyId,
    bodyName: cleanLine(row.OfficeRecordBodyName) ?? '',
    title: cleanLine(row.OfficeRecordTitle),
    memberType: cleanLine(row.OfficeRecordMemberType),
    start: toDate(row.OfficeRecordStartDate),
    end: toDate(row.OfficeRecordEndDate),
  }
}

export function toEvent(row: EventRow, location: string): Event {
  const stated = toTimeOfDay(row.EventTime)
  // Midnight stands for an unknown time.
  const time = stated === '00:00' ? null : stated
  return {
    location,
    id: row.EventId,
    bodyId: row.EventBodyId,
    bodyName: cleanLine(row.EventBodyName) ?? '',
    date: row.EventDate.slice(0, 10),
    time,
    timeWords: stated === null ? cleanLine(row.EventTime) : null,
    venue: cleanLine(row.EventLocation),
    comment: cleanText(row.EventComment),
    agendaStatus: cleanLine(row.EventAgendaStatusName),
    agendaUrl: toUrl(row.EventAgendaFile),
    minutesUrl: toUrl(row.EventMinutesFile),
    videoUrl: toUrl(row.EventVideoPath) ?? mediaUrl(row),
    siteUrl: toUrl(row.EventInSiteURL),
    lastModified: toInstant(row.EventLastModifiedUtc),
    items: [],
  }
}

// Some councils have the number of a clip here.
function mediaUrl({ EventMedia: media }: EventRow): string | null {
  return typeof media === 'string' ? toUrl(media) : null
}

/** A line of a meeting with its roll call, without votes. */
export function toItem(row: ItemRow, rollCall: Ballot[], location: string): EventItem {
  return {
    location,
    id: row.EventItemId,
    sequence: toSequence(row.EventItemMinutesSequence, row.EventItemAgendaSequence),
    number: cleanLine(row.EventItemAgendaNumber),
    title: cleanLine(row.EventItemTitle),
    agendaNote: toNote(row.EventItemAgendaNote),
    minutesNote: toNote(row.EventItemMinutesNote),
    matterId: row.EventItemMatterId || null,
    matterFile: cleanLine(row.EventItemMatterFile),
    matterName: cleanLine(row.EventItemMatterName),
    matterType: cleanLine(row.EventItemMatterType),
    matterStatus: cleanLine(row.EventItemMatterStatus),
    attachments: toAttachments(row.EventItemMatterAttachments ?? []),
    rollCall,
    action: {
      name: cleanLine(row.EventItemActionName),
      text: cleanText(row.EventItemActionText),
      note: toNote(row.EventItemMinutesNote),
      result: toResult(cleanLine(row.EventItemPassedFlagName)),
      mover: toMover(row.EventItemMoverId, row.EventItemMover),
      seconder: toMover(row.EventItemSeconderId, row.EventItemSeconder),
      votes: null,
    },
  }
}

export function toVotes(rows: readonly VoteRow[]): Ballot[] {
  return sorted(rows, ({ VoteSort, VoteId }) => [VoteSort ?? 0, VoteId]).map((row) => ({
    ...toMember(row.VotePersonId, row.VotePersonName),
    value: cleanLine(row.VoteValueName) ?? '',
  }))
}

export function toRollCall(rows: readonly RollCallRow[]): Ballot[] {
  return sorted(rows, ({ RollCallSort, RollCallId }) => [RollCallSort ?? 0, RollCallId]).map(
    (row) => ({
      ...toMember(row.RollCallPersonId, row.RollCallPersonName),
      value: cleanLine(row.RollCallValueName) ?? '',
    }),
  )
}

/** The public attachments. */
function toAttachments(rows: readonly AttachmentRow[]): Attachment[] {
  return sorted(rows, (row) => [row.MatterAttachmentSort ?? 0, row.MatterAttachmentId])
    .filter((row) => row.MatterAttachmentShowOnInternetPage !== false)
    .map((row) => ({
      name: cleanLine(row.MatterAttachmentName) ?? 'Attachment',
      url: toUrl(row.MatterAttachmentHyperlink),
    }))
}

export function toMatter(
  row: MatterRow,
  parts: { sponsors: SponsorRow[]; attachments: AttachmentRow[]; text: TextRow | null },
  history: HistoryStep[],
  location: string,
): Matter {
  return {
    location,
    id: row.MatterId,
    file: cleanLine(row.MatterFile),
    name: cleanLine(row.MatterName),
    title: cleanText(row.MatterTitle),
    type: cleanLine(row.MatterTypeName),
    status: cleanLine(row.MatterStatusName),
    // Councils with summaries put them into a numbered field that differs between councils.
    summary: null,
    text: cleanText(parts.text?.MatterTextPlain) ?? toNote(parts.text?.MatterTextRtf),
    introduced: toDate(row.MatterIntroDate),
    finalAction: toDate(row.MatterPassedDate),
    enacted: toDate(row.MatterEnactmentDate),
    enactmentNumber: cleanLine(row.MatterEnactmentNumber),
    siteUrl: null,
    lastModified: toInstant(row.MatterLastModifiedUtc),
    sponsors: toSponsors(parts.sponsors, row.MatterVersion),
    attachments: toAttachments(parts.attachments),
    history,
  }
}

function toSponsors(rows: readonly SponsorRow[], version: Nullish<string>): Member[] {
  const latest = latestOf(rows, version, (row) => row.MatterSponsorMatterVersion)
  const order = (row: SponsorRow) => [row.MatterSponsorSequence ?? 0, row.MatterSponsorId]
  return sorted(latest, order).map((row) =>
    toMember(row.MatterSponsorNameId, row.MatterSponsorName),
  )
}

/** A step of a history, without votes. */
export function toStep(row: HistoryRow, location: string): HistoryStep {
  return {
    location,
    id: row.MatterHistoryId,
    eventId: row.MatterHistoryEventId || null,
    bodyId: row.MatterHistoryActionBodyId || null,
    bodyName: cleanLine(row.MatterHistoryActionBodyName),
    date: toDate(row.MatterHistoryActionDate),
    sequence: toSequence(row.MatterHistoryMinutesSequence, row.MatterHistoryAgendaSequence),
    action: {
      name: cleanLine(row.MatterHistoryActionName),
      text: cleanText(row.MatterHistoryActionText),
      note: toNote(row.MatterHistoryMinutesNote),
      result: toResult(cleanLine(row.MatterHistoryPassedFlagName)),
      mover: toMover(row.MatterHistoryMoverId, row.MatterHistoryMoverName),
      seconder: toMover(row.MatterHistorySeconderId, row.MatterHistorySeconderName),
      votes: null,
    },
  }
}

function toMover(id: Nullish<number>, name: Nullish<string>): Member | null {
  const member = toMember(id, name)
  return member.name === '' ? null : member
}

function toNote(text: Nullish<string>): string | null {
  return cleanText(rtfToText(text ?? ''))
}

// The server guarantees no order, and unchanged content must stay unchanged.
function sorted<T>(rows: readonly T[], orderOf: (row: T) => number[]): T[] {
  return [...rows].sort((left, right) => {
    const order = orderOf(right)
    const apart = orderOf(left).map((value, index) => value - (order[index] ?? 0))
    return apart.find((difference) => difference !== 0) ?? 0
  })
}
