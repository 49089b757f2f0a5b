import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMailer } from '../../src/alerts/email.ts'
import { rowsOf } from '../support/database/inspector.ts'
import { postfixReport, vacationReply } from '../support/mail/reports.ts'
import { type Sink, startSink, type TakenMail } from '../support/mail/sink.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { importRecords } from '../support/service/import-records.ts'
import { type Service, startService } from '../support/service/service.ts'
import { town, townRecords } from '../support/towns/town.ts'

const main = resolve(import.meta.dirname, '../../dist/main.js')
const reader = 'reader@example.ca'
const mailFrom = 'alerts@records.example'
const today = new Date().toISOString().slice(0, 10)
let sink: Sink
let service: Service
let reeve: Reeve
let settings: Record<string, string>
let count = 0
let tests = 0

beforeAll(async () => {
  sink = await startSink()
  const mailer = openMailer({
    ...{ smtpUrl: sink.url, mailFrom, siteUrl: 'http://127.0.0.1' },
    ...{ operatorName: 'Town Records', bounceDomain: null, dkim: null },
  })
  const own = { mailFrom, operatorName: 'Town Records', trustProxy: ['127.0.0.1'] }
  service = await startService({ mailer, settings: own })
  reeve = newReeve()
  settings = {
    ...{ DATABASE_URL: service.databaseUrl, SMTP_URL: sink.url, MAIL_FROM: mailFrom },
    ...{ SITE_URL: service.url, OPERATOR_NAME: 'Town Records' },
  }
})
beforeEach(() => {
  tests += 1
})
afterAll(async () => {
  await service.stop()
  await reeve.remove()
  await sink.stop()
})

/** A page, or what a form of it responds, of a browser without cookies. */
async function page(path: string, form?: Record<string, string>) {
  const sent = form && { method: 'POST', body: new URLSearchParams(form) }
  // A network may send 30 forms an hour.
  const headers = { accept: 'text/html', 'x-forwarded-for': `192.0.2.${tests}` }
  const response = await fetch(service.url + path, { headers, ...sent })
  return { status: response.status, body: await response.text() }
}
const enter = (feed: string, address = reader, speed = 'now') =>
  page(`/${town.slug}/follow${feed}`, { address, speed, ...everything })
const everything = { decided: '1', agenda: '1', changed: '1', other: '1' }
const send = () => reeve.call(['alerts', 'send'], settings)
const rows = (table: string) => rowsOf(service.databaseUrl, `select * from ${table}`)

/** The next e-mail, which is sent in the background. */
async function nextMail(): Promise<TakenMail> {
  await expect.poll(() => sink.mails.length).toBe(1)
  const [mail] = sink.mails.splice(0)
  if (mail === undefined) throw new Error('no e-mail came')
  return mail
}

/** Presses the button of a page that confirms. */
async function confirm(mail: TakenMail): Promise<{ status: number; body: string }> {
  const link = linkIn(mail, '(?:/fr)?/alerts/c/')
  const [, alerts = ''] = /name="alerts" value="([^"]*)"/.exec((await page(link)).body) ?? []
  return page(link, { alerts })
}

/** The page in French to which the switch of an English page leads. */
async function switched(html: string): Promise<string> {
  const [, path = ''] = /<a href="(\/fr\/alerts[^"]*)" lang="fr"/.exec(html) ?? []
  const { status, body } = await page(path)
  expect(status).toBe(200)
  return body
}

/** The path of the link in an e-mail with this beginning. */
function linkIn({ parsed }: TakenMail, start: string): string {
  const [link = ''] = parsed.text?.match(new RegExp(`${service.url}${start}\\S+`)) ?? []
  return link.slice(service.url.length)
}

const headerOf = ({ parsed }: TakenMail, name: string) =>
  parsed.headerLines.find(({ key }) => key === name)?.line ?? ''

async function decide(title: string): Promise<void> {
  count += 1
  const motion = {
    ...{ kind: 'motion', key: `alert-${count}`, position: 900 + count, date: today },
    ...{ text: `That ${title}.`, result: 'Carried' },
  }
  await importRecords(service, [motion], { isPartial: true })
}

