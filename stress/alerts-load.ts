import { randomUUID } from 'node:crypto'
import { emptyDatabase } from '../test/support/database/fresh-store.ts'
import { withStore } from '../test/support/database/moving.ts'
import { newReeve } from '../test/support/process/reeve.ts'
import { startMailSink } from './alerts/mail-sink.ts'
import { keyOfSample, type ListScene, quantiles, timesOfLists } from './kit/list-times.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const rounds = 2
const perInsert = 500
const readersOfSecond = 100
const feeds = ['/meetings', '/motions', '/bylaws', '/search?q=zoning', '/search?q=budget']
const before = '2020-01-01T00:00:00.000Z'

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const results = new Results()
  const reeve = newReeve()
  const { databaseUrl, remove } = await emptyDatabase()
  const siteUrl = 'http://127.0.0.1'
  const sink = await startMailSink(siteUrl, { random: new Random(seed), results })
  const settings = { DATABASE_URL: databaseUrl, RATE_LIMIT: '1000000', LOG_LEVEL: 'silent' }
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'alerts@stress.example', SITE_URL: siteUrl }
  try {
    const key = await keyOfSample(reeve, settings)
    const scene = { reeve, settings, key, seconds: size, results, councils: ['lowmere'] }
    await addReaders(databaseUrl, size * readersOfSecond)
    const [alone, beside]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      alone.push(...(await timesOfLists(scene)))
      const sent = sink.mails.length
      beside.push(
        ...(await whileSending({ ...scene, settings: { ...settings, ...mail } }, () =>
          timesOfLists(scene),
        )),
      )
      results.demand(sink.mails.length > sent, 'no e-mail was sent')
      log(`  ${sink.mails.length - sent} e-mails to ${size * readersOfSecond} readers`)
    }
    return results.outcome({ ...quantiles('alone', alone), ...quantiles('beside alerts', beside) })
  } finally {
    await sink.stop()
    await reeve.remove()
    await remove()
  }
}

/** Readers who follow one feed each, of which they have read nothing. */
async function addReaders(databaseUrl: string, count: number): Promise<void> {
  await withStore(databaseUrl, (store) =>
    store.transaction(async (db) => {
      for (let at = 0; at < count; at += perInsert) {
        const ids = Array.from({ length: Math.min(perInsert, count - at) }, (_, i) => at + i + 1)
        await db
          .insertInto('alert_subscribers')
          .values(ids.map((id) => ({ id, address: `r-${id}@a.example`, created_at: before })))
          .execute()
        await db
          .insertInto('alerts')
          .values(
            ids.map((id) => ({
              ...{ subscriber_id: id, municipality: 'lowmere', language: 'en-CA', speed: 'now' },
              ...{ feed: feeds[id % feeds.length] ?? '', title: '', events: 'decided,agenda' },
              ...{ created_at: before, confirmed_at: before, read_at: before },
            })),
          )
          .execute()
      }
    }, 'access'),
  )
}

/** Runs `work` while alerts are sent again and again, with an e-mail that waits for every other reader. */
async function whileSending<T>({ settings, results }: ListScene, work: () => Promise<T>) {
  const low = newReeve(['nice', '-n', '10'])
  let isOver = false
  let batch = 0
  const sending = (async () => {
    while (!isOver) {
      batch += 1
      await addMails(settings.DATABASE_URL ?? '', batch)
      const { status, stderr } = await low.run(['alerts', 'send'], settings)
      results.demand(status === 0, `alerts send: ${stderr}`)
    }
  })()
  const result = await work()
  isOver = true
  await sending
  await low.remove()
  return result
}

/** An e-mail to every other reader, and all have read nothing again. */
async function addMails(databaseUrl: string, batch: number): Promise<void> {
  const content = JSON.stringify({
    ...{ language: 'en-CA', subject: 'News', text: 'News\n', html: '<p>News</p>', leaveUrl: null },
  })
  await withStore(databaseUrl, (store) =>
    store.transaction(async (db) => {
      await db.updateTable('alerts').set({ read_at: before }).execute()
      const rows = await db.selectFrom('alert_subscribers').select('id').execute()
      const mails = rows
        .filter(({ id }) => id % 2 === batch % 2)
        .map(({ id }) => ({
          ...{ subscriber_id: id, message_id: `<${randomUUID()}@stress.example>`, content },
          ...{ created_at: before, next_at: before },
        }))
      for (let at = 0; at < mails.length; at += perInsert)
        await db
          .insertInto('alert_mails')
          .values(mails.slice(at, at + perInsert))
          .execute()
    }, 'access'),
  )
}

export const alertsLoad: StressTest = {
  name: 'alerts-load',
  about: 'lists beside reeve alerts send, and without it: milliseconds',
  counts: 'seconds of each phase, with a hundred readers each',
  sizes: { small: 2, large: 30 },
  run,
}
