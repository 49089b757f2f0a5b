import type { FastifyRequest } from 'fastify'
import type { RouteDeps } from './resource-routes.ts'

/** The URL below which the municipality of a request has its pages, of one kind such as `motions` or of all. */
export function pagesOf(
  { municipality }: FastifyRequest,
  { siteUrl }: Pick<RouteDeps, 'siteUrl'>,
  kind?: string,
): string {
  const pages = `${siteUrl}/${municipality.slug}`
  return kind === undefined ? pages : `${pages}/${kind}`
}

/** Adds the URL of the page that shows a record. */
export function linked<T extends { slug: string }>(item: T, pages: string): T & { url: string } {
  return Object.assign(item, { url: `${pages}/${item.slug}` })
}
