import type { FastifyReply, FastifyRequest } from 'fastify'

type Changes = Record<string, string | number>

/**
 * Sends `Link` (RFC 8288) to other pages of the same list. It is made of what the ETag is made of, the route and the
 * parameters as they were read, and of nothing as it was written: an answer may be sent again to somebody else.
 */
export function sendLinks(
  { routeOptions, municipality, query }: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  links: Record<string, Changes>,
): void {
  // No list has another name in its route.
  const path = routeOptions.url?.replace(':municipality', municipality.slug)
  const asked = new URLSearchParams()
  const setAll = (values: object) => {
    for (const [name, value] of Object.entries(values)) asked.set(name, String(value))
  }
  setAll(query as object)
  asked.sort()
  // All links of an answer change the same parameters.
  const values = Object.entries(links).map(([rel, changes]) => {
    setAll(changes)
    return `<${baseUrl}${path}?${asked}>; rel="${rel}"`
  })
  if (values.length > 0) reply.header('link', values.join(', '))
}
