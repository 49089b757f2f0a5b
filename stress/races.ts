import { TrustedDeviceTokens } from '../src/access/trusted-device-tokens.ts'
import { findSecret } from '../src/store/secrets.ts'
import { type Person, password } from '../test/support/site/people.ts'
import { typedIn } from '../test/support/site/visitor.ts'
import { Random } from './kit/random.ts'
import { accountPage, keyPattern, keysPage, Site, sessionSetBy, signedIn } from './kit/site.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Reply } from './kit/wire.ts'

const parallel = 50
const keysPerAccount = 10
const nextPassword = 'eight dry herons'

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const site = await Site.open({ settings: { keysPerAccount } })
  const random = new Random(seed)
  const devices = new TrustedDeviceTokens(await findSecret(site.service.writing.db, 'device'))
  const metrics = { made: 0, keys: 0, usesAfterRevoke: 0, keysOfDeleted: 0, oldSignIns: 0 }
  try {
    for (let round = 0; round < size; round += 1) {
      metrics.made += await signUps(site)
      metrics.keys += await creates(site)
      await sentAtOnce(site)
      metrics.usesAfterRevoke += await revokeAndUse(site, random)
      metrics.keysOfDeleted += await deleteAndCreate(site, random)
      metrics.oldSignIns += await changeAndSignIn(site, devices, random)
      await resets(site)
      await twoChanges(site, devices)
      if (round % 10 === 9) log(`  ${round + 1} rounds of ${size}`)
    }
    return site.results.outcome({ rounds: size, ...metrics })
  } finally {
    await site.close()
  }
}

const many = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const countOf = (replies: readonly Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length
const statusesOf = (replies: readonly Reply[]) =>
  [...new Set(replies.map(({ status }) => status))].sort().join()

/** Waits for a random time, to vary the interval between the racing requests. */
const stagger = (random: Random, milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, random.below(milliseconds)))

const browserOf = async (site: Site, person: Person) => signedIn(await site.people.signIn(person))

async function signUps(site: Site): Promise<number> {
  const { db } = site.service.writing
  const email = site.people.newEmail()
  const replies = await many(parallel, (n) =>
    // One third are other spellings of the same address.
    site.post('/signup', { email: n % 3 === 0 ? ` ${email.toUpperCase()} ` : email, password }),
  )
  const made = replies.filter(({ status }) => status === 303)
  site.results.demand(made.length === 1, `${made.length} of ${parallel} sign-ups succeeded`)
  const others = replies.filter((reply) => !made.includes(reply))
  for (const reply of others) {
    site.results.demand([400, 429].includes(reply.status), `a sign-up returned ${reply.status}`)
    site.results.demand(sessionSetBy(reply) === undefined, 'a rejected sign-up signs in')
  }
  const accounts = await db.selectFrom('accounts').select('id').where('email', '=', email).execute()
  site.results.demand(accounts.length === 1, `${accounts.length} accounts of one address`)
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accounts[0]?.id ?? '')
    .execute()
  site.results.demand(sessions.length === 1, `${sessions.length} sessions of one sign-up`)
  return made.length
}

async function keysOf({ service }: Site, { id }: Person) {
  return service.writing.db
    .selectFrom('api_keys')
    .select(['id', 'revoked_at'])
    .where('account_id', '=', id)
    .execute()
}

async function creates(site: Site): Promise<number> {
  const person = await site.people.newPerson()
  const browsers = await many(3, () => browserOf(site, person))
  const replies = await many(parallel, (n) =>
    site.post(keysPage, { name: `Key ${n}` }, browsers[n % 3]),
  )
  const made = countOf(replies, 200)
  site.results.demand(
    made === keysPerAccount,
    `${made} keys were made at a cap of ${keysPerAccount}`,
  )
  site.results.demand(statusesOf(replies) === '200,403', `responses: ${statusesOf(replies)}`)
  const rows = await keysOf(site, person)
  site.results.demand(rows.length === keysPerAccount, `${rows.length} keys are kept`)
  await revokeAndCreate(site, person, browsers[0] ?? {})
  return rows.length
}

/** One form is sent concurrently by two browsers: one response has the key, the others only its first characters. */
async function sentAtOnce(site: Site): Promise<void> {
  const person = await site.people.newPerson()
  const browsers = await many(2, () => browserOf(site, person))
  const page = await site.get(keysPage, browsers[0])
  const form = { name: 'Once', form: typedIn(page.body, 'form') ?? '' }
  const replies = await many(10, (n) => site.post(keysPage, form, browsers[n % 2]))
  const shown = replies.filter(({ body }) => keyPattern.test(body))
  site.results.demand(shown.length === 1, `${shown.length} responses show one key`)
  site.results.demand(countOf(replies, 409) === 9, `one form: ${statusesOf(replies)}`)
  site.results.demand((await keysOf(site, person)).length === 1, 'one form made several keys')
}

/** At the maximum of keys, revokes one several times and creates several: never more than the maximum may be active. */
async function revokeAndCreate(site: Site, person: Person, browser: Record<string, string>) {
  const [first] = await keysOf(site, person)
  const revokes = many(5, () => site.post(`${keysPage}/${first?.id}/revoke`, {}, browser))
  const makes = many(5, (n) => site.post(keysPage, { name: `More ${n}` }, browser))
  const [revoked] = await Promise.all([revokes, makes])
  site.results.demand(countOf(revoked, 303) === 1, 'a key was revoked more than once')
  const good = (await keysOf(site, person)).filter(({ revoked_at }) => revoked_at === null)
  site.results.demand(good.length <= keysPerAccount, `${good.length} good keys after a revoke`)
}

