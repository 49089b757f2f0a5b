import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Clock } from '../src/core/clock.ts'
import { accountsPathOf } from '../src/store/dialect/sqlite-file.ts'
import { type Person, password } from '../test/support/site/people.ts'
import { accountPage, keysPage, Site, sessionSetBy, signedIn } from './kit/site.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { demandCookies, siteUrl } from './session-cookies.ts'

const dayMs = 24 * 60 * 60 * 1000
const sessionsOfAnAccount = 20

/** The site, its clock, and every token that was seen. */
interface Field {
  site: Site
  pass: (ms: number) => void
  tokens: string[]
}

async function run({ size, log }: Order): Promise<Outcome> {
  let now = Date.UTC(2026, 5, 1)
  const clock: Clock = { now: () => now, monotonic: () => performance.now() }
  const field: Field = {
    site: await Site.open({ settings: { keysPerAccount: 1000 } }, clock),
    pass: (ms) => {
      now += ms
    },
    tokens: [],
  }
  const { site } = field
  try {
    const tried: Record<string, number> = { planted: await plant(field, size) }
    for (const [how, end] of Object.entries(endings)) {
      tried[how] = await reuse(field, { how, end }, size)
      log(`  ${tried[how]} sessions after ${how}`)
    }
    await elsewhere(field)
    quality(field)
    await keptAsHashes(field)
    await demandCookies(site, false)
    const secure = await Site.open({ settings: { siteUrl } })
    await demandCookies(secure, true).finally(() => secure.close())
    for (const { why } of secure.results.outcome().errors) site.results.fail(why)
    return site.results.outcome({ ...tried, tokens: field.tokens.length })
  } finally {
    await site.close()
  }
}

/** Forms of a cookie header that can contain a token. */
const spellings: ((token: string) => string)[] = [
  (token) => `session=${token}`,
  (token) => `session="${token}"`,
  (token) => `session= ${token} `,
  (token) => `session=${token}; session=${token}`,
  (token) => `session=; session=${token}`,
  (token) => `session=${token}; session=`,
  (token) => `x=1;session=${token};y`,
  (token) => `session=${[...token].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')}`,
  (token) => `SESSION=${token}`,
  (token) => `__Host-session=${token}; session=${token}`,
  (token) => `session=${token}%00; session=${token}`,
  (token) => `session=${token}=`,
]

/** Whether a request with this cookie is signed in. */
async function isAccepted(site: Site, cookie: string): Promise<boolean> {
  const page = await site.get(keysPage, { cookie })
  return page.status !== 303 || page.headers.get('location')?.startsWith('/login') !== true
}

/** Signs in with an invalid session cookie, or with that of an attacker. */
async function plant(field: Field, size: number): Promise<number> {
  const { people } = field.site
  const attacker = await people.newPerson()
  let victim = await people.newPerson()
  for (let i = 0; i < size; i += 1) {
    if (i % sessionsOfAnAccount === 0) victim = await people.newPerson()
    const made = randomBytes(32).toString('base64url')
    const planted = i % 2 === 0 ? made : await people.signIn(attacker)
    const cookie = spellings[i % spellings.length]?.(planted) ?? ''
    await plantOne(field, victim, { planted, madeUp: planted === made, cookie })
  }
  return size
}

async function plantOne(
  { site, tokens }: Field,
  { email }: Person,
  { planted, madeUp, cookie }: { planted: string; madeUp: boolean; cookie: string },
): Promise<void> {
  const { results } = site
  const response = await site.post('/login', { email, password }, { cookie })
  const token = sessionSetBy(response)
  const what = `planted as ${cookie.replaceAll(planted, '<token>')}`
  if (response.status !== 303 || token === undefined || token === planted) {
    results.fail(`${what}: ${response.status}, ${token === planted ? 'the same' : token}`)
    return
  }
  tokens.push(token)
  const page = await site.get(accountPage, signedIn(planted))
  results.demand(!page.body.includes(email), `${what}: it is the victim’s session`)
  if (madeUp) results.demand(page.status === 303, `${what}: it was accepted`)
  results.demand(await isAccepted(site, `session=${token}`), `${what}: the new one is rejected`)
}

/** Ends all sessions of a person; returns whether that succeeded. */
type End = (field: Field, person: Person, all: readonly string[]) => Promise<boolean>

const done = ({ status }: { status: number }) => status === 303
const newestCookie = (all: readonly string[]) => signedIn(all.at(-1) ?? '')

const endings: Record<string, End> = {
  logout: async ({ site }, _person, all) => {
    const responses = await Promise.all(
      all.map((token) => site.post('/logout', {}, signedIn(token))),
    )
    return responses.every(done)
  },
  'a new sign-in': async ({ site }, { email }, all) => {
    for (const token of all)
      if (!done(await site.post('/login', { email, password }, signedIn(token)))) return false
    return true
  },
  'a change of password': async ({ site }, _person, all) => {
    const form = { current_password: password, new_password: 'eight dry herons' }
    return done(await site.post(`${accountPage}/password`, form, newestCookie(all)))
  },
  'a reset': async ({ site }, person) => {
    const target = `/reset/${await site.people.resetToken(person)}`
    return done(await site.post(target, { password: 'eight dry herons' }))
  },
  deletion: async ({ site }, _person, all) => {
    const { status } = await site.post(`${accountPage}/delete`, { password }, newestCookie(all))
    return status === 200
  },
  disabling: ({ site }, { email }) => site.people.accounts.disable(email),
  'the end of each': async ({ site }, person, all) => {
    const page = await site.get(accountPage, newestCookie(all))
    const ends = [...page.body.matchAll(/action="([^"]*\/sessions\/[0-9a-f-]{36}\/end)"/g)]
    for (const [, target = ''] of ends)
      if (!done(await site.post(target, {}, newestCookie(all)))) return false
    const last = await site.post('/logout', {}, newestCookie(all))
    return ends.length === all.length - 1 && done(last) && person.id !== ''
  },
  'the end of all others': async ({ site }, _person, all) =>
    done(await site.post(`${accountPage}/sessions/end-others`, {}, newestCookie(all))) &&
    done(await site.post('/logout', {}, newestCookie(all))),
  'seven idle days': async ({ pass }) => {
    pass(7 * dayMs)
    return true
  },
  'thirty days': async ({ site, pass }, person) => {
    // Used until the last day, so that only its age ends it.
    pass(30 * dayMs)
    const last_seen_at = new Date(site.now() - 1).toISOString()
    const { db } = site.service.writing
    await db
      .updateTable('sessions')
      .set({ last_seen_at })
      .where('account_id', '=', person.id)
      .execute()
    return true
  },
}

