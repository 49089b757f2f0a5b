import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { Clock } from '../../core/clock.ts'

const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const cast = (name: string, value: string) => ({ person_key: name, name, value })
const uncounted = { for: null, against: null }

const alone = { matter_key: null, agenda_item_key: null, bylaw_keys: [] }

const motion = (key: string, changes: object) => ({
  ...{
    kind: 'motion',
    key,
    identifier: key,
    meeting_key: 'held',
    position: 1,
    matter_key: 'wells',
  },
  ...{ agenda_item_key: 'wells', motion_kind: 'motion', mover_key: 'Orla Finch' },
  ...{ text: `That well ${key} be capped.`, result: 'Defeated', bylaw_keys: ['wells'] },
  ...changes,
})

const records = [
  { kind: 'organization', key: 'council', name: 'Town Council', classification: 'council' },
  ...['Orla Finch', 'Rex Dunn'].map((name) => ({ kind: 'person', key: name, name })),
  { kind: 'bylaw', key: 'wells', title: 'Wells', bylaw_number: '12' },
  { kind: 'matter', key: 'wells', title: 'Wells of Low Street' },
  pastMeeting('held', { date: '2024-07-01', organization_key: 'council' }),
  { kind: 'agenda_item', key: 'wells', meeting_key: 'held', position: 1, title: 'Wells' },
  motion('counted', { tally: { for: 3, against: 4 } }),
  motion('disputed', { tally: { for: 5, against: 1 }, other_result: 'Carried' }),
  motion('named', {
    votes: [cast('Orla Finch', 'For'), cast('Rex Dunn', 'Against')],
    tally: uncounted,
  }),
  motion('opposed', { votes: [cast('Rex Dunn', 'Against')], tally: uncounted }),
  motion('lifted', { ...alone, result: 'Carried' }),
  motion('referred', { ...alone, result: 'Referred' }),
  motion('awaited', { ...alone, result: null }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ clock, source: sourceOf(records) })
})
afterAll(() => service.stop())

async function main(path: string): Promise<string> {
  const { body } = await service.call(`/pemberley${path}`, { headers: { accept: 'text/html' } })
  return textOf(/<main.*<\/main>/s.exec(body)?.[0] ?? '')
}

const [both, names, against] = [
  'Unclear 5 to 1',
  'Defeated 2 votes by name, 1 against, without a count',
  'Defeated 1 member recorded against; no count published',
]

describe('what became of a motion', () => {
  it.each([
    '',
    '/meetings/2024-07-01-council',
    '/motions',
    '/matters/wells-of-low-street',
    '/bylaws/by-law-12',
    '/search?q=well+capped',
    '/motions/motion-opposed',
  ])('is said with its count and its contradiction on %s', async (path) => {
    const text = await main(path)
    expect(text).toMatch(/Defeated (?:July 1, 2024, )?3 to 4/)
    expect(text).toContain(`${both}: the source says “Defeated”, and also “Carried”`)
  })

  it.each(['', '/meetings/2024-07-01-council', '/motions', '/votes'])(
    'is said with the names, if they were not counted, on %s',
    async (path) => {
      const text = await main(path)
      expect(text).toContain(names)
      expect(text).toContain(against)
      expect(text).not.toMatch(/[.]{2}|[.],/)
    },
  )

  it('is said with its contradiction where a bar or nothing shows the count', async () => {
    expect(await main('/people/orla-finch')).toContain('Unclear')
  })
})

it('is said in French with all of it', async () => {
  const { body } = await service.call('/fr/pemberley/motions', { headers: { accept: 'text/html' } })
  expect(textOf(body)).toContain('2 votes enregistrés par nom, dont 1 contre, sans décompte')
})

it('has a mark for each kind of outcome, and none of the two that its source contradicts', async () => {
  const { body } = await service.call('/pemberley/motions', { headers: { accept: 'text/html' } })
  const marks = body.matchAll(/motions\/motion-(\w+)">.*?<span class="tag (\w+)">/gs)
  expect(Object.fromEntries([...marks].map(([, key, mark]) => [key, mark]))).toEqual({
    ...{ counted: 'defeated', named: 'defeated', opposed: 'defeated', disputed: 'other' },
    ...{ lifted: 'carried', referred: 'other', awaited: 'none' },
  })
})
