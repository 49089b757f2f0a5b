import type { FastifyReply, FastifyRequest } from 'fastify'

type Changes = Record<string, string | number>

/**
 * Sets `Link` (RFC 8288) to other pages of the same list. Built from the parsed parameters only, never from the URL as
 * sent, because a cached response is sent to other clients.
 */
export function sendLinks(
  { routeOptions, municipality, query }: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  links: Record<string, Changes>,
): void {
  // List routes have no other parameter.
  const path = routeOptions.url?.replace(':municipality', municipality.slug)
  const parameters = new URLSearchParams()
  const setAll = (values: object) => {
    for (const [name, value] of Object.entries(values)) parameters.set(name, String(value))
  }
  setAll(query as object)
  parameters.sort()
  // All links of a response set the same parameters.
  const values = Object.entries(links).map(([rel, changes]) => {
    setAll(changes)
    return `<${baseUrl}${path}?${parameters}>; rel="${rel}"`
  })
  if (values.length > 0) reply.header('link', values.join(', '))
}
