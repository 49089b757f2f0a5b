import type { MunicipalityToday } from '../resources/_shared/queries.ts'
import { findBylaw } from '../resources/bylaws/queries.ts'
import { toBylawDetail } from '../resources/bylaws/v1.represent.ts'
import { findDocument } from '../resources/documents/queries.ts'
import { toDocumentDetail } from '../resources/documents/v1.represent.ts'
import { findMatter } from '../resources/matters/queries.ts'
import { toMatterDetail } from '../resources/matters/v1.represent.ts'
import { findMeeting } from '../resources/meetings/queries.ts'
import { toMeetingDetail } from '../resources/meetings/v1.represent.ts'
import { findMotion } from '../resources/motions/queries.ts'
import { toMotionDetail } from '../resources/motions/v1.represent.ts'
import { findOrganization } from '../resources/organizations/queries.ts'
import { toOrganizationDetail } from '../resources/organizations/v1.represent.ts'
import { findPerson } from '../resources/people/queries.ts'
import { toPersonDetail } from '../resources/people/v1.represent.ts'
import type { ReadDatabase } from '../store/open.ts'
import { ToolError } from './names.ts'
import { findSourceUrls } from './queries.ts'
import { recordedOf } from './recorded.ts'
import { bytesOf, type CallTools, findCouncil } from './results.ts'
import type { InputOf } from './schema.ts'

/** A record as its pages name it. */
interface Reference {
  council: string
  kind: Kind
  slug: string
  /** An agenda item of the meeting. */
  item: string | undefined
  /** A page of the document. */
  page: number
  part: number
}

/** A record, its long texts apart. */
interface FetchedRecord {
  title: string
  texts: readonly (string | null | undefined)[]
  fields: Readonly<Record<string, unknown>>
}

type Find = (
  db: ReadDatabase,
  scope: MunicipalityToday,
  reference: Reference,
) => Promise<FetchedRecord | undefined>

const kinds = {
  motions: async (db, { municipalityId }, { slug }) => {
    const rows = await findMotion(db, municipalityId, slug)
    if (rows === undefined) return undefined
    const { text_content, text: _, plain_english_summary, ...fields } = toMotionDetail(rows)
    const { title } = fields
    const texts = [plain_english_summary, text_content]
    return { title, texts, fields: { ...votesRecorded(fields), ...fields } }
  },
  matters: async (db, { municipalityId }, { slug }) => {
    const rows = await findMatter(db, municipalityId, { column: 'slug', value: slug })
    if (rows === undefined) return undefined
    const { plain_english_summary, ...fields } = toMatterDetail(rows)
    const texts = [plain_english_summary]
    return { title: fields.title, texts, fields: { ...fields, ...withoutRepeats(fields) } }
  },
  meetings: async (db, { municipalityId }, { slug, item }) => {
    const rows = await findMeeting(db, municipalityId, { column: 'slug', value: slug })
    if (rows === undefined) return undefined
    const { summary, ...fields } = toMeetingDetail(rows)
    if (item === undefined)
      return {
        ...{ title: fields.title, texts: [summary] },
        fields: { ...attendanceOf(fields), ...fields, ...withoutRepeats(fields) },
      }
    const found = fields.agenda_items.find((one) => one.slug === item)
    if (found === undefined) return undefined
    const { description, recommendation, ...own } = found
    const about = { meeting_slug: slug, date: fields.date, organization: fields.organization }
    return {
      title: found.title,
      texts: [description, recommendation],
      fields: { ...own, ...about },
    }
  },
  people: async (db, scope, { slug }) => {
    const rows = await findPerson(db, scope, slug)
    if (rows === undefined) return undefined
    const fields = toPersonDetail(rows, scope.today)
    return { title: fields.name, texts: [], fields }
  },
  bylaws: async (db, { municipalityId }, { slug }) => {
    const rows = await findBylaw(db, municipalityId, slug)
    if (rows === undefined) return undefined
    const { plain_english_summary, description, ...fields } = toBylawDetail(rows)
    return { title: fields.title, texts: [plain_english_summary, description], fields }
  },
  bodies: async (db, scope, { slug }) => {
    const rows = await findOrganization(db, scope, slug)
    if (rows === undefined) return undefined
    const fields = toOrganizationDetail(rows)
    return { title: fields.name, texts: [], fields }
  },
  documents: async (db, { municipalityId }, { slug, page }) => {
    const rows = await findDocument(db, municipalityId, { slug, page })
    if (rows === undefined || rows.sections.length === 0) return undefined
    const { sections, ...fields } = toDocumentDetail(rows)
    const texts = sections.map(({ heading, text }) => [heading, text].filter(Boolean).join('\n'))
    return { title: fields.title, texts, fields }
  },
} as const satisfies Record<string, Find>

