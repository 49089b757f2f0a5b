import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../../test/support/imports/collect-items.ts'
import { comparable } from '../../../../test/support/legistar/comparable.ts'
import {
  live,
  replaced,
  responsesOf,
  serveLegistar,
} from '../../../../test/support/legistar/live.ts'
import { rowsTown } from '../../../../test/support/legistar/rows-town.ts'
import type { LegistarResponses } from '../../../../test/support/legistar/server.ts'
import { townFiles, townMatter, townMatterPath } from '../../../../test/support/legistar/town.ts'
import { checkRecord } from '../../record-check.ts'
import { legistarArchive } from '../archive/archive.ts'

async function read(responses: LegistarResponses) {
  const server = await serveLegistar(responses)
  return { server, ...(await collectItems(live, server.base)) }
}

describe('the responses of a small council', () => {
  it('have valid meetings, items, decisions and people, each once', async () => {
    const { records, errors, opened, server, of } = await read(rowsTown())
    expect(errors).toEqual([])
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    const keys = records.map(({ record }) => `${record.kind} ${record.key}`)
    expect(new Set(keys).size).toBe(keys.length)
    const counts = ['organization', 'person', 'meeting', 'agenda_item', 'motion'] as const
    expect(counts.map((kind) => of(kind).length)).toEqual([3, 3, 3, 9, 2])
    expect(of('agenda_item').flatMap(({ documents }) => documents ?? [])).toHaveLength(3)
    expect(opened).toMatchObject({ name: 'legistar:town', url: server.base, isThirdParty: true })
  })

  it('have meetings that are completed once the day has ended everywhere, by the given clock', async () => {
    const { base } = await serveLegistar(rowsTown())
    const statesAt = async (now: number) => {
      const clock = { now: () => now, monotonic: () => performance.now() }
      const { of } = await collectItems(live, base, { clock })
      return of('meeting').map(({ status }) => status)
    }
    expect(await statesAt(Date.UTC(2024, 2, 6, 11))).toEqual(Array(3).fill('scheduled'))
    expect(await statesAt(Date.UTC(2024, 2, 6, 12))).toEqual(Array(3).fill('completed'))
  })

  it('have meetings in local time, with their documents', async () => {
    const { of } = await read(rowsTown())
    expect(of('meeting').map(({ date, start_time }) => `${date} ${start_time}`)).toEqual([
      '2024-03-05 09:30',
      '2024-03-05 14:00',
      '2024-03-05 18:00',
    ])
    expect(of('meeting')[2]).toMatchObject({
      key: '602',
      title: 'Parks, Library and Recreation Committee',
      organization_key: '27',
      status: 'completed',
      location: 'Lakeside Hall, 12 Mill Road',
      summary: 'Special Meeting',
      has_agenda: true,
      has_minutes: true,
      minutes_url: expect.stringMatching(/602_M_Minutes\.pdf$/),
      source_url: 'https://pemberley.legistar.com/MeetingDetail.aspx?LEGID=602',
    })
    expect(of('meeting')[1]).toMatchObject({
      location: 'Council Chamber, Town Hall 1 Lake Street Pemberley, BC',
      has_minutes: false,
    })
  })

  it('have items with their matter, and notes without formatting', async () => {
    const { of } = await read(rowsTown())
    expect(of('agenda_item').find(({ key }) => key === '6022')).toMatchObject({
      meeting_key: '602',
      position: 2,
      item_number: '2.',
      title: 'A library on the lake',
      type: 'Information Item (Inf)',
      matter_key: '53',
      description:
        'Presentation and Questions (20 minutes)\n\nPresenters: Ana Ruiz, Friends of the Library',
    })
  })

  it('have votes in their order, by the people of the list', async () => {
    const { of } = await read(rowsTown())
    expect(of('motion').map(({ key, result }) => [key, result])).toEqual([
      ['6019', 'Carried'],
      ['6014', 'Carried'],
    ])
    const [, motion] = of('motion')
    expect(motion).toMatchObject({
      meeting_key: '601',
      agenda_item_key: '6014',
      matter_key: '50',
      organization_key: '13',
      position: 4,
      date: '2024-03-05',
      summary: 'passed',
    })
    expect(motion?.votes?.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Vera Ng: For',
      'Stéphanie Roy: For',
      "Pat O'Dell: Against",
    ])
    expect(of('person').find(({ key }) => key === '7')).toMatchObject({
      given_name: 'Vera',
      family_name: 'Ng',
      source_url: 'http://pemberley.example/ng/',
      contact_details: [
        { type: 'email', value: 'ng@pemberley.example' },
        { type: 'url', value: 'http://pemberley.example/ng/' },
        { type: 'address', value: 'Town Hall, 1 Lake Street, Pemberley, BC V0N 2L0' },
        { type: 'voice', value: '604-555-0107' },
        { type: 'fax', value: '604-555-0108' },
      ],
    })
  })

  it('cause one warning about missing roll calls', async () => {
    const { warnings, server } = await read(rowsTown())
    expect(warnings).toEqual([
      {
        location: `${server.base}/EventItems/6001/RollCalls`,
        subject: 'RollCalls',
        reason: 'returned 404, as did 2 more; skipped',
      },
    ])
  })
})

