import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { nullable } from '../../../record/shapes.ts'
import { Id, NullableBool, NullableId, NullableInt, NullableStr } from '../../kit/schema.ts'

// The fields that are read from Legistar's Web API.

/** `Bodies`. */
export const BodyRow = Type.Object({ BodyId: Id, BodyName: NullableStr, BodyTypeName: NullableStr })
export type BodyRow = Static<typeof BodyRow>

/** `Persons`. */
export const PersonRow = Type.Object({
  PersonId: Id,
  PersonFullName: NullableStr,
  PersonFirstName: NullableStr,
  PersonLastName: NullableStr,
  PersonEmail: NullableStr,
  PersonWWW: NullableStr,
  PersonAddress1: NullableStr,
  PersonCity1: NullableStr,
  PersonState1: NullableStr,
  PersonZip1: NullableStr,
  PersonPhone: NullableStr,
  PersonFax: NullableStr,
  PersonAddress2: NullableStr,
  PersonCity2: NullableStr,
  PersonState2: NullableStr,
  PersonZip2: NullableStr,
  PersonPhone2: NullableStr,
  PersonFax2: NullableStr,
})
export type PersonRow = Static<typeof PersonRow>

/** `OfficeRecords`. */
export const OfficeRow = Type.Object({
  OfficeRecordId: Id,
  OfficeRecordPersonId: Id,
  OfficeRecordFullName: NullableStr,
  OfficeRecordBodyId: Id,
  OfficeRecordBodyName: NullableStr,
  OfficeRecordTitle: NullableStr,
  OfficeRecordMemberType: NullableStr,
  OfficeRecordStartDate: NullableStr,
  OfficeRecordEndDate: NullableStr,
})
export type OfficeRow = Static<typeof OfficeRow>

/** `Events`. */
export const EventRow = Type.Object({
  EventId: Id,
  EventBodyId: Id,
  EventBodyName: Type.String(),
  EventDate: Type.String(),
  EventTime: NullableStr,
  EventLocation: NullableStr,
  EventComment: NullableStr,
  EventAgendaStatusName: NullableStr,
  EventAgendaFile: NullableStr,
  EventMinutesFile: NullableStr,
  EventVideoPath: NullableStr,
  EventMedia: nullable(Type.Unknown()),
  EventInSiteURL: NullableStr,
  EventLastModifiedUtc: NullableStr,
})
export type EventRow = Static<typeof EventRow>

/** `Matters/{id}/Attachments`, and within the items of an event. */
export const AttachmentRow = Type.Object({
  MatterAttachmentId: Id,
  MatterAttachmentName: NullableStr,
  MatterAttachmentHyperlink: NullableStr,
  MatterAttachmentSort: NullableInt,
  MatterAttachmentShowOnInternetPage: NullableBool,
})
export type AttachmentRow = Static<typeof AttachmentRow>

/** `Events/{id}/EventItems`. */
export const ItemRow = Type.Object({
  EventItemId: Id,
  EventItemAgendaSequence: NullableInt,
  EventItemMinutesSequence: NullableInt,
  EventItemAgendaNumber: NullableStr,
  EventItemAgendaNote: NullableStr,
  EventItemMinutesNote: NullableStr,
  EventItemActionName: NullableStr,
  EventItemActionText: NullableStr,
  EventItemPassedFlagName: NullableStr,
  EventItemRollCallFlag: NullableInt,
  EventItemTitle: NullableStr,
  EventItemMoverId: NullableId,
  EventItemMover: NullableStr,
  EventItemSeconderId: NullableId,
  EventItemSeconder: NullableStr,
  EventItemMatterId: NullableId,
  EventItemMatterFile: NullableStr,
  EventItemMatterName: NullableStr,
  EventItemMatterType: NullableStr,
  EventItemMatterStatus: NullableStr,
  EventItemMatterAttachments: nullable(Type.Array(AttachmentRow)),
})
export type ItemRow = Static<typeof ItemRow>

/** `EventItems/{id}/Votes`. */
export const VoteRow = Type.Object({
  VoteId: Id,
  VotePersonId: NullableId,
  VotePersonName: NullableStr,
  VoteValueName: NullableStr,
  VoteSort: NullableInt,
})
export type VoteRow = Static<typeof VoteRow>

/** `EventItems/{id}/RollCalls`. */
export const RollCallRow = Type.Object({
  RollCallId: Id,
  RollCallPersonId: NullableId,
  RollCallPersonName: NullableStr,
  RollCallValueName: NullableStr,
  RollCallSort: NullableInt,
})
export type RollCallRow = Static<typeof RollCallRow>

/** `Matters`. */
export const MatterRow = Type.Object({
  MatterId: Id,
  MatterFile: NullableStr,
  MatterName: NullableStr,
  MatterTitle: NullableStr,
  MatterTypeName: NullableStr,
  MatterStatusName: NullableStr,
  MatterIntroDate: NullableStr,
  MatterPassedDate: NullableStr,
  MatterEnactmentDate: NullableStr,
  MatterEnactmentNumber: NullableStr,
  MatterVersion: NullableStr,
  MatterLastModifiedUtc: NullableStr,
  MatterRestrictViewViaWeb: NullableBool,
})
export type MatterRow = Static<typeof MatterRow>

/** `Matters/{id}/Histories`. */
export const HistoryRow = Type.Object({
  MatterHistoryId: Id,
  MatterHistoryEventId: NullableId,
  MatterHistoryAgendaSequence: NullableInt,
  MatterHistoryMinutesSequence: NullableInt,
  MatterHistoryMinutesNote: NullableStr,
  MatterHistoryActionDate: NullableStr,
  MatterHistoryActionName: NullableStr,
  MatterHistoryActionText: NullableStr,
  MatterHistoryActionBodyId: NullableId,
  MatterHistoryActionBodyName: NullableStr,
  MatterHistoryPassedFlagName: NullableStr,
  MatterHistoryMoverId: NullableId,
  MatterHistoryMoverName: NullableStr,
  MatterHistorySeconderId: NullableId,
  MatterHistorySeconderName: NullableStr,
})
export type HistoryRow = Static<typeof HistoryRow>

/** `Matters/{id}/Sponsors`: those of every version of the matter. */
export const SponsorRow = Type.Object({
  MatterSponsorId: Id,
  MatterSponsorNameId: NullableId,
  MatterSponsorName: NullableStr,
  MatterSponsorSequence: NullableInt,
  MatterSponsorMatterVersion: NullableStr,
})
export type SponsorRow = Static<typeof SponsorRow>

/** `Matters/{id}/Versions`: the id of a text, and the version that it is of. */
const VersionRow = Type.Object({ Key: Type.String({ pattern: '^\\d+$' }), Value: NullableStr })

/** `Matters/{id}/Texts/{id}`. */
export const TextRow = Type.Object({ MatterTextPlain: NullableStr, MatterTextRtf: NullableStr })
export type TextRow = Static<typeof TextRow>

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
