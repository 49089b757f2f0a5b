import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, nextOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import { words } from '../words/en.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const open = (query = '') => service.call(`/pemberley/search${query}`, browser)
const page = async (query = '') => (await open(query)).body
const main = (html: string) => textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? '')
const words65 = Array.from({ length: 65 }, (_, at) => `w${at}`).join('+')
const resultsIn = (html: string) => /<ul class="rows results">.*<\/ul>/s.exec(html)?.[0] ?? ''
const titlesIn = (html: string) =>
  [
    ...resultsIn(html).matchAll(
      /<li>(?:<p class="quiet">About: .*?<\/p>)?<(?:a|strong)[^>]*>((?:[^<]|<\/?mark>)*)<\/(?:a|strong)><p/g,
    ),
  ].map(([, title = '']) => textOf(title))
const betsOf = (html: string) => /<section class="notice bets.*?<\/section>/s.exec(html)?.[0] ?? ''
const betsIn = (html: string) => hrefsOf(betsOf(html))

/** "Amendment defeated": of no more than a part of its subject. */
const resultOf = ({ kind, result }: Json) =>
  kind === 'amendment' && result !== null
    ? `Amendment ${result.toLowerCase()}`
    : (result ?? undefined)

/** The motion that a result is, or its only one. */
async function motionOf(item: Json): Promise<Json | undefined> {
  const motions = [item, ...item.others].filter(({ type }: Json) => type === 'motion')
  const one = motions.length === 1 || item.type === 'motion' ? motions[0] : undefined
  return one && (await service.v1(`motions/${one.slug}`)).json.data
}

