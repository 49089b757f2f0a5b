import { describe, expect, it, onTestFinished } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { freshImports } from '../../../test/support/imports/municipality.ts'
import { pupaTown } from '../../../test/support/towns/pupa-town.ts'
import { checkRecord } from '../record-check.ts'
import { openCivicData } from './index.ts'

async function read(changes: Record<string, unknown> = {}) {
  const folder = await writeFolder({ ...pupaTown, ...changes })
  return collectItems(openCivicData, folder)
}

const vera = '"Vera Ng","1970-02"'
const townCouncil = '"legislature","Town Council"'
const bill12 = '"2024","Bill 12"'
const meeting = '"Town Council","2024-03-05T19:00:00-08:00"'

describe('a folder of pupa', () => {
  it('yields valid records, with the same keys after the next scrape', async () => {
    const first = await read()
    expect(first.errors).toEqual([])
    for (const { record } of first.records)
      expect(checkRecord(record.kind, record), record.key).toEqual([])
    const again = Object.entries(pupaTown).map(([path, file]): [string, unknown] => {
      const text = JSON.stringify(file).replace(/"([a-q])"/g, '"new-$1"')
      return [path.replace(/_(.)\.json$/, '_new-$1.json'), JSON.parse(text)]
    })
    const second = await collectItems(openCivicData, await writeFolder(Object.fromEntries(again)))
    const recordsOf = ({ records }: typeof first) => records.map(({ record }) => record)
    expect(recordsOf(second)).toEqual(recordsOf(first))
    expect(first.opened).toMatchObject({
      name: 'open-civic-data',
      divisionId: 'ocd-division/country:ca/csd:9900001',
      isThirdParty: true,
    })
  })

  it('yields bodies, with the parent that a pseudo-id refers to', async () => {
    const { of } = await read()
    expect(of('organization')).toEqual([
      expect.objectContaining({ key: townCouncil, classification: 'council', founding_date: null }),
      expect.objectContaining({
        classification: 'committee',
        parent_key: townCouncil,
        url: 'https://pemberley.example/parks',
      }),
    ])
  })

  it('yields people with their parties, and null for incomplete dates', async () => {
    const { of } = await read()
    expect(of('person')[0]).toEqual({
      kind: 'person',
      key: vera,
      source_url: 'https://pemberley.example/record',
      name: 'Vera Ng',
      given_name: null,
      family_name: null,
      party: 'Lake Alliance',
      image_url: null,
      gender: null,
      birth_date: null,
      death_date: null,
      other_names: [{ name: 'V. Ng', note: 'as signed' }],
      contact_details: [
        { type: 'email', value: 'ng@pemberley.example', note: null },
        { type: 'text', value: '555-0100', note: 'pager' },
      ],
    })
  })

  it('yields memberships with the label of their post; one that ended in a past year has ended', async () => {
    const { of } = await read()
    expect(of('membership')).toEqual([
      expect.objectContaining({
        person_key: vera,
        organization_key: townCouncil,
        role: 'Councillor',
        label: 'Ward 1',
        start_date: null,
        end_date: null,
      }),
      expect.objectContaining({ role: 'Chair', start_date: '2014-11-01', ended: true }),
    ])
  })

  it('yields no ended membership before its end date, by the given clock', async () => {
    const clock = { now: () => Date.UTC(2014, 11, 31), monotonic: () => 0 }
    const { of } = await collectItems(openCivicData, await writeFolder(pupaTown), { clock })
    expect(of('membership').map(({ ended }) => ended)).not.toContain(true)
  })

  it('yields bills, with the dates of their first and last actions', async () => {
    const { of } = await read()
    expect(of('matter')).toEqual([
      expect.objectContaining({
        key: bill12,
        identifier: 'Bill 12',
        title: 'To plough sidewalks',
        category: 'bill',
        description: 'A By-law to plough sidewalks.',
        plain_english_summary: 'Sidewalks are ploughed.',
        first_seen: '2024-02-01',
        last_seen: '2024-03-05',
        sponsorships: [
          { person_key: vera, name: 'Vera Ng', primary: true, classification: 'primary' },
          { person_key: null, name: 'Pat Twin', primary: false, classification: null },
          { person_key: null, name: 'Parks Committee', primary: false, classification: null },
        ],
        documents: ['pdf', 'html'].map((form) => ({
          title: 'As introduced',
          type: 'version',
          date: '2024-02-01',
          url: `https://pemberley.example/12.${form}`,
        })),
      }),
    ])
  })

  it('yields meetings in local time, and skips those without a date', async () => {
    const { of } = await read()
    expect(of('meeting')).toEqual([
      expect.objectContaining({
        key: meeting,
        date: '2024-03-05',
        start_time: '19:00',
        end_time: '00:30',
        status: 'completed',
        organization_key: townCouncil,
        chair_key: vera,
        attendance: [
          { person_key: vera, name: 'Vera Ng', present: true, reason: null },
          {
            ...{ person_key: '"Pat Twin","1980-01-01"', name: 'Pat Twin' },
            ...{ present: false, reason: 'Excused' },
          },
        ],
        has_agenda: true,
        has_minutes: true,
        minutes_url: 'https://pemberley.example/minutes.pdf',
        video_url: 'https://pemberley.example/video',
      }),
      expect.objectContaining({ date: '2024-05-01', start_time: null, status: 'cancelled' }),
    ])
  })

  it('yields meetings that their name calls off as such', async () => {
    const plan = { _id: 'o', name: 'POSTPONED: Plan', start_date: '2024-02-02', status: 'passed' }
    const town = { ...pupaTown, 'event_o.json': { ...pupaTown['event_o.json'], ...plan } }
    const { of, warnings } = await collectItems(openCivicData, await writeFolder(town))
    expect(of('meeting').find(({ date }) => date === '2024-02-02')).toMatchObject({
      status: 'postponed',
      status_note: 'POSTPONED: Plan',
    })
    expect(warnings.map(({ subject }) => subject)).toContain('meetings')
  })

  it('yields a file that is listed twice once, and no time for midnight', async () => {
    const link = { note: 'Plan', links: [{ url: 'https://pemberley.example/plan.pdf' }] }
    const start_date = '2024-02-02T08:00:00Z'
    const plan = { ...pupaTown['event_o.json'], start_date, documents: [link, link] }
    const town = { ...pupaTown, 'event_o.json': plan }
    const setting = { timeZone: 'America/Vancouver' }
    const { of } = await collectItems(openCivicData, await writeFolder(town), setting)
    const found = of('meeting').find(({ date }) => date === '2024-02-02')
    expect(found?.start_time).toBeNull()
    expect(found?.documents).toHaveLength(1)
  })

  it('yields agendas with repeated item numbers', async () => {
    const { of } = await read()
    expect(of('agenda_item').map(({ key, matter_key: bill }) => [key, bill])).toEqual([
      [`${meeting}#1`, null],
      [`${meeting}#2.1`, bill12],
      [`${meeting}#2.1#2`, null],
    ])
    expect(of('agenda_item')[1]).toMatchObject({
      position: 1,
      item_number: '2.1',
      type: 'second reading',
      description: 'In winter.',
    })
  })

  it('yields votes with their agenda item and every option', async () => {
    const { of } = await read()
    const [reading, adjourn] = of('motion')
    expect(reading).toMatchObject({
      key: `"2024","${bill12.replaceAll('"', '\\"')}","31/2024"`,
      meeting_key: meeting,
      agenda_item_key: `${meeting}#2.1`,
      matter_key: bill12,
      organization_key: townCouncil,
      result: 'Carried',
      tally: { for: 4, against: 1, abstain: null, absent: null },
      votes: [
        { person_key: vera, name: 'Vera Ng', value: 'For', reason: null },
        { person_key: '"Pat Twin","1981-01-01"', value: 'Against', reason: null },
        { person_key: null, name: 'Gone', value: 'Other', reason: 'paired: with Twin' },
        { person_key: null, value: 'Absent', reason: 'excused: owns a plough' },
      ],
    })
    expect(adjourn).toMatchObject({
      meeting_key: null,
      result: 'Defeated',
      tally: null,
      votes: [{ value: 'Other', reason: 'not voting' }],
    })
  })

  it('has no vote by what is not a name', async () => {
    const file = 'vote_event_p.json'
    const voters = ['All Present', 'None', '6 councillors', 'Sol Reyes']
    const votes = voters.map((voter_name) => ({ option: 'yes', voter_name, note: '' }))
    const { of, warnings } = await read({ [file]: { ...pupaTown[file], votes } })
    const motion = of('motion').find(({ votes: named = [] }) => named.length === 1)
    expect(motion).toMatchObject({
      tally: { for: 4, against: 1 },
      votes: [{ person_key: null, name: 'Sol Reyes', value: 'For' }],
    })
    const unread = warnings.filter(({ reason }) => reason.includes('not recorded as a vote'))
    expect(unread.map(({ reason }) => reason.split('"')[1])).toEqual(voters.slice(0, 3))
  })

  it('causes a warning with file and line for everything that is skipped', async () => {
    const { warnings, opened } = await read()
    const lines = await Promise.all(
      warnings.map(async ({ location, reason }) => `${await opened.locate?.(location)}: ${reason}`),
    )
    expect(lines.sort()).toMatchInlineSnapshot(`
      [
        "bill_k.json:33: actions/2/date "2024" is not a date; skipped",
        "bill_k.json:46: refers to person ~{"name":"Pat Twin"}, which matches 2 in this folder",
        "event_l.json:100: media/0/date "2024-03" is not a date; skipped",
        "event_l.json:46: is also about Bill 13; an item has one matter, the first",
        "event_l.json:74: refers to bill ~{"name":"B"}, but no bill is found by its "name"",
        "event_n.json:4: "2024-06" is not a date; the meeting is omitted until it has one",
        "event_o.json:4: "2024" is not a date; the meeting is omitted until it has one",
        "membership_g.json:8: start_date "2022-11" is not a date; skipped",
        "membership_h.json:7: end_date "2018" is not a date; skipped",
        "membership_j.json:3: refers to person ~{"name":"Nobody"}, which is not in this folder",
        "organization_a.json:5: founding_date "1871" is not a date; skipped",
        "person_c.json:7: birth_date "1970-02" is not a date; skipped",
        "vote_event_p.json:23: refers to person ~{"name":"Gone"}, which is not in this folder",
      ]
    `)
  })

  it('may contain names of JavaScript builtins, which have no special meaning', async () => {
    const organization = {
      ...pupaTown['organization_b.json'],
      classification: 'function Object() { [native code] }',
    }
    const parent_id = '~{"name": "Town Council", "constructor": "x"}'
    const { of, warnings } = await read({ 'organization_b.json': { ...organization, parent_id } })
    expect(of('organization')[1]).toMatchObject({ classification: 'other', parent_key: null })
    expect(warnings.map(({ reason }) => reason)).toContain(
      `refers to organization ${parent_id}, but no organization is found by its "constructor"`,
    )
  })

  it('may have the same object twice, which yields one record', async () => {
    const twice = { ...pupaTown['event_l.json'], _id: 'z' }
    const { of, records } = await read({ 'event_z.json': twice })
    expect(of('meeting')).toHaveLength(2)
    expect(records).toHaveLength((await read()).records.length)
  })
})

