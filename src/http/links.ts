import type { FastifyReply, FastifyRequest } from 'fastify'

type Values = Record<string, string | number>

/**
 * Sends `Link` (RFC 8288) to other pages of the same list. Only parameters that the list declares go along: never a key,
 * and never so much of what a client sent that the header grows beyond what clients read.
 */
export function sendLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  links: Record<string, Values>,
): void {
  const [path = ''] = request.url.split('?', 1)
  const values = Object.entries(links).map(([rel, changes]) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...(request.query as Values), ...changes })) {
      query.set(name, String(value))
    }
    return `<${baseUrl}${path}?${query}>; rel="${rel}"`
  })
  if (values.length > 0) reply.header('link', values.join(', '))
}
