import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, tablesOf, termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { Clock } from '../../core/clock.ts'

// Minutes of 1 August may still be published; those of January should be.
const clock: Clock = { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 }
const browser = { headers: { accept: 'text/html' } }

const item = (number: number, changes = {}) => ({
  kind: 'agenda_item',
  key: `item-${number}`,
  meeting_key: 'held',
  position: number,
  item_number: `4.${number}`,
  title: `Item ${number}`,
  ...changes,
})
const motion = (key: string, changes = {}) => ({
  kind: 'motion',
  key,
  meeting_key: 'held',
  agenda_item_key: 'item-2',
  identifier: key,
  position: 1,
  text: 'That it be dredged.',
  result: 'Carried',
  ...changes,
})
const body = { organization_key: 'council' }
const records = [
  { kind: 'organization', key: 'council', name: 'Town Council', classification: 'council' },
  pastMeeting('before', {
    ...body,
    date: '2023-12-05',
    attendance: [{ name: 'Ada Moss', present: true }],
  }),
  pastMeeting('held', {
    ...body,
    has_minutes: true,
    start_time: '19:00',
    location: 'Town Hall',
    minutes_url: 'https://pemberley.example/m',
    video_url: 'https://www.youtube.com/watch?v=abc',
    video_duration_seconds: 7260,
    attendance: [
      { name: 'Ada Moss', role: 'Chair', present: true },
      { name: 'Bo Reed', present: false, reason: 'Medical' },
    ],
    speaking_time: [{ name: 'Ada Moss', seconds: 90 }],
    key_statements: [
      { speaker: 'Bo Reed', text: 'The ditch is full.', start_seconds: 3723 },
      { text: 'Ask the clerk.', context: 'From the gallery.' },
    ],
    documents: [
      { title: 'Notice', url: 'https://pemberley.example/n' },
      { title: 'Minutes', url: 'https://pemberley.example/m', type: 'minutes', language: 'en' },
      {
        ...{ title: 'Procès-verbal', url: 'https://pemberley.example/f' },
        ...{ type: 'minutes', language: 'fr' },
      },
    ],
  }),
  pastMeeting('after', { ...body, date: '2024-08-01', agenda_url: 'https://pemberley.example/a' }),
  pastMeeting('old', { date: '2022-01-05', has_agenda: false }),
  pastMeeting('planned', { date: '2024-09-01', status: 'scheduled' }),
  pastMeeting('unplanned', { date: '2024-09-02', status: 'scheduled', has_agenda: false }),
  pastMeeting('coming', {
    ...{ ...body, date: '2024-09-10', status: 'scheduled', start_time: '18:00' },
    summary: 'The council will hear from residents about the drains before it decides.',
  }),
  {
    ...item(1, { title: 'Drains', recommendation: 'That they be flushed.' }),
    ...{ key: 'c-1', meeting_key: 'coming', matter_key: 'quay' },
  },
  pastMeeting('called-off', { date: '2024-08-02', status: 'cancelled' }),
  pastMeeting('long', { date: '2024-02-01', has_minutes: true }),
  pastMeeting('watched', { date: '2024-03-03', video_url: 'https://youtu.be/abc' }),
  {
    ...item(1, { title: 'Roads', video_seconds: 3725 }),
    ...{ key: 'w-1', meeting_key: 'watched', recommendation: 'That Council line the culverts.' },
  },
  {
    ...item(2, { title: 'Parks', result: 'Carried', video_seconds: 4000 }),
    ...{ key: 'w-2', meeting_key: 'watched', video_url: 'https://portal.example/?Item=2' },
  },
  item(1, { title: 'Reports', item_number: '4' }),
  item(2, { title: 'Ditches', parent_key: 'item-1' }),
  item(3, {
    title: 'Roads',
    type: 'In camera',
    description: 'Advice to the council of a solicitor.',
  }),
  item(5, { title: 'Adjournment', description: 'ADJOURNMENT', action: 'At 9 p.m.' }),
  motion('2024-1', { votes: [{ name: 'Ada Moss', value: 'For' }], mover_name: 'Bo Reed' }),
  motion('2024-2', { result: 'Defeated', tally: { for: 2, against: 5 }, motion_kind: 'amendment' }),
  motion('2024-3', { agenda_item_key: 'item-3' }),
  ...Array.from({ length: 205 }, (_, i) => ({ ...item(i + 10), meeting_key: 'long' })).map((one) =>
    one.position === 110 ? { ...one, item_number: null } : one,
  ),
  motion('2024-4', { meeting_key: 'long', agenda_item_key: 'item-150' }),
  pastMeeting('votes-only', { date: '2024-03-04' }),
  { kind: 'matter', key: 'quay', title: 'Bike lanes on Quay Street' },
  motion('2024-5', { meeting_key: 'votes-only', agenda_item_key: null, matter_key: 'quay' }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ clock, source: sourceOf(records) })
})
afterAll(() => service.stop())

