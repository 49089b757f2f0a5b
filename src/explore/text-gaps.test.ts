import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../../test/support/service/import-records.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { textOf } from '../../test/support/site/page-content.ts'
import { pastMeeting } from '../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../test/support/towns/town.ts'
import type { Clock } from '../core/clock.ts'

const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const minutesUrl = 'https://pemberley.example/minutes'

const motion = (key: string, text: string | null, changes = {}) => ({
  ...{ kind: 'motion', key, identifier: key, meeting_key: 'held', position: 1, text },
  ...{ result: 'Carried', mover_key: 'ada', tally: { for: 5, against: 4 }, ...changes },
  votes: [
    { person_key: 'ada', name: 'Ada Moss', value: 'For' },
    { person_key: 'bo', name: 'Bo Reed', value: 'Against' },
  ],
})
const cut = 'That Council approve the widening of Mill Lane, on these conditions of the owners:'
const records = [
  { kind: 'organization', key: 'council', name: 'Council', classification: 'council' },
  { kind: 'person', key: 'ada', name: 'Ada Moss' },
  { kind: 'person', key: 'bo', name: 'Bo Reed' },
  ...['ada', 'bo'].map((person) => ({
    ...{ kind: 'membership', key: person, person_key: person, organization_key: 'council' },
    role: 'Councillor',
  })),
  pastMeeting('held', { date: '2024-07-01', has_minutes: true, minutes_url: minutesUrl }),
  pastMeeting('whole', { date: '2024-06-01', has_minutes: true, minutes_url: minutesUrl }),
  motion('whole', 'That Council approve the bridge of Mill Lane.', { meeting_key: 'whole' }),
  motion('cut', cut),
  motion('announced', 'That Council:'),
]

let service: Service
beforeAll(async () => {
  service = await startService({ clock, source: sourceOf(records) })
})
afterAll(() => service.stop())

const page = async (path: string) =>
  (await service.call(path, { headers: { accept: 'text/html' } })).body
const main = async (path: string) => textOf(/<main.*<\/main>/s.exec(await page(path))?.[0] ?? '')

const shown = 'on these conditions of the owners'

describe('a motion whose text ends before the decision', () => {
  it.each([
    '/motions',
    '/votes',
    '/votes?view=grid',
    '/people/ada-moss',
    '/people/ada-moss/compare/bo-reed',
    '/search?q=widening',
    '/meetings/2024-07-01-council',
  ])('is marked in the list of %s, unless its title says so', async (path) => {
    const text = await main(`/pemberley${path}`)
    expect(text).toMatch(
      path.includes('grid') ? /…?\s*\(text incomplete\)/ : `${shown} (text incomplete)`,
    )
    // The page of a person lists it as moved, as voted on and among the votes that say most.
    const listed = path === '/people/ada-moss' ? 3 : 1
    expect(text.match(/text incomplete/g)).toHaveLength(listed)
    const french = await main(`/fr/pemberley${path}`)
    expect(french).toContain(' (texte incomplet)')
  })

  it('is counted on the page of its meeting, which links the minutes', async () => {
    const sentence =
      'The imported data lacks the text, or the end of it, of 2 motions of this meeting.'
    expect(await main('/pemberley/meetings/2024-07-01-council')).toContain(
      `${sentence} See the minutes.`,
    )
    expect(await page('/pemberley/meetings/2024-07-01-council')).toContain(
      `<a href="${minutesUrl}" rel="nofollow noopener">minutes</a>`,
    )
    expect(await main('/pemberley/meetings/2024-06-01-council')).not.toContain('lacks the text')
  })

  it('is counted on the page of what is missing, as in the API', async () => {
    const { data } = (await service.v1('motions')).json
    const flags = data.map(({ text_complete: complete }: { text_complete: boolean }) => complete)
    expect(flags.filter((complete: boolean) => !complete)).toHaveLength(2)
    expect(await main('/pemberley/coverage')).toContain(
      'The imported data lacks the text, or the end of it, of 2 of 3 motions.',
    )
    const repaired = records.map((record) =>
      'text' in record ? { ...record, text: 'That Council approve the bridge.' } : record,
    )
    await importRecords(service, repaired, { clock })
    expect(await main('/pemberley/coverage')).not.toContain('lacks the text')
  })
})
