import { dayMs } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import type { Operator } from '../core/operator.ts'
import { keyedHash } from '../core/passages.ts'
import {
  type AlertFeed,
  addAlert,
  addMail,
  confirmAlerts,
  findAlert,
  findOrAddSubscriber,
  findSubscriber,
  hasLeft,
  lastReadAt,
  listAlertsOf,
  noteEntries,
  noteLeft,
  readEntries,
  removeAlerts,
  type StoredAlert,
  updateSubscriber,
} from '../store/alerts.ts'
import type { WriteStore } from '../store/open.ts'
import { confirmationEmail, type Sender } from './digest.ts'
import type { AlertEvent } from './events.ts'
import { comparedWith, type EntryOfFeed, timeAfter } from './seen.ts'
import { linkToken, readToken } from './token.ts'
import { type AlertWords, wordsIn } from './words.ts'

/** One e-mail a day asks for a confirmation. */
const askAgainMs = dayMs
/** How long others cannot enter an e-mail address that left. */
export const leftDays = 30

export interface DeskOptions {
  writing: WriteStore
  clock: Clock
  /** The secret `alert`. */
  key: string
  siteUrl: string
  sender: Sender
  /** Called when an e-mail is to be sent. */
  onMail: () => void
  /** What a feed tells, by its path. */
  eventsOf: (feed: string) => readonly AlertEvent[]
}

export interface Join {
  /** As `parseAddress` returns it. */
  address: string
  feed: AlertFeed
  title: string
  speed: StoredAlert['speed']
  events: readonly AlertEvent[]
  /** What is in the feed already, and so is not news. */
  entries: readonly EntryOfFeed[]
}

/** Where people begin and end their alerts. */
export class AlertDesk {
  readonly #options: DeskOptions

  constructor(options: DeskOptions) {
    this.#options = options
  }

  /**
   * Adds an alert that its owner has to confirm, and an e-mail that asks for it unless the address had one in the last
   * day, has left, or its server rejects e-mails. Nothing that it returns or throws tells which.
   */
  async join({ address, feed, title, speed, events, entries }: Join): Promise<void> {
    const { writing, clock, key } = this.#options
    const now = new Date(clock.now()).toISOString()
    const before = (ms: number) => new Date(clock.now() - ms).toISOString()
    await writing.transaction(async (db) => {
      const subscriber = await findOrAddSubscriber(db, address, now)
      const { id, asked_at } = subscriber
      const stored = await readEntries(db, feed)
      const readAt = timeAfter(await lastReadAt(db), stored, now)
      await addAlert(db, {
        ...{ subscriber_id: id, ...feed, title, speed, events: events.join(',') },
        ...{ created_at: now, read_at: readAt },
      })
      await noteEntries(db, feed, comparedWith({ entries, stored, now, readAt }))
      const left = await hasLeft(db, keyedHash(key, address), before(leftDays * dayMs))
      const isAsked = asked_at !== null && asked_at > before(askAgainMs)
      // After the same work, because the time that it takes would tell.
      if (left) return removeAlerts(db, { subscriberId: id })
      if (isAsked || subscriber.stopped_at !== null) return
      await updateSubscriber(db, id, { asked_at: now })
      const titles = (await listAlertsOf(db, id))
        .filter(({ confirmed_at }) => confirmed_at === null)
        .map(nameOfAlert)
      await addMail(db, {
        ...{ subscriber_id: id, created_at: now },
        message_id: messageId(this.#options, ['confirm', String(id), now]),
        content: JSON.stringify(this.#confirmation(feed.language, titles, subscriber)),
      })
    }, 'access')
    this.#options.onMail()
  }

  #confirmation(
    language: string,
    titles: readonly string[],
    subscriber: { id: number; version: number },
  ) {
    const { key, siteUrl, sender } = this.#options
    const words: AlertWords = wordsIn(language)
    const token = linkToken(key, 'confirm', subscriber)
    const confirmUrl = `${siteUrl}${prefixOf(language)}/alerts/c/${token}`
    return confirmationEmail({ words, language, titles, sender, confirmUrl })
  }

  /** The alerts of the subscriber whose link it is; undefined if it does not work. */
  async toConfirm(token: string): Promise<StoredAlert[] | undefined> {
    const { writing, key } = this.#options
    const linked = readToken(key, 'confirm', token)
    const subscriber = linked && (await findSubscriber(writing.db, linked.id))
    if (subscriber === undefined || subscriber.version !== linked?.version) return undefined
    return listAlertsOf(writing.db, subscriber.id)
  }

  /** Returns false if the link does not work. */
  async confirm(token: string): Promise<boolean> {
    const { writing, clock } = this.#options
    const [alert] = (await this.toConfirm(token)) ?? []
    if (alert === undefined) return false
    const now = new Date(clock.now()).toISOString()
    await writing.transaction(
      (db) => confirmAlerts(db, { subscriberId: alert.subscriber_id }, now),
      'access',
    )
    return true
  }

  /** The alert that a link in an e-mail is about; null if it has ended, undefined if the link is not one of ours. */
  async toLeave(token: string): Promise<StoredAlert | null | undefined> {
    const { writing, key } = this.#options
    const linked = readToken(key, 'leave', token)
    if (linked === undefined) return undefined
    const alert = await findAlert(writing.db, linked.id)
    return alert?.version === linked.version ? alert : null
  }

  /** Deletes the alert, or all of its subscriber, whose address is deleted with the last one. */
  async leave({ id, subscriber_id: subscriberId }: StoredAlert, isAll: boolean): Promise<void> {
    const { writing, clock, key } = this.#options
    const now = new Date(clock.now()).toISOString()
    await writing.transaction(async (db) => {
      const subscriber = await findSubscriber(db, subscriberId)
      await removeAlerts(db, isAll ? { subscriberId } : { subscriberId, alertId: id })
      const isGone = (await findSubscriber(db, subscriberId)) === undefined
      if (isGone && subscriber !== undefined)
        await noteLeft(db, keyedHash(key, subscriber.address), now)
    }, 'access')
  }
}

/** Its title; until the next run after a takedown, its path. */
export const nameOfAlert = ({ title, feed }: Pick<StoredAlert, 'title' | 'feed'>) =>
  title === '' ? feed : title

/** Who sends e-mails, as CASL has it. */
export const senderOf = ({
  operatorName,
  operatorPostal,
  operatorContact,
  siteUrl,
}: SenderConfig): Sender => ({
  name: operatorName ?? new URL(siteUrl).host,
  postal: operatorPostal,
  contact: operatorContact,
})

interface SenderConfig extends Pick<Operator, 'operatorName' | 'operatorContact'> {
  readonly siteUrl: string
  readonly operatorPostal: string | null
}

export const prefixOf = (language: string) => (language.startsWith('fr') ? '/fr' : '')

/** Of RFC 5322, the same for the same parts. */
export function messageId(
  { key, siteUrl }: Pick<DeskOptions, 'key' | 'siteUrl'>,
  parts: readonly string[],
): string {
  return `<${keyedHash(key, parts.join('\n'))}@${new URL(siteUrl).hostname}>`
}
