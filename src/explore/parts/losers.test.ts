import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }

type Side = 'For' | 'Against' | 'Absent'
const votesOf = (sides: Partial<Record<Side, number>>) =>
  Object.entries(sides).flatMap(([value, count]) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ name: `${value} ${at + 1}`, value },
      ...(value === 'Against' && at === 0 && { person_key: 'ann' }),
    })),
  )
const motion = (key: string, result: string, sides: Partial<Record<Side, number>>, more = {}) => ({
  ...{ kind: 'motion', key, identifier: key, meeting_key: 'g', position: 1, result },
  ...{ text: `That the ${key} culvert be dredged.`, votes: votesOf(sides), ...more },
})
const uncounted = { tally: { for: null, against: null } }

const records = [
  { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
  { kind: 'person', key: 'ann', name: 'Against 1' },
  pastMeeting('g', { organization_key: 'o' }),
  motion('few', 'Carried', { For: 9, Against: 2 }),
  motion('lost', 'Defeated', { For: 1, Against: 3, Absent: 1 }),
  motion('many', 'Carried', { For: 12, Against: 9 }),
  motion('short', 'Carried', { For: 6, Against: 2 }, { tally: { for: 6, against: 3 } }),
  motion('casting', 'Carried', { For: 2, Against: 2 }, { tally: { for: 3, against: 2 } }),
  motion('dissents', 'Carried', { Against: 2 }, uncounted),
  motion('winners', 'Defeated', { Against: 2 }, uncounted),
  motion('supporters', 'Carried', { For: 4 }, { tally: { for: 4, against: 1 } }),
  motion('agreed', 'Carried', { For: 4 }),
  motion('none', 'Defeated', { Against: 4 }),
  motion('counted', 'Carried', {}, { tally: { for: 5, against: 3 } }),
  motion('both', 'Carried', { For: 2, Against: 1 }, { other_result: 'Defeated' }),
  motion('open', 'Referred', { For: 2, Against: 1 }),
]

/** Who lost, as lists say it; null where they say nothing. */
const expected: Record<string, string | null> = {
  few: 'Against: Against 1 and Against 2',
  lost: 'For: For 1',
  many: 'Against: 9 members',
  short: 'Against: Against 1, Against 2 and 1 not named',
  casting: 'Against: Against 1 and Against 2',
  dissents: 'Against: Against 1 and Against 2',
  winners: 'Who voted for it is not recorded.',
  supporters: 'Who voted against it is not recorded.',
  ...{ agreed: null, none: null, counted: null, both: null, open: null },
}

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

/** By the number of the motion, in any list. */
async function losersOn(path: string): Promise<Record<string, string | null>> {
  const { status, body } = await service.call(path, browser)
  expect(status).toBe(200)
  const rows = [
    ...body.matchAll(/<li>(?:(?!<\/?ul|<\/li>).)*?\/motions\/motion-([a-z]+)".*?<\/li>/gs),
  ]
  return Object.fromEntries(
    rows.map(([row, key = '']) => {
      const [, line] = /<span class="losers">(.*?)<\/span>/s.exec(row) ?? []
      return [key, line === undefined ? null : textOf(line)]
    }),
  )
}

const only = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, expected[key]]))

describe('who lost', () => {
  it('is said of each motion in lists, as far as it is on record', async () => {
    expect(await losersOn('/pemberley/motions')).toEqual(expected)
    const { counted, ...voted } = expected
    expect(await losersOn('/pemberley/votes')).toEqual(voted)
  })

  it('is said in the tabs, on the first page and in a search', async () => {
    expect(await losersOn('/pemberley/votes?show=defeated')).toEqual(
      only(['lost', 'winners', 'none']),
    )
    const contested = await losersOn('/pemberley/votes?show=contested')
    expect(contested).toMatchObject(only(['few', 'lost', 'many', 'short']))
    const first = await losersOn('/pemberley')
    expect(Object.keys(first).length).toBeGreaterThan(1)
    expect(first).toEqual(only(Object.keys(first)))
    expect(await losersOn('/pemberley/search?q=lost+culvert')).toMatchObject(only(['lost']))
  })

  it('is said of the votes of a person', async () => {
    const votes = await losersOn('/pemberley/people/against-1?contested=true')
    expect(votes).toMatchObject(only(['few', 'lost', 'many', 'short']))
    expect(votes).toEqual(only(Object.keys(votes)))
    for (const path of ['/pemberley/people/against-1', '/embed/pemberley/people/against-1']) {
      const latest = await losersOn(path)
      expect(Object.keys(latest).length).toBeGreaterThan(2)
      expect(latest, path).toEqual(only(Object.keys(latest)))
    }
  })

  it('is a number that leads to the votes where the names are many', async () => {
    const { body } = await service.call('/pemberley/votes', browser)
    expect(hrefsOf(body)).toContain('/pemberley/motions/motion-many#votes')
    const { body: motion } = await service.call('/pemberley/motions/motion-many', browser)
    expect(motion).toContain('id="votes"')
  })

  it('is said in French', async () => {
    const lines = await losersOn('/fr/pemberley/votes')
    expect(lines).toMatchObject({
      few: 'Contre\u00A0: Against 1 et Against 2',
      many: 'Contre\u00A0: 9 membres',
      winners: 'Les noms de ceux qui ont voté pour ne sont pas consignés.',
    })
  })
})
