import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service/service.ts'
import { hrefsOf, nextOf, textOf } from '../../test/support/site/page-content.ts'
import { pastMeeting } from '../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }

/** More than two pages of any list. */
const count = 110

const numbers = (length: number) => Array.from({ length }, (_, at) => at + 1)
const day = (n: number) => new Date(Date.UTC(2021, 0, 3 * n)).toISOString().slice(0, 10)
const item = (meeting_key: string, n: number) => ({
  ...{ kind: 'agenda_item', key: `${meeting_key}-${n}`, meeting_key, position: n },
  ...{ item_number: String(n), title: `Bench ${n}`, action: 'Oiled' },
})

const records = [
  { kind: 'organization', key: 'council', name: 'Council', classification: 'council' },
  ...['Ann Lea', 'Ben Moor'].flatMap((name) => [
    { kind: 'person', key: name, name },
    {
      ...{ kind: 'membership', key: `seat of ${name}`, role: 'Councillor' },
      ...{ person_key: name, organization_key: 'council' },
    },
  ]),
  ...numbers(count).flatMap((n) => [
    { kind: 'organization', key: `body-${n}`, name: `Panel ${n}` },
    { kind: 'person', key: `guest-${n}`, name: `Guest ${n}` },
    { kind: 'matter', key: `matter-${n}`, title: `Bench ${n}` },
    { kind: 'bylaw', key: `bylaw-${n}`, title: `Bench By-law ${n}`, year: 2021 },
    pastMeeting(`m-${n}`, { date: day(n), organization_key: 'council' }),
    {
      ...{ kind: 'motion', key: `v-${n}`, meeting_key: `m-${n}`, position: 1, result: 'Carried' },
      ...{ identifier: `V-${n}`, text: `That bench ${n} be painted.`, mover_key: 'Ann Lea' },
      votes: [
        { person_key: 'Ann Lea', name: 'Ann Lea', value: 'For' },
        { person_key: 'Ben Moor', name: 'Ben Moor', value: 'Against' },
      ],
    },
  ]),
  pastMeeting('short', { date: '2020-02-02' }),
  ...numbers(60).map((n) => item('short', n)),
  pastMeeting('long', { date: '2020-01-01' }),
  ...numbers(160).map((n) => item('long', n)),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const open = async (path: string) => {
  const { body, status } = await service.call(path, browser)
  expect(status, path).toBe(200)
  return /<main.*<\/main>/s.exec(body)?.[0] ?? ''
}
const fold = '<details class="more">'
const of = (kind: string) => new RegExp(`^(/fr)?/pemberley/${kind}/[^/?#]+$`)

/** Each list in pages, the links of its rows, and where on its page it begins. */
const lists = [
  { path: 'bylaws', row: of('bylaws'), rows: count },
  { path: 'matters', row: of('matters'), rows: count },
  { path: 'motions', row: of('motions'), rows: count },
  { path: 'votes', row: of('motions'), rows: count },
  { path: 'votes?person=ann-lea&value=For', row: of('motions'), rows: count },
  { path: 'votes?view=grid', row: of('motions'), rows: count },
  { path: 'meetings', row: of('meetings'), rows: count + 2 },
  { path: 'people/ann-lea', row: of('motions'), rows: count, from: 'id="votes"', to: 'id="moved"' },
  { path: 'people/ann-lea/compare/ben-moor', row: of('motions'), rows: count },
  { path: 'bodies', row: of('bodies'), rows: count + 1 },
  { path: 'people?all=true', row: of('people'), rows: count + 2 },
]

describe.each(['', '/fr'])('a list in pages of "%s/"', (prefix) => {
  it.each(lists)(
    '$path leads by one link to the rest, each row once',
    async ({ path, ...list }) => {
      const seen: string[] = []
      let pages = 0
      for (
        let next: string | undefined = `${prefix}/pemberley/${path}`;
        next !== undefined;
        pages++
      ) {
        const html = await open(next)
        const [from = '', to = '</main>'] = [list.from ?? '<h1', list.to]
        const shown = html.slice(html.indexOf(from), html.indexOf(to))
        expect(shown, next).not.toContain(fold)
        const rows = [...new Set(hrefsOf(shown).filter((href) => list.row.test(href)))]
        // The URL can be shared.
        expect(await open(next)).toBe(html)
        seen.push(...rows)
        expect(shown.match(/rel="next"/g)?.length ?? 0, next).toBeLessThanOrEqual(1)
        next = nextOf(html)
      }
      expect(pages).toBeGreaterThan(1)
      expect(seen).toHaveLength(list.rows)
      expect(new Set(seen).size).toBe(list.rows)
    },
  )
})

describe('the decisions of a meeting', () => {
  it('unfold, where its agenda has no pages', async () => {
    const html = await open('/pemberley/meetings/2020-02-02-council')
    expect(html.split(fold)).toHaveLength(2)
    expect(textOf(html)).toContain('Show 40 more')
    expect(html).not.toContain('?items=')
  })

  it('are not folded away, where its agenda has pages', async () => {
    const html = await open('/pemberley/meetings/2020-01-01-council')
    expect(html).not.toContain(fold)
    expect(html).toContain('?items=101')
    expect(await open('/pemberley/meetings/2020-01-01-council?items=101')).not.toContain(fold)
  })
})
