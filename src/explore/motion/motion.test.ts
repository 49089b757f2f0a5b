import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { readOcdDetails } from '../../../test/support/service/read-lists.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { Clock } from '../../core/clock.ts'

// Minutes of 1 August may still be published; those of January should be.
const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const browser = { headers: { accept: 'text/html' } }

const inFavour = { name: 'Ada Moss', value: 'For' }
const against = { name: 'Bo Reed', value: 'Against' }
const motion = (key: string, changes = {}) => ({
  kind: 'motion',
  key,
  meeting_key: 'held',
  position: 1,
  identifier: key,
  agenda_item_key: 'item',
  motion_kind: 'motion',
  text: 'WHEREAS ditches fill; and\nTHEREFORE BE IT RESOLVED that they be dredged.',
  result: 'Carried',
  ...changes,
})

const seat = (key: string, person: string, changes = {}) => ({
  ...{
    kind: 'membership',
    key,
    person_key: person,
    organization_key: 'council',
    role: 'Councillor',
  },
  ...changes,
})

const records = [
  { kind: 'organization', key: 'council', name: 'Council', classification: 'council' },
  { kind: 'person', key: 'cy', name: 'Cy Lake' },
  { kind: 'person', key: 'dee', name: 'Dee Arden' },
  { kind: 'person', key: 'eve', name: 'Eve Birch' },
  { kind: 'person', key: 'fay', name: 'Fay Crane' },
  seat('cy', 'cy', { label: 'Ward 2 Mill' }),
  seat('dee before', 'dee', { label: 'Ward 3 Lane', end_date: '2023-12-31' }),
  seat('dee', 'dee', { label: 'Ward 10 Pond', start_date: '2024-01-01' }),
  seat('eve', 'eve', { label: 'Ward 4' }),
  seat('eve too', 'eve', { label: 'Ward 5' }),
  // It is not known when this seat ended.
  seat('fay', 'fay', { label: 'Ward 6', ended: true }),
  motion('two results', {
    result: 'Defeated',
    other_result: 'Carried',
    tally: { for: 3, against: 4 },
  }),
  motion('eight', { result: 'Defeated', tally: { for: 8, against: 0 } }),
  motion('wards', {
    votes: [
      { name: 'Cy Lake', person_key: 'cy', value: 'For' },
      { name: 'Dee Arden', person_key: 'dee', value: 'For' },
      { name: 'Eve Birch', person_key: 'eve', value: 'For' },
      { name: 'Fay Crane', person_key: 'fay', value: 'For' },
    ],
  }),
  pastMeeting('held', {
    has_minutes: true,
    agenda_url: 'https://pemberley.example/agenda',
    minutes_url: 'https://pemberley.example/minutes',
    documents: ['agenda', 'minutes'].flatMap((type) => [
      { title: type, type, language: 'en', url: `https://pemberley.example/${type}` },
      { title: type, type, language: 'fr', url: `https://pemberley.example/fr/${type}` },
    ]),
  }),
  pastMeeting('fresh', { date: '2024-08-01' }),
  {
    kind: 'agenda_item',
    key: 'item',
    meeting_key: 'held',
    position: 1,
    item_number: '4.1',
    title: 'Ditches of Mill Lane',
  },
  motion('named', { votes: [inFavour, against], mover_name: 'Ada Moss', seconder_name: 'Bo Reed' }),
  motion('counted', { tally: { for: 7, against: 2, abstain: 1, absent: 3 } }),
  motion('partly', { tally: { for: 7, against: 2 }, votes: [inFavour, against] }),
  motion('dissent', { votes: [against], tally: { for: null, against: null } }),
  motion('unnamed', { mover_name: 'Ada Moss' }),
  motion('open', { result: null }),
  motion('notice', { motion_kind: 'notice', result: null }),
  motion('fresh', { meeting_key: 'fresh', agenda_item_key: null, result: null, text: null }),
  motion('withdrawn', { result: 'Withdrawn' }),
  motion('ballot', {
    motion_kind: 'election',
    candidates: [{ name: 'Ada Moss', votes: 4, elected: true }],
  }),
  motion('seats', {
    motion_kind: 'election',
    candidates: ['Gil Hart', 'Ida Knox'].map((name) => ({ name, votes: 2, elected: true })),
    votes: [
      ...['Gil Hart', 'Ida Knox'].flatMap((candidate) =>
        ['Ada Moss', 'Bo Reed'].map((name) => ({ name, value: 'Other', candidate })),
      ),
      { name: 'Cy Lake', person_key: 'cy', value: 'Absent' },
    ],
  }),
  motion('away', { votes: [{ name: 'Cy Lake', person_key: 'cy', value: 'Absent' }] }),
  motion('odd', { result: 'Lost on a coin toss' }),
  { kind: 'matter', key: 'paths', title: 'Paths of Mill Lane' },
  pastMeeting('later', { date: '2024-02-02' }),
  motion('lost', { agenda_item_key: null, matter_key: 'paths', result: 'Defeated' }),
  motion('last', {
    ...{ meeting_key: 'later', agenda_item_key: null, matter_key: 'paths' },
    text: 'That Council reject the paths.',
  }),
  motion('cut', { text: 'That Council approve the following:\n' }),
  motion('cut-fresh', { meeting_key: 'fresh', agenda_item_key: null, text: 'That staff:' }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ clock, source: sourceOf(records) })
})
afterAll(() => service.stop())

