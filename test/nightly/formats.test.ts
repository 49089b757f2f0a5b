import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { decodeHTML, decodeXML } from 'entities'
import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../../src/bulk/publish.ts'
import { Cursors } from '../../src/http/cursor.ts'
import { publishedLists } from '../../src/resources/modules.ts'
import { SqliteFile } from '../../src/store/dialect/sqlite-file.ts'
import { Random } from '../../stress/kit/random.ts'
import { payloads } from '../../stress/payloads.ts'
import { type Service, startService } from '../support/service/service.ts'

const seed = Number(process.env.FORMATS_SEED ?? 39)
const clock = { now: () => Date.UTC(2024, 7, 1), monotonic: () => 0 }
// PostgreSQL stores no NUL, which imports remove.
const texts = [
  ...payloads(110, new Random(seed)),
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=cmd|x', "'quoted'", '"', '""', 'a;b,c\\d'],
  ...['two\nlines', 'two\r\nlines', '\ttab', 'a\u0001\u0008\u000b\u001f\u007fb', '\u0085\u2028'],
  ...[
    ']]>',
    '<![CDATA[',
    '&amp;lt;',
    '🙂 👩‍👩‍👧 é É 漢字',
    'x'.repeat(300),
    '\ufeffmark',
    '\ufffe',
  ],
].map((text) => text.replaceAll('\u0000', ''))

const perRound = 40
const rounds = Array.from({ length: Math.ceil(texts.length / perRound) }, (_, round) =>
  texts.slice(round * perRound, (round + 1) * perRound),
)

let service: Service
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reeve-formats-'))
  service = await startService({ clock })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Writes a text to the title of each meeting and motion, without the checks of an import. */
async function fillWith(round: readonly string[]): Promise<void> {
  await service.writing.transaction(async (db) => {
    for (const table of ['meetings', 'motions'] as const) {
      const rows = await db.selectFrom(table).select('id').orderBy('id').execute()
      for (const [index, { id }] of rows.entries()) {
        const text = round[index % round.length] ?? ''
        const changes = table === 'meetings' ? { title: text } : { summary: text, text: null }
        await db.updateTable(table).set(changes).where('id', '=', id).execute()
      }
    }
    await db
      .updateTable('municipalities')
      .set((eb) => ({ data_version: eb('data_version', '+', 1) }))
      .execute()
  })
}

type Titles = Map<string, string>
const titlesOf = (rows: readonly { slug: string; title: string }[]): Titles =>
  new Map(rows.map(({ slug, title }) => [slug, title]))

/** Without what neither XML 1.0 nor iCalendar can hold, and with one kind of line break. */
const printable = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
const printables = (titles: Titles): Titles =>
  new Map([...titles].map(([slug, title]) => [slug, printable(title)]))

const slugOf = (url: string) => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))

function calendarTitles(calendar: string): Titles {
  const unfolded = calendar.replaceAll(/\r\n[ \t]/g, '')
  const events = [...unfolded.matchAll(/BEGIN:VEVENT\r\n([\s\S]*?)END:VEVENT/g)]
  return new Map(
    events.map(([, event = '']) => {
      const propertyOf = (name: string) => {
        const line = event.split('\r\n').find((one) => new RegExp(`^${name}[:;]`).test(one)) ?? ''
        return line.slice(line.indexOf(':') + 1)
      }
      const summary = propertyOf('SUMMARY').replaceAll(/\\([\\;,nN])/g, (_, escaped: string) =>
        escaped.toLowerCase() === 'n' ? '\n' : escaped,
      )
      return [slugOf(propertyOf('URL')), summary.replace(/^(Cancelled|Postponed): /, '')]
    }),
  )
}

function feedTitles(feed: string): Titles {
  const entries = [...feed.matchAll(/<entry>\n<id>([^<]*)<\/id>\n<title>([^<]*)<\/title>/g)]
  return new Map(
    entries.map(([, id = '', title = '']) => [slugOf(id), printable(decodeXML(title))]),
  )
}

function tableTitles(name: string): Titles {
  const file = new SqliteFile(join(folder, 'pemberley', 'record.sqlite'), { readOnly: true })
  const rows = file.rows<{ slug: string; title: string }>(`select slug, title from ${name}`)
  file.close()
  return titlesOf(rows)
}

/** The elements of a document, each with its attributes. */
function elementsOf(html: string): [name: string, attributes: Record<string, string>][] {
  const found: [string, Record<string, string>][] = []
  const parser = new Parser({
    onopentag: (name, attributes) => void found.push([name, attributes]),
  })
  parser.end(html)
  return found
}

const whole = async (list: string, format: string) =>
  (await service.v1(`${list}?format=${format}`)).body

describe(`titles of every kind survive every format (seed ${seed})`, () => {
  it.each(rounds.map((round, index) => ({ index, round })))(
    'round $index',
    async ({ round }) => {
      await fillWith(round)
      await publish(service.writing, {
        ...{ municipality: 'pemberley', folder, siteUrl: service.url },
        ...{ clock, lists: publishedLists, cursors: new Cursors('secret') },
      })
      for (const list of ['meetings', 'motions']) {
        const titles = titlesOf((await service.v1(`${list}?per_page=100`)).json.data)
        expect(titles.size).toBe(45)
        const rows = parse(await whole(list, 'csv'), { columns: true })
        expect(titlesOf(rows as { slug: string; title: string }[])).toEqual(titles)
        const lines = (await whole(list, 'ndjson')).trimEnd().split('\n')
        expect(titlesOf(lines.map((line) => JSON.parse(line)))).toEqual(titles)
        expect(tableTitles(list)).toEqual(titles)
        const feed = feedTitles((await service.call(`/feeds/pemberley/${list}.atom`)).body)
        if (list === 'motions') {
          expect(feed).toEqual(printables(titles))
          await checkEmbeds(titles)
        } else {
          // With the date after it.
          for (const [slug, title] of feed)
            expect(title).toContain(printable(titles.get(slug) ?? 'absent'))
          const calendar = (await service.call('/feeds/pemberley/meetings.ics')).body
          // RFC 5545, 3.1.
          expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[^\P{Cc}\t]/u)
          expect(printables(calendarTitles(calendar))).toEqual(printables(titles))
        }
      }
    },
    120_000,
  )
})

async function checkEmbeds(titles: Titles): Promise<void> {
  for (const [slug, title] of titles) {
    const path = `/pemberley/motions/${slug}`
    const { body } = await service.call(`/embed${path}`, { headers: { accept: 'text/html' } })
    const [, shown = ''] = /<title>([^<]*)<\/title>/.exec(body) ?? []
    expect(printable(decodeHTML(shown))).toBe(printable(`${title} · Town of Pemberley`))
    for (const [name, attributes] of elementsOf(body)) {
      expect(['script', 'img', 'iframe', 'form', 'object', 'embed']).not.toContain(name)
      expect(Object.keys(attributes).filter((name) => name.startsWith('on'))).toEqual([])
    }
    const url = encodeURIComponent(service.url + path)
    const { json } = await service.call(`/oembed?url=${url}`)
    expect(json.title).toBe(`${title} · Town of Pemberley`)
    const elements = elementsOf(json.html)
    expect(elements.map(([name]) => name)).toEqual(['iframe'])
    expect(Object.keys(elements[0]?.[1] ?? {})).toEqual([
      'src',
      'title',
      'width',
      'height',
      'style',
      'loading',
    ])
    expect(printable(elements[0]?.[1].title ?? '')).toBe(printable(json.title))
  }
}
