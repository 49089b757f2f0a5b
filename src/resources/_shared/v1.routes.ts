import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { queueClientOf } from '../../access/networks.ts'
import { facetFields } from '../../core/facet-fields.ts'
import type { Position } from '../../http/cursor.ts'
import { DetailOf, detailResponse, PageOf } from '../../http/envelope.ts'
import { ApiError, type ErrorCode } from '../../http/errors.ts'
import {
  type DownloadContext,
  type DownloadList,
  type PublishedList,
  readDownloadOptions,
} from '../../http/list-download.ts'
import { describeV1 } from '../../http/openapi.ts'
import { quote, serializerOf } from '../../http/query.ts'
import {
  type ListContext,
  linked,
  listResponse,
  onePage,
  type Paging,
  pagesOf,
  type RouteDeps,
  requestScope,
} from '../../http/resource-routes.ts'
import {
  type DownloadParameters,
  downloadParameters,
  IncludeParameter,
  includingMax,
  Obj,
  Query,
  recordFilters,
  slugPath,
} from '../../http/schema-types.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { readDetails } from './details.ts'
import { notesOn, type WordFilter } from './notes.ts'
import {
  findSlugAfter,
  type MunicipalityToday,
  type NamedTable,
  type RecordFilters,
  undatedFilters,
  undatedMax,
} from './queries.ts'
import type { Unlinked } from './schema.ts'
import type { ReadServed, ServedRecord, ServedResource } from './served.ts'

/** What a list is about; `of` is the slug of the record that it belongs to, or else empty. */
type ListScope = MunicipalityToday & { of: string }

/** What a row is represented with; `pages` is the URL below which the municipality has its pages. */
interface RowContext {
  today: string
  pages: string
}

/** Another table of the rows of a list, as CSV alone. */
interface Layout<Row> {
  /** Its columns. */
  item: TSchema
  represent: (row: Row, context: RowContext) => object
}

/** A table whose lines are of several rows each. */
interface GroupedLayout<Q extends TObject, Row> {
  columns: (db: ReadDatabase, scope: ListScope, filters: Static<Q>) => Promise<TSchema>
  /** The number of its lines. */
  count: (db: ReadDatabase, scope: ListScope, filters: Static<Q>) => Promise<number>
  /** A function for the rows of one table, in their order. */
  group: (context: RowContext) => (rows: readonly Row[], isLast: boolean) => object[]
}

/** Fields of the detail, by `include`. */
interface Included {
  names: readonly string[]
  /** An item with all of them. */
  item: TSchema
  /** The details of records. */
  read: (
    db: ReadDatabase,
    scope: MunicipalityToday,
    ids: readonly number[],
  ) => Promise<{ id: number }[]>
}

/** The rows of a list and what they become. */
interface ListRows<Q extends TObject, Row, Item extends TSchema> {
  item: Item
  read: (db: ReadDatabase, scope: ListScope, filters: Static<Q>, paging: Paging) => Promise<Row[]>
  /** The same for a whole list, if many rows are read in another way. */
  readMany?: ListRows<Q, Row, Item>['read']
  /** The number of rows of all pages. */
  count: (db: ReadDatabase, scope: ListScope, filters: Static<Q>) => Promise<number>
  /** The sort key of a row; its last value is unique. */
  position: (row: Row) => Position
  represent: (row: Row, context: RowContext) => Static<Item>
}

/** Rows of one list of several; `never` because only that list reads them. */
type GroupedRows<Q extends TObject> = Omit<ListRows<Q, never, TSchema>, 'read' | 'readMany'> & {
  read: (...of: Parameters<ListRows<Q, never, TSchema>['read']>) => Promise<unknown[]>
}

/** What differs between the lists of v1. */
interface V1List<Q extends TObject, Row, Item extends TSchema> extends ListRows<Q, Row, Item> {
  path: string
  /** What it lists, in the name of a file. */
  name: string
  tag: string
  operationId: string
  summary: string
  query: Q
  /** Of a list that belongs to a record. */
  params?: TSchema
  errors?: readonly ErrorCode[]
  /** Further filters whose values a note is about if nothing is found: those by slug and with facets are known. */
  words?: readonly WordFilter[]
  /** What its items are called, and what some lack, where filters omit these: "votes", "date". */
  undated?: { noun: [one: string, many: string]; of: 'date' | 'year' }
  /** Sums of the items instead of these, by what the parameter `by` names. */
  by?: { parameter: TSchema; lists: Readonly<Record<string, GroupedRows<Q>>> }
  /** What else the items of a page may have. */
  included?: Included
  layouts?: {
    parameter: TSchema
    tables: Readonly<Record<string, Layout<Row> | GroupedLayout<Q, Row>>>
  }
}

