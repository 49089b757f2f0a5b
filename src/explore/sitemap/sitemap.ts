import type { FastifyInstance } from 'fastify'
import type { Branding } from '../../core/branding.ts'
import type { Municipality } from '../../http/admission.ts'
import { listMunicipalities } from '../../resources/municipalities/queries.ts'
import { alternatesOf } from '../../site/address.ts'
import { recordMethods, rejectOtherMethods } from '../../site/methods.ts'
import { VersionedMemo } from '../../site/queries.ts'
import { isPublic } from '../../site/send-page.ts'
import type { SiteConfig } from '../../site/tools.ts'
import type { ReadStore } from '../../store/open.ts'
import { paths } from '../paths.ts'
import { SitemapQuery } from '../schema.ts'
import { countPages, listRecords } from './queries.ts'

const contentType = 'application/xml; charset=utf-8'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Sitemaps.org: the most URLs of one file. */
const urlsMax = 50_000

interface Entry {
  /** In English. */
  path: string
  /** ISO 8601. */
  changed: string | null
}

interface Tools {
  config: SiteConfig
  store: ReadStore
}

/** `/sitemap.xml`: the sitemaps of all councils. */
export async function sitemapIndex(site: FastifyInstance, { config, store }: Tools): Promise<void> {
  const own = recordMethods(site)
  const memo = new VersionedMemo<Buffer>(store)
  site.get('/sitemap.xml', async (_request, reply) => {
    isPublic(reply)
    // The same bytes for all requests: there may be megabytes of them.
    const bytes = await memo.get('all', async () => {
      const councils = await listMunicipalities(store.db, { limit: urlsMax })
      const files = councils.flatMap((council) => {
        const { meeting_count, motion_count, matter_count, bylaw_count, document_count } = council
        const counts = [meeting_count, motion_count, matter_count, bylaw_count, document_count].map(
          Number,
        )
        const total = counts.reduce((sum, count) => sum + count, 0)
        return Array.from({ length: filesFor(total) }, (_, at) => ({
          path: `/${council.slug}/sitemap.xml${at === 0 ? '' : `?part=${at + 1}`}`,
          changed: council.last?.finished_at ?? null,
        }))
      })
      return Buffer.from(toIndex(files.slice(0, urlsMax), config.siteUrl))
    })
    return reply.type(contentType).send(bytes)
  })
  rejectOtherMethods(site, new Map(own))
}

/** `/{municipality}/sitemap.xml`: the pages about a council that search engines may list. */
export function addSitemap(site: FastifyInstance, { config, store }: Tools): void {
  const options = { schema: { querystring: SitemapQuery }, config: { contentType } }
  site.get('/:municipality/sitemap.xml', options, async (request, reply) => {
    const { municipality } = request
    const { part = 1 } = request.query as { part?: number }
    const entries = await store.read(async (db) => {
      const counts = await countPages(db, municipality.id)
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
      if (part > filesFor(total)) return undefined
      const windows = windowsOf(counts, part)
      const isFirst = part === 1
      const records = await listRecords(db, municipality.id, { ...windows, isFirst })
      const base = { base: `/${municipality.slug}`, updatedAt: municipality.updatedAt }
      const lists = isFirst ? listsOf(base, Object.keys(request.registers)) : []
      return [...lists, ...toEntries(base, records)]
    })
    if (entries === undefined) return reply.callNotFound()
    return reply
      .type(contentType)
      .send(toUrlSet(entries, config.siteUrl, site.face.current.branding))
  })
}

type Base = Pick<Municipality, 'updatedAt'> & { base: string }

function listsOf(council: Base, registers: readonly string[]): Entry[] {
  const { overview, meetings, votes, motions, people, bodies, matters, bylaws } = paths
  const { attendance, agreement, coverage, follow } = paths
  const lists = [overview, meetings, votes, motions, people, bodies, matters, bylaws]
  const all = [...lists, attendance, agreement, coverage, follow].map((path) => path(council))
  const ofRegisters = registers.map((register) => paths.register(council, register))
  const index = registers.length === 0 ? [] : [paths.registers(council)]
  return [...new Set([...all, ...index, ...ofRegisters])].map((path) => ({
    path,
    changed: council.updatedAt,
  }))
}

function toEntries(council: Base, records: Awaited<ReturnType<typeof listRecords>>): Entry[] {
  const { meeting, motion, matter, bylaw, document, body, person } = paths
  const kinds = [
    [records.bodies, body],
    [records.people, person],
    [records.meetings, meeting],
    [records.motions, motion],
    [records.matters, matter],
    [records.bylaws, bylaw],
    [records.documents, document],
  ] as const
  return kinds.flatMap(([rows, path]) =>
    rows.map((row) => ({ path: path(council, row.slug), changed: row.updated_at })),
  )
}

/** Each page in each language, with links to the others. */
function toUrlSet(
  entries: readonly Entry[],
  siteUrl: string,
  branding: Pick<Branding, 'languages' | 'firstLanguage'>,
): string {
  const items = entries.flatMap(({ path, changed }) => {
    const urls = alternatesOf({ siteUrl, path }, branding)
    const alternates = urls.map(
      ([language, url]) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`,
    )
    return urls
      .slice(0, -1)
      .map(([, url]) => `<url>${timed(url, changed)}${alternates.join('')}</url>`)
  })
  return toXml(`urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"`, items)
}

function toIndex(entries: readonly Entry[], siteUrl: string): string {
  const items = entries.map(
    ({ path, changed }) => `<sitemap>${timed(siteUrl + path, changed)}</sitemap>`,
  )
  return toXml('sitemapindex', items)
}

function timed(url: string, changed: string | null): string {
  const time = changed === null ? '' : `<lastmod>${escapeXml(changed)}</lastmod>`
  return `<loc>${escapeXml(new URL(url).href)}</loc>${time}`
}

function toXml(root: string, items: readonly string[]): string {
  const [name] = root.split(' ', 1)
  const lines = [`<${root} xmlns="${namespace}">`, ...items, `</${name}>`, '']
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? '')
}

/** Records in one file; the first also has the lists, bodies and people. A file takes about a megabyte. */
const recordsPerFile = 1000

interface Window {
  offset: number
  limit: number
}

/** Which rows of each list are in file number `part` (from 1), if the lists follow one another. */
export function windowsOf<K extends string>(
  counts: Readonly<Record<K, number>>,
  part: number,
): Record<K, Window> {
  const from = (part - 1) * recordsPerFile
  const to = from + recordsPerFile
  let start = 0
  const windows = (Object.entries(counts) as [K, number][]).map(([list, count]) => {
    const [first, end] = [Math.max(from, start), Math.min(to, start + count)]
    const window = { offset: Math.max(0, first - start), limit: Math.max(0, end - first) }
    start += count
    return [list, window] as const
  })
  return Object.fromEntries(windows) as Record<K, Window>
}

/** The number of files for a number of records, at least one. */
export function filesFor(records: number): number {
  return Math.max(1, Math.ceil(records / recordsPerFile))
}
