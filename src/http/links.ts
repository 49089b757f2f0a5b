import type { FastifyReply, FastifyRequest } from 'fastify'

type Changes = Record<string, string | number>

// Values that a link must never carry.
const secretNames = new Set(['apikey'])

/** Sends `Link` (RFC 8288) to other pages of the same list; the key in a query never goes along. */
export function sendLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  links: Record<string, Changes>,
): void {
  const [path = ''] = request.url.split('?', 1)
  const values = Object.entries(links).map(([rel, changes]) => {
    const query = new URLSearchParams(request.url.slice(path.length))
    for (const name of secretNames) query.delete(name)
    for (const [name, value] of Object.entries(changes)) query.set(name, String(value))
    return `<${baseUrl}${path}?${query}>; rel="${rel}"`
  })
  if (values.length > 0) reply.header('link', values.join(', '))
}
