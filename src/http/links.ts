import type { FastifyReply, FastifyRequest } from 'fastify'

type Changes = Record<string, string | number>

/**
 * Sends `Link` (RFC 8288) to other pages of the same list. It is made of what the ETag is made of, the route and the
 * parameters as they were read, and of nothing as it was written: an answer may be sent again to somebody else.
 */
export function sendLinks(
  { routeOptions, params, query }: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  links: Record<string, Changes>,
): void {
  const named = params as Record<string, string>
  const path = routeOptions.url?.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(named[name] ?? ''),
  )
  const known = Object.entries(query as Record<string, unknown>).sort()
  const values = Object.entries(links).map(([rel, changes]) => {
    const asked = new URLSearchParams()
    for (const [name, value] of [...known, ...Object.entries(changes)])
      asked.set(name, String(value))
    return `<${baseUrl}${path}?${asked}>; rel="${rel}"`
  })
  if (values.length > 0) reply.header('link', values.join(', '))
}
