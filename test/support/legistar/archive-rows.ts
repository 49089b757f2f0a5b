import type {
  EventFile,
  MatterFile,
  PersonFile,
} from '../../../src/importers/legistar/archive/schema.ts'
import type { Row } from './odata.ts'

// Converts the files of an archive to the rows of Legistar's Web API.

type Stamped<T> = T & { LastModified?: string }
export type ArchivedEvent = Stamped<EventFile> & {
  AgendaLastPublished?: string
  MinutesLastPublished?: string
}
export type ArchivedMatter = Stamped<MatterFile>
type Item = NonNullable<EventFile['Items']>[number]
type Step = NonNullable<MatterFile['History']>[number]

export function toPersonRow(file: PersonFile): Row {
  const [first, second] = [file.DistrictOffice, file.LegislativeOffice]
  return {
    PersonId: file.ID,
    PersonFullName: file.FullName,
    PersonFirstName: file.FirstName,
    PersonLastName: file.LastName,
    PersonEmail: file.Email,
    PersonWWW: file.WWW,
    PersonAddress1: first?.Address,
    PersonCity1: first?.City,
    PersonState1: first?.State,
    PersonZip1: first?.Zip,
    PersonPhone: first?.Phone,
    PersonFax: first?.Fax,
    PersonAddress2: second?.Address,
    PersonCity2: second?.City,
    PersonState2: second?.State,
    PersonZip2: second?.Zip,
    PersonPhone2: second?.Phone,
    PersonFax2: second?.Fax,
  }
}

export function toOfficeRows({ ID, FullName, OfficeRecords }: PersonFile): Row[] {
  return (OfficeRecords ?? []).map((office) => ({
    OfficeRecordId: office.ID,
    OfficeRecordPersonId: ID,
    OfficeRecordFullName: FullName,
    OfficeRecordBodyId: office.BodyID,
    OfficeRecordBodyName: office.BodyName,
    OfficeRecordTitle: office.Title,
    OfficeRecordMemberType: office.MemberType,
    OfficeRecordStartDate: office.Start,
    OfficeRecordEndDate: office.End,
  }))
}

export function toMatterRow(file: ArchivedMatter): Row {
  return {
    MatterId: file.ID,
    MatterLastModifiedUtc: file.LastModified,
    MatterFile: file.File,
    MatterName: file.Name,
    MatterTitle: file.Title,
    MatterTypeName: file.TypeName,
    MatterStatusName: file.StatusName,
    MatterIntroDate: file.IntroDate,
    MatterPassedDate: file.PassedDate,
    MatterEnactmentDate: file.EnactmentDate,
    MatterEnactmentNumber: file.LocalLaw,
    MatterVersion: 'A',
  }
}

export function matterPart(file: ArchivedMatter, part: string): unknown {
  switch (part) {
    case '':
      return toMatterRow(file)
    case 'Histories':
      return (file.History ?? []).map(toHistoryRow)
    case 'Sponsors':
      return (file.Sponsors ?? []).map(({ ID, FullName }, index) => ({
        MatterSponsorId: file.ID * 1000 + index,
        MatterSponsorNameId: ID,
        MatterSponsorName: FullName,
        MatterSponsorSequence: index,
        MatterSponsorMatterVersion: 'A',
      }))
    case 'Attachments':
      return (file.Attachments ?? []).map(({ Name, Link }, index) => ({
        MatterAttachmentId: index + 1,
        MatterAttachmentSort: index,
        MatterAttachmentName: Name,
        MatterAttachmentHyperlink: Link,
        MatterAttachmentShowOnInternetPage: true,
      }))
    case 'Versions':
      return [{ Key: String(file.ID), Value: 'A' }]
    case 'Texts':
      return { MatterTextId: file.ID, MatterTextPlain: file.Text }
    default:
      return undefined
  }
}

function toHistoryRow(step: Step): Row {
  return {
    MatterHistoryId: step.ID,
    MatterHistoryEventId: step.EventID,
    MatterHistoryAgendaSequence: step.AgendaSequence,
    MatterHistoryMinutesSequence: step.MinutesSequence,
    MatterHistoryMinutesNote: step.MinutesNote,
    MatterHistoryActionDate: step.Date,
    MatterHistoryActionName: step.Action,
    MatterHistoryActionText: step.Description,
    MatterHistoryActionBodyId: step.BodyID,
    MatterHistoryActionBodyName: step.BodyName,
    MatterHistoryPassedFlagName: step.PassedFlagName,
  }
}

export function toVoteRows(step: Step | undefined): Row[] {
  return (step?.Votes ?? []).map(({ ID, FullName, Vote }, index) => ({
    VoteId: index + 1,
    VotePersonId: ID,
    VotePersonName: FullName,
    VoteValueName: Vote,
    VoteSort: index,
  }))
}

export function toRollCallRows(item: Item | undefined): Row[] {
  return (item?.RollCall ?? []).map(({ ID, FullName, Value }, index) => ({
    RollCallId: index + 1,
    RollCallPersonId: ID,
    RollCallPersonName: FullName,
    RollCallValueName: Value,
    RollCallSort: index,
  }))
}

export function toEventRow(file: ArchivedEvent): Row {
  return {
    EventId: file.ID,
    EventLastModifiedUtc: file.LastModified,
    EventAgendaLastPublishedUTC: file.AgendaLastPublished,
    EventMinutesLastPublishedUTC: file.MinutesLastPublished,
    EventBodyId: file.BodyID,
    EventBodyName: file.BodyName,
    EventDate: `${file.Date.slice(0, 10)}T00:00:00`,
    EventTime: toClock(file.Date.slice(11, 16)),
    EventLocation: file.Location,
    EventComment: file.Comment,
    EventAgendaStatusName: file.AgendaStatusName,
    EventAgendaFile: file.AgendaFile,
    EventMinutesFile: file.MinutesFile,
    EventVideoPath: file.VideoPath,
    EventMedia: file.Media,
    EventInSiteURL: file.InSiteURL,
  }
}

/** `19:00` as `7:00 PM`; null for midnight, which means an unknown time in an archive. */
function toClock(time: string): string | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (hour === 0 && minute === 0) return null
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${half}`
}

export function toItemRow(item: Item): Row {
  return {
    EventItemId: item.ID,
    EventItemTitle: item.Title,
    EventItemAgendaSequence: item.AgendaSequence,
    EventItemMinutesSequence: item.MinutesSequence,
    EventItemAgendaNumber: item.AgendaNumber,
    EventItemAgendaNote: item.AgendaNote,
    EventItemMinutesNote: item.MinutesNote,
    EventItemActionName: item.ActionName,
    EventItemActionText: item.ActionText,
    EventItemPassedFlagName: item.PassedFlagName,
    EventItemRollCallFlag: (item.RollCall ?? []).length > 0 ? 1 : 0,
    EventItemMatterId: item.MatterID,
    EventItemMatterFile: item.MatterFile,
    EventItemMatterName: item.MatterName,
    EventItemMatterType: item.MatterType,
    EventItemMatterStatus: item.MatterStatus,
    EventItemMatterAttachments: [],
  }
}
