import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { memoryLimiter } from '../access/limiter.ts'
import { limitAddresses } from '../http/admission.ts'
import { ApiError } from '../http/errors.ts'
import type { DownloadList, DownloadTools } from '../http/list-download.ts'
import { quote } from '../http/query.ts'
import type { DownloadParameters } from '../http/schema-types.ts'
import { hasPerson } from '../resources/agreement/queries.ts'
import type { SiteConfig } from '../site/tools.ts'
import type { ListedRegister } from '../store/registers.ts'
import * as queries from './schema.ts'

/** The lists of the API that pages offer as tables. */
type TableName =
  | 'votes'
  | 'motions'
  | 'meetings'
  | 'people'
  | 'matters'
  | 'bylaws'
  | 'organizations'
  | 'agreement'
  | ListedRegister

/** The lists that only pages have. */
type OwnTable = 'notes' | 'coverage' | 'totals' | 'attendance' | 'changes'

export type TableDownloads = Readonly<Record<TableName, DownloadList>>

interface ListedTable {
  path: string
  list: TableName | OwnTable
  querystring: TObject
}

const tables: readonly ListedTable[] = [
  { path: '/votes.csv', list: 'votes', querystring: queries.VotesTableQuery },
  { path: '/people/:slug/votes.csv', list: 'votes', querystring: queries.PersonVotesTableQuery },
  { path: '/motions.csv', list: 'motions', querystring: queries.MotionsTableQuery },
  { path: '/meetings.csv', list: 'meetings', querystring: queries.MeetingsTableQuery },
  { path: '/people.csv', list: 'people', querystring: queries.PeopleTableQuery },
  { path: '/people/totals.csv', list: 'totals', querystring: queries.OwnTableQuery },
  { path: '/matters.csv', list: 'matters', querystring: queries.MattersTableQuery },
  { path: '/bylaws.csv', list: 'bylaws', querystring: queries.BylawsTableQuery },
  { path: '/bodies.csv', list: 'organizations', querystring: queries.BodiesTableQuery },
  { path: '/agreement.csv', list: 'agreement', querystring: queries.AgreementTableQuery },
  { path: '/attendance.csv', list: 'attendance', querystring: queries.AttendanceTableQuery },
  { path: '/changes.csv', list: 'changes', querystring: queries.ChangesTableQuery },
  { path: '/coverage.csv', list: 'coverage', querystring: queries.OwnTableQuery },
  { path: '/coverage/notes.csv', list: 'notes', querystring: queries.OwnTableQuery },
]

interface TableTools extends Omit<DownloadTools, 'siteUrl'> {
  tables: TableDownloads & Record<OwnTable, DownloadList>
  config: Pick<SiteConfig, 'siteUrl' | 'openRateLimit' | 'publishDir'>
}

/** The lists of pages as CSV, without a key. Their columns have the same names in every language. */
export function addTables(
  site: FastifyInstance,
  { tables: lists, config, ...tools }: TableTools,
  more: readonly ListedTable[],
): void {
  const deps = { ...tools, siteUrl: config.siteUrl }
  const limit = limitAddresses(memoryLimiter(config.openRateLimit, tools.clock))
  const orFiles = (request: FastifyRequest) => (error: unknown) => {
    throw config.publishDir === null ? error : namingFiles(error, config.siteUrl, request)
  }
  const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
    limit(request, reply).catch(orFiles(request))
  for (const { path, list, querystring } of [...tables, ...more]) {
    const options = { schema: { querystring }, onRequest }
    site.get(`/:municipality${path}`, options, async (request, reply) => {
      const { for: use, layout, ...filters } = request.query as DownloadParameters
      const { slug: person } = request.params as { slug?: string }
      if (person !== undefined) {
        const scope = { municipalityId: request.municipality.id, person }
        if (!(await hasPerson(deps.store.db, scope)))
          throw new ApiError('PERSON_NOT_FOUND', `Person ${quote(person)} does not exist.`)
      }
      return lists[list](
        { request, reply, deps },
        { filters: { ...filters, ...(person !== undefined && { person }) } },
        { format: 'csv', forSpreadsheet: use === 'spreadsheet', layout },
      ).catch(orFiles(request))
    })
  }
}

/** Who takes many lists is better off with the published files. */
function namingFiles(error: unknown, siteUrl: string, { municipality }: FastifyRequest): unknown {
  if (!(error instanceof ApiError) || error.code !== 'RATE_LIMIT_EXCEEDED') return error
  const files = `${siteUrl}/bulk/${municipality.slug}/`
  return new ApiError(error.code, `${error.message} ${files} has all lists as files.`)
}
