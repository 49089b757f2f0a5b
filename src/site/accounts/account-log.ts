import type { FastifyRequest } from 'fastify'
import { findAccountByEmail } from '../../access/accounts/queries.ts'
import { wideNetworkOf } from '../../access/networks.ts'
import type { SiteTools } from '../tools.ts'

type AccountEvent =
  | 'account_created'
  | 'account_deleted'
  | 'key_created'
  | 'key_revoked'
  | 'password_changed'
  | 'password_recovered'
  | 'password_reset'
  | 'recovery_code_created'
  | 'recovery_failed'
  | 'recovery_throttled'
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_in_throttled'
  | 'sign_out'
  | 'sign_up_throttled'

interface Entry {
  event: AccountEvent
  /** Id of the account; undefined if no account has the e-mail address. */
  account: string | undefined
  /** Logged as a keyed hash, and only if `account` is undefined. */
  email?: string
  /** Id of a key. */
  key?: string
  /** How often it happened since it was last logged. */
  count?: number
}

/** Logs an event with the network (/24 or /48), never the IP address or e-mail address. */
export function logAccountEvent(
  request: FastifyRequest,
  { pseudonyms }: Pick<SiteTools, 'pseudonyms'>,
  { event, account, email, key, count }: Entry,
): void {
  const emailHash =
    account === undefined && email !== undefined ? pseudonyms.email(email) : undefined
  const network = wideNetworkOf(request.ip)
  request.log.info({ event, account, email_hash: emailHash, key, network, count }, 'account event')
}

/** Logs that a client is throttled: the first time, then at most once a minute per network. */
export async function logThrottled(
  request: FastifyRequest,
  tools: Pick<SiteTools, 'pseudonyms' | 'store' | 'throttled'>,
  event: Extract<AccountEvent, `${string}_throttled`>,
  email?: string,
): Promise<void> {
  const count = tools.throttled.count(`${event} ${wideNetworkOf(request.ip)}`)
  if (count === 0) return
  const account = email && (await findAccountByEmail(tools.store.db, email))?.id
  logAccountEvent(request, tools, { event, account, ...(email && { email }), count })
}