const page = async (slug: string) =>
  (await service.call(`/pemberley/motions/${slug}`, browser)).body
const main = (body: string) => textOf(/<main.*<\/main>/s.exec(body)?.[0] ?? '')

describe('the page of a motion', () => {
  it('shows the ward that a voter had on the day, if the record has only one, and sorts by it', async () => {
    const text = main(await page('motion-wards'))
    expect(text).toContain('For (4)Dee Arden Ward 10 PondEve BirchFay CraneCy Lake Ward 2 Mill')
    const byWard = await page('motion-wards?sort=ward')
    expect(main(byWard)).toContain(
      'For (4)Eve BirchFay CraneCy Lake Ward 2 MillDee Arden Ward 10 Pond',
    )
    expect(byWard).toContain(
      '<a href="/pemberley/motions/motion-wards?sort=ward#votes" aria-current="true">',
    )
    expect(main(await page('motion-named'))).not.toContain('by ward')
    const invalid = await service.call('/pemberley/motions/motion-wards?sort=age', browser)
    expect(invalid.status).toBe(400)
    expect(main(invalid.body)).toContain(
      '“age” in sort is not possible. Choose one of: ward, name.',
    )
  })

  it('shows no ward if the municipality has several councils', async () => {
    const second = {
      kind: 'organization',
      key: 'county',
      name: 'County',
      classification: 'council',
    }
    const own = await startService({ clock, source: sourceOf([...records, second]) })
    onTestFinished(() => own.stop())
    const { body } = await own.call('/pemberley/motions/motion-wards', browser)
    expect(main(body)).toContain('For (4)Dee ArdenEve BirchFay CraneCy Lake')
  })

  it('is titled by what the motion does, below its agenda item', async () => {
    const body = await page('motion-named')
    const path = '/pemberley/meetings/2024-01-05-council#item-4-1'
    expect(body).toContain(
      `<p class="quiet">About: <a href="${path}">Ditches of Mill Lane</a></p><h1>That they be dredged<span class="quiet"> – named</span></h1>`,
    )
    expect(body).toContain(
      '<title>That they be dredged – named · Town of Pemberley · Reeve</title>',
    )
    expect(body).toMatch(
      /<meta property="og:description" content="Carried · 1 to 1: Council, January 5, 2024. About: Ditches of Mill Lane"/,
    )
    const { body: french } = await service.call('/fr/pemberley/motions/motion-cut', browser)
    expect(main(french)).toContain(
      'Ditches of Mill LaneUne motion à ce sujet a été adoptée le 5 janvier 2024',
    )
  })

  it('says what became of the item, and by which motion', async () => {
    const text = main(await page('motion-lost'))
    expect(text).toContain('Decided on this matter on February 2, 2024: Reject the paths')
    expect(hrefsOf(await page('motion-lost'))).toContain('/pemberley/motions/motion-last')
    expect(main(await page('motion-last'))).not.toContain('Decided on this matter')
    const { body } = await service.call('/fr/pemberley/motions/motion-lost', browser)
    expect(main(body)).toContain('Décision du 2 février 2024 sur le même sujet : Reject the paths')
  })

  it('has the result, the movers and the text word for word', async () => {
    const body = await page('motion-named')
    const text = main(body)
    expect(text).toContain(
      'Carried on January 5, 2024, 1 to 1. Moved by Ada Moss, seconded by Bo Reed.',
    )
    expect(text).not.toContain('Who moved it')
    expect(main(await page('motion-counted'))).toContain('Who moved it is not recorded.')
    const french = await service.call('/fr/pemberley/motions/motion-counted', browser)
    expect(main(french.body)).toContain('Qui l’a proposée n’est pas consigné.')
    expect(text).toContain('For (1)Ada Moss')
    expect(text).toContain('Against (1)Bo Reed')
    expect(text).toContain('THEREFORE BE IT RESOLVED that they be dredged.')
    expect(body).toContain('<strong>THEREFORE BE IT RESOLVED</strong> that')
    expect(text).toContain('Council, January 5, 2024Item 4.1Motion named')
    expect(hrefsOf(body)).toContain('https://pemberley.example/minutes')
  })

  it.each([
    ['motion-counted', '7 for2 against1 abstained, 3 absent'],
    ['motion-counted', 'Who voted how is not recorded: the imported data has only the count.'],
    ['motion-partly', 'The imported data counts 9 votes and names 2 of them.'],
    [
      'motion-dissent',
      'Only this vote is recorded. The imported data does not say how the other members',
    ],
    ['motion-unnamed', 'Not recorded: the imported data does not say who voted how.'],
    [
      'motion-away',
      'Absent (1)Cy Lake Ward 2 MillNot recorded: the imported data does not say who voted how.',
    ],
    ['motion-withdrawn', 'No vote is recorded: the motion was withdrawn.'],
    ['motion-ballot', 'Not recorded: the imported data does not say who voted for whom.'],
    ['motion-notice', 'Notice was given at this meeting, for a later one.'],
    ['motion-fresh', 'Not yet: no minutes of this meeting have been published.'],
  ])('%s says what is not recorded', async (slug, sentence) => {
    expect(main(await page(slug))).toContain(sentence)
  })

  it('says that a text with a final colon lacks its end, and where to read it', async () => {
    const sentence = 'The imported text ends before the decision, at least in part.'
    const cut = await page('motion-cut')
    expect(main(cut)).toContain(`following:${sentence} See the minutes.`)
    expect(cut).toContain(
      '<a href="https://pemberley.example/minutes" rel="nofollow noopener" hreflang="en">minutes',
    )
    expect(main(await page('motion-cut-fresh'))).toContain(`That staff:${sentence}Meeting`)
    expect(main(await page('motion-named'))).not.toContain(sentence)
    const { body } = await service.call('/fr/pemberley/motions/motion-cut', browser)
    expect(main(body)).toContain('Le texte importé s’arrête avant la décision')
  })

  it('links to the agenda and the minutes in its own language', async () => {
    for (const [prefix, folder] of [
      ['', ''],
      ['/fr', 'fr/'],
    ]) {
      const { body } = await service.call(`${prefix}/pemberley/motions/motion-cut`, browser)
      const links = hrefsOf(body).filter((href) => /\/(agenda|minutes)$/.test(href))
      expect(links).toEqual(
        // The minutes are also where the text ends.
        ['minutes', 'agenda', 'minutes'].map(
          (type) => `https://pemberley.example/${folder}${type}`,
        ),
      )
    }
  })

  it('says for how many motions of the council votes are recorded', async () => {
    const text = main(await page('motion-unnamed'))
    expect(text).toContain(
      '3 full votes, 2 with only some of the names, of 20 motions on record for this council.',
    )
    const { body } = await service.call('/fr/pemberley/motions/motion-unnamed', browser)
    expect(main(body)).toContain('3 votes complets, 2 avec une partie des noms, sur 20')
  })

  it('names everybody once in a ballot for several seats, of which nothing is missing', async () => {
    const text = main(await page('motion-seats'))
    expect(text).toContain('Absent (1)Cy Lake')
    expect(text).toContain(
      'Other (2)Ada Moss (Gil Hart, Ida Knox)Bo Reed (Gil Hart, Ida Knox)Text of',
    )
    const detail = (await service.v1('motions/motion-seats')).json.data
    expect(detail.votes).toHaveLength(5)
    const votes = await readOcdDetails(service, 'votes')
    const { counts } = votes.find(({ identifier }) => identifier === 'seats') ?? {}
    expect(counts).toEqual([
      { option: 'absent', value: 1 },
      { option: 'other', value: 4 },
    ])
  })

  it.each([
    ['motion-open', 'No result recorded'],
    ['motion-fresh', 'No result yet'],
    ['motion-notice', 'Notice of motion'],
    ['motion-odd', 'Lost on a coin toss'],
  ])('%s has the result: %s', async (slug, result) => {
    expect(main(await page(slug))).toContain(result)
  })

  it('is named by its kind and number if nothing else names it', async () => {
    expect(await page('motion-fresh')).toContain('<h1>Motion fresh</h1>')
  })

  it('links to the other motions on the agenda item', async () => {
    const links = hrefsOf(await page('motion-named'))
    expect(links).toContain('/pemberley/motions/motion-counted')
    expect(links).not.toContain('/pemberley/motions/motion-named')
    expect(links).not.toContain('/pemberley/motions/motion-fresh')
  })

  it('names its source, the same record in both APIs, and a citation', async () => {
    const body = await page('motion-named')
    const text = main(body)
    expect(text).toContain(
      'Source: Town of Pemberley, imported August 10, 2024. Not an official record.',
    )
    expect(text).toContain('https://api.example/api/v1/pemberley/motions/motion-named')
    const ocd = hrefsOf(body).find((href) => href.includes('/api/ocd/')) ?? ''
    expect((await service.call(new URL(ocd).pathname)).json.identifier).toBe('named')
    expect(text).toContain(
      `Town of Pemberley, Council, Motion named, “That they be dredged – named”, January 5, 2024, ${service.url}/pemberley/motions/motion-named`,
    )
    expect(text).not.toContain('Report a mistake')
    expect(text).toContain('The operator of this site names no contact for mistakes.')
  })
})

