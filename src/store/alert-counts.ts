import { sql } from 'kysely'
import type { ReadDatabase } from './open.ts'

/** How many there are of what e-mail alerts keep; never of whom. */
export async function countAlerts(db: ReadDatabase) {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => {
      const subscribers = selectFrom('alert_subscribers').select(fn.countAll<number>().as('count'))
      const stopped = subscribers.where('stopped_at', 'is not', null)
      const going = subscribers.where('stopped_at', 'is', null)
      const confirmed = selectFrom('alerts')
        .select('alerts.id')
        .where('alerts.subscriber_id', '=', sql.ref<number>('alert_subscribers.id'))
        .where('confirmed_at', 'is not', null)
      const mails = selectFrom('alert_mails').select(fn.countAll<number>().as('count'))
      return [
        going.where(({ exists }) => exists(confirmed)).as('active'),
        going.where(({ exists, not }) => not(exists(confirmed))).as('unconfirmed'),
        stopped.where('stopped_by', 'is distinct from', 'bounced').as('rejected'),
        stopped.where('stopped_by', '=', 'bounced').as('bounced'),
        selectFrom('alerts')
          .select(fn.countAll<number>().as('count'))
          .where('confirmed_at', 'is not', null)
          .as('alerts'),
        mails.where('sent_at', 'is', null).as('waiting'),
        selectFrom('alert_mails')
          .select(fn.min<string | null>(sql.ref('created_at')).as('at'))
          .where('sent_at', 'is', null)
          .as('oldestWaiting'),
        mails.where('sent_at', 'is not', null).as('sent'),
        selectFrom('left_addresses').select(fn.countAll<number>().as('count')).as('left'),
      ]
    })
    .executeTakeFirstOrThrow()
  const count = (name: keyof typeof row) => Number(row[name])
  return {
    subscribers: {
      active: count('active'),
      unconfirmed: count('unconfirmed'),
      /** Stopped, because the mail server rejected the address, or because an e-mail came back. */
      rejected: count('rejected'),
      bounced: count('bounced'),
    },
    alerts: count('alerts'),
    /** Those that were sent are kept for 30 days. */
    mails: { waiting: count('waiting'), sent: count('sent') },
    /** Since when the oldest waits. */
    oldestWaiting: row.oldestWaiting ?? null,
    /** In the last 30 days, by a link or a complaint. */
    left: count('left'),
  }
}

export type AlertCounts = Awaited<ReturnType<typeof countAlerts>>