/** Uses a key from several programs while it is revoked; requests after the response are rejected. */
async function revokeAndUse(site: Site, random: Random): Promise<number> {
  const person = await site.people.newPerson()
  const browser = await browserOf(site, person)
  const { id, key } = await site.people.newKey(person)
  let revoked = false
  let after = 0
  const use = async () => {
    for (let left = 5; left > 0; ) {
      const late = revoked
      const taken = await site.takes(key)
      if (!late) continue
      after += 1
      left -= 1
      site.results.demand(!taken, 'a key works after the response to its revocation')
    }
  }
  const users = many(4, use)
  await stagger(random, 20)
  const reply = await site.post(`${keysPage}/${id}/revoke`, {}, browser)
  revoked = true
  site.results.demand(reply.status === 303, `a revocation returned ${reply.status}`)
  await users
  return after
}

/** Deletes an account while it creates keys; no key and no session may remain. */
async function deleteAndCreate(site: Site, random: Random): Promise<number> {
  const { db } = site.service.writing
  const person = await site.people.newPerson()
  const browsers = await many(3, () => browserOf(site, person))
  const deletion = site.post(`${accountPage}/delete`, { password }, browsers[0])
  const replies = await many(12, async (n) => {
    await stagger(random, 60)
    return site.post(keysPage, { name: `Key ${n}` }, browsers[n % 3])
  })
  const { status } = await deletion
  site.results.demand(status === 200, `a deletion returned ${status}`)
  const odd = replies.filter((reply) => ![200, 401, 403].includes(reply.status))
  site.results.demand(odd.length === 0, `while it is deleted: ${statusesOf(odd)}`)
  const keys = replies.flatMap(({ body }) => keyPattern.exec(body)?.[0] ?? [])
  for (const key of keys)
    site.results.demand(!(await site.takes(key)), 'a key outlived its account')
  const left = [
    await db.selectFrom('accounts').select('id').where('id', '=', person.id).execute(),
    await keysOf(site, person),
    await db.selectFrom('sessions').select('id').where('account_id', '=', person.id).execute(),
  ]
  site.results.demand(left.flat().length === 0, `left of an account: ${JSON.stringify(left)}`)
  return keys.length
}

/** The cookie of a trusted browser, so that throttling of other browsers does not decide the race. */
const deviceCookie = (devices: TrustedDeviceTokens, { email }: Person) => ({
  cookie: `device=${devices.issue(email)}`,
})

/** Changes a password while others sign in with the old one; their sessions must be invalid afterwards. */
async function changeAndSignIn(
  site: Site,
  devices: TrustedDeviceTokens,
  random: Random,
): Promise<number> {
  const { db } = site.service.writing
  const person = await site.people.newPerson()
  const { email } = person
  const form = { current_password: password, new_password: nextPassword }
  const change = site.post(`${accountPage}/password`, form, await browserOf(site, person))
  const replies = await many(8, async () => {
    await stagger(random, 80)
    return site.post('/login', { email, password }, deviceCookie(devices, person))
  })
  const { status } = await change
  site.results.demand(status === 303, `a change of password returned ${status}`)
  const odd = replies.filter((reply) => ![303, 401].includes(reply.status))
  site.results.demand(odd.length === 0, `signing in meanwhile: ${statusesOf(odd)}`)
  const tokens = replies.flatMap((reply) => sessionSetBy(reply) ?? [])
  for (const token of tokens) {
    const page = await site.get(keysPage, signedIn(token))
    site.results.demand(page.status === 303, 'a session of the old password is good')
  }
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', person.id)
    .execute()
  site.results.demand(rows.length === 1, `${rows.length} sessions after a change of password`)
  const again = await site.post('/login', { email, password }, deviceCookie(devices, person))
  site.results.demand(again.status === 401, `the old password returned ${again.status}`)
  return tokens.length
}

/** One link is used concurrently: only one password may be set. */
async function resets(site: Site): Promise<void> {
  const person = await site.people.newPerson()
  const target = `/reset/${await site.people.resetToken(person)}`
  const replies = await many(10, (n) => site.post(target, { password: `${nextPassword} ${n}` }))
  site.results.demand(countOf(replies, 303) === 1, `a link worked ${countOf(replies, 303)} times`)
  // Only some of the concurrent password hashes of one network may be queued.
  const odd = replies.filter((reply) => ![303, 404, 429].includes(reply.status))
  site.results.demand(odd.length === 0, `one link: ${statusesOf(replies)}`)
  const winner = replies.findIndex(({ status }) => status === 303)
  const form = { email: person.email, password: `${nextPassword} ${winner}` }
  const login = await site.post('/login', form)
  site.results.demand(login.status === 303, `the password of the link returned ${login.status}`)
}

/** Two browsers change the password concurrently: one succeeds, and the other gets the error for a wrong password. */
async function twoChanges(site: Site, devices: TrustedDeviceTokens): Promise<void> {
  const person = await site.people.newPerson()
  const replies = await many(4, async (n) => {
    const token = await site.people.signIn(person)
    const { cookie } = deviceCookie(devices, person)
    const form = { current_password: password, new_password: `${nextPassword} ${n}` }
    return site.post(`${accountPage}/password`, form, { cookie: `session=${token}; ${cookie}` })
  })
  const changed = replies.filter(({ status }) => status === 303)
  site.results.demand(changed.length === 1, `${changed.length} changes of one password`)
  const odd = replies.filter(({ status }) => ![303, 401].includes(status))
  site.results.demand(odd.length === 0, `changes at once: ${statusesOf(odd)}`)
}

export const races: StressTest = {
  name: 'races',
  about:
    'concurrent sign-ups, new keys, revocations, deletions and password changes of one account',
  counts: 'rounds',
  sizes: { small: 4, large: 100 },
  run,
}
