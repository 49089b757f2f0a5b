import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Id, MaybeFlag, MaybeId, MaybeNumber, MaybeText, maybe, Needed } from '../../kit/schema.ts'

// The rows of Legistar's Web API, as far as they are read.

/** `Bodies`. */
export const BodyRow = Type.Object({ BodyId: Id, BodyName: MaybeText, BodyTypeName: MaybeText })
export type BodyRow = Static<typeof BodyRow>

/** `Persons`. */
export const PersonRow = Type.Object({
  PersonId: Id,
  PersonFullName: MaybeText,
  PersonFirstName: MaybeText,
  PersonLastName: MaybeText,
  PersonEmail: MaybeText,
  PersonWWW: MaybeText,
  PersonAddress1: MaybeText,
  PersonCity1: MaybeText,
  PersonState1: MaybeText,
  PersonZip1: MaybeText,
  PersonPhone: MaybeText,
  PersonFax: MaybeText,
  PersonAddress2: MaybeText,
  PersonCity2: MaybeText,
  PersonState2: MaybeText,
  PersonZip2: MaybeText,
  PersonPhone2: MaybeText,
  PersonFax2: MaybeText,
})
export type PersonRow = Static<typeof PersonRow>

/** `OfficeRecords`. */
export const OfficeRow = Type.Object({
  OfficeRecordId: Id,
  OfficeRecordPersonId: Id,
  OfficeRecordFullName: MaybeText,
  OfficeRecordBodyId: Id,
  OfficeRecordBodyName: MaybeText,
  OfficeRecordTitle: MaybeText,
  OfficeRecordMemberType: MaybeText,
  OfficeRecordStartDate: MaybeText,
  OfficeRecordEndDate: MaybeText,
})
export type OfficeRow = Static<typeof OfficeRow>

/** `Events`. */
export const EventRow = Type.Object({
  EventId: Id,
  EventBodyId: Id,
  EventBodyName: Needed,
  EventDate: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}' }),
  EventTime: MaybeText,
  EventLocation: MaybeText,
  EventComment: MaybeText,
  EventAgendaStatusName: MaybeText,
  EventAgendaFile: MaybeText,
  EventMinutesFile: MaybeText,
  EventVideoPath: MaybeText,
  EventInSiteURL: MaybeText,
})
export type EventRow = Static<typeof EventRow>

/** `Matters/{id}/Attachments`, and within the items of an event. */
export const AttachmentRow = Type.Object({
  MatterAttachmentId: Id,
  MatterAttachmentName: MaybeText,
  MatterAttachmentHyperlink: MaybeText,
  MatterAttachmentSort: MaybeNumber,
  MatterAttachmentShowOnInternetPage: MaybeFlag,
})
export type AttachmentRow = Static<typeof AttachmentRow>

/** `Events/{id}/EventItems`. */
export const ItemRow = Type.Object({
  EventItemId: Id,
  EventItemAgendaSequence: MaybeNumber,
  EventItemMinutesSequence: MaybeNumber,
  EventItemAgendaNumber: MaybeText,
  EventItemAgendaNote: MaybeText,
  EventItemMinutesNote: MaybeText,
  EventItemActionName: MaybeText,
  EventItemActionText: MaybeText,
  EventItemPassedFlagName: MaybeText,
  EventItemRollCallFlag: MaybeNumber,
  EventItemTitle: MaybeText,
  EventItemMoverId: MaybeId,
  EventItemMover: MaybeText,
  EventItemSeconderId: MaybeId,
  EventItemSeconder: MaybeText,
  EventItemMatterId: MaybeId,
  EventItemMatterType: MaybeText,
  EventItemMatterAttachments: maybe(Type.Array(AttachmentRow)),
})
export type ItemRow = Static<typeof ItemRow>

/** `EventItems/{id}/Votes`. */
export const VoteRow = Type.Object({
  VoteId: Id,
  VotePersonId: MaybeId,
  VotePersonName: MaybeText,
  VoteValueName: MaybeText,
  VoteSort: MaybeNumber,
})
export type VoteRow = Static<typeof VoteRow>

/** `EventItems/{id}/RollCalls`. */
export const RollCallRow = Type.Object({
  RollCallId: Id,
  RollCallPersonId: MaybeId,
  RollCallPersonName: MaybeText,
  RollCallValueName: MaybeText,
  RollCallSort: MaybeNumber,
})
export type RollCallRow = Static<typeof RollCallRow>

/** `Matters`. */
export const MatterRow = Type.Object({
  MatterId: Id,
  MatterFile: MaybeText,
  MatterName: MaybeText,
  MatterTitle: MaybeText,
  MatterTypeName: MaybeText,
  MatterStatusName: MaybeText,
  MatterIntroDate: MaybeText,
  MatterEnactmentDate: MaybeText,
  MatterEnactmentNumber: MaybeText,
  MatterVersion: MaybeText,
  MatterRestrictViewViaWeb: MaybeFlag,
})
export type MatterRow = Static<typeof MatterRow>

/** `Matters/{id}/Histories`. */
export const HistoryRow = Type.Object({
  MatterHistoryId: Id,
  MatterHistoryEventId: MaybeId,
  MatterHistoryAgendaSequence: MaybeNumber,
  MatterHistoryMinutesSequence: MaybeNumber,
  MatterHistoryActionDate: MaybeText,
  MatterHistoryActionName: MaybeText,
  MatterHistoryActionText: MaybeText,
  MatterHistoryActionBodyId: MaybeId,
  MatterHistoryActionBodyName: MaybeText,
  MatterHistoryPassedFlagName: MaybeText,
  MatterHistoryMoverId: MaybeId,
  MatterHistoryMoverName: MaybeText,
  MatterHistorySeconderId: MaybeId,
  MatterHistorySeconderName: MaybeText,
})
export type HistoryRow = Static<typeof HistoryRow>

/** `Matters/{id}/Sponsors`: those of every version of the matter. */
export const SponsorRow = Type.Object({
  MatterSponsorId: Id,
  MatterSponsorNameId: MaybeId,
  MatterSponsorName: MaybeText,
  MatterSponsorSequence: MaybeNumber,
  MatterSponsorMatterVersion: MaybeText,
})
export type SponsorRow = Static<typeof SponsorRow>

/** `Matters/{id}/Versions`: the id of a text, and the version that it is of. */
const VersionRow = Type.Object({ Key: Type.String({ pattern: '^\\d+$' }), Value: MaybeText })

/** `Matters/{id}/Texts/{id}`. */
export const TextRow = Type.Object({ MatterTextPlain: MaybeText, MatterTextRtf: MaybeText })
export type TextRow = Static<typeof TextRow>

/** The checks of the shapes above. */
export const rowChecks = {
  body: Compile(BodyRow),
  person: Compile(PersonRow),
  office: Compile(OfficeRow),
  event: Compile(EventRow),
  attachment: Compile(AttachmentRow),
  item: Compile(ItemRow),
  vote: Compile(VoteRow),
  rollCall: Compile(RollCallRow),
  matter: Compile(MatterRow),
  history: Compile(HistoryRow),
  sponsor: Compile(SponsorRow),
  version: Compile(VersionRow),
  text: Compile(TextRow),
} as const