describe('a council with a Web API and an archive', () => {
  it('yields the same records from both', async () => {
    const folder = await writeFolder(townFiles)
    const archive = await collectItems(legistarArchive, folder)
    const { records, errors, warnings, opened } = await read(await responsesOf(townFiles))
    expect({ errors, warnings }).toEqual({
      errors: [],
      warnings: [expect.objectContaining({ subject: 'Votes' })],
    })
    expect(opened.name).toBe(archive.opened.name)
    expect(comparable(records)).toEqual(comparable(archive.records))
    expect(records.length).toBe(archive.records.length)
  })
})

describe('the Web API', () => {
  it('yields the votes of a tie, which has no result', async () => {
    const History = townMatter.History.map((step) => ({ ...step, PassedFlagName: undefined }))
    const files = { ...townFiles, [townMatterPath]: { ...townMatter, History } }
    const archive = await collectItems(legistarArchive, await writeFolder(files))
    const { of, server } = await read(await responsesOf(files))
    const decided = of('motion').find(({ key }) => key === '9003')
    expect(decided?.votes?.length).toBeGreaterThan(0)
    expect(decided?.votes).toEqual(archive.of('motion').find(({ key }) => key === '9003')?.votes)
    const requests = server.requests.filter((line) => line.endsWith('/Votes'))
    expect(requests).not.toContain('EventItems/500/Votes')
    expect(new Set(requests).size).toBe(requests.length)
  })

  it('keeps words instead of a time, with a warning', async () => {
    const responses = await responsesOf(townFiles)
    const [event] = responses.list('Events') ?? []
    const EventTime = 'Immediately following Finance'
    const { of, warnings } = await read(replaced(responses, { Events: [{ ...event, EventTime }] }))
    expect(of('meeting')).toMatchObject([{ start_time: null, summary: EventTime }])
    expect(warnings.map(({ subject }) => subject)).toContain('time')
  })

  it('yields lists of more than a thousand rows, each row once', async () => {
    const people = Array.from({ length: 2345 }, (_, index) => ({
      PersonId: 10_000 - 2 * index + 1,
      PersonFullName: `Person ${index}`,
    }))
    const { of, server } = await read(replaced(await responsesOf({}), { Persons: people }))
    const keys = of('person').map(({ key }) => Number(key))
    expect(keys).toEqual(people.map(({ PersonId }) => PersonId).sort((a, b) => a - b))
    expect(server.requests.filter((line) => line.startsWith('Persons'))).toHaveLength(4)
  })

  it('yields bodies classified by type, and no seats without a named body or person', async () => {
    const office = { OfficeRecordId: 1, OfficeRecordPersonId: 5, OfficeRecordBodyId: 3 }
    const { of } = await read(
      replaced(await responsesOf({}), {
        Bodies: [
          { BodyId: 3, BodyName: 'Metro Assembly ', BodyTypeName: 'Primary Legislative Body' },
          { BodyId: 4, BodyName: 'Parks', BodyTypeName: 'Standing Committee' },
        ],
        Persons: [{ PersonId: 5, PersonFirstName: 'Ana', PersonLastName: 'Roy' }],
        OfficeRecords: [
          office,
          { ...office, OfficeRecordId: 2, OfficeRecordBodyId: 9 },
          { ...office, OfficeRecordId: 3, OfficeRecordPersonId: 8 },
          { ...office, OfficeRecordId: 4, OfficeRecordPersonId: 0 },
        ],
      }),
    )
    expect(of('organization').map(({ name, classification }) => [name, classification])).toEqual([
      ['Metro Assembly', 'council'],
      ['Parks', 'committee'],
    ])
    expect(of('person').map(({ name }) => name)).toEqual(['Ana Roy'])
    expect(of('membership').map(({ key }) => key)).toEqual(['1'])
  })

  it('yields movers, seconders and the public attachments of items', async () => {
    const responses = await responsesOf(townFiles)
    const [item] = (responses.part('Events/900/EventItems') as Record<string, unknown>[]).slice(3)
    const moved = {
      ...item,
      EventItemMoverId: 7,
      EventItemMover: 'Vera Ng',
      EventItemSeconderId: 8,
      EventItemSeconder: 'Stéphanie Roy ',
      EventItemMatterAttachments: [
        { MatterAttachmentId: 2, MatterAttachmentName: 'Map' },
        { MatterAttachmentId: 1, MatterAttachmentShowOnInternetPage: true },
        { MatterAttachmentId: 3, MatterAttachmentShowOnInternetPage: false },
      ],
    }
    const { of } = await read(replaced(responses, {}, { 'Events/900/EventItems': [moved] }))
    expect(of('motion').find(({ key }) => key === '9004')).toMatchObject({
      mover_key: '7',
      mover_name: 'Vera Ng',
      seconder_key: '8',
      seconder_name: 'Stéphanie Roy',
    })
    expect(of('agenda_item')[0]?.documents?.map(({ title }) => title)).toEqual([
      'Attachment',
      'Map',
    ])
  })

  it('yields sponsors and text of the version in force, and no matters that are not public', async () => {
    const responses = await responsesOf(townFiles)
    const [row] = responses.list('Matters') ?? []
    const sponsor = (id: number, version: string) => ({
      MatterSponsorId: id,
      MatterSponsorName: `Sponsor ${id}`,
      MatterSponsorMatterVersion: version,
    })
    const matters = [
      { ...row, MatterVersion: '2' },
      { ...row, MatterId: 51, MatterRestrictViewViaWeb: true },
    ]
    const { of, server } = await read(
      replaced(
        responses,
        { Matters: matters },
        {
          'Matters/50/Sponsors': [sponsor(1, '1'), sponsor(2, '2'), sponsor(3, '10')],
          'Matters/50/Versions': [
            { Key: '71', Value: '1' },
            { Key: '72', Value: '2' },
          ],
          'Matters/50/Texts/72': { MatterTextRtf: String.raw`{\rtf1 In force\par}` },
        },
      ),
    )
    expect(of('matter')).toEqual([
      expect.objectContaining({
        key: '50',
        sponsorships: [expect.objectContaining({ name: 'Sponsor 2' })],
        documents: [
          expect.objectContaining({ sections: [{ title: null, text: 'In force' }] }),
          expect.objectContaining({ title: 'Report' }),
        ],
      }),
    ])
    expect(server.requests.filter((line) => line.startsWith('Matters/51'))).toEqual([])
  })
})
