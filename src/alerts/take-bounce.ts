import { keyedHash } from '../core/passages.ts'
import { stopSubscriber } from '../store/alert-bounces.ts'
import { findSubscriber, noteLeft, removeAlerts } from '../store/alerts.ts'
import type { WriteStore } from '../store/open.ts'
import { readReport } from './bounce.ts'
import { isBounceIdOf } from './bounce-address.ts'

export interface BounceOptions {
  writing: Pick<WriteStore, 'transaction'>
  /** The secret `alert`. */
  key: string
  /** ISO 8601 UTC. */
  now: string
  /** The recipient in the envelope of the message. */
  recipient?: string | undefined
}

export type TakenBounce = 'stopped' | 'deleted' | { ignored: string }

/** Stops an e-mail address to which nothing can be delivered, and deletes one whose owner complained. */
export async function takeBounce(
  raw: Uint8Array,
  { writing, key, now, recipient }: BounceOptions,
): Promise<TakenBounce> {
  const { is, ids } = await readReport(raw, recipient)
  if (typeof is === 'object') return is
  return writing.transaction(async (db) => {
    for (const given of ids) {
      const subscriber = await findSubscriber(db, given.id)
      if (subscriber === undefined || !isBounceIdOf(key, given, subscriber)) continue
      if (is === 'failure') {
        await stopSubscriber(db, subscriber.id, { now, by: 'bounced' })
        return 'stopped'
      }
      await removeAlerts(db, { subscriberId: subscriber.id })
      await noteLeft(db, keyedHash(key, subscriber.address), now)
      return 'deleted'
    }
    return { ignored: 'a report about no e-mail address that gets alerts' }
  }, 'access')
}
