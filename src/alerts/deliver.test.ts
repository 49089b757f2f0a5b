import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshStore, freshStore } from '../../test/support/database/fresh-store.ts'
import {
  type Behaviour,
  type Exchange,
  type ScriptedServer,
  type Stage,
  startScriptedServer,
} from '../../test/support/mail/scripted-server.ts'
import { systemClock } from '../core/clock.ts'
import { addMail, findOrAddSubscriber } from '../store/alerts.ts'
import { deliver } from './deliver.ts'
import { type Email, openMailer } from './email.ts'

const minuteMs = 60_000
const names = ['anna', 'ben', 'cora', 'dan', 'eve', 'finn', 'gwen', 'hugo'] as const
const addressOf = (name: string) => `${name}@example.ca`
const idOf = (name: string) => `<${name}@records.example>`
const email: Email = {
  ...{ language: 'en', subject: 'Lowmere', text: 'Text\n', html: '<p>Text', leaveUrl: null },
}
const [hang, cut, drip] = [{ does: 'hang' }, { does: 'cut' }, { does: 'drip' }] as const

let fresh: FreshStore
let time: number
let server: ScriptedServer

beforeAll(async () => {
  fresh = await freshStore()
})
afterAll(() => fresh.remove())
beforeEach(async () => {
  time = Date.parse('2026-11-30T12:00:00.000Z')
  const { db } = fresh.store
  await db.deleteFrom('alert_subscribers').execute()
  const now = new Date(time).toISOString()
  for (const name of names) {
    const { id } = await findOrAddSubscriber(db, addressOf(name), now)
    const content = JSON.stringify(email)
    await addMail(db, { subscriber_id: id, message_id: idOf(name), content, created_at: now })
  }
})
afterEach(() => server.stop())

const start = async (script: (exchange: Exchange) => Behaviour | undefined) => {
  server = await startScriptedServer(script)
}

async function run() {
  const mailer = openMailer(
    {
      ...{ smtpUrl: server.url, mailFrom: 'alerts@records.example', bounceDomain: null },
      ...{ siteUrl: 'https://records.example', operatorName: null, dkim: null },
    },
    { connect: 1000, idle: 1000, whole: 2500, close: 10 },
  )
  try {
    return await deliver(fresh.store, mailer, { ...systemClock, now: () => time })
  } finally {
    mailer.close()
  }
}
const later = (minutes: number) => {
  time += minutes * minuteMs
  return run()
}
const stopped = async () => {
  const rows = await fresh.store.db
    .selectFrom('alert_subscribers')
    .select('address')
    .where('stopped_at', 'is not', null)
    .execute()
  return rows.map(({ address }) => address)
}
/** How often each e-mail came, by its id. */
const counts = () => {
  const byId = Object.groupBy(server.taken, ({ id }) => id)
  return Object.fromEntries(Object.entries(byId).map(([id, some]) => [id, some?.length]))
}
const once = Object.fromEntries(names.map((name) => [idOf(name), 1]))

describe('a server that fails once', () => {
  const stages: Stage[] = ['mail', 'rcpt', 'data', 'end']

  it.each([
    ...stages.flatMap((stage) => [hang, cut, '421 Closing'].map((does) => ({ stage, does }))),
    { stage: 'data', does: drip } as const,
  ])(
    'at $stage with $does gets each e-mail again, and the others go on',
    async ({ stage, does }) => {
      let isFirst = true
      await start((exchange) => {
        if (exchange.stage !== stage || !isFirst) return undefined
        isFirst = false
        return does
      })
      expect(await run()).toEqual({ sent: names.length - 1, waiting: 1, failed: 0 })
      expect(await later(1)).toEqual({ sent: 0, waiting: 0, failed: 0 })
      expect(await later(5)).toEqual({ sent: 1, waiting: 0, failed: 0 })
      // After the end of a message without a response, it may have been taken: it is sent again with the same id.
      expect(counts()).toEqual({ ...once, ...(stage === 'end' && { [idOf('anna')]: 2 }) })
      expect(await stopped()).toEqual([])
    },
  )

  it.each([hang, cut, drip, '421 Closing', '554 No'])(
    'at the connection with %j gets each e-mail once',
    async (does) => {
      let isFirst = true
      await start(({ stage }) => {
        if (stage !== 'connect' || !isFirst) return undefined
        isFirst = false
        return does
      })
      expect(await run()).toMatchObject({ sent: names.length - 1, waiting: 1 })
      expect(await later(6)).toMatchObject({ sent: 1, waiting: 0 })
      expect(counts()).toEqual(once)
    },
  )
})

