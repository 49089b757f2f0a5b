import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PageError } from './error-pages.tsx'

/**
 * Refuses forms that another site made a browser send: by Fetch Metadata (`Sec-Fetch-Site`), and where a browser does
 * not send that, by `Origin`. A program that sends neither is let through, unless it brings a cookie.
 */
export function rejectCrossSiteForms(site: FastifyInstance, siteUrl: string): void {
  site.addHook('onRequest', async (request) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
    if (isOwn(request, siteUrl)) return
    const message = `This form was not sent from this site. Its address is ${siteUrl}; open it there and try again.`
    throw new PageError(403, 'Refused', message)
  })
}

function isOwn(request: FastifyRequest, siteUrl: string): boolean {
  const { origin, cookie, host } = request.headers
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite === undefined)
    return origin === undefined ? cookie === undefined : origin === siteUrl
  if (fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  // A browser vouches that this page and its form have one origin; it may be another name of this machine.
  return origin === undefined || origin === siteUrl || origin.replace(/^https?:\/\//, '') === host
}