type Kind = keyof typeof kinds

type MotionFields = Pick<
  ReturnType<typeof toMotionDetail>,
  'votes' | 'candidates' | 'tally' | 'mover_name' | 'seconder_name'
>

/** What the source does not have of a motion, said first. */
function votesRecorded({ votes, candidates, tally, mover_name, seconder_name }: MotionFields) {
  const recorded = recordedOf({ hasVotes: votes.length > 0, tally })
  const missing = [
    ...(recorded === 'none' ? ['votes of people'] : []),
    ...(mover_name === null ? ['mover'] : []),
    ...(seconder_name === null ? ['seconder'] : []),
  ]
  return {
    recorded,
    ...(missing.length > 0 && { not_recorded: missing.join(', ') }),
    ...(recorded === 'none' &&
      candidates.length > 0 && { ballot: 'only the totals of the candidates are recorded' }),
  }
}

type Attendee = ReturnType<typeof toMeetingDetail>['attendance'][number]

/** Who was there and who was not, before all other lists, those who were not first. */
function attendanceOf({ attendance }: { attendance: readonly Attendee[] }) {
  const absent = attendance.filter(({ present }) => !present)
  const present = attendance.length - absent.length
  if (attendance.length === 0) return { attendance_recorded: 'none' }
  const named = ({ person_slug, person_name, role, reason, sessions }: Attendee) => ({
    ...{ person_slug, person_name, role, reason, sessions },
  })
  return {
    attendance_recorded: { present, absent: absent.length },
    absent: absent.map(named),
    present: attendance.filter((one) => one.present).map(named),
    attendance: undefined,
  }
}

interface Titled {
  title: string | null
  slug: string
}

/** Shorter titles are repeated. */
const repeatedMin = 60

/** The agenda items, each long title once: later ones name the item or the record that has it. */
function withoutRepeats({
  title,
  agenda_items,
}: {
  title: string
  agenda_items: readonly Titled[]
}) {
  const first = new Map([[title, 'this record']])
  return {
    agenda_items: agenda_items.map(({ title: own, ...item }) => {
      const same = own === null || own.length < repeatedMin ? undefined : first.get(own)
      if (own !== null && !first.has(own)) first.set(own, item.slug)
      return same === undefined ? { ...item, title: own } : { ...item, same_title_as: same }
    }),
  }
}

