import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Id, MaybeId, MaybeNumber, MaybeText, maybe, Needed } from '../../kit/schema.ts'

// The files as the mirror writes them, as far as they are read: Legistar's objects under shortened names.

const Office = maybe(
  Type.Object({
    Address: MaybeText,
    City: MaybeText,
    State: MaybeText,
    Zip: MaybeText,
    Phone: MaybeText,
    Fax: MaybeText,
  }),
)

/** `people/<slug>.json`. */
export const PersonFile = Type.Object({
  ID: Id,
  FullName: Needed,
  FirstName: MaybeText,
  LastName: MaybeText,
  Email: MaybeText,
  WWW: MaybeText,
  DistrictOffice: Office,
  LegislativeOffice: Office,
  OfficeRecords: maybe(
    Type.Array(
      Type.Object({
        ID: Id,
        BodyID: Id,
        BodyName: Type.String(),
        Title: MaybeText,
        MemberType: MaybeText,
        Start: MaybeText,
        End: MaybeText,
      }),
    ),
  ),
})
export type PersonFile = Static<typeof PersonFile>

const Named = Type.Object({ ID: Id, FullName: Type.String() })

/** `events/<year>/<date>_<time>_<body>_<id>.json`. */
export const EventFile = Type.Object({
  ID: Id,
  BodyID: Id,
  BodyName: Needed,
  Date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}' }),
  Location: MaybeText,
  Comment: MaybeText,
  AgendaStatusName: MaybeText,
  AgendaFile: MaybeText,
  MinutesFile: MaybeText,
  VideoPath: MaybeText,
  InSiteURL: MaybeText,
  Items: maybe(
    Type.Array(
      Type.Object({
        ID: Id,
        Title: MaybeText,
        AgendaSequence: MaybeNumber,
        MinutesSequence: MaybeNumber,
        AgendaNumber: MaybeText,
        AgendaNote: MaybeText,
        MinutesNote: MaybeText,
        ActionName: MaybeText,
        ActionText: MaybeText,
        PassedFlagName: MaybeText,
        MatterID: MaybeId,
        MatterType: MaybeText,
        RollCall: maybe(
          Type.Array(Type.Object({ ID: Id, FullName: Type.String(), Value: MaybeText })),
        ),
      }),
    ),
  ),
})
export type EventFile = Static<typeof EventFile>

/** `introduction/<year>/<number>.json`, and the same for resolutions and land use. */
export const MatterFile = Type.Object({
  ID: Id,
  File: MaybeText,
  Name: MaybeText,
  Title: MaybeText,
  TypeName: MaybeText,
  StatusName: MaybeText,
  IntroDate: MaybeText,
  EnactmentDate: MaybeText,
  LocalLaw: MaybeText,
  Summary: MaybeText,
  Text: MaybeText,
  LastModified: MaybeText,
  Sponsors: maybe(Type.Array(Named)),
  Attachments: maybe(Type.Array(Type.Object({ Name: Needed, Link: MaybeText }))),
  History: maybe(
    Type.Array(
      Type.Object({
        ID: Id,
        Date: MaybeText,
        Action: MaybeText,
        Description: MaybeText,
        BodyID: MaybeId,
        BodyName: MaybeText,
        EventID: MaybeId,
        AgendaSequence: MaybeNumber,
        MinutesSequence: MaybeNumber,
        PassedFlagName: MaybeText,
        Votes: maybe(Type.Array(Type.Object({ ID: Id, FullName: Type.String(), Vote: MaybeText }))),
      }),
    ),
  ),
})
export type MatterFile = Static<typeof MatterFile>

/** What tells copies of a matter apart. */
const MatterCopy = Type.Object({ ID: Id, LastModified: MaybeText })

/** `last_sync.json`, beside them: how new they are. */
const SyncFile = Type.Object({ LastRun: MaybeText })

/** The checks of the shapes above. */
export const shapeChecks = {
  person: Compile(PersonFile),
  event: Compile(EventFile),
  matter: Compile(MatterFile),
  copy: Compile(MatterCopy),
  sync: Compile(SyncFile),
} as const