describe('somebody who asks for e-mails', () => {
  beforeEach(async () => {
    sink.mails.length = 0
    await reeve.call(['alerts', 'remove', reader], settings)
    await service.writing.db.deleteFrom('left_addresses').execute()
  })

  it('confirms with the button of a page, gets what is new, and leaves with one click', async () => {
    const shown = await enter('/motions')
    expect([shown.status, shown.body]).toEqual([200, expect.stringContaining(reader)])
    const confirmation = await nextMail()
    expect(confirmation.to).toEqual([reader])
    expect(confirmation.parsed.subject).toBe('Confirm your e-mail alerts from Town Records')
    const link = linkIn(confirmation, '/alerts/c/')
    await decide('the harbour be dredged')
    expect((await send()).stdout).toContain('Digests: 0.')

    const opened = await page(link)
    expect([opened.status, opened.body]).toEqual([200, expect.stringContaining('Motions, ')])
    expect(await switched(opened.body)).toContain('Oui, envoyez-les-moi')
    expect(await rows('alerts')).toMatchObject([{ confirmed_at: null }])
    expect((await page(link, { alerts: '999' })).body).toContain('Yes, send me these')
    expect(await rows('alerts')).toMatchObject([{ confirmed_at: null }])
    expect((await confirm(confirmation)).status).toBe(200)
    expect((await page(link)).body).toContain('Confirmed')
    expect((await send()).stdout).toContain('Digests: 1. Sent: 1.')
    const digest = await nextMail()
    expect(digest.parsed.text).toContain('the harbour be dredged')
    expect(digest.parsed.text).toContain(`${service.url}/${town.slug}/motions/`)
    expect(digest.parsed.subject).toContain(': Motions – 1 decided')

    const stop = linkIn(digest, '/alerts/u/')
    const [, stopAll = ''] = /<([^>]+)>/.exec(headerOf(digest, 'list-unsubscribe')) ?? []
    const leaving = (await page(stop)).body
    expect(leaving).toContain('Nothing has been changed yet')
    expect(await switched(leaving)).toContain('Rien n’a encore changé')
    expect(await rows('alerts')).toHaveLength(1)
    const oneClick = { 'List-Unsubscribe': 'One-Click' }
    for (const _ of ['once', 'twice'])
      expect((await page(stopAll.slice(service.url.length), oneClick)).status).toBe(200)
    expect(await rows('alerts')).toEqual([])
    expect(await rows('alert_subscribers')).toEqual([])
    expect(await rows('left_addresses')).toHaveLength(1)
    expect((await enter('/motions')).body).toContain('Look into your mailbox')
    // Forms are worked off in order.
    await enter('/motions', 'next@example.ca')
    expect((await nextMail()).to).toEqual(['next@example.ca'])
    expect(await rows('alert_subscribers')).toMatchObject([{ address: 'next@example.ca' }])
    await reeve.call(['alerts', 'remove', 'next@example.ca'], settings)
  })

  it('gets nothing twice, nothing that was there before, and one e-mail an hour', async () => {
    await enter('/motions')
    await confirm(await nextMail())
    expect((await send()).stdout).toContain('Digests: 0.')
    await decide('the mill be opened')
    expect((await send()).stdout).toContain('Digests: 1.')
    expect((await nextMail()).parsed.text).toContain('the mill be opened')
    await decide('the quay be closed')
    expect((await send()).stdout).toContain('Digests: 0.')
    const hourAgo = new Date(Date.now() - 3_600_001).toISOString()
    await service.writing.db.updateTable('alert_subscribers').set({ mailed_at: hourAgo }).execute()
    expect((await send()).stdout).toContain('Digests: 1.')
    const { parsed } = await nextMail()
    expect(parsed.text).toContain('the quay be closed')
    expect(parsed.text).not.toContain('the mill be opened')
    await importRecords(service, townRecords(), { isPartial: true })
    expect((await send()).stdout).toContain('Digests: 0.')
  })

  it('gets an e-mail later that waits, which the command counts as long as it does', async () => {
    await enter('/motions')
    await confirm(await nextMail())
    await decide('the pump be mended')
    sink.rejected.set(reader, 450)
    for (const digests of [1, 0])
      expect((await send()).stdout).toBe(`Digests: ${digests}. Sent: 0. Waiting: 1. Rejected: 0.\n`)
    sink.rejected.delete(reader)
    await service.writing.db.updateTable('alert_mails').set({ next_at: '' }).execute()
    expect((await send()).stdout).toBe('Digests: 0. Sent: 1. Waiting: 0. Rejected: 0.\n')
  })

  it('gets the same response with any address, and one confirmation a day', async () => {
    const bodies: string[] = []
    for (const _ of ['unknown', 'entered', 'entered again'])
      bodies.push((await enter('/motions')).body)
    await confirm(await nextMail())
    bodies.push((await enter('/motions')).body)
    await reeve.call(['alerts', 'send'], settings)
    expect(new Set(bodies).size).toBe(1)
    expect(sink.mails).toEqual([])
  })

  it('in French gets a French page and e-mail', async () => {
    const shown = await page(`/fr/${town.slug}/follow/motions`, {
      ...{ address: reader, speed: 'now', ...everything },
    })
    expect(shown.body).toContain('Regardez dans votre boîte de réception')
    const mail = await nextMail()
    expect(mail.parsed.subject).toBe('Confirmez vos avis par courriel de Town Records')
    const confirmed = await confirm(mail)
    expect(confirmed.body).toContain('Confirmé')
  })

  it.each(['nobody', 'a@b.ca, c@d.ca', 'a@b.ca\nBcc: c@d.ca', ''])(
    'sees what is wrong with the address %j',
    async (address) => {
      const { status, body } = await enter('/motions', address)
      expect([status, body]).toEqual([400, expect.stringContaining('Enter one e-mail address')])
      expect(await rows('alert_subscribers')).toEqual([])
    },
  )

  it('sees that a link does not work', async () => {
    for (const path of ['/alerts/c/1.1.x', '/alerts/u/1.1.x', '/fr/alerts/u/x']) {
      expect((await page(path)).status).toBe(404)
      expect((await page(path, {})).status).toBe(404)
    }
  })
})