describe('an e-mail that announces a meeting which has begun meanwhile', () => {
  beforeEach(async () => {
    const { db } = fresh.store
    const [mailed_at, begins_at] = [0, 4 * minuteMs].map((ms) => new Date(time + ms).toISOString())
    await db.updateTable('alert_subscribers').set({ mailed_at }).execute()
    await db.updateTable('alert_mails').set({ begins_at }).execute()
  })
  const waiting = () =>
    fresh.store.db.selectFrom('alert_mails').select('id').where('sent_at', 'is', null).execute()

  it('is written again if no server has it', async () => {
    await start(({ stage }) => (stage === 'connect' ? '421 Closing' : undefined))
    expect(await run()).toMatchObject({ sent: 0, waiting: 3 })
    await server.stop()
    await start(() => undefined)
    expect(await later(6)).toEqual({ sent: 0, waiting: 0, failed: 0 })
    expect(server.taken).toEqual([])
    expect(await waiting()).toEqual([])
    const rows = await fresh.store.db.selectFrom('alert_subscribers').select('mailed_at').execute()
    expect(rows).toEqual(names.map(() => ({ mailed_at: null })))
  })

  it.each([
    { stage: 'rcpt', does: '450 Later', times: undefined },
    { stage: 'end', does: cut, times: 2 },
  ])('is sent $times times if at $stage the server did $does', async ({ stage, does, times }) => {
    let isFirst = true
    await start((exchange) => {
      if (exchange.stage !== stage || !isFirst) return undefined
      isFirst = false
      return does
    })
    expect(await run()).toMatchObject({ sent: names.length - 1, waiting: 1 })
    await later(6)
    expect(counts()).toEqual({ ...once, [idOf('anna')]: times })
    expect(await waiting()).toEqual([])
  })
})

describe('a server that takes nothing', () => {
  it.each([
    ...(['connect', 'mail', 'end'] as const).flatMap((stage) =>
      [hang, cut, '421 Closing'].map((does) => ({ stage, does })),
    ),
    ...[{ stage: 'mail', does: '550 5.7.1 You may not send' } as const],
    ...[{ stage: 'rcpt', does: '554 5.7.1 <anna@example.ca>: Relay access denied' } as const],
    ...[{ stage: 'rcpt', does: '530 Authentication required' } as const],
    ...[{ stage: 'end', does: '554 5.7.1 anna@example.ca: Looks like spam' } as const],
  ])('is left after three e-mails, and stops no address: $stage $does', async ({ stage, does }) => {
    await start((exchange) => (exchange.stage === stage ? does : undefined))
    const { why, ...done } = await run()
    expect(done).toEqual({ sent: 0, waiting: 3, failed: 0 })
    expect(why).toMatch(/^E[A-Z]+: /)
    expect(why).not.toContain('@')
    expect(await stopped()).toEqual([])
    await server.stop()
    await start(() => undefined)
    await later(6)
    expect(counts()).toEqual(once)
  })
})

describe('a server that rejects', () => {
  it('with 451 at first gets each e-mail once, when it takes them', async () => {
    await start(({ stage, time: count }) =>
      stage === 'rcpt' && count < 3 ? '451 4.7.1 Greylisted' : undefined,
    )
    const [all, none] = [names.length, { sent: 0, waiting: 0, failed: 0 }]
    expect(await run()).toEqual({ ...none, waiting: all })
    expect(await later(4)).toEqual(none)
    expect(await later(2)).toEqual({ ...none, waiting: all })
    expect(await later(10)).toEqual(none)
    expect(await later(6)).toEqual({ ...none, sent: all })
    expect(await later(600)).toEqual(none)
    expect(counts()).toEqual(once)
  })

  it('with 451 for two days is given up, and its addresses stay', async () => {
    await start(({ stage }) => (stage === 'rcpt' ? '451 Later' : undefined))
    for (let hour = 0; hour <= 55; hour += 1) await later(60)
    const { db } = fresh.store
    expect(await db.selectFrom('alert_mails').select('id').execute()).toEqual([])
    expect(await stopped()).toEqual([])
  })

  it.each(['550 5.1.1 No such user', '550 No', '553 5.1.3 Bad', '552 5.2.2 Full'])(
    'one address among others with %s stops that one',
    async (response) => {
      await start(({ stage, to }) =>
        stage === 'rcpt' && to === addressOf('cora') ? response : undefined,
      )
      expect(await run()).toEqual({ sent: names.length - 1, waiting: 0, failed: 1 })
      expect(await stopped()).toEqual([addressOf('cora')])
      expect(await later(600)).toEqual({ sent: 0, waiting: 0, failed: 0 })
      const { [idOf('cora')]: _, ...others } = once
      expect(counts()).toEqual(others)
    },
  )

  it('an e-mail for its size tries that one again and sends the others', async () => {
    let isLarge = true
    await start(({ stage, to }) =>
      stage === 'end' && to === addressOf('ben') && isLarge ? '552 5.3.4 Too large' : undefined,
    )
    expect(await run()).toEqual({ sent: names.length - 1, waiting: 1, failed: 0 })
    expect(await stopped()).toEqual([])
    isLarge = false
    expect(await later(6)).toEqual({ sent: 1, waiting: 0, failed: 0 })
  })
})

it('two processes at once send each e-mail once', async () => {
  await start(() => undefined)
  const done = await Promise.all([run(), run(), run()])
  expect(done.reduce((sum, { sent }) => sum + sent, 0)).toBe(names.length)
  expect(counts()).toEqual(once)
})

it('a mailer that closes does not wait for a server that hangs', async () => {
  await start(({ stage }) => (stage === 'end' ? hang : undefined))
  const mailer = openMailer(
    {
      ...{ smtpUrl: server.url, mailFrom: 'alerts@records.example', bounceDomain: null },
      ...{ siteUrl: 'https://records.example', operatorName: null, dkim: null },
    },
    { connect: 60_000, idle: 60_000, whole: 60_000, close: 10 },
  )
  const sending = mailer.send({
    ...{ to: addressOf('anna'), messageId: idOf('anna'), email, bounceName: '' },
  })
  await expect.poll(() => server.taken.length).toBe(1)
  mailer.close()
  expect(await sending).toMatchObject({ is: 'failed' })
})
