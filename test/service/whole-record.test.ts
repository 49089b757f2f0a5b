import { brotliCompressSync, constants } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { words } from '../../src/explore/words/en.ts'
import { databaseProblems } from '../support/database/problems.ts'
import { cases } from '../support/project/cases.ts'
import { crawledRecord } from '../support/service/crawled-record.ts'
import { ocdLists, v1Lists } from '../support/service/endpoints.ts'
import { richRecords } from '../support/service/rich-records.ts'
import type { Json } from '../support/service/service.ts'
import { hrefsOf, termsOf, textOf } from '../support/site/page-content.ts'
import { type OpenedPage, walk } from '../support/site/walk.ts'

const packedBytesMax = 20 * 1024
const statementsMax = 5
/** Of a person, of the table of members, of what is new of a report, and of a council's first page. */
const busyStatementsMax = 6

function statementsMaxOf(path: string): number {
  if (path.includes('/follow/search?')) return followedSearchStatementsMax
  if (path.includes('/search?')) return searchStatementsMax
  if (path.includes('view=counts')) return statementsMax + countsMax
  const isBusy =
    /[/](?:people|meetings[/]|follow[/]matters[/])/.test(path) || /^(?:\/fr)?\/[\w-]+$/.test(path)
  // A list says how many match.
  const isCounted = /[/](?:motions|meetings)[?]/.test(path)
  return isBusy ? busyStatementsMax : statementsMax + Number(isCounted)
}
// The words are looked up step by step, in seven at most; their months in one.
const searchStatementsMax = 10
// Votes by value, motions by what they have, and of these what is not counted.
const countsMax = 7
// A search of a hundred results is repeated for agendas to come, and those are read.
const followedSearchStatementsMax = searchStatementsMax + 4

// Votes by several filters, and pairs of people; by day, filters.test.ts and compare.test.ts follow such links.
const isCombined = (path: string) => /\/votes\?.*=.*=|\/compare\/./.test(path)
const isFollowed = cases(
  (path: string) => !isCombined(path),
  () => true,
)

const isFrench = (path: string) => /^\/fr(\/|\?|$)/.test(path)

type Walked = ReturnType<typeof crawledRecord>

// One walk over a record: each response of both APIs, and each page that a link leads to.
/** What a page says became of a motion. */
const becameOf = ({ outcome, result }: Json): string =>
  words.motion.outcomes[outcome?.verb] ?? result ?? ''

describe.each(richRecords)('the record of $name', (record) => {
  const walked = crawledRecord(record.start)
  describe('in its responses', () => testResponses(walked, record))
  describe('in its pages, which', () => testPages(walked, record))
})

type RichRecord = (typeof richRecords)[number]

