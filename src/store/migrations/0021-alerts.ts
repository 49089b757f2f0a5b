import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import {
  createIndex,
  createTable,
  each,
  id,
  integerOr,
  maybeText,
  partOf,
  text,
  uniqueText,
} from './create-table.ts'

/** Who gets what by e-mail; beside the accounts, because it outlasts every import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'alert_subscribers', {
    id,
    address: uniqueText,
    version: integerOr(1),
    created_at: text,
    ...each(maybeText, 'asked_at', 'mailed_at', 'stopped_at'),
  })
  const feed = each(text, 'municipality', 'language', 'feed')
  await createTable(
    db,
    'alerts',
    {
      ...{ id, subscriber_id: partOf('alert_subscribers'), ...feed },
      ...each(text, 'title', 'speed', 'created_at', 'read_at'),
      confirmed_at: maybeText,
    },
    { unique: { alerts_identity: ['subscriber_id', 'municipality', 'language', 'feed'] } },
  )
  const entry = { ...feed, ...each(text, 'hash', 'seen_at') }
  const columns = ['municipality', 'language', 'feed', 'hash']
  await createTable(db, 'alert_entries', entry, { key: { name: 'alert_entries_key', columns } })
  await createTable(db, 'alert_mails', {
    ...{ id, subscriber_id: partOf('alert_subscribers'), message_id: uniqueText },
    ...each(text, 'content', 'created_at', 'next_at'),
    ...{ sent_at: maybeText, tries: integerOr(0) },
  })
  await createIndex(db, 'alert_mails', 'alert_mails_next', ['sent_at', 'next_at'])
  await createTable(db, 'left_addresses', each(text, 'hash', 'left_at'), {
    key: { name: 'left_addresses_key', columns: ['hash'] },
  })
  await (db as Kysely<{ secrets: { name: string; value: string } }>)
    .insertInto('secrets')
    .values({ name: 'alert', value: randomBytes(32).toString('hex') })
    .execute()
}
