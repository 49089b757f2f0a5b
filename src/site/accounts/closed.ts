import type { FastifyInstance } from 'fastify'
import { PageError } from '../error-pages.tsx'
import type { Face } from '../face.tsx'
import type { SiteLocale } from '../locale.ts'
import { operatorIn } from '../operator.tsx'
import type { PageTools, SiteTools } from '../tools.ts'

/** Rejects requests to pages with passwords or sessions if the site does not use https. */
export function rejectInsecure(site: FastifyInstance, { config, locale }: PageTools): void {
  if (config.signInAllowed) return
  const { insecure, insecureText } = locale.words.accounts.closed
  site.addHook('onRequest', async () => {
    throw new PageError(403, insecure, insecureText)
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
export function rejectClosedSignUps(
  { signups }: SiteTools['config'],
  face: Face,
  locale: SiteLocale,
): void {
  if (signups === 'open') return
  const { signUp, signUpText } = locale.words.accounts.closed
  throw new PageError(403, signUp, signUpText(operatorIn(face, locale)))
}
