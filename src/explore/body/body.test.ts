import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, tablesOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { Clock } from '../../core/clock.ts'

const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService({ clock })
})
afterAll(() => service.stop())

const page = (slug: string) => service.call(`/pemberley/bodies/${slug}`, browser)
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')

describe('the page of a body', () => {
  it('has the members and the meeting count of the API', async () => {
    const { data } = (await service.v1('organizations/town-council')).json
    const { body } = await page('town-council')
    const members = /<ul class="members">(.*?)<\/ul>/s.exec(body)?.[1] ?? ''
    expect(hrefsOf(members)).toEqual(
      ['vera-ng', 'stephanie-roy', 'lukasz-zak'].map((slug) => `/pemberley/people/${slug}`),
    )
    expect(data.members).toHaveLength(3)
    expect(textOf(members)).toContain('Vera NgMayor')
    expect(textOf(members)).toContain('Stéphanie RoyCouncillor, Ward 1')
    expect(termsOf(body)).toMatchObject({
      Kind: 'Council',
      Includes: 'Parks Committee',
      'Meetings on record': expect.stringContaining(`${data.meeting_count}, from `),
    })
  })

  it('has earlier members with their dates, apart from those of today', async () => {
    const { body } = await page('town-council')
    expect(tablesOf(body).Name).toEqual([
      ['Name', 'Role', 'From', 'To'],
      ['Old Member', 'Councillor', 'November 1, 2014', 'October 31, 2018'],
      ['ᐊᓄᕌᖅ', 'Councillor', 'not recorded', 'not recorded'],
    ])
  })

  it('has the latest meetings and what is above it', async () => {
    const { json } = await service.v1('meetings?organization=parks-committee&date_to=2024-08-09')
    const { body } = await page('parks-committee')
    for (const { slug } of json.data.slice(0, 8))
      expect(hrefsOf(body)).toContain(`/pemberley/meetings/${slug}`)
    expect(hrefsOf(body)).toContain('/pemberley/meetings?organization=parks-committee')
    expect(termsOf(body)).toMatchObject({ Kind: 'Committee', 'Part of': 'Town Council' })
  })

  it('leads to its recorded votes', async () => {
    const href = '/pemberley/votes?organization=town-council'
    expect(hrefsOf((await page('town-council')).body)).toContain(href)
    const { data } = (await service.v1(href.slice('/pemberley/'.length))).json
    const { body } = await service.call(href, browser)
    expect(hrefsOf(body)).toContain(`/pemberley/motions/${data[0].motion_slug}`)
  })

  it('says what is not recorded', async () => {
    const { body } = await page('friends-of-the-lake')
    expect(body).not.toContain('/pemberley/votes?organization')
    for (const sentence of [
      'No upcoming meeting is on record.',
      'No past meeting is on record.',
      'Not recorded: the imported data does not say who sits on it today.',
    ])
      expect(main(body)).toContain(sentence)
    expect(termsOf(body)).toMatchObject({ Kind: 'not recorded', 'Meetings on record': '0' })
  })

  it('is linked from meetings, motions, people and the coverage page', async () => {
    for (const path of [
      '/meetings/2024-01-01-regular-council',
      '/motions/motion-2024-0',
      '/people/vera-ng',
      '/coverage',
    ]) {
      const { body } = await service.call(`/pemberley${path}`, browser)
      expect(hrefsOf(body), path).toContain('/pemberley/bodies/town-council')
    }
  })

  it('without seats on record has whom the roll calls of its latest meetings name', async () => {
    const meeting = (day: string, attendance: object[]) =>
      pastMeeting(day, { organization_key: 'c', date: day, has_minutes: true, attendance })
    const records = [
      { kind: 'organization', key: 'c', name: 'Weir Committee', classification: 'committee' },
      ...['Ada Moss', 'Bo Reed'].map((name) => ({ kind: 'person', key: name, name })),
      meeting('2024-02-01', [{ person_key: 'Ada Moss', name: 'Ada Moss', present: true }]),
      meeting('2024-02-02', [
        { person_key: 'Ada Moss', name: 'Ada Moss', present: false },
        { person_key: 'Bo Reed', name: 'Bo Reed', present: true },
      ]),
    ]
    const small = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley/bodies/weir-committee', browser)
    expect(main(body)).toContain(
      'who sits on it today. The roll calls of its latest meetings name:Ada Mosspresent at 1 of 2Bo Reedpresent at 1 of 1',
    )
    const { body: person } = await small.call('/pemberley/people/ada-moss', browser)
    expect(termsOf(person)['In roll calls of']).toBe('Weir Committee')
  })

  it('begins with who presides, and says what its meetings decided', async () => {
    const seat = (name: string, role: string) => [
      { kind: 'person', key: name, name },
      { kind: 'membership', key: name, person_key: name, organization_key: 'c', role },
    ]
    const records = [
      { kind: 'organization', key: 'c', name: 'Weir Committee', classification: 'committee' },
      ...[...seat('Ada Moss', 'Member'), ...seat('Bo Reed', 'Vice-Chair')],
      ...seat('Cy Stone', 'Chair'),
      pastMeeting('one', { organization_key: 'c', summary: 'The weir is lowered.' }),
      pastMeeting('two', { organization_key: 'c', date: '2024-03-01' }),
      {
        ...{
          kind: 'motion',
          key: 'm',
          meeting_key: 'two',
          position: 1,
          text: 'That a ladder be built.',
        },
        ...{ result: 'Defeated', tally: { for: 1, against: 2 } },
      },
    ]
    const small = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley/bodies/weir-committee', browser)
    const members = /<ul class="members">(.*?)<\/ul>/s.exec(body)?.[1] ?? ''
    expect(textOf(members)).toBe('Cy StoneChairBo ReedVice-ChairAda Moss')
    expect(main(body)).toMatch(/Defeated 1 to 2.*ladder be built.*The weir is lowered/)
  })

  it('that does not exist is a page with 404', async () => {
    const { status, body } = await page('absent')
    expect(status).toBe(404)
    expect(main(body)).toContain('Committee or board not found')
  })
})
