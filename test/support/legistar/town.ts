// A generated town that publishes with Legistar, as the files of an archive.

export const townPerson = {
  ID: 7,
  FullName: 'Vera Ng ',
  FirstName: 'Vera',
  LastName: 'Ng',
  Email: 'ng@pemberley.example',
  WWW: 'https://pemberley.example/ng',
  DistrictOffice: { Address: '1 Lake Street', City: 'Pemberley', State: 'BC', Zip: 'V0N 2L0' },
  LegislativeOffice: { Address: '', City: 'Pemberley', State: 'BC', Zip: '' },
  OfficeRecords: [
    {
      ID: 70,
      BodyID: 1,
      BodyName: 'Town Council ',
      MemberType: 'PRIMARY COUNCIL MEMBERS',
      Title: 'Councillor',
      Start: '2022-11-07T00:00:00Z',
      End: '0001-01-01T00:00:00Z',
    },
    { ID: 71, BodyID: 0, BodyName: '', Title: '' },
  ],
}
export const townMeeting = {
  ID: 900,
  BodyID: 1,
  BodyName: 'Town Council',
  Date: '2024-03-05T19:00:00-08:00',
  Location: 'Town Hall',
  Comment: '',
  AgendaStatusName: 'Final',
  AgendaFile: 'https://town.legistar1.com/town/meetings/2024/3/900_A.pdf',
  MinutesFile: 'https://town.legistar1.com/town/meetings/2024/3/900_M.pdf',
  VideoPath: 'https://pemberley.example/video',
  InSiteURL: 'https://pemberley.example/events/900',
  Items: [
    {
      ID: 9001,
      Title: 'ROLL CALL',
      AgendaSequence: 1,
      MinutesSequence: 2,
      RollCall: [
        { ID: 7, FullName: 'Vera Ng', Value: 'Present' },
        { ID: 8, FullName: 'Stéphanie Roy', Value: 'Parental ' },
      ],
    },
    {
      ID: 9002,
      Title: '',
      AgendaSequence: 0,
      MinutesSequence: 3,
      MinutesNote: 'The Mayor\r\n\r\npresiding.',
    },
    {
      ID: 9003,
      Title: 'A By-law to plough sidewalks',
      AgendaSequence: 2,
      MinutesSequence: 4,
      AgendaNumber: '~SPONSOR',
      ActionName: 'Approved by Council',
      PassedFlagName: 'Pass',
      MatterID: 50,
      MatterType: 'Introduction',
    },
    {
      ID: 9004,
      Title: 'Adjourn',
      AgendaNumber: '5.',
      AgendaSequence: 9,
      MinutesSequence: 0,
      ActionName: 'Adjourned',
      PassedFlagName: 'Fail',
    },
  ],
}
export const townMatter = {
  ID: 50,
  File: 'Int 0012-2024',
  Name: 'Ploughing sidewalks.',
  Title: 'A By-law to plough sidewalks',
  TypeName: 'Introduction',
  StatusName: 'Enacted',
  IntroDate: '2024-02-01T00:00:00Z',
  PassedDate: '2024-03-20T00:00:00Z',
  EnactmentDate: '2024-03-20T00:00:00Z',
  LocalLaw: '2024/016',
  Summary: 'Sidewalks would be ploughed.',
  Text: 'Be it enacted:\n      \n      Section 1. Plough.\n      § 2. Soon.\n      ',
  RTF: '{\\rtf1}',
  Sponsors: [
    { ID: 7, Slug: 'vera-ng', FullName: 'Vera Ng' },
    { ID: 0, Slug: '', FullName: '' },
    { ID: 0, Slug: '', FullName: 'The Public Advocate' },
  ],
  Attachments: [{ ID: 1, Name: 'Report', Link: 'https://pemberley.example/report.pdf' }],
  History: [
    {
      ID: 500,
      Date: '2024-02-01T12:00:00Z',
      Action: 'Introduced',
      BodyID: 1,
      BodyName: 'Town Council',
    },
    {
      ID: 9003,
      Date: '2024-03-05T12:00:00Z',
      Action: 'Approved by Council',
      Description: 'This Introduction was Approved by Council by Roll Call.',
      BodyID: 1,
      BodyName: 'Town Council',
      EventID: 900,
      MinutesSequence: 4,
      PassedFlagName: 'Pass',
      Votes: [
        { ID: 7, FullName: 'Vera Ng', Vote: 'Affirmative' },
        { ID: 8, FullName: 'Stéphanie Roy', Vote: 'Parental ' },
        { ID: 9, FullName: 'Old Member', Vote: 'Conflict' },
        { ID: 10, FullName: 'Pat Twin', Vote: '' },
      ],
    },
  ],
  LastModified: '2024-04-01T00:00:00Z',
}

export const townMatterPath = 'introduction/2024/0012.json'
export const townPersonPath = 'people/vera-ng.json'
export const townEventPath = 'events/2024/2024-03-05_19_00_town-council_900.json'

export const townFiles = {
  [townPersonPath]: townPerson,
  'people/appendix/metadata.json': [townPerson],
  [townMatterPath]: townMatter,
  [townEventPath]: townMeeting,
  'last_sync.json': { LastRun: '2024-06-01T00:00:00Z' },
}

/** The town with more meetings, each with a vote on one more matter. */
export function largerTown(meetings: number): Record<string, unknown> {
  const files: Record<string, unknown> = { ...townFiles }
  for (let n = 1; n <= meetings; n += 1) {
    const [introduced, decided] = townMatter.History
    const itemId = 100_000 + n
    const eventId = 2000 + n
    files[`resolution/2024/${String(n).padStart(4, '0')}.json`] = {
      ...townMatter,
      ID: 1000 + n,
      File: `Res ${n}`,
      TypeName: 'Resolution',
      History: [
        { ...introduced, ID: 300_000 + n },
        { ...decided, ID: itemId, EventID: eventId },
      ],
    }
    const [rollCall, , item] = townMeeting.Items
    files[`events/2024/${eventId}.json`] = {
      ...townMeeting,
      ID: eventId,
      Items: [
        { ...rollCall, ID: 200_000 + n },
        { ...item, ID: itemId, MatterID: 1000 + n },
      ],
    }
  }
  return files
}
