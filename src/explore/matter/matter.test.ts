import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { Clock } from '../../core/clock.ts'

// Minutes of 1 August may still be published; those of January should be.
const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const browser = { headers: { accept: 'text/html' } }

const item = (meeting: string, position: number, changes = {}) => ({
  kind: 'agenda_item',
  key: `${meeting}-${position}`,
  meeting_key: meeting,
  position,
  item_number: `7.${position}`,
  title: `Item ${position}`,
  ...changes,
})
const about = { matter_key: 'm' }
const records = [
  { kind: 'matter', key: 'm', title: 'Housing', identifier: 'ACS-1', status: 'Open' },
  { kind: 'matter', key: 'bare', title: 'Bare' },
  pastMeeting('first', { title: 'Planning', has_minutes: true }),
  pastMeeting('quiet', { title: 'Finance', date: '2024-02-01', has_minutes: true }),
  pastMeeting('old', { title: 'Transit', date: '2024-03-01' }),
  pastMeeting('recent', { date: '2024-08-01' }),
  pastMeeting('planned', { title: 'Budget', date: '2024-09-01', status: 'scheduled' }),
  item('first', 1, about),
  item('first', 2, about),
  item('quiet', 1, about),
  item('old', 1, about),
  item('recent', 1, about),
  ...Array.from({ length: 104 }, (_, at) => item('planned', at + 1, { title: `Other ${at}` })),
  item('planned', 105, about),
  item('planned', 106, { ...about, item_number: '7.1' }),
  {
    ...{ kind: 'motion', key: 'v', position: 1, meeting_key: 'first', identifier: '1' },
    agenda_item_key: 'first-2',
    ...{ result: 'Carried', tally: { for: 7, against: 2 }, text: 'That it be built.' },
    ...about,
  },
]

let service: Service
beforeAll(async () => {
  service = await startService({ clock })
})
afterAll(() => service.stop())

const page = async (slug: string) => service.call(`/pemberley/matters/${slug}`, browser)
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')

