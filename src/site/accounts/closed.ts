import type { FastifyInstance } from 'fastify'
import { PageError } from '../error-pages.tsx'
import { operatorIn } from '../operator.tsx'
import type { SiteTools } from '../tools.ts'

/** Refuses every page with a password or a session in it while those would cross the network readable. */
export function rejectInsecure(site: FastifyInstance, { config }: SiteTools): void {
  if (config.signInAllowed) return
  site.addHook('onRequest', async () => {
    const message =
      'This service is not reached over https, so a password would be readable on its way. The operator can put it behind https, or set ALLOW_INSECURE_HTTP=1.'
    throw new PageError(403, 'Signing in is not possible here', message)
  })
}

/** Whether somebody can make an account here, so that pages offer only what is possible. */
export function isSignUpOpen({ signups, signInAllowed }: SiteTools['config']): boolean {
  return signups === 'open' && signInAllowed
}

/** Refuses new accounts where the operator makes them. */
export function rejectClosedSignUps(config: SiteTools['config']): void {
  if (config.signups === 'open') return
  const message = `Sign-up is closed on this service. Ask ${operatorIn(config)} for an account.`
  throw new PageError(403, 'Sign-up is closed', message)
}
