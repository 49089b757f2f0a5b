import type { FastifyReply, FastifyRequest } from 'fastify'

type Changes = Record<string, string | number>

/**
 * Sends `Link` (RFC 8288) to other pages of the same list. Only parameters of the endpoint go along: never the key, and
 * nothing that would let a long query come back as several times as long a header.
 */
export function sendLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  links: Record<string, Changes>,
): void {
  const [path = ''] = request.url.split('?', 1)
  const known = request.query as Record<string, unknown>
  const given = [...new URLSearchParams(request.url.slice(path.length))]
  const kept = given.filter(([name]) => Object.hasOwn(known, name))
  const values = Object.entries(links).map(([rel, changes]) => {
    const query = new URLSearchParams(kept)
    for (const [name, value] of Object.entries(changes)) query.set(name, String(value))
    return `<${baseUrl}${path}?${query}>; rel="${rel}"`
  })
  if (values.length > 0) reply.header('link', values.join(', '))
}