it('the command tests an address, and says what the mail server says', async () => {
  sink.mails.length = 0
  sink.rejected.set('gone@example.ca', 550)
  expect(await reeve.call(['alerts', 'test', reader], settings)).toMatchObject({
    ...{ status: 0, stdout: expect.stringContaining('spf=pass, dkim=pass and dmarc=pass') },
  })
  expect((await nextMail()).to).toEqual([reader])
  const rejected = await reeve.call(['alerts', 'test', 'gone@example.ca'], settings)
  expect([rejected.status, rejected.stderr]).toEqual([
    1,
    'reeve: the mail server rejects gone@example.ca\n',
  ])
  const none = await reeve.call(['alerts', 'send'], { DATABASE_URL: service.databaseUrl })
  expect(none.stderr).toContain('set SMTP_URL and MAIL_FROM')
})

it('the command stops the address of an e-mail that came back, as it was sent', async () => {
  sink.mails.length = 0
  await service.writing.db.deleteFrom('left_addresses').execute()
  await reeve.call(['alerts', 'remove', reader], settings)
  await enter('/motions')
  await confirm(await nextMail())
  await decide('the ferry be painted')
  await reeve.call(['alerts', 'send'], { ...settings, BOUNCE_DOMAIN: 'records.example' })
  const { sender } = await nextMail()
  const bounce = (input: string, ...words: string[]) => {
    const env = { PATH: process.env.PATH, ...settings }
    const options = { input, env, encoding: 'utf8', cwd: reeve.folder } as const
    return spawnSync(process.execPath, [main, 'alerts', 'bounce', ...words], options)
  }
  expect(bounce(vacationReply(sender))).toMatchObject({
    ...{ status: 0, stdout: '', stderr: 'Ignored: an automatic reply.\n' },
  })
  // The command ends without reading it whole.
  expect(bounce('x'.repeat(10 * 1024 * 1024)).status).toBe(0)
  expect((await reeve.call(['alerts', 'list'], settings)).stdout).toMatch(/\t-\n$/)
  const report = postfixReport({ to: 'bounces@records.example' })
  const large = `${report}${'x'.repeat(10 * 1024 * 1024)}`
  expect(bounce(large, '--to', sender)).toMatchObject({
    ...{ status: 0, stdout: 'Stopped.\n', stderr: '' },
  })
  expect((await reeve.call(['alerts', 'list'], settings)).stdout).toMatch(/Z\t\d{4}-\S+Z\n$/)
  await enter('/motions')
  await enter('/matters')
  await reeve.call(['alerts', 'send'], settings)
  expect(sink.mails).toEqual([])
  await reeve.call(['alerts', 'remove', reader], settings)
  await enter('/motions')
  expect((await nextMail()).to).toEqual([reader])
})

