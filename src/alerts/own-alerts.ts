import { utcDate } from '../core/calendar-date.ts'
import {
  addMail,
  changeAlert,
  confirmAlerts,
  findByAddress,
  findSubscriber,
  listAlertsOf,
  listMailsOf,
  renewSubscriber,
  type StoredAlert,
  type StoredMail,
  type Subscriber,
} from '../store/alerts.ts'
import { type DeskOptions, messageId } from './desk.ts'
import { linkEmail } from './digest.ts'
import { type AlertEvent, eventsIn } from './events.ts'
import { linkToken, linkUrl, readToken } from './token.ts'
import { wordsIn } from './words.ts'

export interface OwnAlert extends StoredAlert {
  /** What its feed tells. */
  offered: readonly AlertEvent[]
  chosen: readonly AlertEvent[]
}

export interface Own {
  subscriber: Subscriber
  alerts: OwnAlert[]
  /** Those that wait, and the ids of those that were sent. */
  mails: StoredMail[]
}

/** "My alerts": what somebody gets, by the link in an e-mail. */
export class OwnAlerts {
  readonly #options: DeskOptions

  constructor(options: DeskOptions) {
    this.#options = options
  }

  /** E-mails the link, if the address has alerts and had none on this day (UTC). Nothing that it returns tells which. */
  async sendLink(address: string, language: string): Promise<void> {
    const { writing, clock, sender, onMail } = this.#options
    const now = new Date(clock.now()).toISOString()
    await writing.transaction(async (db) => {
      const subscriber = await findByAddress(db, address)
      if (subscriber === undefined || subscriber.stopped_at !== null) return
      const { id, version } = subscriber
      const url = linkUrl(this.#options, language, 'own', subscriber)
      await addMail(db, {
        ...{ subscriber_id: id, created_at: now },
        message_id: messageId(this.#options, [
          'own',
          ...[id, version].map(String),
          utcDate(clock.now()),
        ]),
        content: JSON.stringify(linkEmail({ words: wordsIn(language), language, sender, url })),
      })
    }, 'access')
    onMail()
  }

  /** Undefined if the link does not work. */
  async find(token: string): Promise<Own | undefined> {
    const { writing, key, eventsOf } = this.#options
    const linked = readToken(key, 'own', token)
    const subscriber = linked && (await findSubscriber(writing.db, linked.id))
    if (subscriber === undefined || subscriber.version !== linked?.version) return undefined
    const alerts = await listAlertsOf(writing.db, subscriber.id)
    return {
      subscriber,
      mails: await listMailsOf(writing.db, subscriber.id),
      alerts: alerts.map((alert) => ({
        ...alert,
        offered: eventsOf(alert.feed),
        chosen: eventsIn(alert.events.split(',')),
      })),
    }
  }

  /** Changes one of their alerts. */
  async change(
    { id, offered, chosen }: OwnAlert,
    { events, speed }: { events: readonly AlertEvent[]; speed: StoredAlert['speed'] },
  ): Promise<void> {
    const kept = offered.length > 1 ? offered.filter((event) => events.includes(event)) : chosen
    await this.#options.writing.transaction(
      (db) => changeAlert(db, id, { events: kept.join(','), speed }),
      'access',
    )
  }

  /** Confirms one of their alerts: who has the link has the address. */
  async confirm({ id, subscriber_id: subscriberId }: OwnAlert): Promise<void> {
    const { writing, clock } = this.#options
    const now = new Date(clock.now()).toISOString()
    await writing.transaction(
      (db) => confirmAlerts(db, { subscriberId, alertId: id }, now),
      'access',
    )
  }

  /** Ends what every link so far can do, and lets e-mails go to an address again whose server rejected one. */
  async renew({ subscriber }: Own): Promise<string> {
    const { writing, key } = this.#options
    const { id } = subscriber
    await writing.transaction((db) => renewSubscriber(db, id), 'access')
    return linkToken(key, 'own', { id, version: subscriber.version + 1 })
  }
}
