import type { FastifyReply, FastifyRequest } from 'fastify'
import { normalizeEmail } from '../../access/accounts/email.ts'
import { retention } from '../../access/retention.ts'
import { type Session, sessionLifeMs } from '../../access/sessions/sessions.ts'
import type { Attempt } from '../../access/throttle.ts'
import type { SiteTools } from '../tools.ts'

const deviceLifeSeconds = retention.deviceDays * 24 * 60 * 60
const recoverySeconds = retention.recoveryMinutes * 60

// Browsers accept the __Host- prefix only over https, for this host and all its paths (RFC 6265bis 4.1.3.2).
const namesOf = ({ siteUrl }: SiteTools['config']) =>
  siteUrl.startsWith('https:')
    ? {
        session: '__Host-session',
        device: '__Host-device',
        recovery: '__Host-recovery',
        secure: true,
      }
    : { session: 'session', device: 'device', recovery: 'recovery', secure: false }

const shared = { path: '/', httpOnly: true, sameSite: 'lax' } as const

/** The session of a request, if it has one. */
export async function visitorOf(
  request: FastifyRequest,
  { config, sessions, usageTracker }: SiteTools,
): Promise<Session | undefined> {
  const token = request.cookies[namesOf(config).session]
  const session = token === undefined ? undefined : await sessions.find(token)
  if (session !== undefined) usageTracker.touchSession(session.id)
  return session
}

/** Who tries the password of the account with this address, as `parseEmail` writes it. */
export function attemptOf(
  request: FastifyRequest,
  email: string,
  { config, deviceTokens }: SiteTools,
): Attempt {
  const device = deviceTokens.read(request.cookies[namesOf(config).device], email)
  return { email, address: request.ip, device }
}

/** Signs a browser in with a new session, and ends its previous one. */
export async function signBrowserIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, email }: { token: string; email: string },
  { config, sessions, deviceTokens }: SiteTools,
): Promise<void> {
  const { session, device, secure } = namesOf(config)
  const earlier = request.cookies[session]
  if (earlier !== undefined) await sessions.endByToken(earlier)
  reply.setCookie(session, token, { ...shared, secure, maxAge: sessionLifeMs / 1000 })
  const folded = normalizeEmail(email)
  if (deviceTokens.read(request.cookies[device], folded) !== undefined) return
  reply.setCookie(device, deviceTokens.issue(folded), {
    ...shared,
    secure,
    maxAge: deviceLifeSeconds,
  })
}

/** Passes a recovery code to the next page, in a cookie that lasts five minutes. */
export function carryRecoveryCode(reply: FastifyReply, code: string, { config }: SiteTools): void {
  const { recovery, secure } = namesOf(config)
  reply.setCookie(recovery, code, { ...shared, secure, maxAge: recoverySeconds })
}

/** Reads and clears the cookie of `carryRecoveryCode`; undefined unless the code is the one of the account. */
export async function takeRecoveryCode(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, accounts }: SiteTools,
): Promise<string | undefined> {
  const { recovery, secure } = namesOf(config)
  const code = request.cookies[recovery]
  if (code === undefined) return undefined
  reply.clearCookie(recovery, { ...shared, secure })
  return (await accounts.isRecoveryCode(request.visitor, code)) ? code : undefined
}

/** Ends the session, and clears its cookie. */
export async function signBrowserOut(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, sessions }: SiteTools,
): Promise<void> {
  const { session, secure } = namesOf(config)
  const token = request.cookies[session]
  if (token !== undefined) await sessions.endByToken(token)
  reply.clearCookie(session, { ...shared, secure })
}
