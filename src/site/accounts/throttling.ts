import type { FastifyReply } from 'fastify'
import { AccountError } from '../../access/accounts/account-error.ts'
import { TooBusy } from '../../core/fair-queue.ts'
import { localeOfPath } from '../address.ts'
import { PageError } from '../error-pages.tsx'

class TooManyAttempts extends PageError {}

const busySeconds = 5

/** Rejects with 429 if there are seconds to wait. */
export function rejectIfThrottled(reply: FastifyReply, waitSeconds: number): void {
  if (waitSeconds > 0) reject(reply, waitSeconds)
}

function reject(reply: FastifyReply, waitSeconds: number): never {
  reply.header('retry-after', String(waitSeconds))
  const { accounts } = localeOfPath(reply.request.url).words
  throw new TooManyAttempts(429, accounts.throttled, accounts.throttledText(waitSeconds))
}

/** Runs `work`, which checks a password. Any failure but an invalid form refunds the attempt; a full queue becomes a 429. */
export async function refundOnFailure<T>(
  reply: FastifyReply,
  work: () => Promise<T>,
  refund: () => Promise<void> = async () => {},
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AccountError) throw error
    await refund()
    if (error instanceof TooBusy) return reject(reply, busySeconds)
    throw error
  }
}

/** Runs `work`; if it is throttled, logs that and shows the form again with what was typed. */
export async function orThrottledForm(
  work: () => Promise<FastifyReply>,
  showAgain: (notice: string) => FastifyReply | Promise<FastifyReply>,
  log: () => Promise<void>,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error
    await log()
    return showAgain(error.message)
  }
}
