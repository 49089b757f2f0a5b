import { randomUUID } from 'node:crypto'
import { insertAccount } from '../src/access/accounts/queries.ts'
import { revokeKey } from '../src/access/queries.ts'
import type { WriteStore } from '../src/store/open.ts'
import { TestBrowser, type Visit } from '../test/support/browser/browser.ts'
import { pagePaths } from '../test/support/site/explore-paths.ts'
import { pageStructures } from './kit/page-structure.ts'
import { Random } from './kit/random.ts'
import { accountPage, keysPage, Site, signedIn } from './kit/site.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Reply } from './kit/wire.ts'
import { payloads } from './payloads.ts'

/** A plain text, and a valid link for the fields that can be links. */
const harmless = ['harmless', 'https://harmless.example/x']
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Sends a text in one field; resolves with a page that shows it. */
type Sink = (site: Site, text: string) => Promise<Reply>

const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\u{fffd}'))

const sinks: Record<string, Sink> = {
  'the address of a sign-in': (site, email) => site.post('/login', { email: `x${email}` }),
  'the address of a sign-up': (site, email) => site.post('/signup', { email: `x${email}` }),
  'the next page': (site, next) => site.get(`/login?next=${encode(next)}`),
  'the next page, sent': (site, next) => site.post('/login', { email: 'x', next }),
  'a path': (site, text) => site.get(`/x${encode(text)}`),
  'a raw path': (site, text) => site.get(`/x${text.replace(/[^\x21-\x7e]|[?#]/g, '')}`),
  'a link': (site, text) => site.get(`/reset/x${encode(text)}`),
  'a slug': (site, text) => site.get(`/x${encode(text)}/coverage`),
  'a method': (site, text) =>
    site.send({ method: 'DELETE', target: `/login?${encode(text)}`, body: text }),
  'the name of a rejected key': async (site, name) => {
    const person = await site.people.newPerson()
    const session = signedIn(await site.people.signIn(person))
    return site.post(keysPage, { name: `${name}${'x'.repeat(65)}` }, session)
  },
  'the name of a new key': async (site, name) => {
    const person = await site.people.newPerson()
    const session = signedIn(await site.people.signIn(person))
    return site.post(
      keysPage,
      { name: `x${name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, 60)}` },
      session,
    )
  },
  'the names of keys': async (site, name) => {
    const person = await site.people.newPerson()
    await site.people.newKeyNamed(person, name)
    const id = await site.people.newKeyNamed(person, name)
    await revokeKey(site.service.writing.db, id, new Date().toISOString())
    return site.get(keysPage, signedIn(await site.people.signIn(person)))
  },
  'a browser that is signed in': async (site, agent) => {
    const person = await site.people.newPerson()
    return site.get(accountPage, signedIn(await site.people.signIn(person, `x${agent}`)))
  },
  'the address of an account': async (site, text) => {
    const person = { id: randomUUID(), email: `${text}${randomUUID()}` }
    const account = { ...person, created_at: new Date().toISOString(), password_hash: null }
    await insertAccount(site.service.writing.db, account)
    return site.get(accountPage, signedIn(await site.people.signIn(person)))
  },
  'a municipality': async (site, text) => {
    await importAs(site, text)
    return site.get('/pemberley/coverage')
  },
  'the status of all councils': async (site, text) => {
    await importAs(site, text)
    return site.get('/status')
  },
  ...Object.fromEntries(
    [...pagePaths, ...pagePaths.map((path) => `/fr${path}`)].map((path): [string, Sink] => [
      `the record at ${path}`,
      async (site, text) => {
        await importAs(site, text)
        return site.get(path)
      },
    ]),
  ),
}

/** Writes a text to each text column without the checks of an import, so that only the page can escape it. */
async function importAs({ service }: Site, text: string): Promise<void> {
  await service.writing.transaction(async (db) => {
    await db
      .updateTable('municipalities')
      .set((eb) => ({ name: text, url: text, data_version: eb('data_version', '+', 1) }))
      .execute()
    await db.updateTable('organizations').set({ name: text, name_folded: text }).execute()
    await db.updateTable('imports').set({ source: text, source_url: text, licence: text }).execute()
    await fillRecords(db, text)
  })
}

