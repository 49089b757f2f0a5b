import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../../test/support/service/import-records.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { hrefsOf } from '../../test/support/site/page-content.ts'
import { pastMeeting } from '../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../test/support/towns/town.ts'
import type { Clock } from '../core/clock.ts'

const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const held = { has_minutes: true, organization_key: 'o-council' }

function motion(key: string, meeting: string, changes = {}) {
  const votes = [
    { person_key: 'p-gone', name: 'G.', value: 'For' },
    { person_key: 'p-ann', name: 'A.', value: 'Against' },
  ]
  const where = { meeting_key: meeting, matter_key: 'x-1', bylaw_keys: ['b-1'], position: 1 }
  const cast = { result: 'Carried', mover_key: 'p-ann', mover_name: 'A.', votes }
  return {
    kind: 'motion',
    key,
    identifier: key,
    text: `That drain ${key} be dug.`,
    ...where,
    ...cast,
    ...changes,
  }
}

const item = (key: string, meeting: string, changes = {}) => ({
  ...{ kind: 'agenda_item', key, meeting_key: meeting, position: 1, title: `Drain ${key}` },
  ...changes,
})

// What stays refers to what goes wherever it can.
const stays = [
  { kind: 'organization', key: 'o-council', name: 'Council', classification: 'council' },
  { kind: 'organization', key: 'o-part', name: 'Panel', parent_key: 'o-gone' },
  { kind: 'organization', key: 'o-idle', name: 'Idle Board' },
  { kind: 'person', key: 'p-ann', name: 'Ann Able' },
  { kind: 'person', key: 'p-idle', name: 'Ida Idle' },
  ...['ann', 'gone'].map((who) => ({
    ...{ kind: 'membership', key: `seat-${who}`, person_key: `p-${who}` },
    ...{ organization_key: 'o-council', role: 'Councillor', label: `Ward of ${who}` },
  })),
  {
    ...{ kind: 'membership', key: 'm-part', person_key: 'p-ann', organization_key: 'o-gone' },
    role: 'Seat of a vanished body',
  },
  {
    ...pastMeeting('g-1', { ...held, title: 'Sitting', chair_key: 'p-gone' }),
    attendance: [{ person_key: 'p-gone', name: 'G.', present: true }],
  },
  pastMeeting('g-2', { ...held, title: 'Sitting of a body', organization_key: 'o-gone' }),
  item('i-1', 'g-1', { matter_key: 'x-gone', bylaw_keys: ['b-gone'] }),
  item('i-2', 'g-gone', { title: 'Drain of the vanished sitting', matter_key: 'x-1' }),
  motion('v-1', 'g-1', { agenda_item_key: 'i-1', bylaw_keys: ['b-gone'], mover_key: 'p-gone' }),
  motion('v-2', 'g-gone', { agenda_item_key: 'i-2', date: '2024-02-02', tally: tally() }),
  motion('v-3', 'g-1', { agenda_item_key: 'i-gone', position: 2, matter_key: 'x-gone' }),
  motion('v-4', 'g-2', { seconder_key: 'p-gone', seconder_name: 'G.' }),
  {
    ...{ kind: 'matter', key: 'x-1', title: 'Drains', identifier: 'X-1', bylaw_key: 'b-gone' },
    sponsorships: [{ person_key: 'p-gone', name: 'G.', primary: true }],
  },
  { kind: 'bylaw', key: 'b-1', title: 'Drain By-law', bylaw_number: '1' },
  {
    ...{ kind: 'action', key: 'a-1', matter_key: 'x-1', position: 0, date: '2024-02-03' },
    ...{ description: 'Read', organization_key: 'o-gone', meeting_key: 'g-gone' },
    motion_key: 'v-gone',
  },
]

function tally() {
  return { for: 6, against: 5 }
}

