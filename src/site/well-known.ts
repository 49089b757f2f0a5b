import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { dayMs, utcDate } from '../core/calendar-date.ts'
import type { SiteTools } from './tools.ts'

const securityLifeMs = 180 * dayMs

/** Files at well-known URLs. */
export const wellKnown: FastifyPluginAsync<SiteTools> = async (site, { config, clock }) => {
  const { securityContact, siteUrl } = config
  site.get('/robots.txt', (_request, reply) =>
    sendText(reply, [
      'User-agent: *',
      'Disallow: /settings/',
      'Disallow: /reset/',
      'Disallow: /api/v1/*/',
      `Sitemap: ${siteUrl}/sitemap.xml`,
      '',
    ]),
  )
  if (securityContact === null) return
  // RFC 9116; the date moves with each response, so the file does not expire.
  site.get('/.well-known/security.txt', (_request, reply) =>
    sendText(reply, [
      `Contact: ${securityContact}`,
      `Expires: ${utcDate(clock.now() + securityLifeMs)}T00:00:00Z`,
      'Preferred-Languages: en, fr',
      `Canonical: ${siteUrl}/.well-known/security.txt`,
      '',
    ]),
  )
}

function sendText(reply: FastifyReply, lines: string[]) {
  return reply
    .header('cache-control', 'public, max-age=3600')
    .type('text/plain; charset=utf-8')
    .send(lines.join('\n'))
}
