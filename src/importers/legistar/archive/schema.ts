import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { nullable } from '../../../record/shapes.ts'
import { Id, NullableId, NullableInt, NullableStr } from '../../kit/schema.ts'

// The fields that are read from the mirror's files: Legistar's objects with shortened names.

const Office = nullable(
  Type.Object({
    Address: NullableStr,
    City: NullableStr,
    State: NullableStr,
    Zip: NullableStr,
    Phone: NullableStr,
    Fax: NullableStr,
  }),
)

/** `people/<slug>.json`. */
export const PersonFile = Type.Object({
  ID: Id,
  FullName: Type.String(),
  FirstName: NullableStr,
  LastName: NullableStr,
  Email: NullableStr,
  WWW: NullableStr,
  DistrictOffice: Office,
  LegislativeOffice: Office,
  OfficeRecords: nullable(
    Type.Array(
      Type.Object({
        ID: Id,
        BodyID: Id,
        BodyName: Type.String(),
        Title: NullableStr,
        MemberType: NullableStr,
        Start: NullableStr,
        End: NullableStr,
      }),
    ),
  ),
})
export type PersonFile = Static<typeof PersonFile>

const Sponsor = Type.Object({ ID: Id, FullName: Type.String() })

/** `events/<year>/<date>_<time>_<body>_<id>.json`. */
export const EventFile = Type.Object({
  ID: Id,
  BodyID: Id,
  BodyName: Type.String(),
  Date: Type.String(),
  Location: NullableStr,
  Comment: NullableStr,
  AgendaStatusName: NullableStr,
  AgendaFile: NullableStr,
  MinutesFile: NullableStr,
  VideoPath: NullableStr,
  Media: NullableStr,
  InSiteURL: NullableStr,
  LastModified: NullableStr,
  Items: nullable(
    Type.Array(
      Type.Object({
        ID: Id,
        Title: NullableStr,
        AgendaSequence: NullableInt,
        MinutesSequence: NullableInt,
        AgendaNumber: NullableStr,
        AgendaNote: NullableStr,
        MinutesNote: NullableStr,
        ActionName: NullableStr,
        ActionText: NullableStr,
        PassedFlagName: NullableStr,
        MatterID: NullableId,
        MatterFile: NullableStr,
        MatterName: NullableStr,
        MatterType: NullableStr,
        MatterStatus: NullableStr,
        RollCall: nullable(
          Type.Array(Type.Object({ ID: Id, FullName: Type.String(), Value: NullableStr })),
        ),
      }),
    ),
  ),
})
export type EventFile = Static<typeof EventFile>

/** `introduction/<year>/<number>.json`, and the same for resolutions and land use. */
export const MatterFile = Type.Object({
  ID: Id,
  File: NullableStr,
  Name: NullableStr,
  Title: NullableStr,
  TypeName: NullableStr,
  StatusName: NullableStr,
  IntroDate: NullableStr,
  PassedDate: NullableStr,
  EnactmentDate: NullableStr,
  LocalLaw: NullableStr,
  Summary: NullableStr,
  Text: NullableStr,
  RTF: NullableStr,
  LastModified: NullableStr,
  Sponsors: nullable(Type.Array(Sponsor)),
  Attachments: nullable(Type.Array(Type.Object({ Name: NullableStr, Link: NullableStr }))),
  History: nullable(
    Type.Array(
      Type.Object({
        ID: Id,
        Date: NullableStr,
        Action: NullableStr,
        Description: NullableStr,
        BodyID: NullableId,
        BodyName: NullableStr,
        EventID: NullableId,
        AgendaSequence: NullableInt,
        MinutesSequence: NullableInt,
        MinutesNote: NullableStr,
        PassedFlagName: NullableStr,
        Votes: nullable(
          Type.Array(Type.Object({ ID: Id, FullName: Type.String(), Vote: NullableStr })),
        ),
      }),
    ),
  ),
})
export type MatterFile = Static<typeof MatterFile>

/** What tells copies of a matter apart. */
const MatterCopy = Type.Object({ ID: Id, LastModified: NullableStr })

/** `people/appendix/people_metadata.json`: what the mirror collects about people besides. */
const MetadataFile = Type.Array(Type.Object({ ID: Id, District: NullableInt }))

/** `last_sync.json`, beside them: how new they are. */
const SyncFile = Type.Object({ LastRun: NullableStr })

/** The checks of the shapes above. */
export const shapeChecks = {
  person: Compile(PersonFile),
  event: Compile(EventFile),
  matter: Compile(MatterFile),
  copy: Compile(MatterCopy),
  metadata: Compile(MetadataFile),
  sync: Compile(SyncFile),
} as const