it('yields different keys for memberships with different end dates, in any order', async () => {
  const seat = (end_date: string) => ({
    ...pupaTown['membership_h.json'],
    start_date: '',
    end_date,
  })
  const keysIn = async (...ends: string[]) => {
    const seats = ends.map((end, n) => [`membership_z${n}.json`, seat(end)])
    const { of, errors } = await read(Object.fromEntries(seats))
    expect(errors).toEqual([])
    const undated = of('membership').filter(({ start_date }) => start_date === null)
    const chairs = undated.filter(({ role }) => role === 'Chair')
    return Object.fromEntries(chairs.map(({ key, ...it }) => [`${it.end_date} ${it.ended}`, key]))
  }
  const [alone] = Object.values(await keysIn('2018-10-31', '2018-10-31'))
  const many = await keysIn('2018-10-31', '2021-12-31', '2018-10-31', '2020', '')
  expect(Object.keys(many)).toHaveLength(4)
  expect(new Set([alone, ...Object.values(many)]).size).toBe(5)
  expect(await keysIn('', '2020', '2021-12-31', '2018-10-31')).toEqual(many)
})

it.each([
  [['bill'], 'Introduction', 'Introduction', ['bill']],
  [['bill', 'ordinance'], 'Ordinance', 'Ordinance', ['bill']],
  [['bill'], undefined, 'bill', []],
  [['local law'], 'Law', 'Law', []],
])('records the classification %j of a bill that the source calls %j', async (...row) => {
  const [classification, local, category, recorded] = row
  const extras = { local_classification: local }
  const { of } = await read({
    'bill_k.json': { ...pupaTown['bill_k.json'], classification, extras },
  })
  expect(of('matter')).toMatchObject([{ category, classification: recorded }])
})

