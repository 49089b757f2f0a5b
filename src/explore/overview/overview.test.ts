import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
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

const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')

describe('/{municipality}', () => {
  it('has the next meeting, then what was decided, and leads to every section', async () => {
    const { body } = await service.call('/pemberley', browser)
    const text = main(body)
    expect(text).toContain(
      'On record: meetings, motions and who voted how, January 2024 to August 2024.',
    )
    expect(text).toMatch(/1Monday June 2099.*Next council meeting.*Decided on/s)
    for (const path of ['/meetings', '/people', '/coverage', '/follow'])
      expect(hrefsOf(body)).toContain(`/pemberley${path}`)
  })

  it.each([
    ['2024-06-26', false],
    ['2024-06-25', true],
  ])(
    'with %s as the date of the last meeting says where newer ones may be: %s',
    async (date, isOld) => {
      const ended = await startService({ clock, source: sourceOf([pastMeeting('last', { date })]) })
      onTestFinished(() => ended.stop())
      const text = main((await ended.call('/pemberley', browser)).body)
      expect(/The last meeting on record was on June 2\d, 2024\. Newer ones/.test(text)).toBe(isOld)
    },
  )

  it('takes no meeting that was called off for the last one', async () => {
    const off = (key: string, date: string, status: string) =>
      pastMeeting(key, { date, status, has_minutes: false })
    const source = sourceOf([
      pastMeeting('held', { date: '2024-02-02' }),
      off('late', '2024-03-03', 'postponed'),
      off('later', '2024-04-04', 'cancelled'),
    ])
    const ended = await startService({ clock, source })
    onTestFinished(() => ended.stop())
    for (const path of ['/pemberley', '/pemberley/meetings'])
      expect(main((await ended.call(path, browser)).body), path).toContain(
        'The last meeting on record was on February 2, 2024.',
      )
  })

  it('counts what was defeated within a year of its last motion, and says from when to when', async () => {
    const lost = (key: string, date: string) => ({
      ...{ kind: 'motion', key, identifier: key, date, organization_key: 'o', position: 1 },
      ...{ result: 'Defeated', text: `That plan ${key} be adopted.` },
    })
    const source = sourceOf([
      { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
      ...[lost('a', '2020-01-31'), lost('b', '2021-03-01'), lost('c', '2022-02-28')],
    ])
    const ended = await startService({ clock, source })
    onTestFinished(() => ended.stop())
    const { body } = await ended.call('/pemberley', browser)
    expect(main(body)).toMatch(/2 Defeated.*, February 2021 to February 2022/)
    const [list = ''] = hrefsOf(body).filter((href) => href.includes('outcome='))
    expect(main((await ended.call(list.replaceAll('&amp;', '&'), browser)).body)).not.toContain(
      'plan a',
    )
  })

  it('promises of meetings only what the record has, and has one number of motions', async () => {
    const put = (key: string, changes = {}) => ({
      ...{ kind: 'motion', key, identifier: key, meeting_key: 'held', position: 1 },
      ...{ result: 'Carried', text: `That plan ${key} be adopted.`, ...changes },
    })
    const source = sourceOf([
      { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
      pastMeeting('held', { organization_key: 'o', has_minutes: false, has_agenda: false }),
      put('1'),
      put('2'),
      put('3', { motion_kind: 'notice', result: null }),
    ])
    const bare = await startService({ clock, source })
    onTestFinished(() => bare.stop())
    const { body } = await bare.call('/pemberley', browser)
    expect(main(body)).toContain('1 Meetingsmotions')
    expect(main(body)).toContain('Council. 3 motions')
    expect(main(body)).toContain('2 of 3 motions')
    expect(main(body)).not.toMatch(/agendas|minutes/)
    const meeting = hrefsOf(body).find((href) => href.includes('/meetings/')) ?? ''
    expect(main((await bare.call(meeting, browser)).body)).toContain('Motions3')
  })

  it('leads to a member of council by ward or role, without a script', async () => {
    const { body } = await service.call('/pemberley', browser)
    const [form = ''] =
      /<form class="filter" action="\/pemberley\/people".*?<\/form>/s.exec(body) ?? []
    expect(textOf(form)).toContain('Mayor: Vera Ng')
    const [, slug] = /value="([^"]+)">Mayor: Vera Ng/.exec(form) ?? []
    const chosen = await service.call(`/pemberley/people?member=${slug}`, browser)
    expect([chosen.status, chosen.headers.get('location')]).toEqual([
      303,
      '/pemberley/people/vera-ng',
    ])
    const none = await service.call('/pemberley/people?member=', browser)
    expect(none.status).toBe(200)
    const odd = await service.call(`/fr/pemberley/people?member=${encodeURIComponent('/x?y')}`)
    expect(odd.headers.get('location')).toBe('/fr/pemberley/people/%2Fx%3Fy')
  })

  it('has what the council decided last, contested and lost motions first, in one sentence each', async () => {
    const decided = (key: string, changes = {}) => ({
      ...{ kind: 'motion', key, identifier: key, meeting_key: 'g', result: 'Carried' },
      ...{ position: Number(key), text: `That Council approve plan ${key}.` },
      ...changes,
    })
    const records = [
      { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
      pastMeeting('g', { organization_key: 'o', date: '2024-07-02' }),
      decided('1', { text: null }),
      decided('2'),
      decided('3', { motion_kind: 'procedural', text: 'That the meeting adjourn.' }),
      decided('4', { result: 'Defeated' }),
      decided('5', { tally: { for: 5, against: 3 } }),
      decided('6', { result: null }),
    ]
    const small = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley', browser)
    const [, part = ''] = /<h2 id="decided">(.*?)<\/section>/s.exec(body) ?? []
    const motions = hrefsOf(part).filter((href) => href.includes('/motions/'))
    const keys = motions.map((href) => href.slice(href.lastIndexOf('-') + 1))
    expect(keys).toEqual(['5', '4', '2', '3'])
    expect(textOf(part)).toMatch(
      /^Decided on Tuesday, July 2, 2024Council. 6 motions5 to 3Approve plan 5Carried 5 to 3/,
    )
    expect(textOf(part)).toMatch(/Carried 4 of 6 motions · Everything decided at this meeting/)
    const more = Array.from({ length: 45 }, (_, at) => decided(String(at + 7)))
    await importRecords(small, [...records, ...more])
    const count = async (path: string) => textOf((await small.call(path, browser)).body)
    expect(await count('/pemberley')).toContain(
      '4 of 51 motions · Everything decided at this meeting',
    )
    expect(await count('/fr/pemberley')).toContain('4 motions sur 51 · Tout ce qui')
  })

  it('says of a decision its result, the count, a mark for each vote and who lost, in this order', async () => {
    const votes = (inFavour: string[], against: string[]) => [
      ...inFavour.map((name) => ({ name, value: 'For' })),
      ...against.map((name) => ({ name, value: 'Against' })),
    ]
    const decided = (key: string, result: string, given: ReturnType<typeof votes>) => ({
      ...{ kind: 'motion', key, identifier: key, meeting_key: 'g', result },
      ...{ position: Number(key), text: `That Council approve plan ${key}.`, votes: given },
    })
    const records = [
      { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
      pastMeeting('g', { organization_key: 'o', date: '2024-07-02' }),
      decided('1', 'Carried', votes(['Ada Moss', 'Bo Reed'], ['Cy Dunn'])),
      decided('2', 'Defeated', votes(['Ada Moss'], ['Bo Reed', 'Cy Dunn'])),
    ]
    const small = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley', browser)
    const lines = [...body.matchAll(/<p class="result">.*?<\/p>/gs)].map(([line]) => line)
    expect(lines).toHaveLength(2)
    for (const line of lines)
      expect(line).toMatch(/class="tag .*class="tally">.*class="vote-strip.*class="losers">/s)
    const said = lines.map(textOf)
    expect(said.find((line) => line.startsWith('Carried'))).toMatch(/2 to 1.*Against: Cy Dunn$/)
    expect(said.find((line) => line.startsWith('Defeated'))).toMatch(/1 to 2.*For: Ada Moss$/)
  })

  it('has the next meeting of the council before those of committees, with its agenda', async () => {
    const coming = (key: string, organization: string, date: string, changes = {}) =>
      pastMeeting(key, { date, organization_key: organization, title: key, ...changes })
    const agenda = { agenda_url: 'https://pemberley.example/agenda' }
    const records = [
      { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
      { kind: 'organization', key: 'c', name: 'Committee', classification: 'committee' },
      ...['11', '12', '13', '14'].map((day) => coming(`c${day}`, 'c', `2024-08-${day}`)),
      coming('called off', 'o', '2024-08-15', { status: 'cancelled' }),
      coming('council', 'o', '2024-09-01', agenda),
    ]
    const small = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley', browser)
    const [, next = ''] = /<section class="band next"(.*?)<\/section>/s.exec(body) ?? []
    expect(textOf(next)).toMatch(/1Sunday September.*council · Agenda.*c11.*c12.*c13/s)
    expect(hrefsOf(next)).toContain('https://pemberley.example/agenda')
    expect(textOf(next)).not.toMatch(/called off|c14/)
  })

  it('shows the decisions of the last meeting of the council with some, however many follow it', async () => {
    const council = { organization_key: 'o', has_minutes: true }
    const decided = (key: string) => ({
      ...{ kind: 'motion', key, meeting_key: key, position: 1, result: 'Carried' },
      text: 'That it be so.',
    })
    const records = [
      { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
      { kind: 'organization', key: 'c', name: 'Committee', classification: 'committee' },
      pastMeeting('first', { ...council, date: '2024-01-01' }),
      pastMeeting('second', { ...council, date: '2024-02-02' }),
      pastMeeting('committee', { ...council, date: '2024-03-03', organization_key: 'c' }),
      ...['04-04', '05-05', '06-06', '07-07'].map((day) =>
        pastMeeting(day, { ...council, has_minutes: false, date: `2024-${day}` }),
      ),
      ...['first', 'second', 'committee'].map(decided),
    ]
    const small = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley', browser)
    expect(main(body)).toContain('Decided on Friday, February 2, 2024Council')
    expect(hrefsOf(body)).toContain('/pemberley/meetings/2024-02-02-council')
  })

  it('shows what the council decided after its last meeting on record, and that the meeting is not', async () => {
    const alone = (key: string, date: string | null, changes = {}) => ({
      ...{ kind: 'motion', key, identifier: key, date, organization_key: 'o' },
      ...{ position: 1, result: 'Carried', text: `That Council approve plan ${key}.`, ...changes },
    })
    const records = [
      { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
      { kind: 'organization', key: 'c', name: 'Committee', classification: 'committee' },
      pastMeeting('g', { organization_key: 'o', date: '2024-02-02' }),
      alone('met', null, { meeting_key: 'g' }),
      alone('early', '2023-11-30'),
      alone('undated', null),
      alone('older', '2024-03-03'),
      alone('lost', '2024-04-04', { result: 'Defeated' }),
      alone('newest', '2024-04-04'),
      alone('unknown', '2024-05-05', { result: null }),
      alone('committee', '2024-06-06', { organization_key: 'c' }),
      alone('ahead', '2024-12-31'),
    ]
    const small = await startService({ clock, source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley', browser)
    const [, part = ''] = /<h2 id="decided">(.*?)<\/section>/s.exec(body) ?? []
    expect(textOf(part)).toMatch(
      /^Decided on Thursday, April 4, 2024Town Council. This meeting is not on record, only its motions.Approve plan lost.*Approve plan newest/s,
    )
    expect(textOf(part)).not.toMatch(/plan (older|met|early|undated|committee|ahead)/)
    expect(main(body)).toContain(
      'On record: meetings and motions, November 2023 to June 2024. 1 motion has no date.',
    )
    const [link = ''] = hrefsOf(part).filter((href) => href.includes('?'))
    const all = main((await small.call(link.replaceAll('&amp;', '&'), browser)).body)
    expect(all).toMatch(
      /Approve plan newest.*Approve plan lost|Approve plan lost.*Approve plan newest/s,
    )
    expect(all).not.toMatch(/plan (older|committee)/)
    const french = main((await small.call('/fr/pemberley', browser)).body)
    expect(french).toContain('Cette réunion n’est pas consignée, seulement ses motions.')
    expect(french).toContain('de novembre 2023 à juin 2024. 1 motion n’a pas de date.')
  })

  it('of an empty record says what is not recorded', async () => {
    const empty = await startService({ clock, source: sourceOf([]) })
    onTestFinished(() => empty.stop())
    const { body } = await empty.call('/pemberley', browser)
    expect(body).not.toMatch(/<ul[^>]*><\/ul>/)
    const text = main(body)
    for (const sentence of [
      'No decision of the council is on record.',
      'No upcoming meeting of the council is on record.',
      'Not recorded: the imported data does not say who sits on this council today.',
    ])
      expect(text).toContain(sentence)
  })

  it('is read in few statements, and has one URL', async () => {
    service.statements.length = 0
    await service.call('/pemberley?x=1', { headers: { ...browser.headers } })
    expect(service.statements.length).toBeLessThanOrEqual(6)
    const { status, headers } = await service.call('/pemberley/', browser)
    expect([status, headers.get('location')]).toEqual([301, '/pemberley'])
    expect((await service.call('/netherfield/', browser)).status).toBe(404)
  })
})