/** Sends tokens of ended sessions, in several spellings. */
async function reuse(field: Field, { how, end }: { how: string; end: End }, size: number) {
  const { site, tokens } = field
  let tried = 0
  while (tried < size) {
    const person = await site.people.newPerson()
    const all: string[] = []
    const count = Math.min(sessionsOfAnAccount, size - tried)
    for (let i = 0; i < count; i += 1) all.push(await site.people.signIn(person))
    tokens.push(...all)
    for (const token of all)
      site.results.demand(await isAccepted(site, `session=${token}`), `refused before ${how}`)
    site.results.demand(await end(field, person, all), `${how} could not be done`)
    for (const token of all) {
      const cookie = spellings[tried % spellings.length]?.(token) ?? ''
      const what = `accepted after ${how}: ${cookie.replaceAll(token, '<token>')}`
      site.results.demand(!(await isAccepted(site, cookie)), what)
      site.results.demand(!(await isAccepted(site, `session=${token}`)), `accepted after ${how}`)
      tried += 1
    }
  }
  return tried
}

/** A valid token must work only in its cookie: not in a URL, another header or another cookie. */
async function elsewhere({ site, tokens }: Field): Promise<void> {
  const token = await site.people.signIn(await site.people.newPerson())
  tokens.push(token)
  const wrong: [string, Record<string, string>][] = [
    [`${keysPage}?session=${token}`, {}],
    [`${keysPage};session=${token}`, {}],
    [keysPage, { authorization: `Bearer ${token}` }],
    [keysPage, { 'x-session': token, session: token, cookie2: `session=${token}` }],
    [keysPage, signedIn(createHash('sha256').update(token).digest('hex'))],
    ...['Session', '__Host-session', '__host-session', 'session2', 'device', 'session[]'].map(
      (name): [string, Record<string, string>] => [keysPage, { cookie: `${name}=${token}` }],
    ),
    ...[token.slice(0, -1), `${token}A`, token.toLowerCase(), `${token.slice(1)}${token[0]}`].map(
      (changed): [string, Record<string, string>] => [keysPage, signedIn(changed)],
    ),
  ]
  for (const [target, headers] of wrong) {
    const { status, body } = await site.get(target, headers)
    site.results.demand(
      status >= 300 && !body.includes('Signed in as'),
      `accepted at ${target.replace(token, '<token>')} with ${Object.keys(headers).join()}`,
    )
  }
  site.results.demand(await isAccepted(site, `session=${token}`), 'a good token is refused')
}

/** Tokens must be unique and have 256 unbiased bits. */
function quality({ site, tokens }: Field): void {
  const { results } = site
  results.demand(new Set(tokens).size === tokens.length, 'a token was given twice')
  const ones = new Array<number>(256).fill(0)
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'base64url')
    results.demand(/^[\w-]{43}$/.test(token) && bytes.length === 32, `no 256 bits: ${token}`)
    for (let bit = 0; bit < 256; bit += 1) {
      if (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) ones[bit] = (ones[bit] ?? 0) + 1
    }
  }
  // Six standard deviations: one in two million good generators exceeds this at one of 256 bits.
  const spread = 6 * Math.sqrt(tokens.length / 4)
  const uneven = ones.findIndex((count) => Math.abs(count - tokens.length / 2) > spread)
  results.demand(uneven === -1, `bit ${uneven} is 1 in ${ones[uneven]} of ${tokens.length}`)
}

/** The database must contain only the SHA-256 of valid tokens. */
async function keptAsHashes({ site, tokens }: Field): Promise<void> {
  const { results, people, service } = site
  const fresh = await people.signIn(await people.newPerson())
  tokens.push(fresh)
  const rows = await service.writing.db.selectFrom('sessions').select('token_hash').execute()
  const hash = createHash('sha256').update(fresh).digest('hex')
  results.demand(
    rows.some(({ token_hash }) => token_hash === hash),
    'no SHA-256 of a token is kept',
  )
  results.demand(
    rows.every(({ token_hash }) => /^[0-9a-f]{64}$/.test(token_hash)),
    'something else is kept',
  )
  const file = accountsPathOf(service.databaseUrl.replace(/^sqlite:/, ''))
  const kept = [file, `${file}-wal`].map((name) => readFileSync(name, 'latin1')).join('')
  results.demand(kept.includes(hash), 'the files that were searched do not hold the sessions')
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'base64url')
    const isStored = [token, bytes.toString('hex'), bytes.toString('latin1')].some((text) =>
      kept.includes(text),
    )
    results.demand(!isStored, 'a token lies in the database')
  }
}

export const sessions: StressTest = {
  name: 'sessions',
  about: 'planted and ended sessions are rejected, and tokens are random and stored as hashes',
  counts: 'attempts of each kind',
  sizes: { small: 40, large: 1000 },
  run,
}
