import { type Person, password } from '../test/support/site/people.ts'
import { typedIn } from '../test/support/site/visitor.ts'
import { accountPage, keyPattern, keysPage, Site, sessionSetBy, signedIn } from './kit/site.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Reply } from './kit/wire.ts'

const resends = 10
const keysOfAnAccount = 10

/** A user with two browsers, and a stranger with another account. */
interface Cast {
  person: Person
  browser: Record<string, string>
  other: Record<string, string>
  stranger: Record<string, string>
}

async function run({ size, log }: Order): Promise<Outcome> {
  const site = await Site.open({ settings: { keysPerAccount: keysOfAnAccount } })
  const keys: string[] = []
  try {
    let cast = await newCast(site)
    for (let i = 0; i < size; i += 1) {
      if (i % keysOfAnAccount === 0) cast = await newCast(site)
      keys.push(i % 2 === 0 ? await oneByOne(site, cast, i) : await atOnce(site, cast, i))
      if (i % 100 === 99) log(`  ${i + 1} keys of ${size}`)
    }
    await countKeys(site, keys)
    return site.results.outcome({ keys: keys.length })
  } finally {
    await site.close()
  }
}

async function newCast(site: Site): Promise<Cast> {
  const person = await site.people.newPerson()
  const stranger = await site.people.newPerson()
  const login = await site.post('/login', { email: person.email, password })
  return {
    person,
    browser: signedIn(sessionSetBy(login) ?? ''),
    other: signedIn(await site.people.signIn(person)),
    stranger: signedIn(await site.people.signIn(stranger)),
  }
}

async function newForm(site: Site, { browser }: Cast, i: number): Promise<Record<string, string>> {
  const page = await site.get(keysPage, browser)
  return { name: `Key ${i}`, form: typedIn(page.body, 'form') ?? '' }
}

const textOf = ({ body, headers }: Reply) => `${body}\n${JSON.stringify([...headers])}`

/** Sends a form, then every request that could show its response again. */
async function oneByOne(site: Site, cast: Cast, i: number): Promise<string> {
  const form = await newForm(site, cast, i)
  const made = await site.post(keysPage, form, cast.browser)
  const [key = 'no key'] = keyPattern.exec(made.body) ?? []
  site.results.demand(made.status === 200 && key !== 'no key', `no key was made: ${made.status}`)
  notKept(site, made)
  await requestAgain(site, { cast, form, key })
  const [, id = ''] = new RegExp(`/api-keys/(${form.form})/revoke`).exec(made.body) ?? []
  if (i % 4 === 0) await site.post(`${keysPage}/${id}/revoke`, {}, cast.browser)
  if (i % 4 === 0) await requestAgain(site, { cast, form, key })
  else site.results.demand(await site.takes(key), 'the key that was shown is rejected')
  return key
}

/** No cache may store the response, and it has no validator. */
function notKept({ results }: Site, { headers }: Reply): void {
  results.demand(headers.get('cache-control') === 'no-store', 'the response may be cached')
  for (const name of ['etag', 'last-modified', 'location', 'set-cookie', 'refresh', 'link'])
    results.demand(!headers.has(name), `the response with a key has ${name}`)
}

interface Made {
  cast: Cast
  form: Record<string, string>
  key: string
}

async function requestAgain(site: Site, { cast, form, key }: Made): Promise<void> {
  const { browser, other, stranger } = cast
  const body = new URLSearchParams(form).toString()
  const formHeaders = {
    origin: site.service.url,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const variants: Record<string, string>[] = [
    { range: 'bytes=0-99999' },
    { 'if-none-match': '*' },
    { 'if-modified-since': new Date().toUTCString() },
    { 'cache-control': 'only-if-cached' },
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br', accept: 'application/json' },
    { 'x-http-method-override': 'POST' },
    { purpose: 'prefetch', 'sec-purpose': 'prefetch' },
  ]
  const replies = [
    await site.get(keysPage, browser),
    await site.get(keysPage, other),
    await site.get(keysPage, stranger),
    await site.get(keysPage),
    await site.get(`${keysPage}?${body}`, browser),
    await site.get(accountPage, browser),
    ...(await Promise.all(variants.map((more) => site.get(keysPage, { ...browser, ...more })))),
    ...(await Promise.all(
      ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'].map((method) =>
        site.send({ method, target: keysPage, headers: { ...browser, ...formHeaders }, body }),
      ),
    )),
  ]
  const sent = [
    await site.post(keysPage, form, browser),
    await site.post(keysPage, form, other),
    await site.post(keysPage, { ...form, name: 'Another name' }, browser),
    await site.post(keysPage, form, { ...browser, range: 'bytes=0-' }),
    await site.post(keysPage, form, stranger),
  ]
  for (const { status } of sent)
    site.results.demand(status === 409, `a form that was sent before returned ${status}`)
  for (const reply of [...replies, ...sent]) {
    site.results.demand(!textOf(reply).includes(key.slice(12)), 'the key is shown again')
    site.results.demand(!keyPattern.test(textOf(reply)), 'some key is shown')
    if (reply.status === 200)
      site.results.demand(reply.headers.get('cache-control') === 'no-store', 'a page may be kept')
  }
}

/** Sends one form concurrently from both browsers: one response has the key, the others say that it was created. */
async function atOnce(site: Site, cast: Cast, i: number): Promise<string> {
  const form = await newForm(site, cast, i)
  const replies = await Promise.all(
    Array.from({ length: resends }, (_, n) =>
      site.post(keysPage, form, n % 2 === 0 ? cast.browser : cast.other),
    ),
  )
  const shownKeys = replies.flatMap((reply) => keyPattern.exec(textOf(reply))?.[0] ?? [])
  const statuses = replies.map(({ status }) => status).sort()
  site.results.demand(
    shownKeys.length === 1,
    `${shownKeys.length} of ${resends} responses show a key`,
  )
  site.results.demand(
    statuses.join() === [200, ...Array(resends - 1).fill(409)].join(),
    `one form sent at once: ${statuses.join()}`,
  )
  const [key = 'no key'] = shownKeys
  await requestAgain(site, { cast, form, key })
  return key
}

/** There must be as many keys as forms. */
async function countKeys({ service, results }: Site, keys: readonly string[]): Promise<void> {
  const rows = await service.writing.db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select('prefix')
    .where('email', 'like', 'person%')
    .execute()
  results.demand(rows.length === keys.length, `${rows.length} keys of ${keys.length} forms`)
  results.demand(new Set(keys).size === keys.length, 'a key was shown for two forms')
}

export const shownOnce: StressTest = {
  name: 'shown-once',
  about: 'a new key is in exactly one response, whatever is repeated',
  counts: 'keys',
  sizes: { small: 20, large: 1000 },
  run,
}
