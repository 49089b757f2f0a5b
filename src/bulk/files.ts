import { join } from 'node:path'
import send from '@fastify/send'
import type { FastifyInstance } from 'fastify'
import { memoryLimiter } from '../access/limiter.ts'
import type { RequestLookup } from '../access/queries.ts'
import type { Clock } from '../core/clock.ts'
import { isMunicipalitySlug } from '../core/municipality-slug.ts'
import { limitAddresses } from '../http/admission.ts'
import { ApiError } from '../http/errors.ts'
import { quote } from '../http/query.ts'
import { apiHeaders } from '../http/responses.ts'
import { recordMethods, rejectOtherMethods } from '../site/methods.ts'
import type { SiteConfig } from '../site/tools.ts'
import { readDataPackage } from './datapackage.ts'

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  gz: 'application/gzip',
  json: 'application/json; charset=utf-8',
  sqlite: 'application/vnd.sqlite3',
}

interface FileTools {
  lookup: RequestLookup
  config: Pick<SiteConfig, 'publishDir' | 'openRateLimit'>
  clock: Clock
}

/** `/bulk/{municipality}/{file}`: what `reeve publish` wrote, also in parts (RFC 9110 14). */
export async function bulkFiles(site: FastifyInstance, { config, clock, lookup }: FileTools) {
  const own = recordMethods(site)
  const onRequest = limitAddresses(memoryLimiter(config.openRateLimit, clock))
  const isPublished = async (folder: string, slug: string) => {
    const { municipality } = await lookup({ slug })
    if (municipality === undefined) return false
    return (await readDataPackage(folder, municipality)) !== undefined
  }
  // Compressed, the parts of a file would have other bytes.
  const options = { onRequest, compress: false } as const
  site.get('/bulk/:municipality/:file', options, async (request, reply) => {
    const { municipality: slug, file } = request.params as { municipality: string; file: string }
    const type = types[/^[a-z-]+(?:\.ndjson)?\.([a-z]+)$/.exec(file)?.[1] ?? '']
    const missing = new ApiError('NOT_FOUND', `No file ${quote(file)} is published here.`)
    if (config.publishDir === null || type === undefined || !isMunicipalitySlug(slug)) throw missing
    if (!(await isPublished(config.publishDir, slug))) throw missing
    const root = join(config.publishDir, slug)
    // Node's fetch sends it with every condition, which the library would then ignore.
    delete request.raw.headers['cache-control']
    const { statusCode, headers, stream } = await send(request.raw, `/${file}`, {
      ...{ root, index: false, contentType: false, cacheControl: false },
    })
    if (statusCode === 404) throw missing
    reply.code(statusCode).headers({ ...apiHeaders, ...headers })
    reply.header('cache-control', 'public, max-age=60')
    // Of 304, 412 and 416, the library's own body is HTML.
    if (statusCode !== 200 && statusCode !== 206) {
      stream.destroy()
      reply.removeHeader('content-length')
      return reply.send()
    }
    return reply.type(type).send(stream)
  })
  rejectOtherMethods(site, new Map(own))
}
