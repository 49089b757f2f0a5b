import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { Clock } from '../../core/clock.ts'

const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const browser = { headers: { accept: 'text/html' } }
const text = 'That ditches deeper than a metre be exempt.'

const person = (key: string, name: string) => ({ kind: 'person', key, name })
const seat = (key: string) => ({
  kind: 'membership',
  key: `seat-${key}`,
  person_key: key,
  organization_key: 'council',
  role: 'Councillor',
})
const item = (key: string, title: string) => ({
  ...{ kind: 'agenda_item', key, title, meeting_key: 'held', position: 1 },
})
const motion = (key: string, changes: object) => ({
  ...{ kind: 'motion', key, meeting_key: 'held', position: 1, text, result: 'Defeated' },
  ...{ mover_key: 'ada', tally: { for: 1, against: 1 } },
  votes: [
    { person_key: 'ada', name: 'Ada Moss', value: 'For' },
    { person_key: 'bo', name: 'Bo Reed', value: 'Against' },
  ],
  ...changes,
})

const records = [
  { kind: 'organization', key: 'council', name: 'Town Council', classification: 'council' },
  ...[person('ada', 'Ada Moss'), person('bo', 'Bo Reed'), seat('ada'), seat('bo')],
  pastMeeting('held', { date: '2024-07-01' }),
  item('ditches', 'Ditches of Mill Lane'),
  item('paths', 'Paths of Mill Lane'),
  motion('a', { agenda_item_key: 'ditches', motion_kind: 'amendment', identifier: '7' }),
  motion('p', { agenda_item_key: 'paths', motion_kind: 'motion' }),
  item('weirs', 'Weirs of the mill'),
  motion('w', {
    ...{ agenda_item_key: 'weirs', motion_kind: 'procedural' },
    text: 'Waive Referral: Two-Thirds required - MM1.1 - Moss, motion 3',
  }),
  ...['2024-78-05', '2024-07-02'].map((identifier) =>
    motion(identifier, { identifier, text: 'That the weir be mended.' }),
  ),
]

let service: Service
beforeAll(async () => {
  service = await startService({ clock, source: sourceOf(records) })
})
afterAll(() => service.stop())

const main = async (path: string) => {
  const { body } = await service.call(path, browser)
  return textOf(/<main.*<\/main>/s.exec(body)?.[0] ?? '')
}

describe('a motion in a list', () => {
  it.each([
    '/pemberley/people/ada-moss',
    '/pemberley/people/ada-moss/compare/bo-reed',
    '/pemberley/motions',
    '/pemberley/votes',
    '/pemberley/votes?view=grid',
  ])('is named by what it does, with its kind before its result, on %s', async (path) => {
    const shown = await main(path)
    expect(shown).toMatch(
      /Ditches of Mill Lane.*?That ditches deeper than a metre be exempt – 7.*?Amendment defeated/,
    )
    expect(shown).toMatch(/Paths of Mill Lane.*?exempt(?:(?!Amendment).)*Defeated/)
    expect(shown).toMatch(/Paths of Mill Lane/)
    expect(shown).not.toMatch(/[Mm]otion ?That ditches/)
    expect(shown).not.toMatch(/(?:Voted (?:for|against) · |Amendment ?)(?:Ditches|Paths)/)
    expect(await main(`/fr${path}`)).toMatch(/That ditches deeper.*?Amendement rejeté/)
  })

  it('is listed below its item on the page of the meeting, and has its kind beside its result', async () => {
    const meeting = await main('/pemberley/meetings/2024-07-01-council')
    expect(meeting).toMatch(
      /Ditches of Mill Lane ?That ditches[^:]* moved by Ada MossAmendment defeated 1 to 1: a tie loses/,
    )
    expect(meeting).toMatch(
      /Paths of Mill Lane ?That ditches[^:]* moved by Ada MossDefeated 1 to 1: a tie loses/,
    )
    const { body } = await service.call('/pemberley/motions/motion-7', browser)
    expect(textOf(body)).toContain('Amendment defeated on July 1, 2024, 1 to 1: a tie loses.')
    expect(body).toMatch(/<meta name="description" content="Amendment defeated · 1 to 1: /)
  })

  it('is named by what it does among the results of a search', async () => {
    const shown = await main('/pemberley/search?q=exempt')
    expect(shown).toMatch(
      /About: Ditches of Mill Lane ?That ditches .*? exempt – 7 ?Motion · July 1, 2024 Amendment defeated 1 to 1/,
    )
    expect(shown).toMatch(
      /About: Paths of Mill Lane ?That ditches .*? exempt ?Motion · July 1, 2024/,
    )
    const ofItem = await main('/pemberley/search?q=paths+of+mill+lane')
    expect(ofItem).toMatch(/About: Paths of Mill Lane ?That ditches .*? exempt ?Motion/)
  })

  it('has a number that looks like a day as a number', async () => {
    for (const path of ['/motions', '/votes', '/motions/motion-2024-78-05'])
      expect(await main(`/pemberley${path}`)).toContain(
        'That the weir be mended – motion 2024-78-05',
      )
    expect(await main('/pemberley/motions/motion-2024-07-02')).toContain(
      'mended – motion 2024-07-02',
    )
  })

  it('has what tells it apart with the language of words of the source', async () => {
    const tag =
      '<span class="quiet"> – <span lang="en">Waive Referral</span>, Moss, motion 3</span>'
    for (const path of [
      ...['votes', 'votes?view=grid', 'motions', 'people/ada-moss', 'search?q=weirs'],
      ...['meetings/2024-07-01-council', 'people/ada-moss/compare/bo-reed'],
    ]) {
      expect((await service.call(`/fr/pemberley/${path}`, browser)).body, path).toContain(tag)
      const { body } = await service.call(`/pemberley/${path}`, browser)
      expect(body, path).toContain('<span class="quiet"> – Waive Referral, Moss, motion 3</span>')
    }
  })
})