const tableOf = { bodies: 'organizations', documents: undefined } as const
const pattern =
  /^([a-z0-9-]+)\/([a-z]+)\/([^/?#]+)(?:\/items\/([^/?#]+))?(?:\?page=(\d{1,6}))?(?:[?&]part=(\d{1,4}))?(?:#.*)?$/

/** `fetch`. */
export async function fetchRecord(tools: CallTools, { id }: InputOf<'fetch'>) {
  const reference = parseId(id, tools.config.siteUrl)
  const council = await findCouncil(tools, reference.council)
  const { kind, slug, item, part } = reference
  const find: Find = kinds[kind]
  const { municipalityId, today } = council
  const record = await find(tools.store.db, { municipalityId, today }, reference)
  if (record === undefined)
    throw new ToolError(
      `There is no record ${JSON.stringify(id.slice(0, 100))}; search gives the ids of those that exist.`,
    )
  const table = kind in tableOf ? tableOf[kind as keyof typeof tableOf] : (kind as 'motions')
  const sources =
    table === undefined
      ? new Map<string, string | null>()
      : await findSourceUrls(tools.store.db, table, { municipalityId, slugs: [slug] })
  const { file_url: file } = record.fields as { file_url?: string | null }
  const own = `${council.slug}/${kind}/${slug}${item === undefined ? '' : `/items/${item}`}`
  const page = reference.page > 1 ? `?page=${reference.page}` : ''
  const parts = partsOf(record)
  const chosen = parts[part - 1]
  if (chosen === undefined) throw new ToolError(`The record has ${parts.length} parts.`)
  const { text, ...metadata } = chosen
  return {
    quoted: ['title', 'text', 'metadata'],
    id: own + page,
    title: record.title.slice(0, titleMax),
    text,
    url: `${council.pages}/${kind}/${slug}${page}`,
    source_url: file ?? sources.get(slug) ?? council.sourceUrl,
    as_of: council.municipality.asOf,
    metadata,
    ...(parts.length > 1 && { part, parts: parts.length }),
    next: part < parts.length ? `${own}${page === '' ? '?' : `${page}&`}part=${part + 1}` : null,
  }
}

const titleMax = 500

/** Also takes the URL of a page of this service. */
function parseId(id: string, siteUrl: string): Reference {
  const path = id.trim().replace(`${siteUrl}/`, '').replace(/^\//, '').replace(/^fr\//, '')
  const [, council = '', kind = '', slug = '', item, page, part] = pattern.exec(path) ?? []
  if (!Object.hasOwn(kinds, kind))
    throw new ToolError(
      `id must be that of a result of search, or <council>/<kind>/<slug> with one of ${Object.keys(kinds).join(', ')}.`,
    )
  return {
    ...{ council, kind: kind as Kind, slug, item },
    ...{ page: Number(page ?? 1), part: Number(part ?? 1) },
  }
}

/** Bytes of a part, and of a piece of a text; one of a list can be longer only if a source has texts in it. */
const [partMax, pieceMax, stringMax] = [24_000, 6000, 4000]

type Part = Record<string, unknown> & { text: string }

/** The texts, then the lists of a record, in parts that fit into results. */
function partsOf({ texts, fields }: FetchedRecord): Part[] {
  const lists = Object.entries(fields).filter(([, value]) => Array.isArray(value))
  const single = Object.entries(fields).filter(([, value]) => !Array.isArray(value))
  const first: Part = { text: '', ...(shortened(Object.fromEntries(single)) as object) }
  const parts = [first]
  let left = partMax - bytesOf(first)
  const partWith = (bytes: number): Part => {
    if (bytes > left) {
      parts.push({ text: '' })
      left = partMax
    }
    left -= bytes
    return parts.at(-1) as Part
  }
  for (const piece of piecesOf(texts.filter(Boolean).join('\n\n')))
    partWith(bytesOf(piece)).text += piece
  for (const [name, items] of lists)
    for (const item of items as unknown[]) {
      const short = withoutEmpty(shortened(item))
      const part = partWith(bytesOf(short) + name.length + 6)
      part[name] = [...((part[name] as unknown[] | undefined) ?? []), short]
    }
  return parts
}

const piecesOf = (text: string): string[] =>
  text.match(new RegExp(`[^]{1,${pieceMax}}`, 'gu')) ?? []

/** Without fields that have nothing, of which a list has many. */
function withoutEmpty(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(item).filter(([, value]) => !isEmpty(value)))
}

/** The same with strings of at most `stringMax`. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > stringMax ? `${value.slice(0, stringMax)}…` : value
  if (Array.isArray(value)) return value.slice(0, 20).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]))
}