const page = (path: string) => service.call(`/pemberley/meetings/${path}`, browser)
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const held = '2024-01-05-council'

describe('the page of a meeting', () => {
  it('opens the recording where an item begins, by the portal’s link if it has one', async () => {
    const { body } = await page('2024-03-03-council')
    expect(hrefsOf(body)).toEqual(
      expect.arrayContaining(['https://youtu.be/abc?t=3725s', 'https://portal.example/?Item=2']),
    )
    expect(main(body)).toContain('Watch this item (at 1:02:05)')
    const french = await service.call('/fr/pemberley/meetings/2024-03-03-council', browser)
    expect(main(french.body)).toContain('Regarder ce point (à 1:06:40)')
  })

  it('names what an agenda recommends as that', async () => {
    const { body } = await page('2024-03-03-council')
    expect(main(body)).toContain('The agenda recommends: That Council line the culverts.')
    const french = await service.call('/fr/pemberley/meetings/2024-03-03-council', browser)
    expect(main(french.body)).toContain('L’ordre du jour recommande : That Council line')
  })

  it('has when, where, the official documents, and figures', async () => {
    const { body, status } = await page(held)
    expect(status).toBe(200)
    expect(body).toContain('<h1>Council, Friday, January 5, 2024</h1>')
    expect(main(body)).toContain('7:00 p.m., Town Hall · Minutes · Video (2 h 1 min)')
    expect(termsOf(body)).toMatchObject({
      Motions: '3',
      Carried: '2',
      'Defeated or refused': '1',
      'Recorded votes': '1',
      'People present': '1',
      Absent: '1',
      'Council or committee': 'Town Council',
    })
    expect(body).toContain(`<a href="/pemberley/votes?meeting=${held}">1</a>`)
  })

  it('says first of a meeting to come which day it is, what is on it, and leads to a calendar', async () => {
    const { body } = await page('2024-09-10-council')
    const [, band = ''] = /<section class="band next"(.*?)<\/section>/s.exec(body) ?? []
    expect(textOf(band)).toMatch(
      /10Tuesday September\s+6:00 p\.m\.Council, Tuesday, September 10, 2024Drains/,
    )
    expect(hrefsOf(band)).toContain('/pemberley/meetings/2024-09-10-council.ics')
    expect(body.match(/class="button"/g)).toHaveLength(1)
  })

  it('says of a past meeting its summary before its figures', async () => {
    const held = pastMeeting('held', { has_minutes: true, summary: 'The drains were flushed.' })
    const own = await startService({ clock, source: sourceOf([held, item(2), motion('1')]) })
    onTestFinished(() => own.stop())
    const { body } = await own.call('/pemberley/meetings/2024-01-05-council', browser)
    expect(body).toMatch(
      /<\/h1>.*The drains were flushed\..*class="stone figures".*id="decisions"/s,
    )
    expect(body).not.toContain('class="band')
  })

  it('lists motions without an agenda below what they are about, and does not deny that they decide', async () => {
    const text = main((await page('2024-03-04-council')).body)
    expect(text).toContain(
      'What was decidedAbout: Bike lanes on Quay StreetThat it be dredged Motion 2024-5Carried',
    )
    expect(text).not.toContain('No decision is recorded')
    expect(text).not.toContain('without an agenda item')
  })

  it('lists motions by what they do, below their agenda items', async () => {
    const { body } = await page(held)
    const decisions = [...body.matchAll(/<ol class="decisions">(.*?)<\/ol>/gs)].join('')
    const text = textOf(decisions)
    // The amendment was decided before the motion that it amends.
    expect(text).toContain(
      '4.2DitchesThat it be dredged – 2024-2Amendment defeated 2 to 5That it be dredged – 2024-1 moved by Bo ReedCarried 1 to 0',
    )
    expect(text).toContain(
      '4.3RoadsIn camera · Advice to the council of a solicitor.That it be dredged – 2024-3Carried',
    )
    expect(text).toContain('AdjournmentAt 9 p.m.')
    expect(decisions).toContain(
      '<a href="/pemberley/motions/motion-2024-3">That it be dredged<span class="quiet"> – 2024-3</span></a>',
    )
    expect(decisions).toContain('<li id="item-4-2">')
    const french = await service.call(`/fr/pemberley/meetings/${held}`, browser)
    const note = 'Huis clos · <span lang="en">Advice to the council of a solicitor.</span>'
    expect(french.body).toContain(note)
  })

  it('puts contested and lost items first, then decisions, and folds away routine ones', async () => {
    const { body } = await page(held)
    const [before = '', routine = ''] = body.split(
      'Received, procedural and without a decision: 1 item',
    )
    expect(textOf(before)).toMatch(/Contested or defeated4\.2Ditches.*Other decisions4\.3Roads/s)
    expect(before).toMatch(/<details class="section"><summary><h3>$/)
    expect(textOf(routine)).toMatch(/^4\.5Adjournment/)
  })

  it('has figures that add up, with the results that are neither carried nor defeated', async () => {
    const results = ['Carried', 'Defeated', 'Received', 'Received', 'Tabled']
    const others = results.map((result, at) => motion(`v${at}`, { result, position: at + 1 }))
    const own = await startService({
      clock,
      source: sourceOf([pastMeeting('held', { has_minutes: true }), item(2), ...others]),
    })
    onTestFinished(() => own.stop())
    const { body } = await own.call(`/pemberley/meetings/${held}`, browser)
    const counts = { Motions: '5', Carried: '1', 'Defeated or refused': '1', 'Other results': '3' }
    expect(termsOf(body)).toMatchObject(counts)
  })

  it('without minutes says how soon the newest minutes of its body were on record', async () => {
    const ofBody = (key: string, date: string, changes = {}) =>
      pastMeeting(key, { ...body, date, ...changes })
    const own = await startService({
      clock,
      source: sourceOf([
        { kind: 'organization', key: 'council', name: 'Town Council', classification: 'council' },
        ofBody('older', '2024-06-01', { has_minutes: true }),
        ofBody('newer', '2024-07-20', { has_minutes: true }),
        ofBody('waiting', '2024-08-01'),
      ]),
    })
    onTestFinished(() => own.stop())
    const path = '/pemberley/meetings/2024-08-01-council'
    const sentence = 'The minutes of the meeting of July 20, 2024 were on record within 12 days.'
    expect(main((await own.call(path, browser)).body)).toContain(sentence)
    const minuted = await own.call('/pemberley/meetings/2024-07-20-council', browser)
    expect(main(minuted.body)).not.toContain('were on record within')
  })

  it('has the whole agenda, indented, with an anchor for each item', async () => {
    const { body } = await page(held)
    expect(body).toContain('The whole agenda (4 items)')
    expect(main(body)).toContain('4.5 Adjournment')
    const ids = [...body.matchAll(/ id="(item-[^"]+)"/g)].map(([, id]) => id)
    expect(ids.sort()).toEqual(['item-4', 'item-4-2', 'item-4-3', 'item-4-5'])
    for (const id of ids) expect(hrefsOf(body)).toContain(`#${id}`)
    expect(body).toMatch(/Reports<ol class="agenda"><li>.*?Ditches/s)
  })

  it('says who was absent, and unfolds who was there, who spoke, and the documents', async () => {
    const { body } = await page(held)
    const text = main(body)
    expect(text).toContain('Who was there (1)Ada Moss (Chair)Absent: Bo Reed (Medical)')
    const before = main((await page('2023-12-05-council')).body)
    expect(before).toContain('Who was there (1)Ada MossNo absence is recorded.')
    expect(tablesOf(body).Speaker).toEqual([
      ['Speaker', 'Minutes', ''],
      ['Ada Moss', '1.5', ''],
    ])
    expect(text).toContain('Documents (3)')
    expect(body).toContain(
      '<a href="https://pemberley.example/f" rel="nofollow noopener" lang="fr" hreflang="fr">',
    )
  })

  it('leads to documents in its own language first, where the source states it', async () => {
    const documents = async (path: string) => {
      const { body } = await service.call(path, browser)
      return {
        lead: /<p class="sitting">.*?<\/p>/s.exec(body)?.[0] ?? '',
        list: hrefsOf(/<ul class="documents">.*?<\/ul>/s.exec(body)?.[0] ?? ''),
      }
    }
    const english = await documents(`/pemberley/meetings/${held}`)
    const french = await documents(`/fr/pemberley/meetings/${held}`)
    const urls = (names: string) => [...names].map((name) => `https://pemberley.example/${name}`)
    expect([english.list, french.list]).toEqual([urls('mnf'), urls('fnm')])
    const link = (name: string, language: string) =>
      `<a href="https://pemberley.example/${name}" rel="nofollow noopener" hreflang="${language}">`
    expect(english.lead).toContain(link('m', 'en'))
    expect(french.lead).toContain(link('f', 'fr'))
  })

  it('quotes statements, with a link to their time in the recording and to each statement', async () => {
    const { body } = await page(held)
    const text = main(body)
    expect(text).toContain('The ditch is full.Bo Reed · 1:02:03 in the recording')
    expect(hrefsOf(body)).toContain('https://www.youtube.com/watch?v=abc&t=3723s')
    expect(text).toContain('Ask the clerk.From the gallery.')
    expect(body).toContain('<li id="statement-2">')
    expect(hrefsOf(body)).toContain('#statement-2')
    const found = await service.call('/pemberley/search?q=ditch+full', browser)
    expect(hrefsOf(found.body)).toContain(`/pemberley/meetings/${held}#statement-1`)
  })

  it('links to the meetings of the same body before and after', async () => {
    const { body } = await page(held)
    expect(hrefsOf(body)).toContain('/pemberley/meetings/2023-12-05-council')
    expect(hrefsOf(body)).toContain('/pemberley/meetings/2024-08-01-council')
    expect(main(body)).toContain('Previous: December 5, 2023Next: August 1, 2024')
  })

  it.each([
    ['2024-08-01-council', 'Not yet: no minutes of this meeting have been published.'],
    ['2022-01-05-council', 'No minutes of this meeting are on record here.'],
    ['2022-01-05-council', 'Not recorded: the imported data has no agenda for this meeting.'],
    ['2024-09-02-council', 'Not yet: the agenda of this meeting is not on record.'],
    ['2024-09-01-council', 'Not recorded: the imported data has the agenda, but not its items.'],
    ['2024-08-01-council', 'Not recorded: the imported data has the agenda, but not its items.'],
    ['2024-08-02-council', 'This meeting was cancelled.'],
    ['2024-02-01-council', 'Not recorded: the imported data does not say who was there.'],
    ['2024-02-01-council', 'No decision is recorded for these agenda items.'],
  ])('%s says what is missing: %s', async (slug, sentence) => {
    expect(main((await page(slug)).body)).toContain(sentence)
  })

  it('without decisions leads to the agenda and to the last meeting of the body that has some', async () => {
    const { body } = await page('2024-08-01-council')
    const last = 'The last one with decisions on record: Council, January 5, 2024.'
    expect(main(body)).toContain(`have been published. ${last}`)
    expect(main(body)).toContain('but not its items. See the agenda.')
    expect(hrefsOf(body)).toEqual(
      expect.arrayContaining([`/pemberley/meetings/${held}`, 'https://pemberley.example/a']),
    )
    // A body that has none, and a meeting that was not held.
    for (const other of ['2022-01-05-council', '2024-08-02-council', held])
      expect(main((await page(other)).body)).not.toContain('with decisions on record')
  })

  it('of a meeting to come opens with what is on it, and not with what was decided', async () => {
    const { body } = await page('2024-09-10-council')
    const headings = [...body.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text)
    expect(headings[0]).toBe('On the agenda')
    expect(headings).not.toContain('What was decided')
    expect(body).not.toMatch(/<details[^>]*><summary><h2 id="agenda"/)
    expect(main(body)).toContain('4.1 DrainsThe agenda recommends: That they be flushed.')
    expect(body).toContain('<li id="item-4-1">')
    const last = 'The last one with decisions on record: Council, January 5, 2024.'
    expect(main(body)).toContain(last)
    const french = await service.call('/fr/pemberley/meetings/2024-09-10-council', browser)
    expect(main(french.body)).toContain('À l’ordre du jour4.1 Drains')
  })

  it('of a meeting today is to come until something is decided or it is said to be over', async () => {
    const today = (key: string, more = {}) =>
      pastMeeting(key, { date: '2024-08-10', title: key, status: 'scheduled', ...more })
    const own = await startService({
      clock,
      source: sourceOf([
        ...[today('morning'), today('over', { status: 'completed' }), today('voted')],
        ...[item(1), item(1, { key: 'v', meeting_key: 'voted', result: 'Carried' })],
        today('held'),
      ]),
    })
    onTestFinished(() => own.stop())
    const isToCome = async (key: string) => {
      const { body } = await own.call(`/pemberley/meetings/2024-08-10-${key}`, browser)
      return main(body).includes('On the agenda')
    }
    expect(await isToCome('morning')).toBe(true)
    expect(await isToCome('held')).toBe(true)
    expect(await isToCome('over')).toBe(false)
    expect(await isToCome('voted')).toBe(false)
  })

  it('has its summary below its heading', async () => {
    const { body } = await page('2024-09-10-council')
    const before = body.slice(body.indexOf('</h1>'), body.indexOf('<h2'))
    expect(textOf(before)).toContain(
      'The council will hear from residents about the drains before it decides.',
    )
    expect(
      main(body).split('The council will hear from residents about the drains before it decides.'),
    ).toHaveLength(2)
    const french = await service.call('/fr/pemberley/meetings/2024-09-10-council', browser)
    expect(french.body).toContain(
      '<span lang="en">The council will hear from residents about the drains before it decides.</span>',
    )
  })

  it('divides a long agenda into pages, and a motion links to the page of its item', async () => {
    const { body } = await page('2024-02-01-council?items=101')
    expect(main(body)).toContain('Items 1 to 100Items 101 to 200Items 201 to 205')
    expect(body).toContain('<li id="item-4-150">')
    expect(body).toMatch(/<li id="agenda-item-110"><a class="number" href="#agenda-item-110"/)
    expect(body).toMatch(
      /href="#agenda-item-110" title="Link to this item" aria-label="Link to this item">•</,
    )
    expect(body).not.toMatch(/class="number"[^>]*>#</)
    const motionPage = await service.call('/pemberley/motions/motion-2024-4', browser)
    expect(hrefsOf(motionPage.body)).toContain(
      '/pemberley/meetings/2024-02-01-council?items=101#item-4-150',
    )
  })

  it.each([
    ['absent', 404, 'Meeting not found'],
    [`${held}?items=2`, 404, 'Agenda items not found'],
    [`${held}?items=x`, 400, 'items must be a whole number'],
    [`${held}?items=1&items=2`, 400, 'items'],
  ])('%s is a page with status %d', async (path, status, sentence) => {
    const response = await page(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(main(response.body)).toContain(sentence)
  })
})