function testResponses({ stage, details, entities }: Walked, { municipality }: RichRecord): void {
  describe('every response', () => {
    it('is 200, and the database is sound', async () => {
      const bad = [...stage.crawled.v1, ...stage.crawled.ocd].filter(
        ([, { status }]) => status !== 200,
      )
      expect(bad.map(([path]) => path)).toEqual([])
      expect(stage.crawled.v1.size + stage.crawled.ocd.size).toBeGreaterThan(1300)
      expect(await databaseProblems(stage.service.databaseUrl)).toEqual([])
    })

    it('has no markup, HTML entities, odd spaces or blank texts', () => {
      for (const [path, { body }] of [...stage.crawled.v1, ...stage.crawled.ocd]) {
        expect(body, path).not.toMatch(/<\/?[a-z]+[ >/]|&(?:amp|nbsp|lt|gt|quot|#\d+);/i)
        expect(body, path).not.toMatch(/[\u00a0\u00ad\u200b-\u200f\u2028\u2029\ufeff\ufffd]/)
        expect(body, path).not.toMatch(/: ?"\s+"| {2}|(?: \\n|\\n )/)
      }
    })
  })

  describe('the contract', () => {
    const listed = (list: string): Json[] =>
      [...stage.crawled.v1].flatMap(([path, { json }]) =>
        path.startsWith(`${list}?`) ? json.data : [],
      )

    it.each(v1Lists)('4.1: every detail of %s repeats its list item', (list) => {
      expect(listed(list).length).toBeGreaterThan(20)
      const items = listed(list).map(({ description: _, ...same }) => same)
      expect(details(list)).toMatchObject(items)
    })

    it.each(ocdLists)(
      '4.3: every detail of OCD %s repeats its list entity, with a source',
      (list) => {
        const items = [...stage.crawled.ocd].flatMap(([path, { json }]) =>
          path.startsWith(`${list}?`) ? json.results : [],
        )
        expect(items.length).toBeGreaterThan(0)
        expect(entities(list)).toMatchObject(items)
        // The sample is published here alone.
        const urls = [
          municipality.url === null
            ? `${stage.service.url}/${municipality.slug}`
            : expect.stringMatching(/^https:/),
        ]
        for (const { id, sources } of entities(list))
          expect(
            sources.map(({ url }: Json) => url),
            id,
          ).toEqual(urls)
      },
    )

    it('2.10: the jurisdiction is the government of the division, raw and encoded', async () => {
      const { divisionId } = municipality
      const id = `${divisionId.replace('division', 'jurisdiction')}/government`
      const raw = (await stage.service.ocd(`jurisdictions/${id}`)).json
      expect(raw).toMatchObject({ id, division_id: divisionId })
      const encoded = await stage.service.ocd(`jurisdictions/${encodeURIComponent(id)}`)
      expect(encoded.json).toEqual(raw)
    })

    it('event times have the UTC offset of their day', () => {
      const starts: string[] = entities('events').map((event) => event.start_date)
      const timed = starts.filter((start) => start.includes('T'))
      expect(timed.length).toBeGreaterThan(50)
      const zone = { timeZone: municipality.timeZone, timeZoneName: 'longOffset' } as const
      for (const start of timed) {
        const named = new Intl.DateTimeFormat('en', zone).format(new Date(start))
        expect(named).toContain(`GMT${start.slice(-6)}`)
      }
    })

    it('named votes add up to the tally, for every motion that has both', () => {
      const both = details('motions').filter(
        ({ votes, tally }) => votes.length > 0 && tally.for !== null && tally.against !== null,
      )
      expect(both.length).toBeGreaterThan(5)
      for (const { slug, votes, tally } of both) {
        const count = (value: string) =>
          votes.filter((vote: Json) => vote.vote_value === value).length
        expect([tally.for, tally.against], slug).toEqual([count('For'), count('Against')])
      }
    })

    it.each([
      ['matters', 'agenda_items', 'matter_slug'],
      ['people', 'attendance', 'person_slug'],
      ['motions', 'motions', 'slug'],
    ])('every slug of %s in a meeting is that of a listed record', (list, part, field) => {
      const slugs = new Set([null, ...listed(list).map(({ slug }) => slug)])
      const mentioned = details('meetings').flatMap((meeting) => meeting[part])
      expect(mentioned.length).toBeGreaterThan(50)
      expect(mentioned.filter((one: Json) => !slugs.has(one[field]))).toEqual([])
    })
  })

  describe('search', () => {
    it.each(['motions', 'matters', 'agenda_items', 'document_sections'])(
      'finds %s',
      async (kind) => {
        const results = (await stage.service.v1(`search?q=by-law&type=${kind}`)).json.data
        expect(results.length).toBeGreaterThan(0)
        const singular = kind.replace(/s$/, '')
        expect(new Set(results.map(({ type }: Json) => type))).toEqual(new Set([singular]))
        for (const { score, title } of results) {
          expect(score).toBeGreaterThan(0)
          expect(title).toMatch(/\S/)
        }
      },
    )
  })

  describe('URLs', () => {
    const urlsIn = (value: Json, path = ''): [string, string][] => {
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value as Record<string, Json>).flatMap(([name, content]) => {
        const here = `${path}/${name}`
        if (typeof content === 'string' && /(^|_)(url|image)$/.test(name)) return [[here, content]]
        return urlsIn(content, here)
      })
    }

    it('are absolute in every field', () => {
      const urls = [...stage.crawled.v1, ...stage.crawled.ocd].flatMap(([path, { json }]) =>
        urlsIn(json).map(([at, url]) => [`${path}${at}`, url] as const),
      )
      expect(urls.length).toBeGreaterThan(3000)
      const bad = urls.filter(([, url]) => url !== '' && !/^https?:\/\/[^\s/]+\/?\S*$/.test(url))
      expect(bad).toEqual([])
    })
  })

  describe('Open Civic Data', () => {
    it('refers only to existing entities', () => {
      const existing = new Set(
        ['jurisdictions', 'organizations', 'people', 'events', 'bills', 'votes'].flatMap((list) =>
          entities(list).map(({ id }) => id),
        ),
      )
      const referred = [...stage.crawled.ocd.values()].flatMap(({ body }) => [
        ...body.matchAll(/"(ocd-(?:person|organization|event|bill|vote|jurisdiction)\/[^"]+)"/g),
      ])
      expect(referred.length).toBeGreaterThan(3000)
      const missing = referred.map(([, id]) => id).filter((id) => !existing.has(id))
      expect(missing).toEqual([])
    })

    it('has as many entities as the v1 API has records', () => {
      const pairs = [
        ['people', 'people'],
        ['events', 'meetings'],
        ['bills', 'matters'],
        ['votes', 'motions'],
      ] as const
      for (const [ocd, v1] of pairs) expect(entities(ocd), ocd).toHaveLength(details(v1).length)
      expect(entities('organizations')).toHaveLength(details('organizations').length)
    })
  })
}