describe('/{municipality}/search', () => {
  it('says what became of the motions that it finds', async () => {
    const { data } = (await service.v1('search?q=drainage&type=motions')).json
    const results = resultsIn(await page('?q=drainage&type=motions'))
      .split('<li>')
      .slice(1)
    expect(results.length).toBeGreaterThan(0)
    for (const [at, result] of results.entries()) {
      const { data: motion } = (await service.v1(`motions/${data[at].slug}`)).json
      const { kind, result: own, outcome, tally } = motion
      const stated = resultOf({ kind, result: own })
      const became =
        kind === 'amendment' ? stated : (words.motion.outcomes[outcome?.verb] ?? stated)
      const counted = tally.for === null ? '' : ` ${tally.for} to ${tally.against}`
      expect(textOf(result)).toContain(own === null ? '' : `${became}${counted}`)
    }
  })

  it.each([
    '?q=drainage',
    '?q=drainage&page=2',
    '?q=drainage&type=motions',
    '?q=drainage&type=agenda_items&date_from=2024-02-01&date_to=2024-04-01',
    '?q=drainage&organization=town-council',
    '?q=ditch+library&match=any',
  ])('%s has the results of the API, in their order', async (query) => {
    const { data, pagination } = (await service.v1(`search${query}`)).json
    expect(data.length).toBeGreaterThan(0)
    const html = await page(query)
    expect(titlesIn(html)).toEqual(data.map(({ title }: Json) => title.trim()))
    for (const { type, slug } of data)
      if (type === 'motion') expect(hrefsOf(html)).toContain(`/pemberley/motions/${slug}`)
    expect(nextOf(html) !== undefined).toBe(pagination.has_more)
  })

  it.each(['', '&page=2'])(
    'says beside a result what became of its only motion, or of the one that it is: %s',
    async (more) => {
      const { data } = (await service.v1(`search?q=drainage${more}`)).json
      const shown = resultsIn(await page(`?q=drainage${more}`))
      const alone = shown.replaceAll(/<details.*?<\/details>/gs, '')
      const results = alone.split('<li>').slice(1)
      expect(results).toHaveLength(data.length)
      for (const [at, item] of data.entries()) {
        if (item.type !== 'motion' && item.matter_slug !== null) continue
        const motion = await motionOf(item)
        const tag = /<span class="tag [^"]*">(.*?)<\/span>/s.exec(results[at] ?? '')?.[1]
        expect(tag && textOf(tag), item.slug).toBe(motion && resultOf(motion))
      }
    },
  )

  it('has the records of the same title below a result', async () => {
    const { data } = (await service.v1('search?q=drainage')).json
    const html = await page('?q=drainage')
    const others = data
      .map(({ others }: Json) => others.length)
      .filter((count: number) => count > 0)
    expect(others.length).toBeGreaterThan(0)
    const said = [...main(html).matchAll(/Also in (\d+) more records?/g)]
    expect(said.map(([, count]) => Number(count))).toEqual(others)
  })

  it.each([
    ['Mayor Ng', '/pemberley/people/vera-ng'],
    ['zak', '/pemberley/people/lukasz-zak'],
    ['RPT-2024-020', '/pemberley/matters/rpt-2024-020'],
    ['January 1, 2024', '/pemberley/meetings/2024-01-01-regular-council'],
    ['2024-01-01', '/pemberley/meetings/2024-01-01-regular-council'],
    ['Parks Committee', '/pemberley/bodies/parks-committee'],
    ['committee parks', '/pemberley/bodies/parks-committee'],
  ])('%s leads to %s', async (q, href) => {
    expect(betsIn(await page(`?q=${encodeURIComponent(q)}`))).toContain(href)
  })

  it('leads from a question for the next or the last meeting to it, and says if there is none', async () => {
    const board = {
      kind: 'organization',
      key: 'board',
      name: 'Pond Board',
      classification: 'board',
    }
    const council = { ...board, key: 'council', name: 'Council', classification: 'council' }
    const on = (date: string, changes = {}) =>
      pastMeeting(date, { date, organization_key: 'council', ...changes })
    const own = await startService({
      clock: { now: () => Date.UTC(2024, 7, 10, 16), monotonic: () => 0 },
      source: sourceOf([
        ...[council, board, on('2024-07-01'), on('2024-08-01', { status: 'cancelled' })],
        on('2024-08-20', { status: 'cancelled' }),
        on('2024-09-01', { organization_key: 'board', title: 'Pond Board', status: 'scheduled' }),
      ]),
    })
    onTestFinished(() => own.stop())
    const question = async (path: string, q: string) => {
      const { body } = await own.call(`${path}/search?q=${encodeURIComponent(q)}`, browser)
      const line = /<section class="notice bets.*?<\/section>/s.exec(body)?.[0] ?? ''
      return [...hrefsOf(line), textOf(line)]
    }
    expect(await question('/pemberley', 'next meeting')).toEqual([
      '/pemberley/meetings/2024-09-01-pond-board',
      'Pond Board, September 1, 2024 Next meeting on record',
    ])
    expect(await question('/pemberley', 'When was the last council meeting?')).toEqual([
      '/pemberley/meetings/2024-07-01-council',
      'Council, July 1, 2024 Last meeting on record',
    ])
    expect(await question('/pemberley', 'next council meeting')).toEqual([
      '/pemberley/meetings',
      'Meetings The next meeting is not on record.',
    ])
    expect(await question('/fr/pemberley', 'prochaine réunion du conseil')).toEqual([
      '/fr/pemberley/meetings',
      'Réunions La prochaine réunion n’est pas consignée.',
    ])
  })

  it('does not say that nothing is found where the query names a record', async () => {
    for (const q of ['2024-01-01', 'Vera+Ng&type=key_statements']) {
      const html = await page(`?q=${q}`)
      expect(resultsIn(html)).toBe('')
      expect(main(html)).not.toContain('Nothing found')
    }
    expect(main(await page('?q=2024-01-01&page=2'))).toContain('No further results.')
  })

  it.each([
    ['ward 13', ['/pemberley/people/ada-moss']],
    ['quartier 13', ['/pemberley/people/ada-moss']],
    ['Councillor for Ward 3', ['/pemberley/people/bo-reed']],
    ['ward 1', []],
  ])('%s leads to who sits for that ward', async (q, hrefs) => {
    const seat = (key: string, name: string, label: string) => [
      { kind: 'person', key, name },
      {
        ...{ kind: 'membership', key: `seat-${key}`, person_key: key, organization_key: 'council' },
        ...{ role: 'Councillor', label },
      },
    ]
    const council = {
      kind: 'organization',
      key: 'council',
      name: 'Council',
      classification: 'council',
    }
    const others = Array.from({ length: 25 }, (_, n) =>
      seat(`n-${n}`, `Aa ${n}`, `Ward ${n + 1300}`),
    )
    const records = [
      ...[council, ...others.flat(), ...seat('a', 'Ada Moss', 'Ward 13 Mill')],
      ...seat('b', 'Bo Reed', 'Ward 3 Pond'),
    ]
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call(`/pemberley/search?q=${encodeURIComponent(q)}`, browser)
    expect(betsIn(body)).toEqual(hrefs)
  })

  it('shows no excerpt of a title below the title', async () => {
    const rest = Array.from({ length: 65 }, (_, n) => `part${n}`).join(' ')
    const matter = { kind: 'matter', key: 'm', title: `Culvert of ${rest}` }
    const small = await startService({ source: sourceOf([matter]) })
    onTestFinished(() => small.stop())
    const { snippet } = (await small.v1('search?q=culvert')).json.data[0]
    expect(snippet).toMatch(/^Culvert of .*…$/)
    const { body } = await small.call('/pemberley/search?q=culvert', browser)
    expect(textOf(resultsIn(body)).match(/culvert/gi)).toHaveLength(1)
  })

  it('leads to a by-law by its title, unless many have it', async () => {
    const bylaw = (key: string, title: string) => ({ kind: 'bylaw', key, title })
    const titles = [
      'Tree Canopy By-law',
      ...['A', 'B', 'C', 'D'].map((lot) => `Zoning of Lot ${lot}`),
    ]
    const matter = { kind: 'matter', key: 'm', title: 'Tree Canopy' }
    const records = [matter, ...titles.map((title, at) => bylaw(String(at), title))]
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const search = async (q: string) => (await small.call(`/pemberley/search?q=${q}`, browser)).body
    expect(betsIn(await search('tree+CANOPY'))).toHaveLength(1)
    expect(await search('tree+canopy')).toContain('Tree Canopy By-law')
    expect(betsIn(await search('zoning'))).toEqual([])
    expect(betsIn(await search('canopy+bylaw+tree'))).toHaveLength(1)
    for (const q of ['by-laws', 'anopy', 'tree+canopy+lot'])
      expect(betsIn(await search(q)), q).toEqual([])
    const beside = await search('tree+canop')
    expect(betsIn(beside)).toHaveLength(1)
    expect(main(beside)).not.toContain('Nothing found')
    expect(hrefsOf(beside)).toContain('/pemberley/search?q=tree+canopy')
  })

  it('marks the language of the title of a document', async () => {
    const title = 'The minutes of the council, and the list of those who spoke'
    const sections = [{ title: 'Ponds', text: 'Dredging.' }]
    const documents = [{ title, url: 'https://pemberley.example/m.pdf', sections }]
    const records = [pastMeeting('held', { documents })]
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const found = async (start: string) =>
      resultsIn((await small.call(`${start}/pemberley/search?q=dredging`, browser)).body)
    expect(await found('/fr')).toContain(`<p class="quiet"><span lang="en">${title}</span></p>`)
    expect(await found('')).toContain(`<p class="quiet">${title}</p>`)
  })

  it('folds its filters, and names those that are set', async () => {
    const folded = async (query: string) =>
      textOf(/<details class="folded"><summary>.*?<\/summary>/s.exec(await page(query))?.[0] ?? '')
    expect(await folded('?q=drainage')).toBe('Filter')
    const set = await folded('?q=drainage&type=motions&date_from=2024-02-01')
    expect(set).toMatch(/^Filtered by Motions, .*2024-02-01$/)
  })

  it('is cited with what was searched', async () => {
    const cited = main(await page('?q=drainage&type=motions&page=2'))
    expect(cited).toContain('/pemberley/search?q=drainage&type=motions')
  })

  it('leads to a by-law by its number', async () => {
    const { data } = (await service.v1('bylaws?per_page=100')).json
    const numbered = data.filter(({ bylaw_number: number }: Json) => /\d/.test(number ?? ''))
    expect(numbered.length).toBeGreaterThan(0)
    for (const { slug, bylaw_number: number } of numbered.slice(0, 5))
      expect(betsIn(await page(`?q=${encodeURIComponent(`by-law ${number}`)}`))).toContain(
        `/pemberley/bylaws/${slug}`,
      )
  })

  it.each([
    ['by-law 97', ['97', '2021-097', '2019/097']],
    ['Local Law 97', ['97', '2021-097', '2019/097']],
    ['Local Law 97 of 2019', ['2019/097']],
    ['97', ['97']],
  ])('leads from %s to by-laws %j', async (q, numbers) => {
    const records = ['2019/097', '97', '2021-097', '2021-0970'].map((number) => ({
      ...{ kind: 'bylaw', key: number, bylaw_number: number, title: `Fees of ${number}` },
      year: Number(/^\d{4}/.exec(number)?.[0] ?? 2000),
    }))
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const { body } = await small.call(`/pemberley/search?q=${encodeURIComponent(q)}`, browser)
    const found = [...betsOf(body).matchAll(/>By-law (.*?)<\/a>/g)].map(([, number]) => number)
    expect(found).toEqual(numbers)
  })

  it('leads to a by-law by its number, however it is printed or typed', async () => {
    const printed = ['KL.-4-118', 'R.C.Q. 2750', 'PV-2031-8', 'By-law 30417', 'Règlement no 4 096']
    const records = printed.map((number, at) => ({
      ...{ kind: 'bylaw', key: `${at}`, bylaw_number: number, title: `Rules ${'abcde'[at]}` },
      year: 2031,
    }))
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const typed = [
      ['KL.-4-118', 'kl 4 118', 'By-law KL-4-118', '4-118'],
      ['RCQ 2 750', 'R.C.Q. 2,750', 'règlement 2750', '2750'],
      ['PV-2031-08', 'bylaw no. PV 2031/8', '2031-8'],
      ['30417', '30,417', '30 417', 'No. 30417'],
      ['4096', '4,096', '4\u202f096', 'règlement de zonage n° 4 096'],
    ]
    for (const [at, queries] of typed.entries())
      for (const q of [...queries, printed[at] ?? '']) {
        const { body } = await small.call(`/pemberley/search?q=${encodeURIComponent(q)}`, browser)
        expect(textOf(betsOf(body)), q).toContain(`Rules ${'abcde'[at]}`)
        const listed = await small.v1(`bylaws?q=${encodeURIComponent(q)}`)
        expect(
          listed.json.data.map(({ title }: Json) => title),
          q,
        ).toContain(`Rules ${'abcde'[at]}`)
      }
    const other = await small.call('/pemberley/search?q=2031', browser)
    expect(betsIn(other.body)).toEqual([])
  })

  it('offers the suggestions of the API if nothing is found, and help', async () => {
    const { meta } = (await service.v1('search?q=dranage')).json
    expect(meta.suggestions.length).toBeGreaterThan(0)
    const html = await page('?q=dranage&type=motions')
    expect(main(html)).toContain('Nothing found for “dranage”.')
    expect(hrefsOf(html)).toContain(
      `/pemberley/search?q=${meta.suggestions[0]}&type=motions`.replace(
        /\?(q=[^&]*)&(type=motions)/,
        '?$2&$1',
      ),
    )
    expect(hrefsOf(html)).toContain('/pemberley/search?q=dranage')
    expect(main(html)).toContain('How to search')
  })

  it('shows records with most of the words, and what they lack, if none has all', async () => {
    const { data, meta } = (await service.v1('search?q=drainage+library+zzyzx')).json
    expect(meta.matched).toBe('some')
    const html = await page('?q=drainage+library+zzyzx')
    expect(main(html)).toContain('No result has all the words of “drainage library zzyzx”')
    expect(titlesIn(html)).toEqual(data.map(({ title }: Json) => title.trim()))
    expect(data[0].missing_words).toContain('zzyzx')
    expect(main(html)).toContain(`Without: ${data[0].missing_words.join(', ')}`)
    expect(main(await page('?q=drainage+zzyzx&page=200'))).toContain('No further results.')
  })

  it('offers a spelling above what has the other words', async () => {
    const html = await page('?q=dranage+ditch')
    expect(resultsIn(html)).not.toBe('')
    expect(hrefsOf(html)).toContain('/pemberley/search?q=drainage+ditch')
  })

  it.each(['zzyzx+yzzyx', '%22drainage+zzyzx%22', '2024-555', 'the+zzyzx'])(
    'does not offer any of the words of %s, which finds nothing',
    async (q) => {
      const html = await page(`?q=${q}`)
      expect(main(html)).toContain('Nothing found')
      expect(html).not.toContain('match=any')
    },
  )

  it('has texts with some of the words below the records that the query names', async () => {
    const html = await page('?q=drainage+library+January+1,+2024')
    expect(betsIn(html)).toContain('/pemberley/meetings/2024-01-01-regular-council')
    expect(titlesIn(html).length).toBeGreaterThan(0)
    expect(main(html)).toContain('each has some of them.')
  })

  it('searches for all words again with the form of a list of any', async () => {
    const form = /<form .*?<\/form>/s.exec(await page('?q=drainage+library&match=any'))?.[0] ?? ''
    expect(form).toContain('name="q"')
    expect(form).not.toContain('name="match"')
  })

  it('says how many results match, and how many also mention the words', async () => {
    const { data } = (await service.v1('search?q=drainage&per_page=100&match=all')).json
    expect(data.length).toBeGreaterThan(1)
    expect(main(await page('?q=drainage'))).toContain(`${data.length} results.`)
    const matter = (title: string) => ({ kind: 'matter', key: title, title })
    const records = ['Otters in the pond', 'Otters', 'Ponds'].map(matter)
    const small = await startService({ source: sourceOf(records) })
    onTestFinished(() => small.stop())
    const both = await small.call('/pemberley/search?q=otter+pond', browser)
    expect(main(both.body)).toContain('1 result, then 2 that mention some of the words.')
    expect(both.body.split('<h2>Mention some of the words</h2>')[1]).toContain('Ponds')
  })

  it('says when a subject came up, with a link to the results of each month', async () => {
    const html = await page('?q=drainage&sort=date&page=2')
    const links = [
      ...html.matchAll(/<li><a href="([^"]*)"><span class="announced">(.*?): (\d+) results?</g),
    ]
    expect(links.length).toBeGreaterThan(1)
    for (const [, href = '', month, count] of links) {
      const { body } = await service.call(href.replaceAll('&amp;', '&'), browser)
      expect(main(body)).toContain(`Only in ${month}Any date${count} result`)
      expect(hrefsOf(body)).toContain('/pemberley/search?q=drainage&sort=date')
      expect(body).toContain(`aria-current="true"><span class="announced">${month}`)
    }
    const french = await service.call('/fr/pemberley/search?q=drainage', browser)
    expect(main(french.body)).toContain('Quand il en a été question')
    expect(main(await page('?q=drainage&date_to=2024-02-01'))).toContain(
      'Only until February 1, 2024',
    )
  })

  it('counts results without a date, and has no months where nothing is found', async () => {
    const matter = (title: string) => ({ kind: 'matter', key: title, title })
    const records = [matter('Otters'), pastMeeting('held', { date: '2024-02-01', title: 'Otters' })]
    const items = {
      kind: 'agenda_item',
      key: 'i',
      meeting_key: 'held',
      position: 1,
      title: 'An otter',
    }
    const small = await startService({ source: sourceOf([...records, items]) })
    onTestFinished(() => small.stop())
    const { body } = await small.call('/pemberley/search?q=otter', browser)
    expect(main(body)).toContain('Most in February 2024: 1 result.')
    expect(main(body)).toContain('1 result has no date.')
    expect(main(await page('?q=zzyzx'))).not.toContain('When it came up')
  })

  it('has the best results first, or the newest', async () => {
    const { data } = (await service.v1('search?q=drainage&sort=date')).json
    const dates = data.map(({ date }: Json) => date ?? '')
    expect(dates).toEqual(dates.toSorted().reverse())
    const html = await page('?q=drainage&sort=date&type=motions')
    expect(html).toContain('aria-current="true">Newest first</a>')
    expect(hrefsOf(html)).toContain('/pemberley/search?q=drainage&type=motions')
    expect(titlesIn(await page('?q=drainage&sort=date'))).toEqual(
      data.map(({ title }: Json) => title.trim()),
    )
  })

  it('marks the words in titles and passages', async () => {
    const html = resultsIn(await page('?q=dredge+ditches'))
    const marked = [...html.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, word = '']) => word)
    expect(new Set(marked.map((word) => word.toLowerCase()))).toEqual(
      new Set(['dredge', 'dredged', 'ditch']),
    )
    expect(html).not.toContain('<mark></mark>')
  })

  it('says what is on record if nothing is found', async () => {
    const { data } = (await service.v1('meetings?per_page=100')).json
    expect(main(await page('?q=zzyzx'))).toContain(`${data.length} meetings on record from `)
    const french = await service.call('/fr/pemberley/search?q=zzyzx', browser)
    expect(main(french.body)).toContain(`${data.length} réunions consignées de 2024 à `)
    expect(hrefsOf(french.body)).toContain('/fr/pemberley/motions')
  })

  it('says that a list is of any of the words', async () => {
    const said = 'Results for any of the words.'
    expect(main(await page('?q=drainage+library&match=any&page=2'))).toContain(said)
    expect(main(await page('?q=drainage'))).not.toContain(said)
  })

  it.each([
    ['', 200, 'At most 256 characters'],
    ['?q=', 200, 'At most 256 characters'],
    ['?q=%20', 200, 'At most 256 characters'],
    [`?q=${'x'.repeat(256)}`, 200, 'Nothing found'],
    [`?q=${'x'.repeat(257)}`, 400, 'At most 256 characters'],
    [`?q=${words65}`, 400, 'q must have at most 64 words, not 130.'],
    [`?q=${words65}`, 400, 'How to search'],
    ['?q=%22', 200, 'Nothing found'],
    ['?q=%22%22%22drainage', 200, 'drainage'],
    ['?q=a%22b*+OR+HERON(', 200, 'each has some of them.'],
    ['?q=zzz&page=9', 200, 'No further results.'],
    ['?q=a&type=everything', 400, '“everything” in type is not possible. Choose one of: motions, '],
    ['?q=a&page=0', 400, 'page must be'],
    ['?q=a&date_from=2024-02-30', 400, 'is not a date. Write a date as 2026-06-03.'],
    ['?q=drainage&organization=nobody', 200, 'Search without the filters'],
  ])('%s is a page with status %d that says %s', async (query, status, sentence) => {
    const response = await open(query)
    expect(response.status).toBe(status)
    expect(main(response.body)).toContain(sentence)
  })

  it('is in the header of the other pages of the council, and not in search engines', async () => {
    const { body } = await service.call('/pemberley/meetings', browser)
    expect(body).toContain('<form action="/pemberley/search" method="get">')
    expect(body).toContain('aria-label="Search Town of Pemberley"')
    expect(await page('?q=drainage')).toContain('<meta name="robots" content="noindex"/>')
    expect(await page('?q=drainage')).not.toContain('<form action=')
  })

  it('is read in at most ten statements', async () => {
    const filters = '&person=vera-ng&organization=town-council&date_from=2024-01-01'
    for (const query of [
      `ditch${filters}`,
      `dicht${filters}`,
      'dranage+librery+zzzyx+nought',
      'drainage+library+zzyzx',
      'zzyzx+yzzyx&match=any',
    ]) {
      service.statements.length = 0
      await page(`?q=${query}`)
      expect(service.statements.length, query).toBeGreaterThan(0)
      expect(service.statements.length, query).toBeLessThanOrEqual(10)
    }
  })
})