describe('the page of a matter', () => {
  it('has the steps of the API, oldest first, with their kind, body, meeting and motion', async () => {
    const { data } = (await service.v1('matters/rpt-2024-020')).json
    const { body } = await page('rpt-2024-020')
    expect(data.actions).toHaveLength(2)
    expect(main(body)).toMatch(
      /March 30, 2024Introduced.*Town Council.*April 10, 2024Referred to the Parks Committee · Town Council · Public Hearing/s,
    )
    for (const { meeting_slug: meeting } of data.agenda_items)
      expect(hrefsOf(body).some((href) => href.includes(`/meetings/${meeting}`))).toBe(true)
    for (const { slug } of data.motions)
      expect(hrefsOf(body)).toContain(`/pemberley/motions/${slug}`)
  })

  it('has number, status, dates, sponsors and documents', async () => {
    const { data } = (await service.v1('matters/rpt-2024-000')).json
    const { body } = await page('rpt-2024-000')
    expect(termsOf(body)).toMatchObject({
      Status: data.status,
      Category: data.category,
      Sponsors: 'Vera Ng',
    })
    expect(main(body)).toContain('Lets twelve homes be built near the lake.')
    expect(main(body)).toContain(data.description)
    expect(hrefsOf(body)).toContain('https://pemberley.example/rpt.pdf')
    expect(hrefsOf(body)).toContain('/pemberley/people/vera-ng')
    expect(hrefsOf(body)).toContain('/pemberley/matters?category=Planning')
  })

  it('without recorded steps has the meetings, and says what is missing of each', async () => {
    const small = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley/matters/acs-1', browser)
    const steps = textOf(/<ol class="timeline">.*<\/ol>/s.exec(body)?.[0] ?? '')
    expect(main(body)).toContain('The imported data has no steps.')
    expect(steps).toMatch(
      /Planning {2}· Item 7.2That it be built Motion 1Carried 7 to 2.*Finance.*No decision/s,
    )
    expect(steps).toMatch(
      /Transit.*Not recorded: the imported data has no minutes.*Council.*Not yet/s,
    )
    expect(steps).toContain('Budget Scheduled · Item 7.105 · Item 7.1')
    const [slug] = /\/meetings\/2024-09-01[^?"]*/.exec(body) ?? []
    expect(hrefsOf(body)).toContain(`/pemberley${slug}?items=101#item-7-105`)
    // Item 7.1 comes first on another page of the agenda.
    expect(hrefsOf(body)).toContain(`/pemberley${slug}?items=101#agenda-item-7-1-2`)
    const bare = await small.call('/pemberley/matters/bare', browser)
    expect(main(bare.body)).toContain('Not recorded: the imported data has no steps')
  })

  it('has on top what a committee and the council decided last, amendments aside', async () => {
    const about = { matter_key: 'm', kind: 'motion', position: 1 }
    const decided = (key: string, meeting: string, organization: string, changes = {}) => ({
      ...{ ...about, key, identifier: key, meeting_key: meeting, organization_key: organization },
      ...{ result: 'Carried', text: `That plan ${key} be approved.`, ...changes },
    })
    const small = await startService({
      clock,
      source: sourceOf([
        { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
        { kind: 'organization', key: 'c', name: 'Planning', classification: 'committee' },
        { kind: 'matter', key: 'm', title: 'Housing', identifier: 'ACS-1' },
        pastMeeting('c', { organization_key: 'c', date: '2024-01-10', title: 'Planning' }),
        pastMeeting('o', { organization_key: 'o', date: '2024-02-10' }),
        decided('1', 'c', 'c', { tally: { for: 5, against: 2 } }),
        decided('2', 'o', 'o', { result: 'Defeated', tally: { for: 3, against: 8 } }),
        decided('3', 'o', 'o', { motion_kind: 'amendment', position: 2 }),
      ]),
    })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley/matters/acs-1', browser)
    const [fate = ''] = /<ol class="fate".*?<\/ol>/s.exec(body) ?? []
    expect(textOf(fate)).toMatch(
      /CommitteeThat plan 1 be approved Carried 5 to 2 · Planning, January 10, 2024CouncilThat plan 2 be approved Defeated 3 to 8 · Council, February 10, 2024$/,
    )
    expect(hrefsOf(fate)).toEqual(['/pemberley/motions/motion-1', '/pemberley/motions/motion-2'])
    expect(textOf(body)).toContain(
      'Steps before January 10, 2024, if there were any, are not on record',
    )
    // The amendment was decided before the motion that it amends.
    const [steps = ''] = /<ol class="timeline">.*<\/ol>/s.exec(body) ?? []
    expect(textOf(steps)).toMatch(/plan 3.*plan 2/s)
    const { body: list } = await small.call('/pemberley/matters', browser)
    expect(textOf(list)).toMatch(/ACS-1.*Defeated 3 to 8 · Council/s)
    expect(textOf(list)).not.toContain('Carried · Council')
  })

  it('has every result of the last day, where the source does not say which motion decided', async () => {
    const decided = (key: string, result: string) => ({
      ...{ kind: 'motion', key, identifier: key, result, matter_key: 'm', meeting_key: 'c' },
      ...{ position: Number(key), organization_key: 'c', text: `That plan ${key} be approved.` },
    })
    const small = await startService({
      clock,
      source: sourceOf([
        { kind: 'organization', key: 'c', name: 'Planning', classification: 'committee' },
        { kind: 'matter', key: 'm', title: 'Housing', identifier: 'ACS-1' },
        pastMeeting('c', { organization_key: 'c', date: '2024-01-10' }),
        ...[decided('1', 'Carried'), decided('2', 'Defeated'), decided('3', 'Defeated')],
      ]),
    })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley/matters/acs-1', browser)
    const [fate = ''] = /<ol class="fate".*?<\/ol>/s.exec(body) ?? []
    expect(textOf(fate)).toMatch(
      /CommitteeThat plan 3 be approved Defeated · Planning.*Carried · Planning.*Council/,
    )
    const { body: list } = await small.call('/pemberley/matters', browser)
    expect(textOf(list)).toMatch(
      /ACS-1.*That plan 3 be approved Defeated · Planning, January 10, 2024\s*That plan 1 be approved Carried · Planning/s,
    )
  })

  it('is linked from the meeting and the motion', async () => {
    for (const path of ['motions/motion-2024-20', 'meetings/2024-04-10-public-hearing']) {
      const { body, status } = await service.call(`/pemberley/${path}`, browser)
      expect(status, path).toBe(200)
      expect(hrefsOf(body), path).toContain('/pemberley/matters/rpt-2024-020')
    }
  })

  it('lists a file that hangs on two agendas once, and two of one agenda twice', async () => {
    const withFiles = (meeting: string, ...files: [string, string][]) =>
      item(meeting, 9, {
        ...about,
        documents: files.map(([title, file]) => ({
          title,
          url: `https://pemberley.example/${file}`,
        })),
      })
    const files = [
      withFiles('quiet', ['Study.pdf', 'study-1'], ['Letter.pdf', 'letter-1']),
      withFiles('old', ['Study.pdf', 'study-2'], ['Letter.pdf', 'l-2'], ['Letter.pdf', 'l-3']),
    ]
    const small = await startService({ clock, source: sourceOf([...records, ...files]) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley/matters/acs-1', browser)
    const list = /<ul class="documents">.*?<\/ul>/s.exec(body)?.[0] ?? ''
    expect(textOf(list).match(/Study|Letter/g)).toEqual(['Letter', 'Study', 'Letter', 'Letter'])
    expect(textOf(list)).toMatch(/Study\.pdf\s+also on the agenda of\s+February 1, 2024/)
    expect(hrefsOf(list).map((href) => href.split('/').at(-1))).toEqual([
      ...['letter-1', 'study-2', 'study-1', 'l-2', 'l-3'],
    ])
    expect(textOf(body)).toContain('Documents (4)')
  })

  it('that does not exist is a page with 404', async () => {
    const { status, body } = await page('absent')
    expect(status).toBe(404)
    expect(main(body)).toContain('Report not found')
  })
})
