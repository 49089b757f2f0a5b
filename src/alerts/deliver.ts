import type { Kysely } from 'kysely'
import { dayMs } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import { stopSubscriber } from '../store/alert-bounces.ts'
import { writeAgain } from '../store/alert-takedown.ts'
import { claimMail, listDueMails, noteSent, postpone, type StoredMail } from '../store/alerts.ts'
import type { WriteStore } from '../store/open.ts'
import { findSecret } from '../store/secrets.ts'
import type { Tables } from '../store/tables.ts'
import { bounceName } from './bounce-address.ts'
import type { Email, Mailer, Outcome } from './email.ts'

const minuteMs = 60_000
/** Longer than a server may be silent: another process does not send the same meanwhile. */
const claimMs = 10 * minuteMs
/** A greylisting server takes it after some minutes; the longest wait is some hours. */
const waitsMinutes = [5, 15, 60, 240]
const tryForMs = 2 * dayMs
const atOnce = 50

export interface Delivered {
  sent: number
  /** To try again later. */
  waiting: number
  /** Given up, or rejected for good. */
  failed: number
  /** Why the last one was not sent, if it was not. */
  why?: string
}

/** Sends what is due. If the server takes none of several in a row, the others wait too. */
export async function deliver(
  store: Pick<WriteStore, 'db' | 'transaction'>,
  mailer: Mailer,
  clock: Clock,
): Promise<Delivered> {
  const done: Delivered = { sent: 0, waiting: 0, failed: 0 }
  const failures = new Failures()
  const key = await findSecret(store.db, 'alert')
  for (;;) {
    const due = await listDueMails(store.db, timeOf(clock.now()), atOnce)
    for (const mail of due) {
      const outcome = await sendOne(mail, { ...store, mailer, clock, key })
      if (outcome === undefined) continue
      done[countOf[outcome.is]] += 1
      if (failures.note(outcome)) return { ...done, ...failures.why }
    }
    if (due.length < atOnce) return { ...done, ...failures.why }
  }
}

/** A server may reject one e-mail for what it contains. */
const failuresMax = 3

/** E-mails in a row that a server did not take. */
class Failures {
  #count = 0
  why: { why: string } | undefined

  /** Returns whether it is too many. */
  note(outcome: Outcome): boolean {
    const isFailed = outcome.is === 'failed'
    this.#count = isFailed ? this.#count + 1 : 0
    this.why = isFailed ? { why: outcome.why } : undefined
    return this.#count >= failuresMax
  }
}

const countOf = {
  sent: 'sent',
  rejected: 'failed',
  deferred: 'waiting',
  failed: 'waiting',
} as const

type DueMail = Awaited<ReturnType<typeof listDueMails>>[number]

interface Sending extends Pick<WriteStore, 'transaction'> {
  /** The secret `alert`. */
  key: string
  mailer: Mailer
  clock: Clock
}

/** Undefined if another process sends it, or if it announces a meeting that has begun: the next run writes it again. */
async function sendOne(
  mail: DueMail,
  { transaction, mailer, clock, key }: Sending,
): Promise<Outcome | undefined> {
  const now = clock.now()
  const claim = { now: timeOf(now), until: timeOf(now + claimMs) }
  if (!(await transaction((db) => claimMail(db, mail.id, claim), 'access'))) return undefined
  const hasBegun = mail.begins_at !== null && mail.begins_at <= claim.now
  if (hasBegun && mail.maybe_taken === 0) {
    await transaction((db) => writeAgain(db, mail.subscriber_id), 'access')
    return undefined
  }
  const outcome = await mailer.send({
    ...{ to: mail.address, messageId: mail.message_id },
    email: JSON.parse(mail.content) as Email,
    bounceName: bounceName(key, { id: mail.subscriber_id, version: mail.version }),
  })
  await transaction((db) => noteOutcome(db, mail, outcome, clock.now()), 'access')
  return outcome
}

async function noteOutcome(
  db: Kysely<Tables>,
  mail: StoredMail,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const { is } = outcome
  if (is === 'sent') return noteSent(db, mail.id, timeOf(now))
  if (is === 'rejected') return stopSubscriber(db, mail.subscriber_id, { now: timeOf(now), by: is })
  const isGivenUp = now - Date.parse(mail.created_at) > tryForMs
  // The next digest has the news of this one, with what is true then.
  if (isGivenUp) return writeAgain(db, mail.subscriber_id)
  const minutes = waitsMinutes[Math.min(mail.tries, waitsMinutes.length - 1)] ?? 0
  const isMaybeTaken = mail.maybe_taken === 1 || (is === 'failed' && outcome.isMaybeTaken)
  return postpone(db, mail.id, {
    next_at: timeOf(now + minutes * minuteMs),
    maybe_taken: isMaybeTaken ? 1 : 0,
  })
}

const timeOf = (ms: number) => new Date(ms).toISOString()

/** Sends what is due in the background; asked for meanwhile, once more. */
export function deliverInBackground(
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
) {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false
      await work().catch(onError)
    } while (isAskedAgain)
    running = undefined
  }
  return {
    start(): void {
      if (running === undefined) running = run()
      else isAskedAgain = true
    },
    /** Resolves when nothing runs. */
    async end(): Promise<void> {
      await running
    },
  }
}
