import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { NullableBool, NullableId, NullableStr } from '../kit/schema.ts'

// The fields that are read; a portal has more, which differ between its versions.

const Meeting = Type.Object({
  Id: Type.Integer({ minimum: 1 }),
  Name: Type.String(),
  MeetingDate: NullableStr,
  MeetingDateTime: NullableStr,
  MeetingLocation: NullableStr,
  MeetingTypeName: NullableStr,
  TypeId: NullableId,
  Published: NullableBool,
})
export type Meeting = Static<typeof Meeting>

const MeetingDocument = Type.Object({
  Id: Type.Integer({ minimum: 1 }),
  Name: NullableStr,
  DocumentType: NullableId,
  Type: NullableId,
  IsPublic: NullableBool,
  PublicReleaseDelayDateString: NullableStr,
  Html: NullableStr,
  AgendaCover: NullableStr,
})
export type MeetingDocument = Static<typeof MeetingDocument>

/** `meetingData`: two links elsewhere, mostly to a video. */
const MeetingData = Type.Object({
  MeetingExternalLinkName: NullableStr,
  MeetingExternalLinkUrl: NullableStr,
  MeetingExternalMinutesLinkName: NullableStr,
  MeetingExternalMinutesLinkUrl: NullableStr,
})
export type MeetingData = Static<typeof MeetingData>

const Video = Type.Object({
  ShowVideoLink: NullableBool,
  YouTube: NullableBool,
  YouTubeEventId: NullableStr,
})

/** `geteventwithindexpoints`: when items begin in the recording, in seconds; relation 6 is to an item's id. */
const Timestamps = Type.Object({
  LocalIndexPoints: Type.Optional(Type.Unknown()),
})
const Timestamp = Type.Object({
  RelationshipTypeId: Type.Literal(6),
  RelatedItem: Type.Integer(),
  Value: Type.Number({ minimum: 0, maximum: 1_000_000 }),
})

export const shapeChecks = {
  meeting: Compile(Meeting),
  documents: Compile(Type.Array(MeetingDocument)),
  data: Compile(MeetingData),
  videos: Compile(Type.Array(Video)),
  timestamps: Compile(Type.Array(Timestamps)),
  timestamp: Compile(Timestamp),
} as const
