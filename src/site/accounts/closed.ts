import type { FastifyInstance } from 'fastify'
import { PageError } from '../error-pages.tsx'
import type { Face } from '../face.tsx'
import { operatorIn } from '../operator.tsx'
import type { SiteTools } from '../tools.ts'

/** Rejects requests to pages with passwords or sessions if the site does not use https. */
export function rejectInsecure(site: FastifyInstance, { config }: SiteTools): void {
  if (config.signInAllowed) return
  site.addHook('onRequest', async () => {
    const message =
      'This service does not use https, so a password could be read in transit. The operator can put it behind https or set ALLOW_INSECURE_HTTP=1.'
    throw new PageError(403, 'Sign-in is disabled', message)
  })
}

/** Whether visitors can create accounts. */
export function isSignUpOpen({
  signups,
  signInAllowed,
}: Pick<SiteTools['config'], 'signups' | 'signInAllowed'>): boolean {
  return signups === 'open' && signInAllowed
}

/** Rejects sign-ups while they are closed. */
export function rejectClosedSignUps({ signups }: SiteTools['config'], face: Face): void {
  if (signups === 'open') return
  const message = `Sign-up is closed on this service. Ask ${operatorIn(face)} for an account.`
  throw new PageError(403, 'Sign-up is closed', message)
}