/** Rows of one statement of a list that is published. */
const publishedRows = 250

/** A list as a response, and as a file. */
interface WholeLists {
  download: DownloadList
  published: PublishedList
}

/** A list at `/api/v1/{municipality}/{path}`, in pages or as a whole. */
export function v1List<Q extends TObject, Row, Item extends TSchema>(
  list: V1List<Q, Row, Item>,
): FastifyPluginAsync<RouteDeps> & WholeLists {
  const { path, name, params, errors = [] } = list
  const chosen = (filters: object) =>
    (list.by?.lists[(filters as { by?: string }).by ?? ''] ?? list) as ListRows<Q, Row, Item>
  const rowsOf = ({ request, deps }: DownloadContext, slug: string, filters: Static<Q>) => {
    const { read, readMany = read, count, position } = chosen(filters)
    const scope = { ...requestScope(request, deps), of: slug }
    const context = { today: scope.today, pages: pagesOf(request, deps) }
    return {
      read: (db: ReadDatabase, paging: Paging) => readMany(db, scope, filters, paging),
      count: (db: ReadDatabase) => count(db, scope, filters),
      position,
      context,
      scope,
    }
  }
  const download: DownloadList = (context, { slug = '', filters }, options) => {
    const rows = rowsOf(context, slug, filters as Static<Q>)
    const layout = list.layouts?.tables[options.layout ?? '']
    const isGrouped = layout !== undefined && 'group' in layout
    const listed = chosen(filters)
    const table = isGrouped ? listed : (layout ?? listed)
    const represent = (row: Row) => table.represent(row, rows.context) as object
    const grouped = isGrouped && {
      columns: (db: ReadDatabase) => layout.columns(db, rows.scope, filters as Static<Q>),
      count: (db: ReadDatabase) => layout.count(db, rows.scope, filters as Static<Q>),
      group: layout.group(rows.context),
    }
    const whole = { ...rows, name, item: table.item, represent, ...grouped }
    return context.deps.downloads.send(context, whole, options)
  }
  const readPage = async (
    db: ReadDatabase,
    context: ListContext,
    { slug, filters, names }: { slug: string; filters: object; names: readonly string[] },
  ) => {
    const { included } = list
    const { position, context: shown, scope } = rowsOf(context, slug, filters as Static<Q>)
    const page = await listResponse(context, {
      read: (paging) => chosen(filters).read(db, scope, filters as Static<Q>, paging),
      position,
      represent: (row) => chosen(filters).represent(row, shown),
    })
    const notes = [
      ...(page.data.length === 0 ? await notesOf(list, db, scope, filters) : []),
      ...(isFirst(context) ? await undatedNotes(list, db, scope, filters) : []),
    ]
    const meta = notes.length === 0 ? page.meta : { ...page.meta, notes }
    if (included === undefined || names.length === 0) return { ...page, meta }
    const data = page.data as { id: number }[]
    const hasLeft = () => context.request.socket.destroyed
    const detailed = await withDetails(db, scope, { data, included, names, hasLeft })
    return detailed && { ...page, meta, data: detailed }
  }
  const plugin: FastifyPluginAsync<RouteDeps> = async (app, deps) => {
    const { layouts, included, by } = list
    const groups = Object.values(by?.lists ?? {}).map((group) => group.item)
    const response = PageOf(included?.item ?? list.item, ...groups)
    const described = describeV1({ ...list, response, errors })
    const querystring = Query({
      ...{ ...list.query.properties, ...downloadParameters },
      ...(layouts && { layout: layouts.parameter }),
      ...(by && { by: by.parameter }),
      ...(included && { include: IncludeParameter(included.names) }),
    })
    const schema = { ...described, ...(params && { params }), querystring }
    app.get(`/${path}`, { schema }, async (request, reply) => {
      const context = { request, reply, deps }
      const { slug = '' } = request.params as { slug?: string }
      const {
        cursor,
        per_page,
        format,
        for: use,
        layout,
        include,
        ...filters
      } = request.query as DownloadParameters & { include?: string; by?: string }
      if (layout !== undefined && filters.by !== undefined)
        throw new ApiError('VALIDATION_ERROR', 'Use either layout or by, not both.')
      const options = readDownloadOptions(request.query as DownloadParameters)
      const names = namesIn(include, included?.names, { format, perPage: Number(per_page) })
      if (options !== undefined) return download(context, { slug, filters }, options)
      const selection = { slug, filters, names }
      if (names.length === 0) return readPage(deps.store.db, context, selection)
      const page = await deps.store.readLong(queueClientOf(request.ip), async (db) =>
        request.socket.destroyed ? undefined : readPage(db, context, selection),
      )
      return page ?? reply.hijack()
    })
  }
  return Object.assign(plugin, { download, published: publishedList(list) })
}