/** Not the numbers of items, from which pages make anchors. Texts of motions have paragraphs, so they are one line. */
async function fillRecords(db: WriteStore['db'], text: string): Promise<void> {
  const line = `x${text.replace(/\s+/g, ' ')}`
  await db.updateTable('people').set({ name: text, party: text }).execute()
  await db.updateTable('memberships').set({ role: text, label: text }).execute()
  const links = { agenda_url: text, minutes_url: text, video_url: text, source_url: text }
  await db
    .updateTable('meetings')
    .set({ title: text, location: text, ...links })
    .execute()
  await db.updateTable('documents').set({ title: text, url: text }).execute()
  await db.updateTable('attendance').set({ person_name: text, role: text }).execute()
  await db.updateTable('agenda_items').set({ title: text, action: text, result: text }).execute()
  await db.updateTable('matters').set({ identifier: text }).execute()
  const names = { mover_name: text, seconder_name: text, identifier: text }
  await db
    .updateTable('motions')
    .set({ text: line, summary: line, result: text, ...names })
    .execute()
  await db.updateTable('votes').set({ person_name: text, reason: text }).execute()
}

// Every text is on every page from this size; below, on every fourth, and every page has every fourth text.
const allFrom = 1000

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const site = await Site.open({ settings: { keysPerAccount: 10_000 } })
  const browser = await TestBrowser.launch()
  const texts = payloads(size, new Random(seed))
  let pages = 0
  try {
    const blank = await browser.open(site.service.url)
    const step = size < allFrom ? 4 : 1
    for (const [number, [name, sink]] of Object.entries(sinks).entries()) {
      const chosen = texts.filter((_, at) => (at + number) % step === 0)
      const expected = await structuresOf(site, blank, { name, sink, texts: harmless })
      const actual = await structuresOf(site, blank, { name, sink, texts: chosen })
      pages += actual.length
      for (const [at, structure] of actual.entries()) {
        if (expected.includes(structure)) continue
        site.results.fail(
          `${name}: ${JSON.stringify(chosen[at])} is markup: ${structure.slice(-300)}`,
        )
      }
      log(`  ${actual.length} pages with ${name}`)
    }
    await visit(site, browser, texts)
    return site.results.outcome({ payloads: texts.length, pages })
  } finally {
    await browser.close()
    await site.close()
  }
}

interface Shown {
  name: string
  sink: Sink
  texts: readonly string[]
}

/** The structure of pages with these texts; parts that no page may have are recorded as errors. */
async function structuresOf(site: Site, { page }: Visit, { name, sink, texts }: Shown) {
  const bodies: string[] = []
  for (const text of texts) {
    const reply = await sink(site, text)
    headersAreSound(site, `${name}: ${JSON.stringify(text)}`, reply)
    bodies.push(reply.body)
  }
  const read = await pageStructures(page, bodies)
  for (const [at, { errors }] of read.entries())
    for (const error of errors) site.results.fail(`${name}: ${JSON.stringify(texts[at])}: ${error}`)
  return read.map(({ structure }) => structure)
}

function headersAreSound({ results }: Site, what: string, { status, headers }: Reply): void {
  results.demand(status < 500, `${what}: ${status}`)
  results.demand(headers.get('content-type') === 'text/html; charset=utf-8', `${what}: no HTML`)
  results.demand(headers.get('content-security-policy') === policy, `${what}: another policy`)
  results.demand(headers.get('x-content-type-options') === 'nosniff', `${what}: type is guessed`)
  const planted = headers.getSetCookie().some((line) => line.includes('planted'))
  results.demand(!planted, `${what}: a cookie was planted`)
}

/**
 * Opens pages with hostile texts in a browser: no script may run, no dialog may open, and no other origin may be
 * requested.
 */
async function visit(site: Site, browser: TestBrowser, texts: readonly string[]): Promise<void> {
  const { people, service, results } = site
  const person = await people.newPerson()
  for (const text of texts) {
    await people.newKeyNamed(person, text)
    await people.signIn(person, text)
  }
  const { page, errors } = await browser.open(service.url, { expects: [404] })
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const value = await people.signIn(person)
  await page.context().addCookies([{ name: 'session', value, url: service.url }])
  const look = async (path: string) => {
    await page.goto(service.url + path)
    const caught = await page.evaluate('typeof caught')
    results.demand(caught === 'undefined', `${path}: a script ran`)
  }
  await look(keysPage)
  await look(accountPage)
  for (const text of texts.filter((_, at) => at % 25 === 0)) {
    await importAs(site, text)
    for (const path of ['/', '/pemberley/coverage', `/x${encode(text)}`]) await look(path)
  }
  for (const error of errors) results.fail(`in a browser: ${error}`)
}

export const markup: StressTest = {
  name: 'markup',
  about: 'hostile texts of others are shown as text on every page, in a browser too',
  counts: 'texts',
  sizes: { small: 150, large: 2000 },
  run,
}