describe('My alerts', () => {
  const own = { decided: '1', speed: 'weekly' }
  /** The link in the e-mail that the form asks for. */
  async function ownLink(): Promise<string> {
    await page('/alerts', { address: reader })
    return linkIn(await nextMail(), '/alerts/m/')
  }

  beforeEach(async () => {
    await service.writing.db.deleteFrom('left_addresses').execute()
    await service.writing.db.deleteFrom('alert_subscribers').execute()
    sink.mails.length = 0
    await enter('/motions')
    await confirm(await nextMail())
  })

  it('shows, changes and exports what somebody gets, and deletes the address', async () => {
    const link = await ownLink()
    const shown = (await page(link)).body
    expect(shown).toContain(`What is sent to ${reader}`)
    expect(await switched(shown)).toContain(reader)
    expect(shown).toContain('Motions, Town of Pemberley')
    // On the day of a confirmation, none is sent for another alert: this page confirms it.
    await enter('/meetings')
    await expect.poll(() => rows('alerts')).toHaveLength(2)
    const [{ id } = { id: 0 }, second] = await rows('alerts')
    const alert = String(id)
    expect(second).toMatchObject({ feed: '/meetings', confirmed_at: null })
    expect((await page(link)).body).toContain('Not confirmed yet')
    const other = { alert: String(second?.id) }
    expect((await page(link, { ...other, confirm: '1' })).body).not.toContain('Not confirmed yet')
    await page(link, { ...other, stop: '1' })
    expect(await rows('alerts')).toHaveLength(1)
    expect((await page(link, { ...own, alert })).body).toContain('Saved.')
    expect(await rows('alerts')).toMatchObject([{ events: 'decided', speed: 'weekly' }])
    const none = await page(link, { alert, speed: 'daily' })
    expect([none.status, none.body]).toEqual([400, expect.stringContaining('at least one')])
    const exported = await fetch(`${service.url}${link}/export.json`)
    expect(await exported.json()).toMatchObject({
      address: reader,
      alerts: [{ feed: '/motions', events: 'decided', speed: 'weekly' }],
    })
    expect((await page(link, { 'stop-all': '1' })).body).toContain('your address has been deleted')
    expect(await rows('alert_subscribers')).toEqual([])
    expect((await page(link)).status).toBe(404)
  })

  it('is found by the newest link alone, after older ones were made invalid', async () => {
    const link = await ownLink()
    const renewed = await fetch(service.url + link, {
      ...{ method: 'POST', redirect: 'manual' },
      body: new URLSearchParams({ renew: '1' }),
    })
    const next = renewed.headers.get('location') ?? ''
    expect(renewed.status).toBe(303)
    expect((await page(link)).status).toBe(404)
    expect((await page(next)).status).toBe(200)
    expect((await page(next.replace('/m/', '/u/'))).status).toBe(404)
  })

  it('says the same for any address, and changes nothing when it is opened', async () => {
    const [entered, other] = [reader, 'other@example.ca']
    const bodies = await Promise.all(
      [entered, other].map(async (address) => (await page('/alerts', { address })).body),
    )
    expect(bodies[0]).toBe(bodies[1]?.replaceAll(other, entered))
    const before = await rows('alerts')
    const link = linkIn(await nextMail(), '/alerts/m/')
    for (const path of [link, `${link}/export.json`, `/fr${link}`, '/alerts', '/fr/alerts'])
      expect((await page(path)).status).toBe(200)
    expect(await rows('alerts')).toEqual(before)
    expect((await page('/alerts', { address: 'x' })).status).toBe(400)
  })

  it('sends e-mails again to a stopped e-mail address', async () => {
    const link = await ownLink()
    const stopped_at = new Date().toISOString()
    await service.writing.db.updateTable('alert_subscribers').set({ stopped_at }).execute()
    expect((await page(link)).body).toContain('E-mails to this address came back')
    await page(link, { renew: '1' })
    expect(await rows('alert_subscribers')).toMatchObject([{ stopped_at: null }])
  })
})