function publishedList<Q extends TObject, Row, Item extends TSchema>({
  name,
  item,
  ...list
}: V1List<Q, Row, Item>): PublishedList {
  const { readMany = list.read } = list
  return {
    ...{ name, item },
    async *batches(db, { pages, ...scope }) {
      let after: Position | undefined
      for (;;) {
        const paging = { after, limit: publishedRows }
        const rows = await readMany(db, { ...scope, of: '' }, {} as Static<Q>, paging)
        yield rows.map((row) => list.represent(row, { today: scope.today, pages }) as object)
        const last = rows.at(-1)
        if (last === undefined || rows.length < publishedRows) return
        after = list.position(last)
      }
    },
  }
}

/** Throws VALIDATION_ERROR for a name that is not one of those that a list has. */
function namesIn(
  include: string | undefined,
  choices: readonly string[] = [],
  { format = 'json', perPage }: { format: string | undefined; perPage: number },
): string[] {
  if (include === undefined) return []
  if (format !== 'json') throw new ApiError('VALIDATION_ERROR', 'include requires format=json.')
  const names = [...new Set(include.split(',').map((name) => name.trim()))]
  const unknown = names.find((name) => !choices.includes(name))
  if (unknown === undefined && perPage <= includingMax) return names
  if (unknown === undefined)
    throw new ApiError(
      'VALIDATION_ERROR',
      `With include, per_page is at most ${includingMax}; the pages after it have the rest.`,
    )
  const reason = `include ${quote(unknown)} is not one of ${choices.join(', ')}.`
  throw new ApiError('VALIDATION_ERROR', reason)
}

/** Items with these fields of their details; undefined if the client has left. */
async function withDetails(
  db: ReadDatabase,
  scope: MunicipalityToday,
  {
    data,
    included,
    names,
    hasLeft,
  }: {
    data: { id: number }[]
    included: Included
    names: readonly string[]
    hasLeft: () => boolean
  },
) {
  const ids = data.map(({ id }) => id)
  const byId = await readDetails(ids, (some) => included.read(db, scope, some), hasLeft)
  if (byId === undefined) return undefined
  return data.map((item) => {
    const detail = byId.get(item.id) ?? {}
    return { ...item, ...Object.fromEntries(names.map((name) => [name, detail[name]])) }
  })
}

/** On the filters of a list that is empty. */
function notesOf<Q extends TObject, Row, Item extends TSchema>(
  { words = [], read }: Pick<V1List<Q, Row, Item>, 'words' | 'read'>,
  db: ReadDatabase,
  scope: ListScope,
  filters: object,
): Promise<string[]> {
  const finds = async (filter: object) =>
    (await read(db, scope, filter as Static<Q>, onePage)).length > 0
  return notesOn(db, scope, { ...filters }, words, finds)
}

const isFirst = ({ request }: ListContext) =>
  (request.query as { cursor?: string }).cursor === undefined

/** On the items that dates of a filter omit because their own are unknown. */
async function undatedNotes<Q extends TObject, Row, Item extends TSchema>(
  { undated, count }: Pick<V1List<Q, Row, Item>, 'undated' | 'count'>,
  db: ReadDatabase,
  scope: ListScope,
  filters: object,
): Promise<string[]> {
  const without = undatedFilters(filters)
  if (undated === undefined || without === undefined) return []
  const left = await count(db, scope, without as Static<Q>)
  if (left === 0) return []
  const [one, many] = undated.noun
  const shown = left > undatedMax ? `More than ${undatedMax}` : left
  const are =
    left === 1 ? `${one} without a ${undated.of} is` : `${many} without a ${undated.of} are`
  return [`${shown} ${are} not in this list.`]
}

type UnlinkedWithSlug<S extends TSchema> = Unlinked<S> & { slug: string }

type Filters<Q extends TObject> = Static<Q> & RecordFilters

type ListOfRecords<Q extends TObject, Row, Item extends TSchema> = Omit<
  V1List<Q, Row, Item>,
  'path' | 'name' | 'tag' | 'read' | 'count' | 'represent'