it('records the actions of a bill, but not those that a Reeve inferred', async () => {
  const bill = (actions: unknown[]) => ({ ...pupaTown['bill_k.json'], actions })
  const committee = { description: 'Sent to committee', date: '2024-02-01' }
  const { records, warnings } = await read({
    'bill_k.json': bill([
      { ...committee, classification: ['committee-referral', 'sent'] },
      { description: 'On the agenda: Sidewalks', extras: { inferred: true } },
    ]),
  })
  const actions = records.flatMap(({ record }) => (record.kind === 'action' ? [record] : []))
  expect(actions).toEqual([
    expect.objectContaining({ ...committee, position: 0, classification: ['referral-committee'] }),
  ])
  expect(warnings.map(({ reason }) => reason)).toContainEqual(
    'classification "sent" is not on the list of Open Civic Data; skipped',
  )
})

it('is imported without changes the second time', async () => {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  const records = async () => (await read()).records.map(({ record }) => record)
  const options = { source: 'open-civic-data', isPartial: true, prune: true }
  const first = await imports.run(await records(), options)
  expect(Object.values(first.kinds).map(({ added }) => added)).toEqual([2, 3, 2, 0, 1, 2, 3, 2, 3])
  const second = await imports.run(await records(), options)
  for (const { added, changed, removed } of Object.values(second.kinds))
    expect({ added, changed, removed }).toEqual({ added: 0, changed: 0, removed: 0 })
})
