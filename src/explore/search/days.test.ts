import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const meeting = (key: string, date: string, rest = {}) => ({
  ...{ kind: 'meeting', key, title: 'Council', date, status: 'completed' },
  ...{ has_agenda: true, has_minutes: false, has_transcript: false, ...rest },
})
const texts = (title: string, ...sections: string[]) => ({
  ...{ title, url: `https://pemberley.example/${title.length}`, type: 'agenda' },
  sections: sections.map((text, at) => ({ title: `${at + 1} Part`, text })),
})
const records = [
  {
    kind: 'matter',
    key: 'x',
    title: 'Heronry of Low Wood',
    identifier: 'R-7',
    last_seen: '2031-05-04',
  },
  meeting('spring', '2031-03-04', {
    documents: [texts('Spring agenda', 'The heronry is on.', 'The heronry again.')],
  }),
  meeting('ahead', '2031-09-04', {
    ...{
      status: 'scheduled',
      documents: [texts('Later agenda', 'The heronry to come.')],
    },
  }),
  {
    ...{ kind: 'motion', key: 'm', meeting_key: 'spring', matter_key: 'x', position: 1 },
    ...{ text: 'That the heronry be fenced.', result: 'Carried', tally: { for: 4, against: 1 } },
  },
  {
    ...{ kind: 'motion', key: 'n', meeting_key: 'spring', position: 2, result: 'Carried' },
    text: 'That the heronry be mapped.',
  },
]

let service: Service
beforeAll(async () => {
  const now = Date.parse('2031-06-01T19:00:00Z')
  service = await startService({
    clock: { now: () => now, monotonic: () => 0 },
    source: sourceOf(records),
  })
})
afterAll(() => service.stop())

it('a feed of a search has decisions before the documents of their day, each document once', async () => {
  const { body } = await service.call('/feeds/pemberley/search.atom?q=heronry')
  const titles = [...body.matchAll(/<entry>.*?<title>([^<]*)/gs)].map(([, title]) => title)
  expect(titles).toEqual([
    'Report: Heronry of Low Wood',
    'That the heronry be mapped',
    'That the heronry be fenced',
    'Document: Spring agenda',
    'Document: Later agenda',
  ])
})

it('a report says that its day is that of its latest step, beside a decision of another', async () => {
  const found = async (path: string) =>
    textOf((await service.call(path, { headers: { accept: 'text/html' } })).body)
  expect(await found('/pemberley/search?q=heronry+of+low+wood')).toMatch(
    /Report · latest step May 4, 2031 · .*Carried 4 to 1, March 4, 2031/,
  )
})