describe('a result that the source contradicts', () => {
  it.each([
    ['two-results', 'it says “Defeated”, and also “Carried”'],
    ['eight', 'it says “Defeated”, and also “8 to 0”'],
  ])('is said to be one of two things that the source says: %s', async (key, both) => {
    const text = main(await page(`motion-${key}`))
    expect(text).toContain(`The source contradicts itself: ${both}.`)
    expect(text).toContain('Unclear on')
  })
})

describe('a page of a council', () => {
  it('can be cached, and has an ETag that an import changes', async () => {
    const first = await service.call('/pemberley/motions/motion-odd', browser)
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    const etag = first.headers.get('etag') ?? ''
    const conditional = { headers: { ...browser.headers, 'if-none-match': etag } }
    const unchanged = await service.call('/pemberley/motions/motion-odd', conditional)
    expect(unchanged.status).toBe(304)
    const repeated = await service.call('/pemberley/motions/motion-odd?utm_source=x', browser)
    expect(repeated.headers.get('etag')).toBe(etag)
    expect(repeated.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(repeated.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(repeated.body).toBe(first.body)
    await importRecords(service, [motion('odd', { result: 'Withdrawn' })], { clock })
    const changed = await service.call('/pemberley/motions/motion-odd', conditional)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  it('that does not exist is a page that says what there is instead', async () => {
    const record = await service.call('/pemberley/motions/absent', browser)
    expect(record.status).toBe(404)
    expect(record.headers.get('cache-control')).toBe('no-store')
    expect(main(record.body)).toContain('The record of Town of Pemberley has no motion')
    const council = await service.call('/netherfield/motions/absent', browser)
    expect(council.status).toBe(404)
    expect(council.headers.get('cache-control')).toBe('no-store')
    expect(hrefsOf(council.body)).toContain('/')
  })

  it('accepts no other method, and only if the council exists', async () => {
    const post = { ...browser, method: 'POST' }
    const response = await service.call('/pemberley/motions/motion-odd', post)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    for (const path of ['/api', '/.env', '/netherfield', '/netherfield/motions/x'])
      expect((await service.call(path, { method: 'POST' })).status, path).toBe(404)
  })

  it.each([
    '/api/motions/x',
    '/api/',
    '/netherfield/motions/x',
    '/Pemberley/motions/x',
    '/%00/motions/x',
  ])('%s is a JSON error for a program', async (path) => {
    const { status, headers, json } = await service.call(path)
    expect(status).toBe(404)
    expect(json.error.code).toBe('NOT_FOUND')
    expect(headers.has('access-control-allow-origin')).toBe(path.startsWith('/api/'))
  })
})