// One record of each kind, called vanished.
const goes = [
  { kind: 'organization', key: 'o-gone', name: 'Vanished Committee', parent_key: 'o-council' },
  { kind: 'person', key: 'p-gone', name: 'Gil Vanished' },
  {
    ...{ kind: 'membership', key: 'm-gone', person_key: 'p-idle', organization_key: 'o-idle' },
    ...{ role: 'Vanished Treasurer' },
  },
  pastMeeting('g-gone', { ...held, title: 'Vanished Sitting', organization_key: 'o-idle' }),
  item('i-gone', 'g-1', { position: 2, title: 'Vanished drain', matter_key: 'x-1' }),
  motion('v-gone', 'g-1', {
    ...{ agenda_item_key: 'i-1', organization_key: 'o-idle', mover_key: 'p-idle', position: 3 },
    text: 'That the vanished drain be filled.',
  }),
  { kind: 'matter', key: 'x-gone', title: 'Vanished matter', identifier: 'X-2' },
  { kind: 'bylaw', key: 'b-gone', title: 'Vanished By-law', bylaw_number: '2' },
  {
    ...{ kind: 'action', key: 'a-gone', matter_key: 'x-1', position: 1, date: '2024-02-04' },
    description: 'Vanished reading',
  },
]

const start = [
  '/pemberley',
  '/pemberley/people?all=true',
  '/pemberley/votes?view=grid',
  '/pemberley/motions',
  ...['drain', 'sitting', 'gil', 'x-2', '2024-01-05'].map((q) => `/pemberley/search?q=${q}`),
]

/** Every page that links lead to, without further filters. */
async function crawlPages(service: Service): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const paths = [...start]
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    if (pages.has(path)) continue
    const { status, body } = await service.call(path, { headers: { accept: 'text/html' } })
    expect(status, path).toBe(200)
    pages.set(path, body)
    const links = hrefsOf(body).map((href) => href.replace(/[?#].*/, ''))
    paths.push(...links.filter((href) => href.startsWith('/pemberley/')))
  }
  return pages
}

const naming = (pages: Map<string, string>, text: RegExp) =>
  [...pages]
    .filter(([path, html]) => !isOfChanges(path) && text.test(main(html)))
    .map(([path]) => path)

/** Feeds and their pages have what changed too. */
const isOfChanges = (path: string) => path.endsWith('/changes') || path.includes('/follow/')

/** Without what changed, which names items that were on an agenda. */
const main = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(
    /<h2 id="changes">.*?(?=<h2|<aside|<details class="section")/s,
    '',
  )

/** The choices of the filters, without the years. */
const choicesOf = (html = '') =>
  [...html.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)

let service: Service
let before: Map<string, string>
let after: Map<string, string>
beforeAll(async () => {
  service = await startService({ clock, source: sourceOf([...stays, ...goes]) })
  before = await crawlPages(service)
  await importRecords(service, stays, { prune: true, clock })
  after = await crawlPages(service)
})
afterAll(() => service.stop())

describe('a removed record', () => {
  it.each([
    'Vanished Committee',
    'Gil Vanished',
    'Vanished Treasurer',
    'Vanished Sitting',
    'Vanished drain',
    'That the vanished drain be filled',
    'Vanished matter',
    'Vanished By-law',
    'Vanished reading',
    // What is of a removed record alone is removed with it.
    'Drain of the vanished sitting',
    'Seat of a vanished body',
  ])('%s is named by no page', (name) => {
    expect(naming(before, new RegExp(name)).length).toBeGreaterThan(0)
    expect(naming(after, new RegExp(name, 'i'))).toEqual([])
  })

  it('is linked from no page', () => {
    expect(naming(before, /vanished-committee/).length).toBeGreaterThan(1)
    expect(naming(after, /vanished/i)).toEqual([])
  })

  it('is named by what changed, if it was on an agenda', () => {
    expect(after.get('/pemberley/changes')).toContain('Removed from the agenda: Vanished drain')
  })

  it.each([
    ['/pemberley/motions', 'idle-board'],
    ['/pemberley/motions', 'ida-idle'],
    ['/pemberley/votes?view=grid', 'idle-board'],
    ['/pemberley/search?q=drain', 'idle-board'],
  ])('adds no choice to the filters of %s: %s', (path, choice) => {
    expect(choicesOf(before.get(path))).toContain(choice)
    expect(choicesOf(after.get(path))).not.toContain(choice)
  })
})