function testPages({ stage, details }: Walked, record: RichRecord): void {
  const { titles } = record
  const council = record.municipality.slug
  let pages: Map<string, OpenedPage>
  const page = new RegExp(`^/(fr/)?${council}(/.*|\\?.*)?$`)

  /** A page without its anchor, if it is one of the pages about records, in any language; tables are limited by address. */
  function pageOf(href: string): string | undefined {
    const [path = ''] = href.split('#', 1)
    return page.test(path) && !/\.(?:csv|ics)/.test(path) ? path : undefined
  }

  beforeAll(async () => {
    // No link leads to a search.
    const searches = ['tenants', 'zzzyx+nought', 'bike+share&type=agenda_items', 'housing']
    const first = [`/${council}`, ...searches.map((q) => `/${council}/search?q=${q}`)]
    pages = await walk(stage.service, first, (body) =>
      hrefsOf(body)
        .flatMap((href) => pageOf(href) ?? [])
        .filter(isFollowed),
    )
  })

  const bodyOf = (path: string) => pages.get(`/${council}/${path}`)?.body ?? ''
  const main = (path: string) => textOf(/<main.*<\/main>/s.exec(bodyOf(path))?.[0] ?? '')
  it('reach every record, without a dead link', () => {
    for (const list of ['meetings', 'motions', 'people', 'matters', 'bylaws', 'organizations']) {
      const folder = list === 'organizations' ? 'bodies' : list
      for (const { slug } of details(list))
        expect(pages.has(`/${council}/${folder}/${slug}`), `${list}/${slug}`).toBe(true)
    }
    expect(pages.size).toBeGreaterThan(2 * 770)
    const dead = [...pages].filter(([, { status }]) => status !== 200).map(([path]) => path)
    expect(dead).toEqual([])
  })

  it('are the same in French', () => {
    const paths = [...pages.keys()].map((path) => path.split('?', 1)[0] ?? '')
    const inEnglish = (path: string) => path.slice('/fr'.length)
    const french = new Set(paths.filter(isFrench).map(inEnglish))
    const english = new Set(paths.filter((path) => !isFrench(path)))
    expect([...french].toSorted()).toEqual([...english].toSorted())
  })

  it('mark the language of texts in another language than that of the page', () => {
    for (const [language, title] of Object.entries(titles)) {
      const marked = [...pages].filter(([, { body }]) =>
        body.includes(`<span lang="${language}">${title}</`),
      )
      const paths = marked.map(([path]) => path)
      expect(paths.filter((path) => isFrench(path) === (language === 'fr'))).toEqual([])
      for (const list of ['motions', 'matters', 'meetings'])
        expect(
          paths.some((path) => path.includes(`/${council}/${list}/`)),
          `${list} ${language}`,
        ).toBe(true)
    }
    expect(pages.get(`/fr/${council}/matters`)?.body).toMatch(/<a [^>]*><span lang="en">/)
    const long = details('motions').filter(({ text_content: content }) => content?.length > 300)
    expect(long.length).toBeGreaterThan(20)
    for (const { slug } of long) {
      const [english, french] = ['', '/fr'].map(
        (prefix) => pages.get(`${prefix}/${council}/motions/${slug}`)?.body ?? '',
      )
      const marks = [
        english?.includes('<blockquote class="text" lang="fr">'),
        french?.includes('<blockquote class="text" lang="en">'),
      ]
      expect(marks.filter(Boolean), slug).toHaveLength(1)
    }
    const inFrench = /<(span|blockquote)[^>]* lang="fr"/
    const foreign = [...pages].filter(([path, { body }]) => !isFrench(path) && inFrench.test(body))
    expect(foreign.length > 0).toBe('fr' in titles)
  })

  it('lead to pages in their own language', () => {
    for (const [path, { body }] of pages) {
      expect(body, path).toContain(`<html lang="${isFrench(path) ? 'fr' : 'en'}-CA">`)
      const links = hrefsOf(/<main.*<\/main>/s.exec(body)?.[0] ?? '').map(pageOf)
      const others = links.filter((link) => link !== undefined && isFrench(link) !== isFrench(path))
      expect(others, path).toEqual([])
    }
  })

  it('have alternates that exist and name them', () => {
    const alternatesOf = (body: string) =>
      [...body.matchAll(/ hreflang="[a-z-]+" href="(http[^"]*)"/g)].map(([, url = '']) => url)
    for (const [path, { body }] of pages) {
      if (body.includes('noindex')) continue
      const alternates = alternatesOf(body)
      expect(alternates, path).toHaveLength(3)
      for (const url of alternates) {
        const other = pages.get(url.slice(stage.service.url.length))?.body ?? ''
        expect(alternatesOf(other), `${path} to ${url}`).toEqual(alternates)
      }
    }
  })

  it('have an anchor for each link that names one', () => {
    for (const [path, { body }] of pages) {
      for (const href of new Set(hrefsOf(body).filter((href) => href.includes('#')))) {
        const [target = '', anchor] = href.split('#', 2)
        if (!isFollowed(target)) continue
        expect(pages.get(target || path)?.body, href).toContain(` id="${anchor}"`)
      }
    }
  })

  it('are small, and read in few statements', () => {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
    for (const [path, { body, statements }] of pages) {
      if (Buffer.byteLength(body) >= packedBytesMax)
        expect(brotliCompressSync(body, quality).length, path).toBeLessThan(packedBytesMax)
      const max = statementsMaxOf(path)
      expect(statements, path).toBeLessThanOrEqual(max)
    }
    expect([...pages.values()].filter(({ statements }) => statements > 1).length).toBeGreaterThan(
      1000,
    )
  })

  it('have the result and the count of each motion', () => {
    expect(details('motions').length).toBeGreaterThan(300)
    for (const motion of details('motions')) {
      const { slug, tally } = motion
      const text = main(`motions/${slug}`)
      expect(text.toLowerCase(), slug).toContain(becameOf(motion).toLowerCase())
      if (tally.for !== null)
        expect(text).toMatch(new RegExp(`${tally.for} ?for${tally.against} ?against`, 'i'))
    }
  })

  it('name the further motions of a search result by what they do', async () => {
    const { data } = (await stage.service.v1('search?q=housing')).json
    const slugs: string[] = data
      .flatMap(({ others }: Json) => others)
      .map(({ slug }: Json) => slug)
      .filter((slug: string) => slug.startsWith('motion-'))
    expect(slugs.length).toBeGreaterThan(1)
    for (const slug of slugs) {
      const { title } = (await stage.service.v1(`motions/${slug}`)).json.data
      const link = new RegExp(`/motions/${slug}">(.*?)</a>`).exec(bodyOf('search?q=housing'))
      expect(textOf(link?.[1] ?? ''), slug).toContain(title.slice(0, 40))
    }
  })

  it('have the name of everyone who voted, below their vote', () => {
    const groups = details('motions').flatMap(({ slug, votes }) =>
      ['For', 'Against', 'Absent'].map((value) => {
        const group = votes.filter((vote: Json) => vote.vote_value === value)
        return { slug, value, names: group.map(({ person_name: name }: Json) => name as string) }
      }),
    )
    for (const { slug, value, names } of groups.filter((group) => group.names.length > 0)) {
      const [, text = ''] = main(`motions/${slug}`).split(`${value} (${names.length})`)
      for (const name of names) expect(text, slug).toContain(name)
    }
  })

  it('have the counts of each meeting', () => {
    for (const { slug, motions, attendance } of details('meetings')) {
      const terms = termsOf(bodyOf(`meetings/${slug}`))
      const defeated = motions.filter(({ result }: Json) => result === 'Defeated')
      const present = attendance.filter((attendee: Json) => attendee.present)
      expect(Number(terms.Motions ?? 0), slug).toBe(motions.length)
      expect(Number(terms['Defeated or refused'] ?? 0), slug).toBe(defeated.length)
      expect(Number(terms['People present'] ?? 0), slug).toBe(present.length)
      expect(Number(terms.Absent ?? 0), slug).toBe(attendance.length - present.length)
    }
  })

  it('have every agenda item and motion of each meeting', () => {
    for (const { slug, motions, agenda_items: items } of details('meetings')) {
      const text = main(`meetings/${slug}`)
      for (const { title } of items.slice(0, 100)) expect(text, slug).toContain(title)
      const links = hrefsOf(bodyOf(`meetings/${slug}`))
      for (const motion of motions) expect(links).toContain(`/${council}/motions/${motion.slug}`)
    }
  })

  it('have every step of each matter: its agenda items and motions', () => {
    expect(details('matters').length).toBeGreaterThan(100)
    const ofSlug = new Map(details('motions').map((motion) => [motion.slug, motion]))
    for (const { slug, title, agenda_items: items, motions } of details('matters')) {
      const text = main(`matters/${slug}`)
      expect(text, slug).toContain(title)
      const links = hrefsOf(bodyOf(`matters/${slug}`))
      for (const { meeting_slug: meeting, item_number: number } of items) {
        expect(links.some((href) => href.startsWith(`/${council}/meetings/${meeting}`))).toBe(true)
        expect(text, slug).toContain(number ?? '')
      }
      for (const motion of motions) {
        expect(links, slug).toContain(`/${council}/motions/${motion.slug}`)
        expect(text.toLowerCase(), slug).toContain(becameOf(ofSlug.get(motion.slug)).toLowerCase())
      }
    }
  })

  it('have the facts of each by-law, with its motion and matters', () => {
    expect(details('bylaws').length).toBeGreaterThan(50)
    for (const bylaw of details('bylaws')) {
      const { slug, title, motion_slug: motion, matters } = bylaw
      expect(main(`bylaws/${slug}`), slug).toContain(title)
      const links = hrefsOf(bodyOf(`bylaws/${slug}`))
      if (motion !== null) expect(links, slug).toContain(`/${council}/motions/${motion}`)
      for (const matter of matters) expect(links).toContain(`/${council}/matters/${matter.slug}`)
      const terms = termsOf(bodyOf(`bylaws/${slug}`))
      expect(terms.Year ?? null, slug).toBe(bylaw.year === null ? null : String(bylaw.year))
    }
  })

  it('have the members of each body and the number of its meetings', () => {
    expect(details('organizations').length).toBeGreaterThan(5)
    for (const { slug, members, meeting_count: meetings } of details('organizations')) {
      const terms = termsOf(bodyOf(`bodies/${slug}`))
      expect(Number.parseInt(terms['Meetings on record'] ?? '', 10), slug).toBe(meetings)
      const links = hrefsOf(bodyOf(`bodies/${slug}`))
      for (const member of members)
        expect(links, slug).toContain(`/${council}/people/${member.person_slug}`)
    }
  })

  it('list every record, and the motions with votes, as the API does', () => {
    const linked = (page: string) =>
      [...pages].flatMap(([path, { body }]) =>
        path === page || path.startsWith(`${page}?cursor=`) ? hrefsOf(body) : [],
      )
    const pathsOf = (list: string) => details(list).map(({ slug }) => `/${council}/${list}/${slug}`)
    for (const list of ['meetings', 'motions', 'matters', 'bylaws'])
      expect(linked(`/${council}/${list}`), list).toEqual(expect.arrayContaining(pathsOf(list)))
    const motions = new Set(pathsOf('motions'))
    const voted = details('motions').filter(({ votes }) => votes.length > 0)
    const all = new Set(linked(`/${council}/votes`).filter((href) => motions.has(href)))
    expect([...all].toSorted()).toEqual(
      voted.map(({ slug }) => `/${council}/motions/${slug}`).toSorted(),
    )
  })

  it('have the totals of each person with a seat, and none of others', () => {
    for (const person of details('people')) {
      const terms = termsOf(bodyOf(`people/${person.slug}`))
      const isSeated = person.memberships.length > 0
      const { voting_summary: votes, attendance_summary: attendance } = person
      const shown = isSeated ? String(votes.total_votes) : undefined
      expect(terms['Votes cast'], person.slug).toBe(shown)
      const attended =
        isSeated && attendance.meetings > 0
          ? `${attendance.present} of ${attendance.meetings}`
          : undefined
      expect(terms['Meetings attended'], person.slug).toBe(attended)
      expect(bodyOf(`people/${person.slug}`).includes('noindex'), person.slug).toBe(!isSeated)
    }
  })
}
