import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { seatingOf } from './seating.ts'

const browser = { headers: { accept: 'text/html' } }

const body = (key: string, classification = 'committee') => ({
  ...{ kind: 'organization', key, name: key, classification },
})
const person = (name: string) => ({ kind: 'person', key: name, name })
const seat = (name: string, organization: string, changes = {}) => ({
  ...{ kind: 'membership', key: `${name} ${organization}`, person_key: name },
  ...{ organization_key: organization, role: 'Councillor', ...changes },
})
const motion = (key: string, of: string, changes = {}) => ({
  ...{ kind: 'motion', key, meeting_key: of, position: 1, identifier: key, result: 'Carried' },
  ...{ motion_kind: 'motion', text: 'That it be done.', ...changes },
})
const vote = (name: string, value: string) => ({ name, person_key: name, value })
/** People called Ada 1, Ada 2 and so on. */
const names = (first: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `${first} ${String.fromCodePoint(65 + Math.floor(at / 26), 97 + (at % 26))}`,
  )
const many = (first: string, inFavour: number, against: number) => {
  const all = names(first, inFavour + against)
  return {
    people: all.map(person),
    votes: all.map((name, at) => vote(name, at < inFavour ? 'For' : 'Against')),
  }
}

const [nine, large, largest] = [many('Ida', 5, 4), many('Ada', 15, 10), many('Eve', 31, 20)]

