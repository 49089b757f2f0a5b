import { describe, expect, it } from 'vitest'
import { readArchive } from '../../../../test/support/legistar/read-archive.ts'
import {
  townMeeting as event,
  townEventPath as eventPath,
  townMatter as matter,
  townMatterPath as matterPath,
  townPerson,
  townPersonPath,
} from '../../../../test/support/legistar/town.ts'
import { checkRecord } from '../../record-check.ts'

describe('a Legistar archive', () => {
  it('yields valid records of every kind, each once', async () => {
    const { records, errors, warnings, opened } = await readArchive()
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    const keys = records.map(({ record }) => `${record.kind} ${record.key}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.sort()).toEqual([
      ...['action 500', 'action 9003'],
      ...['agenda_item 9001', 'agenda_item 9002', 'agenda_item 9003', 'agenda_item 9004'],
      ...['bylaw 50', 'matter 50', 'meeting 900', 'membership 70', 'motion 9003', 'motion 9004'],
      ...['organization 1', 'person 10', 'person 7', 'person 8', 'person 9'],
    ])
    expect(opened).toMatchObject({ name: 'legistar:town', isThirdParty: true })
  })

  it('has memberships and contact details; a zero date is null', async () => {
    const { of } = await readArchive()
    expect(of('organization')).toEqual([
      expect.objectContaining({ key: '1', name: 'Town Council', classification: 'council' }),
    ])
    expect(of('person')[0]).toMatchObject({
      name: 'Vera Ng',
      contact_details: [
        { type: 'email', value: 'ng@pemberley.example' },
        { type: 'url', value: 'https://pemberley.example/ng' },
        { type: 'address', value: '1 Lake Street, Pemberley, BC V0N 2L0', note: 'District office' },
      ],
    })
    expect(of('membership')).toEqual([
      expect.objectContaining({ role: 'Councillor', start_date: '2022-11-07', end_date: null }),
    ])
  })

  it('states a district of the last seat on the council alone, where the mirror does', async () => {
    const [office] = townPerson.OfficeRecords
    const earlier = {
      ...office,
      ID: 69,
      Start: '2018-11-05T00:00:00Z',
      End: '2022-11-06T00:00:00Z',
    }
    const committee = { ...office, ID: 72, BodyID: 2, BodyName: 'Lakes Committee' }
    const labels = async (metadata: unknown) => {
      const { of, warnings } = await readArchive({
        [townPersonPath]: { ...townPerson, OfficeRecords: [office, earlier, committee] },
        'people/appendix/people_metadata.json': metadata,
      })
      const seats = of('membership').map(({ key, label }) => [key, label])
      return { ...Object.fromEntries(seats), warnings: warnings.length }
    }
    const none = { 69: null, 70: null, 72: null, warnings: 0 }
    expect(await labels([{ ID: 7, District: 5 }])).toEqual({ ...none, 70: 'District 5' })
    expect(
      await labels([
        { ID: 7, District: 0 },
        { ID: 8, District: 3 },
      ]),
    ).toEqual(none)
    expect(await labels([{ ID: 7 }])).toEqual(none)
    expect(await labels([{ ID: 7, District: 'five' }])).toEqual({ ...none, warnings: 1 })
  })

  it('has meetings in local time, with their attendance', async () => {
    const { of } = await readArchive()
    expect(of('meeting')).toEqual([
      expect.objectContaining({
        title: 'Town Council',
        date: '2024-03-05',
        start_time: '19:00',
        status: 'completed',
        has_minutes: true,
        video_url: 'https://pemberley.example/video',
        attendance: [
          { person_key: '7', name: 'Vera Ng', present: true, reason: null },
          { person_key: '8', name: 'Stéphanie Roy', present: false, reason: 'Parental' },
        ],
      }),
    ])
  })

  it.each([
    [{ AgendaStatusName: 'Deferred' }, 'postponed'],
    [{ Date: '2024-07-01T10:00:00-08:00' }, 'scheduled'],
    [{ MinutesFile: null }, 'completed'],
  ])('with %j has a meeting that is %s', async (change, status) => {
    const { of } = await readArchive({ [eventPath]: { ...event, ...change } })
    expect(of('meeting').map((meeting) => meeting.status)).toEqual([status])
  })

  it('does not publish as held what a comment or the status calls off', async () => {
    const empty = { ...event, MinutesFile: null, Items: [] }
    const statesOf = async (changes: object) => {
      const { of, warnings } = await readArchive({ [eventPath]: { ...empty, ...changes } })
      const [{ status, status_note: note } = {}] = of('meeting')
      return [status, note, warnings.length]
    }
    const deferred = { AgendaStatusName: 'Deferred' }
    expect(await statesOf({})).toEqual(['completed', undefined, 0])
    expect(await statesOf({ Comment: 'CANCELLED' })).toEqual(['cancelled', 'CANCELLED', 1])
    expect(await statesOf({ Location: 'No quorum' })).toEqual(['cancelled', 'No quorum', 1])
    expect(await statesOf(deferred)).toEqual(['postponed', 'Deferred', 0])
    expect(await statesOf({ Comment: 'Recessed' })).toEqual(['scheduled', 'Recessed', 1])
  })

  it('takes a recording from Media, and a matter from the agenda that alone names it', async () => {
    const Media = 'https://pemberley.example/vod?v=1'
    const named = {
      MatterID: 77,
      MatterFile: 'T2024-1',
      MatterName: 'Weirs',
      MatterType: 'Oversight',
    }
    const item = {
      ID: 9005,
      Title: 'On weirs',
      MinutesSequence: 9,
      MatterStatus: 'Filed',
      ...named,
    }
    const Items = [...event.Items, item, { ...item, ID: 9006 }]
    const { of } = await readArchive({ [eventPath]: { ...event, VideoPath: null, Media, Items } })
    expect(of('meeting')[0]?.video_url).toBe(Media)
    expect(of('matter').filter(({ key }) => key === '77')).toEqual([
      {
        ...{ kind: 'matter', key: '77', incomplete: true, identifier: 'T2024-1' },
        ...{ title: 'Weirs', status: 'Filed', category: 'Oversight' },
      },
    ])
    expect(of('matter').find(({ key }) => key === '50')?.incomplete).toBeUndefined()
  })

  it('reads the RTF of a text that lost characters', async () => {
    const lost = {
      Text: 'Section 1. Plough.\n\ufffd 2. Soon.\n2',
      RTF: "{\\rtf1 Section 1. Plough.\\par\n\\'a7 2. Soon.}",
    }
    const { of } = await readArchive({ 'introduction/2024/0012.json': { ...matter, ...lost } })
    expect(of('matter')[0]?.documents?.[0]?.sections).toEqual([
      { title: 'Section 1', text: 'Section 1. Plough.' },
      { title: '§ 2', text: '§ 2. Soon.' },
    ])
  })

  it('records the steps of a matter, and what was done with an item', async () => {
    const { of } = await readArchive()
    const atCouncil = { matter_key: '50', organization_key: '1' }
    expect(of('action')).toMatchObject([
      {
        ...atCouncil,
        date: '2024-02-01',
        description: 'Introduced',
        text: null,
        classification: ['introduction'],
        meeting_key: null,
        motion_key: null,
      },
      {
        ...atCouncil,
        date: '2024-03-05',
        description: 'Approved by Council',
        text: 'This Introduction was Approved by Council by Roll Call.',
        classification: ['passage'],
        meeting_key: '900',
        motion_key: '9003',
        result: 'Carried',
      },
    ])
    expect(of('agenda_item').map(({ action, result }) => [action, result])).toEqual([
      [null, null],
      [null, null],
      ['Approved by Council', 'Carried'],
      ['Adjourned', 'Defeated'],
    ])
  })

  it('titles items by their notes if they have no title, and drops numbers that are print instructions', async () => {
    const { of } = await readArchive()
    const items = of('agenda_item').map(({ title, description, item_number, matter_key }) => [
      ...[title, description, item_number, matter_key],
    ])
    expect(items).toEqual([
      ['ROLL CALL', null, null, null],
      ['The Mayor…', 'The Mayor\n\npresiding.', null, null],
      ['A By-law to plough sidewalks', null, null, '50'],
      ['Adjourn', null, '5.', null],
    ])
  })

  it('takes decisions with votes from the history of a matter, or from the meeting if no history has them', async () => {
    const { of } = await readArchive()
    const [plough, adjourn] = of('motion')
    expect(plough).toMatchObject({
      key: '9003',
      meeting_key: '900',
      agenda_item_key: '9003',
      matter_key: '50',
      position: 4,
      motion_kind: 'motion',
      result: 'Carried',
      text: 'This Introduction was Approved by Council by Roll Call.',
      votes: [
        { person_key: '7', name: 'Vera Ng', value: 'For', reason: null },
        { person_key: '8', name: 'Stéphanie Roy', value: 'Absent', reason: 'Parental' },
        { person_key: '9', name: 'Old Member', value: 'Absent', reason: 'Conflict' },
        { person_key: '10', name: 'Pat Twin', value: 'Other', reason: null },
      ],
    })
    expect(adjourn).toMatchObject({
      key: '9004',
      matter_key: null,
      position: 9,
      motion_kind: null,
      result: 'Defeated',
    })
  })

  it('has matters with sponsors, text in sections and the by-law that they became', async () => {
    const { of } = await readArchive()
    expect(of('matter')).toEqual([
      expect.objectContaining({
        identifier: 'Int 0012-2024',
        other_identifiers: [{ identifier: 'Local Law 16 of 2024', note: 'local law' }],
        title: 'Ploughing sidewalks.',
        description: 'A By-law to plough sidewalks',
        plain_english_summary: 'Sidewalks would be ploughed.',
        first_seen: '2024-02-01',
        bylaw_key: '50',
        sponsorships: [
          { person_key: '7', name: 'Vera Ng', primary: true, classification: 'primary' },
          {
            person_key: null,
            name: 'The Public Advocate',
            primary: false,
            classification: 'cosponsor',
          },
        ],
        documents: [
          {
            title: 'Text of Int 0012-2024',
            type: 'text',
            sections: [
              { title: null, text: 'Be it enacted:' },
              { title: 'Section 1', text: 'Section 1. Plough.' },
              { title: '§ 2', text: '§ 2. Soon.' },
            ],
          },
          { title: 'Report', url: 'https://pemberley.example/report.pdf', type: 'attachment' },
        ],
      }),
    ])
    expect(of('bylaw')).toEqual([
      expect.objectContaining({ bylaw_number: '2024/016', year: 2024, status: 'Enacted' }),
    ])
  })

  it('links a law to the last vote of the council for it, whose date it takes', async () => {
    const [introduced, approved] = matter.History
    const step = (id: number, date: string, action: string, flag = 'Pass') => ({
      ...approved,
      ...{ ID: id, Date: `${date}T12:00:00Z`, Action: action, PassedFlagName: flag },
    })
    const passedBy = async (...History: unknown[]) => {
      const { of } = await readArchive({ 'introduction/2024/0012.json': { ...matter, History } })
      const motions = of('motion').filter(({ bylaw_keys }) => bylaw_keys?.includes('50'))
      const [{ passed_date, enacted_date } = {}] = of('bylaw')
      return [motions.map(({ key }) => key), passed_date, enacted_date]
    }
    expect(await passedBy(introduced, approved)).toEqual([['9003'], null, '2024-03-20'])
    const overridden = step(9007, '2024-04-09', 'Overridden by Council')
    const vetoed = step(9006, '2024-04-01', 'Vetoed by Mayor', '')
    expect(await passedBy(overridden, vetoed, approved)).toEqual([['9007'], null, '2024-03-20'])
    const committee = step(9005, '2024-05-01', 'Approved by Committee')
    expect((await passedBy(approved, committee))[0]).toEqual(['9003'])
    const failed = step(9008, '2024-05-01', 'Approved by Council', 'Fail')
    expect(await passedBy(failed, committee)).toEqual([[], '2024-03-20', '2024-03-20'])
  })

  it('says which step made a matter law, if the date of enactment agrees', async () => {
    const [, approved] = matter.History
    const classified = async (Action: string, day: string, change = {}) => {
      const step = { ...approved, Date: `${day}T12:00:00Z`, Action, PassedFlagName: '' }
      const file = { ...matter, ...change, History: [step] }
      const { of } = await readArchive({ 'introduction/2024/0012.json': file })
      return of('action')[0]?.classification
    }
    const day = '2024-03-20'
    const signed = ['executive-signature', 'became-law']
    expect(await classified('Signed Into Law by Mayor', day)).toEqual(signed)
    expect(await classified('City Charter Rule Adopted', day)).toEqual(['became-law'])
    const overridden = ['veto-override-passage', 'became-law']
    expect(await classified('Overridden by Council', day)).toEqual(overridden)
    expect(await classified('City Charter Rule Adopted', '2024-03-21')).toEqual([])
    expect(await classified('City Charter Rule Adopted', day, { LocalLaw: '' })).toEqual([])
    expect(await classified('Returned Unsigned by Mayor', day)).toEqual([])
  })

  it('shortens a long title of an unnamed matter, and keeps all of it as the description', async () => {
    const title = `${'To borrow for a bridge. '.repeat(400)}End`
    const { records, of } = await readArchive({
      'introduction/2024/0012.json': { ...matter, Name: '', Title: title },
    })
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    for (const [record] of [of('matter'), of('bylaw')]) {
      expect(record).toMatchObject({ description: title })
      expect(record?.title).toMatch(/^To borrow for a bridge\. .*…$/)
      expect(record?.title.length).toBeLessThanOrEqual(1000)
    }
  })

  it('does not count an unknown attendance word as absent, and warns once per word', async () => {
    const called = ['Present', 'Zoom', 'Zoom', 'zoom', '', 'Excused', 'Not Present'].map(
      (Value, index) => ({ ID: 20 + index, FullName: `Member ${index}`, Value }),
    )
    const RollCall = [...called, { ID: 20, FullName: 'Member 0', Value: 'Teleporting' }]
    const { of, warnings } = await readArchive({
      [eventPath]: { ...event, Items: [{ ID: 9001, Title: 'ROLL CALL', RollCall }] },
    })
    expect(of('meeting')[0]?.attendance).toEqual([
      { person_key: '20', name: 'Member 0', present: true, reason: null },
      { person_key: '25', name: 'Member 5', present: false, reason: 'Excused' },
      { person_key: '26', name: 'Member 6', present: false, reason: null },
    ])
    expect(
      warnings.map(({ location, reason }) => `${location}: ${reason.split(' is ')[0]}`),
    ).toEqual([
      ...['"Zoom"', '""', '"Teleporting"'].map((word) => `${eventPath}#/Items/0: ${word}`),
    ])
  })

  it('classifies as bills what New York calls introductions', async () => {
    const files = { 'introduction/2024/0013.json': { ...matter, ID: 51, File: 'Notes 13' } }
    const { of } = await readArchive(files)
    expect(
      of('matter').map(({ identifier, classification }) => [identifier, classification]),
    ).toEqual([
      ['Int 0012-2024', ['bill']],
      ['Notes 13', []],
    ])
  })

  it.each([[{ LocalLaw: '' }], [{ LocalLaw: '016' }], [{ TypeName: 'Resolution' }]])(
    'names no local law of a matter with %j',
    async (change) => {
      const { of } = await readArchive({ [matterPath]: { ...matter, ...change } })
      expect(of('matter')[0]?.other_identifiers).toEqual([])
    },
  )

  it('skips the older of two copies of a matter, with a warning', async () => {
    const older = { ...matter, TypeName: 'Resolution', LastModified: '2024-03-01T00:00:00Z' }
    const { of, warnings } = await readArchive({ 'resolution/2024/0012.json': older })
    expect(of('matter').map(({ category }) => category)).toEqual(['Introduction'])
    expect(warnings).toEqual([
      {
        location: 'resolution/2024/0012.json',
        subject: 'matter 50',
        reason: 'is an older copy of introduction/2024/0012.json; skipped',
      },
    ])
  })
})