it('takes what was chosen, and at least one thing', async () => {
  const path = `/${town.slug}/follow/motions`
  await service.writing.db.deleteFrom('left_addresses').execute()
  await service.writing.db.deleteFrom('alert_subscribers').execute()
  sink.mails.length = 0
  const none = await page(path, { address: reader, speed: 'daily' })
  expect([none.status, none.body]).toEqual([400, expect.stringContaining('Choose at least one')])
  expect((await page(path)).body).toContain('What an e-mail looks like')
  await page(path, { address: reader, speed: 'weekly', decided: '1' })
  await nextMail()
  expect(await rows('alerts')).toMatchObject([{ events: 'decided', speed: 'weekly' }])
  await reeve.call(['alerts', 'remove', reader], settings)
})

it('an e-mail that waits is written again without what was taken down', async () => {
  await service.writing.db.deleteFrom('left_addresses').execute()
  await service.writing.db.deleteFrom('alert_subscribers').execute()
  sink.mails.length = 0
  await enter('/motions')
  await confirm(await nextMail())
  await decide('Ottoline Quennell of 12 Weir Lane be thanked')
  await decide('the pier be mended')
  const closed = { ...settings, SMTP_URL: 'smtp://127.0.0.1:1' }
  expect((await reeve.call(['alerts', 'send'], closed)).stderr).toContain('takes no e-mail')
  expect(JSON.stringify(await rows('alert_mails'))).toContain('Ottoline Quennell')
  const passage = join(reeve.folder, 'passage')
  await writeFile(passage, 'Ottoline Quennell of 12 Weir Lane')
  const request = ['takedown', 'add', '-m', town.slug, '--passage', passage, '--reason', 'Privacy']
  expect(await reeve.call(request, settings)).toMatchObject({ status: 0 })
  for (const table of ['alert_mails', 'alert_entries', 'alerts'])
    expect(JSON.stringify(await rows(table))).not.toMatch(/ottoline|quennell/i)
  const database = service.databaseUrl.replace('sqlite:', '')
  const files = (await readdir(dirname(database))).filter((file) => file.includes('accounts'))
  expect(files).not.toEqual([])
  for (const name of files)
    expect(`${await readFile(join(dirname(database), name))}`, name).not.toMatch(/quennell/i)
  expect((await send()).stdout).toContain('Digests: 1. Sent: 1.')
  const { parsed } = await nextMail()
  expect(parsed.text).toContain('the pier be mended')
  expect(parsed.text).not.toMatch(/ottoline|quennell/i)
  await reeve.call(['alerts', 'remove', reader], settings)
})

it('without a mail server no page offers e-mails', async () => {
  const plain = await startService()
  const path = `/${town.slug}/follow/motions`
  const shown = await plain.call(path, { key: null, headers: { accept: 'text/html' } })
  expect(shown.body).not.toContain('E-mail me')
  expect((await page(path)).body).toContain('E-mail me')
  await plain.stop()
})