const records = [
  body('council', 'council'),
  ...['nine', 'large', 'largest'].map((key) => body(key)),
  ...['council', 'nine', 'large', 'largest'].map((key) =>
    pastMeeting(key, { organization_key: key, title: key }),
  ),
  ...[
    'Jo Pell',
    'Ova Clerk',
    'Max Pell',
    'Bo Reed',
    'Ana De La Cruz',
    'Cy Lake',
    'Dee Past',
    'Flo Next',
    'Eno Clerk',
    'Una Bailiff',
  ].map(person),
  seat('Jo Pell', 'council', { role: 'Mayor' }),
  // Whom the source lists, without a vote.
  seat('Ova Clerk', 'council', { role: 'Ombudsman' }),
  seat('Eno Clerk', 'council', { role: 'Ombudsman', end_date: '2009-12-31' }),
  // Before the record, which has no one else with the role.
  seat('Una Bailiff', 'council', { role: 'Bailiff', end_date: '2009-12-31' }),
  seat('Max Pell', 'council', { label: 'Ward 10' }),
  seat('Bo Reed', 'council', { label: 'Ward 2', role: 'Councillor and Deputy Mayor' }),
  seat('Ana De La Cruz', 'council', { label: 'Ward 3' }),
  seat('Cy Lake', 'council', { label: 'Ward 4' }),
  seat('Dee Past', 'council', { label: 'Ward 5', end_date: '2023-12-31' }),
  seat('Flo Next', 'council', { label: 'Ward 5', start_date: '2024-02-01' }),
  motion('split', 'council', {
    votes: [
      ...[vote('Jo Pell', 'For'), vote('Max Pell', 'For'), vote('Bo Reed', 'Against')],
      vote('Ana De La Cruz', 'Abstain'),
    ],
  }),
  motion('dissent', 'council', {
    ...{ tally: { for: null, against: null } },
    votes: [vote('Bo Reed', 'Against'), vote('Cy Lake', 'Against')],
  }),
  motion('partly', 'council', {
    ...{ tally: { for: 3, against: 1 } },
    votes: [vote('Bo Reed', 'Against')],
  }),
  motion('counted', 'council', { tally: { for: 4, against: 1 } }),
  ...nine.people,
  motion('of nine', 'nine', { votes: nine.votes }),
  ...large.people,
  motion('of 25', 'large', { votes: large.votes }),
  ...largest.people,
  motion('of 51', 'largest', { votes: largest.votes }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

async function chamberAt(slug: string, prefix = '') {
  const { body: html } = await service.call(`${prefix}/pemberley/motions/${slug}`, browser)
  const [drawing = ''] = /<figure class="chamber">.*?<\/figure>/s.exec(html) ?? []
  const seats = [
    ...drawing.matchAll(/<g class="(\w+)" transform[^>]*><title>(.*?)<\/title>(.*?)<\/g>/g),
  ]
  return {
    html,
    drawing,
    seats: seats.map(([, kind, title]) => `${title} (${kind})`),
    shown: seats.map(([, , , drawn = '']) => textOf(drawn)),
    caption: textOf(/<figcaption.*/s.exec(drawing)?.[0] ?? ''),
  }
}

describe('the chamber of a motion', () => {
  it('has the members of that day in the order of the wards, the head last, each by vote', async () => {
    const { drawing, seats, shown, caption } = await chamberAt('motion-split')
    expect(seats).toEqual([
      'Bo Reed: Against (against)',
      'Ana De La Cruz: Abstained (abstained)',
      'Cy Lake: no vote recorded (none)',
      'Max Pell: For (for)',
      'Jo Pell: For (for)',
    ])
    expect(shown).toEqual(['Reed', 'De La Cruz', 'Lake', 'M. Pell', 'J. Pell'])
    expect(drawing).toContain('>Mayor</tspan>')
    expect(drawing).toContain('role="img" aria-label="2 for, 1 against"')
    expect(caption).toBe(
      'Filled with a tick: for. Open with a cross: against. Open with a line: abstained. Dotted: no vote. Seats in the order of the wards.',
    )
  })

  it('has no seat for somebody listed without a vote, nor have the table and the list of members', async () => {
    const all = async (path: string) => (await service.call(path, browser)).body
    expect((await chamberAt('motion-split')).html).not.toContain('Ova Clerk')
    expect(await all('/pemberley/votes?view=grid')).toContain('Bo Reed')
    expect(await all('/pemberley/votes?view=grid')).not.toContain('Ova Clerk')
    expect(await all('/pemberley/agreement')).not.toContain('Ova Clerk')
    expect(await all('/pemberley')).not.toContain('Ova Clerk')
    const page = await all('/pemberley/people')
    const members = textOf(page)
    expect(members).toContain('6 members: how they voted')
    expect(members).toContain('Also listed by the source, without a vote on record: Ova Clerk.')
    const former = textOf(/<h2 id="former">.*?<\/ul>/s.exec(page)?.[0] ?? '')
    expect(former).toBe('Former membersUna BailiffDee Past')
    expect(members).toContain('Also listed by the source, without a vote on record: Eno Clerk.')
  })

  it('has no seat without a vote among the councillors of tables and the API either', async () => {
    const table = (await service.call('/pemberley/people/totals.csv')).body
    expect(table).toContain('Bo Reed')
    expect(table).toContain('Una Bailiff')
    expect(table).not.toContain('Clerk')
    const namesOf = async (filter: string) =>
      (await service.v1(`people?is_councillor=${filter}&per_page=100`)).json.data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await namesOf('true')).not.toContain('Ova Clerk')
    expect(await namesOf('true')).toContain('Bo Reed')
    expect(await namesOf('false')).toContain('Ova Clerk')
  })

  it('marks votes with more than colours', async () => {
    const { drawing } = await chamberAt('motion-split')
    const marks = [...drawing.matchAll(/<circle[^>]*><\/circle>(?:<path d="([^"]*)">)?/g)]
    expect(new Set(marks.map(([, mark]) => mark)).size).toBe(4)
  })

  it('is not drawn where only those against are named, which the page says', async () => {
    const { html, drawing } = await chamberAt('motion-dissent')
    expect(drawing).toBe('')
    expect(html).not.toContain('vote-strip')
    expect(textOf(html)).toContain('Only these votes are recorded.')
    expect(textOf(html)).not.toContain('0 for')
  })

  it('has members without a name among those counted as seats without a vote', async () => {
    const { seats, drawing } = await chamberAt('motion-partly')
    expect(seats.filter((one) => one.endsWith('no vote recorded (none)'))).toHaveLength(4)
    expect(drawing).toContain('3 for, 1 against')
  })

  it('is a strip of marks where the source has only a count', async () => {
    const { html, drawing } = await chamberAt('motion-counted')
    expect(drawing).toBe('')
    expect(html).toContain('<div class="vote-strip">')
  })

  it('of nine has one row with surnames, in the order of the roll where no seat is on record', async () => {
    const { seats, shown, caption } = await chamberAt('motion-of-nine')
    expect(seats).toHaveLength(9)
    expect(seats[0]).toBe('Ida Aa: For (for)')
    expect(shown).toEqual(names('', 9).map((name) => name.trim()))
    expect(caption).toContain('Seats in the order of the roll.')
  })

  it('of 25 has rows with initials in the seats, which do not cover each other', async () => {
    const { drawing, seats, shown } = await chamberAt('motion-of-25')
    expect(seats).toHaveLength(25)
    expect(new Set(shown)).toEqual(new Set(['AA']))
    const radius = Number(/<circle r="([\d.]+)"/.exec(drawing)?.[1])
    const positions = [...drawing.matchAll(/translate\(([\d.]+) ([\d.]+)\)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    for (const [at, [x = 0, y = 0]] of positions.entries())
      for (const [other = 0, down = 0] of positions.slice(at + 1))
        expect(Math.hypot(x - other, y - down)).toBeGreaterThan(2 * radius)
  })

  it.each(Array.from({ length: 27 }, (_, more) => 14 + more))(
    'of %i has seats beside its count',
    (members) => {
      const { seats, count, radius } = seatingOf(names('', members), false)
      const [wide, tall] = [count.fontSize * 1.4, count.fontSize * 0.7]
      for (const { x, y } of seats) {
        const across = Math.max(0, Math.abs(x - count.x) - wide)
        const down = Math.max(0, count.y - tall - y, y - count.y)
        expect(Math.hypot(across, down)).toBeGreaterThan(radius)
      }
    },
  )

  it('of 51 is a strip of marks', async () => {
    const { drawing, seats } = await chamberAt('motion-of-51')
    expect(seats).toEqual([])
    expect(drawing).toContain('31 for')
    expect(drawing).toContain('20 against')
  })

  it('is in the embed of the motion, and changes its picture', async () => {
    const { body: embed } = await service.call('/embed/pemberley/motions/motion-split', browser)
    expect(embed).toContain('<figure class="chamber"><svg')
    const { body: dissent } = await service.call('/embed/pemberley/motions/motion-dissent', browser)
    expect(dissent).not.toMatch(/<figure|class="vote-strip/)
    expect(textOf(dissent)).toContain('Only these votes are recorded.')
    for (const slug of ['motion-split', 'motion-of-25', 'motion-of-51', 'motion-dissent']) {
      const path = `/pemberley/motions/${slug}/picture.png`
      const response = await fetch(new URL(path, service.url), { redirect: 'manual' })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(150_000)
    }
  })

  it('speaks French on pages in French', async () => {
    const { drawing, seats, caption } = await chamberAt('motion-split', '/fr')
    expect(seats[0]).toBe('Bo Reed\u00a0: Contre (against)')
    expect(drawing).toContain('aria-label="2 pour, 1 contre"')
    expect(caption).toMatch(/^Plein avec une coche\u00a0: pour\./)
  })
})
