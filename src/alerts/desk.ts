import { dayMs } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import type { Operator } from '../core/operator.ts'
import { keyedHash } from '../core/passages.ts'
import { writeAgain } from '../store/alert-takedown.ts'
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
  type Subscriber,
  updateSubscriber,
} from '../store/alerts.ts'
import type { WriteStore } from '../store/open.ts'
import { confirmationEmail, linkEmail, type Sender } from './digest.ts'
import type { AlertEvent } from './events.ts'
import { comparedWith, type EntryOfFeed, timeAfter } from './seen.ts'
import { type LinkOptions, linkToken, linkUrl, readToken } from './token.ts'
import { type AlertWords, wordsIn } from './words.ts'

/** One e-mail a day asks for a confirmation. */
const askAgainMs = dayMs
/** How long others cannot enter an e-mail address that left. */
export const leftDays = 30

export interface DeskOptions extends LinkOptions {
  writing: WriteStore
  clock: Clock
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
      const alerts = await listAlertsOf(db, id)
      await addMail(db, {
        ...{ subscriber_id: id, created_at: now },
        message_id: messageId(this.#options, ['confirm', String(id), now]),
        content: JSON.stringify(this.#response(feed.language, alerts, subscriber)),
      })
    }, 'access')
    this.#options.onMail()
  }

  /** Asks to confirm what is not; if everything is, sends the link to "My alerts". */
  #response(language: string, alerts: readonly StoredAlert[], subscriber: Subscriber) {
    const { sender } = this.#options
    const words: AlertWords = wordsIn(language)
    const titles = alerts.filter(isUnconfirmed).map(nameOfAlert)
    const purpose = titles.length === 0 ? 'own' : 'confirm'
    const url = linkUrl(this.#options, language, purpose, subscriber)
    return titles.length === 0
      ? linkEmail({ words, language, sender, url })
      : confirmationEmail({ words, language, titles, sender, confirmUrl: url })
  }

  /** What the subscriber whose link it is has not confirmed yet; undefined if the link does not work. */
  async toConfirm(token: string): Promise<StoredAlert[] | undefined> {
    const { writing, key } = this.#options
    const linked = readToken(key, 'confirm', token)
    const subscriber = linked && (await findSubscriber(writing.db, linked.id))
    if (subscriber === undefined || subscriber.version !== linked?.version) return undefined
    return (await listAlertsOf(writing.db, subscriber.id)).filter(isUnconfirmed)
  }

  /** Confirms what the page of a link has shown; returns false if the link does not work. */
  async confirm(token: string, shown: readonly string[]): Promise<boolean> {
    const { writing, clock } = this.#options
    const alerts = await this.toConfirm(token)
    if (alerts === undefined) return false
    const now = new Date(clock.now()).toISOString()
    await writing.transaction(async (db) => {
      for (const { id, subscriber_id: subscriberId } of alerts)
        if (shown.includes(String(id))) await confirmAlerts(db, { subscriberId, alertId: id }, now)
    }, 'access')
    return true
  }

  /** What a link in an e-mail stops, whatever the version; null if that has ended, undefined if it is not one of ours. */
  async toLeave(token: string): Promise<Leaving | null | undefined> {
    const { writing, key } = this.#options
    const one = readToken(key, 'leave', token)
    const all = readToken(key, 'leave-all', token)
    if (one !== undefined) {
      const alert = await findAlert(writing.db, one.id)
      if (alert === undefined) return null
      const { subscriber_id: id, version } = alert
      return { alert, subscriberId: id, allToken: linkToken(key, 'leave-all', { id, version }) }
    }
    if (all === undefined) return undefined
    const subscriber = await findSubscriber(writing.db, all.id)
    return subscriber === undefined ? null : { subscriberId: subscriber.id, allToken: token }
  }

  /**
   * Deletes the alert, or all of its subscriber, whose address is deleted with the last one. Returns whether it is. An
   * e-mail that waits is written again without the alert.
   */
  async leave({ alert, subscriberId }: Pick<Leaving, 'alert' | 'subscriberId'>): Promise<boolean> {
    const { writing, clock, key } = this.#options
    const now = new Date(clock.now()).toISOString()
    return writing.transaction(async (db) => {
      const subscriber = await findSubscriber(db, subscriberId)
      await removeAlerts(db, { subscriberId, ...(alert !== undefined && { alertId: alert.id }) })
      const isGone = (await findSubscriber(db, subscriberId)) === undefined
      if (!isGone) await writeAgain(db, subscriberId)
      else if (subscriber !== undefined) await noteLeft(db, keyedHash(key, subscriber.address), now)
      return isGone
    }, 'access')
  }
}

/** What a link stops. */
export interface Leaving {
  /** Absent if it stops all of the subscriber. */
  alert?: Pick<StoredAlert, 'id' | 'title' | 'feed'>
  subscriberId: number
  /** Of the link that stops all. */
  allToken: string
}

const isUnconfirmed = ({ confirmed_at }: StoredAlert) => confirmed_at === null

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

/** Of RFC 5322, the same for the same parts. */
export function messageId(
  { key, siteUrl }: Pick<DeskOptions, 'key' | 'siteUrl'>,
  parts: readonly string[],
): string {
  return `<${keyedHash(key, parts.join('\n'))}@${new URL(siteUrl).hostname}>`
}