> & {
  read: (db: ReadDatabase, scope: ListScope, filters: Filters<Q>, paging: Paging) => Promise<Row[]>
  count: (db: ReadDatabase, scope: ListScope, filters: Filters<Q>) => Promise<number>
  represent: (row: Row, today: string) => UnlinkedWithSlug<Item>
}

/** What differs between the resources of v1; `noun` is for messages. */
interface V1Resource<Q extends TObject, Row, Item extends TSchema, Rows, Detail extends TSchema> {
  path: NamedTable
  /** Folder of its pages on the site. */
  pages: string
  tag: string
  noun: string
  list: ListOfRecords<Q, Row, Item>
  detail: {
    operationId: string
    summary: string
    schema: Detail
    exampleSlug: string
    error: ErrorCode
    find: (db: ReadDatabase, scope: MunicipalityToday, slug: string) => Promise<Rows | undefined>
    /** The same by id, in any order. */
    list: (db: ReadDatabase, scope: MunicipalityToday, ids: readonly number[]) => Promise<Rows[]>
    represent: (rows: Rows, today: string) => UnlinkedWithSlug<Detail>
  }
  /** The fields of the detail that a page of the list may have. */
  include?: readonly string[]
}

/** The schema of an item that may have some fields of the detail. */
function withFields(item: TSchema, detail: TSchema, names: readonly string[]): TSchema {
  const { title = '', description = '', properties } = item as TObject & Record<string, string>
  const fields = names.map((name) => [
    name,
    Type.Optional((detail as TObject).properties[name] as TSchema),
  ])
  return Obj(title, description, { ...properties, ...Object.fromEntries(fields) })
}

/** A list at `/api/v1/{municipality}/{path}`, and below it one record by its slug; both name the page of a record. */
export function v1Resource<
  Q extends TObject,
  Row,
  Item extends TSchema,
  Rows,
  Detail extends TSchema,
>({
  path,
  pages,
  tag,
  noun,
  list,
  detail,
  include,
}: V1Resource<Q, Row, Item, Rows, Detail>): FastifyPluginAsync<RouteDeps> &
  WholeLists & { served: ServedResource } {
  const read: ReadServed = async (db, { pages: base, ...scope }, ids) => {
    const rows = await detail.list(db, scope, ids)
    return rows.map(
      (one) =>
        linked(detail.represent(one, scope.today), `${base}/${pages}`) as unknown as ServedRecord,
    )
  }
  const served = { schema: detail.schema, read, serialize: serializerOf(detail.schema) }
  const listed = v1List({
    ...list,
    query: Query({ ...list.query.properties, ...recordFilters }) as unknown as Q,
    ...{ path, name: path, tag },
    words: [...wordsOf(path, noun.toLowerCase()), ...(list.words ?? [])],
    ...(include && {
      included: {
        names: include,
        item: withFields(list.item, detail.schema, include),
        read: async (db: ReadDatabase, scope: MunicipalityToday, ids: readonly number[]) => {
          const rows = await detail.list(db, scope, ids)
          return rows.map((one) => detail.represent(one, scope.today) as unknown as { id: number })
        },
      },
    }),
    represent: (row: Row, { today, pages: base }) =>
      linked(list.represent(row, today), `${base}/${pages}`) as Static<Item>,
  })
  const { error, exampleSlug } = detail
  const plugin = async (app: FastifyInstance, deps: RouteDeps) => {
    await listed(app, deps)
    const { db } = deps.store
    const response = DetailOf(detail.schema)
    const described = describeV1({ ...detail, tag, response, errors: [error] })
    const params = slugPath(`Slug of the ${noun.toLowerCase()}.`, exampleSlug)
    app.get(`/${path}/:slug`, { schema: { ...described, params } }, async (request) => {
      const { slug } = request.params as Static<typeof params>
      const scope = requestScope(request, deps)
      const found = await detail.find(db, scope, slug)
      const after = found === undefined && (await findSlugAfter(db, path, { ...scope, slug }))
      const rows = after ? await detail.find(db, scope, after) : found
      if (rows === undefined) throw new ApiError(error, `${noun} ${quote(slug)} does not exist.`)
      const item = detail.represent(rows, scope.today)
      return detailResponse(linked(item, pagesOf(request, deps, pages)), request.id)
    })
  }
  const { download, published } = listed
  return Object.assign(plugin, { download, published, served })
}

/** The filters of a list whose values imports count. */
function wordsOf(path: NamedTable, noun: string): WordFilter[] {
  const fields: Partial<Record<NamedTable, object>> = facetFields
  return Object.keys(fields[path] ?? {}).map((name) => ({ name, noun, values: path }))
}
