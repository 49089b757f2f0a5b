import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service/service.ts'
import { textOf } from '../../test/support/site/page-content.ts'
import { pastMeeting } from '../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../test/support/towns/town.ts'
import { partsMax } from '../core/parts-max.ts'

const browser = { headers: { accept: 'text/html' } }
const many = partsMax + 1
const times = <T>(make: (at: number) => T) => Array.from({ length: many }, (_, at) => make(at))
const documents = times((at) => ({ title: `Page ${at}`, url: `https://pemberley.example/${at}` }))

const records = [
  { kind: 'organization', key: 'council', name: 'Council', classification: 'council' },
  { kind: 'organization', key: 'board', name: 'Board' },
  { kind: 'person', key: 'ada', name: 'Ada Moss' },
  ...times((at) => ({
    ...{ kind: 'membership', key: `seat ${at}`, person_key: 'ada', organization_key: 'board' },
    role: 'Member',
  })),
  { kind: 'bylaw', key: 'bylaw', title: 'By-law 7', bylaw_number: '7', documents },
  { kind: 'matter', key: 'matter', title: 'Ditches', identifier: 'Ditches' },
  ...times((position) => ({
    ...{ kind: 'action', key: `action ${position}`, matter_key: 'matter', position },
    ...{ description: `Step ${position}`, date: '2024-01-05' },
  })),
  pastMeeting('held', { attendance: times((at) => ({ name: `Guest ${at}`, present: true })) }),
  {
    ...{ kind: 'motion', key: 'voted', meeting_key: 'held', position: 1, identifier: 'voted' },
    ...{ text: 'Dredge the ditches.', result: 'Carried' },
    votes: times((at) => ({ name: `Voter ${at}.`, value: 'For' })),
  },
  {
    ...{ kind: 'motion', key: 'elected', meeting_key: 'held', position: 2, identifier: 'elected' },
    ...{ text: 'Elect a chair.', motion_kind: 'election' },
    candidates: times((at) => ({ name: `Candidate ${at}.` })),
  },
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const page = async (path: string) => textOf((await service.call(path, browser)).body)

describe.each([
  ['meetings/2024-01-05-council', 'attendance', /Guest \d+/g],
  ['motions/motion-voted', 'votes', /Voter \d+\./g],
  ['motions/motion-elected', 'candidates', /Candidate \d+\./g],
  ['people/ada-moss', 'memberships', /Member/g],
  ['organizations/board', 'members', /Ada Moss/g],
  ['matters/ditches', 'actions', /Step \d+/g],
  ['bylaws/by-law-7', 'documents', /Page \d+/g],
])('a record with more %s', (path, list, entry) => {
  const shown = path.replace('organizations/', 'bodies/')

  it(`has a page with at most ${partsMax} ${list}, which says where all of them are`, async () => {
    const text = await page(`/pemberley/${shown}`)
    expect(text).toContain('This page shows and counts at most 2,000 entries of each list.')
    expect(text).toContain('see “This page as JSON” below')
    expect(text.match(entry)?.length).toBeGreaterThan(0)
    expect(text.match(entry)?.length).toBeLessThanOrEqual(partsMax)
    expect(await page(`/fr/pemberley/${shown}`)).toMatch(
      /Cette page montre et compte au plus 2\s000 entrées de chaque liste\./,
    )
  })

  it(`has all ${list} in the API`, async () => {
    const { data } = (await service.v1(path)).json
    expect(data[list]).toHaveLength(many)
  })
})

it('reads no more of a list than it shows, and does not guess what it did not read', async () => {
  service.statements.length = 0
  const text = await page('/pemberley/motions/motion-voted')
  for (const statement of service.statements.filter((sql) => sql.includes('"votes"')))
    expect(statement).toContain(`limit ${partsMax}`)
  expect(text).toContain('2,001 to 0')
  expect(text).not.toContain('The imported data counts')
})

it('says nothing on a page that is not shortened', async () => {
  expect(await page('/pemberley/people')).not.toContain('entries of each list')
})
