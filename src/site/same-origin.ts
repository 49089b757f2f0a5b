import type { FastifyInstance, FastifyRequest } from 'fastify'
import { EventSampler } from '../core/event-sampler.ts'
import { PageError } from './error-pages.tsx'
import type { SiteTools } from './tools.ts'

/** Rejects cross-site forms (CSRF) by `Sec-Fetch-Site`, or by `Origin`; with neither, a request must have no cookie. */
export function rejectCrossSiteForms(
  site: FastifyInstance,
  { config: { siteUrl }, clock }: Pick<SiteTools, 'config' | 'clock'>,
): void {
  const sampler = new EventSampler(() => clock.monotonic())
  site.addHook('onRequest', async (request) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
    if (isOwn(request, siteUrl)) return
    const { origin } = request.headers
    if (origin !== undefined && sampler.count() > 0)
      request.log.warn(
        { origin, site_url: siteUrl },
        'a form from another origin was rejected; if the origin is the public URL of this site, set SITE_URL to it',
      )
    const message = `This form was not sent from this site. Open ${siteUrl} and try again.`
    throw new PageError(403, 'Form rejected', message)
  })
}

function isOwn(request: FastifyRequest, siteUrl: string): boolean {
  const { origin, cookie, host } = request.headers
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite === undefined)
    return origin === undefined ? cookie === undefined : origin === siteUrl
  if (fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  // The browser vouches for same origin; the site may be open under another name of this machine.
  return origin === undefined || origin === siteUrl || origin.replace(/^https?:\/\//, '') === host
}
