import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, nextOf, tablesOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const open = (query = '', from = service) => from.call(`/pemberley/votes${query}`, browser)
const page = async (query = '', from = service) => (await open(query, from)).body
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const motionsIn = (html: string) =>
  hrefsOf(html).filter((href) => /^\/pemberley\/motions\/[^?]+$/.test(href))
const votesOf = async (query = ''): Promise<Json[]> =>
  (await service.v1(`votes?per_page=100${query.replace('?', '&')}`)).json.data

describe('/{municipality}/votes', () => {
  it.each([
    '',
    '?contested=true',
    '?dissent=true',
    '?person=stephanie-roy',
    '?person=stephanie-roy&value=Against',
    '?organization=town-council',
    '?result=tabled',
    '?date_from=2024-02-01&date_to=2024-04-30',
  ])('"%s" lists the motions of the votes of the API, in their order', async (query) => {
    const votes = await votesOf(query)
    const motions = [...new Set(votes.map(({ motion_slug: slug }) => `/pemberley/motions/${slug}`))]
    expect(motions.length).toBeGreaterThan(0)
    expect(motionsIn(await page(query))).toEqual(motions)
  })

  it('says how many motions have full votes, with the result and count of each', async () => {
    const html = await page()
    const motions = (await service.v1('motions?per_page=100')).json.data
    const recorded = (await service.v1('motions?per_page=100&has_votes=true')).json.data
    const [, full, partial = '0', all] =
      /(\d+) full votes(?:, (\d+) with only some of the names)?, of (\d+) motions/.exec(
        main(html),
      ) ?? []
    expect(Number(all)).toBe(motions.length)
    expect(Number(full)).toBeGreaterThan(0)
    expect(Number(full) + Number(partial)).toBeLessThanOrEqual(recorded.length)
    for (const { result, for: inFavour, against } of await votesOf()) {
      expect(main(html)).toContain(result ?? 'No result recorded')
      if (inFavour !== null) expect(main(html)).toContain(`${inFavour} to ${against}`)
    }
  })

  it('says how the person voted whose votes are listed', async () => {
    const votes = await votesOf('?person=stephanie-roy&value=Against')
    const said = main(await page('?person=stephanie-roy&value=Against')).split(
      'Stéphanie Roy: Voted against',
    )
    expect(said).toHaveLength(votes.length + 1)
  })

  it('has the votes of the API in a table of people and motions', async () => {
    const html = await page('?view=grid&meeting=2024-01-01-regular-council')
    const votes = await votesOf('?meeting=2024-01-01-regular-council')
    const [head = [], ...rows] = tablesOf(html).Member ?? []
    expect(head).toHaveLength(new Set(votes.map(({ motion_slug: slug }) => slug)).size + 1)
    const cast = rows.flatMap(([name, ...cells]) =>
      cells.filter((cell) => cell !== '–' && cell !== '?').map((cell) => `${name}: ${cell}`),
    )
    const shown = { For: 'For', Against: 'Against', Abstain: 'Abstained', Absent: 'Absent' }
    const expected = votes.map(
      ({ person_name: name, vote_value: value }) =>
        `${name}: ${shown[value as keyof typeof shown] ?? value}`,
    )
    expect(cast.toSorted()).toEqual(expected.toSorted())
    expect(hrefsOf(html)).toContain('/pemberley/meetings/2024-01-01-regular-council')
  })

  it('leads through every motion once, as a list and as a table', async () => {
    const expected = new Set((await votesOf()).map(({ motion_slug: slug }) => slug)).size
    for (const start of ['', '?view=grid']) {
      const seen: string[] = []
      let next: string | undefined = start
      while (next !== undefined) {
        const html = await page(next)
        seen.push(...motionsIn(html))
        next = nextOf(html)?.replace('/pemberley/votes', '')
      }
      expect(seen).toHaveLength(expected)
      expect(new Set(seen).size).toBe(expected)
    }
  })

  it('keeps the filters in the form, and a view when it filters', async () => {
    const html = await page('?view=grid&person=vera-ng&contested=true&result=Amended&value=')
    expect(html).toContain('<option value="vera-ng" selected>Vera Ng</option>')
    expect(html).toContain('<option value="Amended" selected>Amended</option>')
    expect(html).toContain('<input type="hidden" name="view" value="grid"/>')
    expect(html).toMatch(/name="contested"[^>]* checked/)
    expect(main(html)).toContain('/api/v1/pemberley/votes?person=vera-ng&contested=true')
  })

  it.each([
    ['?date_from=2030-01-01&date_to=2030-12-31', 200, 'No recorded vote matches these filters.'],
    ['?person=nobody', 200, 'No recorded vote matches these filters.'],
    ['?dissent=often', 400, 'dissent must be'],
    ['?view=pie', 400, '“pie” in view is not possible. Choose one of: grid, counts.'],
    ['?cursor=abc', 400, 'cursor is not valid'],
  ])('%s is a page with status %d', async (query, status, sentence) => {
    const response = await open(query)
    expect(response.status).toBe(status)
    expect(main(response.body)).toContain(sentence)
  })

  it('names a motion by what it does, below its item', async () => {
    const records = [
      pastMeeting('g'),
      {
        ...{ kind: 'agenda_item', key: 'i', meeting_key: 'g', position: 1 },
        title: 'Rezoning of Mill Lane',
      },
      {
        ...{ kind: 'motion', key: 'a', meeting_key: 'g', position: 1, agenda_item_key: 'i' },
        ...{ text: 'WHEREAS it floods;\nThat Council reject the rezoning.', result: 'Carried' },
        votes: [{ name: 'Anne de Bourgh', value: 'For' }],
      },
    ]
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    for (const path of ['/pemberley/votes', '/pemberley/motions'])
      expect(main((await small.call(path, browser)).body), path).toContain(
        'About: Rezoning of Mill LaneReject the rezoningCarried 1 to 0 January 5, 2024',
      )
  })

  it('says that no vote is recorded, or which are only names', async () => {
    const motion = (key: string, changes: object) => ({
      ...{ kind: 'motion', key, identifier: key, meeting_key: 'g', position: 1 },
      ...{ text: `Motion ${key}`, result: 'Carried', ...changes },
    })
    const silent = await startService({ source: sourceOf([pastMeeting('g'), motion('a', {})]) })
    onTestFinished(() => silent.stop())
    const text = main(await page('', silent))
    expect(text).toContain('0 full votes, of 1 motion on record')
    expect(text).toContain('Not recorded: no motion on record says who voted how.')
    const votes = [{ name: 'Anne de Bourgh', value: 'Against' }]
    const dissenting = await startService({
      source: sourceOf([
        pastMeeting('g'),
        motion('a', { votes, tally: { for: null, against: null } }),
        motion('b', {
          votes: [...votes, { name: 'Ben Reed', value: 'For' }],
          tally: { for: null, against: null },
        }),
      ]),
    })
    onTestFinished(() => dissenting.stop())
    const names = main(await page('', dissenting))
    expect(names).toContain('1 member recorded against; no count published')
    expect(names).toContain('2 votes by name, 1 against, without a count')
    expect(tablesOf(await page('?view=grid', dissenting)).Member?.[1]).toEqual([
      'Anne de Bourgh',
      'Against',
      'Against',
    ])
  })

  it('tells in the table who is not named, who is no member and who was absent', async () => {
    const people = ['Ann Amato', 'Bo Beach', 'Cy Crane', 'Di Dorn', 'Ed East']
    const [ann, bo, cy, di, ed] = people.map((name, key) => ({ person_key: String(key), name }))
    const meeting = (key: string, organization_key: string, attendance: object[] = []) =>
      pastMeeting(key, { organization_key, attendance })
    const motion = (key: string, meeting_key: string, votes: object[], tally?: object) => ({
      ...{ kind: 'motion', key, identifier: key, meeting_key, position: 1 },
      ...{ result: 'Carried', votes, ...(tally && { tally }) },
    })
    const own = await startService({
      source: sourceOf([
        { kind: 'organization', key: 'o', name: 'Council', classification: 'council' },
        { kind: 'organization', key: 'p', name: 'Parks', classification: 'committee' },
        ...people.map((name, key) => ({ kind: 'person', key: String(key), name })),
        ...[ann, bo, cy].map((each) => ({
          ...{ kind: 'membership', key: `s-${each?.person_key}`, organization_key: 'o' },
          person_key: each?.person_key,
        })),
        {
          ...{ kind: 'membership', key: 's-3', organization_key: 'o', person_key: '3' },
          end_date: '2023-12-31',
        },
        pastMeeting('f', { organization_key: 'o', date: '2023-12-01' }),
        motion('d', 'f', [{ ...di, value: 'For' }]),
        meeting('g', 'o', [
          { ...cy, present: false },
          { ...ed, present: true },
        ]),
        meeting('h', 'p'),
        motion('a', 'g', [{ ...ann, value: 'Against' }], { for: null, against: null }),
        motion('b', 'h', [
          { ...bo, value: 'For' },
          { ...di, value: 'For' },
          { ...ed, value: 'Absent' },
        ]),
        motion('c', 'h', [{ ...cy, value: 'For' }]),
      ]),
    })
    onTestFinished(() => own.stop())
    const html = await page('?view=grid', own)
    const column = (body: string, key: string) => {
      const [, table = ''] = html.split(`<h2>${body}</h2>`)
      const [head = [], ...rows] = tablesOf(`${table.split('</table>')[0]}</table>`).Member ?? []
      const at = head.findIndex((cell) => cell.includes(`Motion ${key}`))
      return rows.map((row) => `${row[0]}: ${row[at]}`)
    }
    expect(column('Council', 'a')).toEqual([
      ...['Ann Amato: Against', 'Bo Beach: ?', 'Cy Crane: Absent', 'Di Dorn: –'],
    ])
    // Nothing says who sits on this body.
    expect(column('Parks', 'b')).toEqual([
      ...['Bo Beach: For', 'Cy Crane: ?', 'Di Dorn: For', 'Ed East: Absent'],
    ])
    expect(main(html)).toContain('?: no vote of this member is recorded by name')
  })

  it('reads the votes of people only where it shows them', async () => {
    const readsNames = async (query: string) => {
      service.statements.length = 0
      await page(`?date_from=2020-02-02${query}`)
      expect(service.statements).not.toEqual([])
      return service.statements.some((text) => text.includes('name_as_written'))
    }
    expect(await readsNames('')).toBe(false)
    expect(await readsNames('&view=grid')).toBe(true)
    expect(await readsNames('&person=stephanie-roy')).toBe(true)
  })

  it.each(['?contested=false', '?view=grid&dissent=false', '?view=grid&show=defeated'])(
    '%s is read in at most five statements',
    async (query) => {
      service.statements.length = 0
      await page(query)
      expect(service.statements.length).toBeGreaterThan(0)
      expect(service.statements.length).toBeLessThanOrEqual(5)
    },
  )
})
