import { frenchPages, sitePages } from '../test/support/site/pages.ts'
import { password } from '../test/support/site/people.ts'
import { sumOf } from './kit/outcomes.ts'
import { Random } from './kit/random.ts'
import { accountPage, formType, keysPage, Site } from './kit/site.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Sent } from './kit/wire.ts'

/** What a signed-in browser could be made to send. */
interface Stage {
  token: string
  sessionId: string
  keyId: string
  email: string
  newEmail: string
  resetToken: string
}

interface Route {
  name: string
  target: (stage: Stage) => string
  /** The response to a valid form. */
  status: number
  fields?: (stage: Stage) => Record<string, string>
  /** Whether the form can be sent without signing in. */
  isOpen?: true
  /** Whether it changes nothing without a session. */
  isIdle?: true
}

const changed = 'eight dry herons'

const englishRoutes: Route[] = [
  {
    ...{ name: 'signup', target: () => '/signup', status: 303, isOpen: true },
    fields: ({ newEmail }) => ({ email: newEmail, password }),
  },
  {
    ...{ name: 'login', target: () => '/login', status: 303, isOpen: true },
    fields: ({ email }) => ({ email, password }),
  },
  { name: 'logout', target: () => '/logout', status: 303, isOpen: true, isIdle: true },
  {
    ...{ name: 'reset', target: ({ resetToken }) => `/reset/${resetToken}`, status: 303 },
    ...{ fields: () => ({ password: changed }), isOpen: true },
  },
  {
    ...{ name: 'create key', target: () => keysPage, status: 200 },
    fields: () => ({ name: 'By a stranger' }),
  },
  { name: 'revoke key', target: ({ keyId }) => `${keysPage}/${keyId}/revoke`, status: 303 },
  {
    ...{ name: 'change password', target: () => `${accountPage}/password`, status: 303 },
    fields: () => ({ current_password: password, new_password: changed }),
  },
  {
    ...{ name: 'end session', status: 303 },
    target: ({ sessionId }) => `${accountPage}/sessions/${sessionId}/end`,
  },
  { name: 'end other sessions', target: () => `${accountPage}/sessions/end-others`, status: 303 },
  {
    ...{ name: 'delete account', target: () => `${accountPage}/delete`, status: 200 },
    fields: () => ({ password }),
  },
]

const routes = ['', '/fr'].flatMap((prefix) =>
  englishRoutes.map((route) => ({
    ...route,
    name: `${route.name} ${prefix}`.trim(),
    target: (stage: Stage) => prefix + route.target(stage),
  })),
)

const fetchSites = ['same-origin', 'same-site', 'cross-site', 'none', undefined] as const
const origins = ['own', 'sub-domain', 'evil', 'null', undefined] as const
const types = [
  formType,
  'application/json',
  'text/plain',
  'multipart/form-data',
  undefined,
] as const

interface Case {
  route: Route
  fetchSite: (typeof fetchSites)[number]
  origin: (typeof origins)[number]
  type: (typeof types)[number]
  cookie: boolean
}

const matrix: readonly Case[] = routes.flatMap((route) =>
  fetchSites.flatMap((fetchSite) =>
    origins.flatMap((origin) =>
      types.flatMap((type) =>
        [true, false].map((cookie) => ({ route, fetchSite, origin, type, cookie })),
      ),
    ),
  ),
)

/** The outcome according to docs/decisions/0027-accounts.md. */
function expected({ route, fetchSite, origin, type, cookie }: Case) {
  if (!isOwn({ fetchSite, origin, cookie })) return { status: 403, changes: false }
  if (type !== formType) return { status: 415, changes: false }
  if (route.isOpen !== true && !cookie) return { status: 401, changes: false }
  return { status: route.status, changes: cookie || route.isIdle !== true }
}

function isOwn({ fetchSite, origin, cookie }: Pick<Case, 'fetchSite' | 'origin' | 'cookie'>) {
  if (fetchSite === undefined) return origin === 'own' || (origin === undefined && !cookie)
  if (fetchSite === 'same-site' || fetchSite === 'cross-site') return false
  return origin === 'own' || origin === undefined
}

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const random = new Random(seed)
  let [accepted, reads] = [0, 0]
  const outcomes: Outcome[] = []
  for (let sent = 0; sent < size; sent += matrix.length) {
    const siteUrl = outcomes.length % 2 === 1 ? 'https://reeve.example' : undefined
    const site = await Site.open(siteUrl === undefined ? {} : { settings: { siteUrl } })
    const cases = random.shuffled(matrix).slice(0, size - sent)
    try {
      accepted += await forge(site, siteUrl ?? site.service.url, cases)
      reads += await readAll(site, siteUrl)
    } finally {
      await site.close()
    }
    outcomes.push(site.results.outcome())
    log(`  ${sent + cases.length} of ${size} forms`)
  }
  return sumOf(outcomes, { cases: size, accepted, reads })
}

const tokenName = (siteUrl: string) => (siteUrl.startsWith('https:') ? '__Host-session' : 'session')

async function forge(site: Site, siteUrl: string, cases: readonly Case[]): Promise<number> {
  let stage = await newStage(site)
  let before = site.state()
  let accepted = 0
  for (const one of cases) {
    const { status, changes } = expected(one)
    const reply = await site.send(requestOf(one, stage, siteUrl))
    const what = `${one.route.name}, ${JSON.stringify({ ...one, route: undefined })}`
    site.results.demand(reply.status === status, `${what}: ${reply.status} instead of ${status}`)
    const after = site.state()
    if ((after !== before) !== changes)
      site.results.fail(`${what}: ${changes ? 'nothing' : 'something'} was changed`)
    const planted = !changes && reply.headers.getSetCookie().some((line) => !line.includes('=;'))
    site.results.demand(!planted, `${what}: a cookie was set`)
    if (after === before) continue
    accepted += 1
    stage = await newStage(site)
    before = site.state()
  }
  return accepted
}

function requestOf(
  { route, fetchSite, origin, type, cookie }: Case,
  stage: Stage,
  siteUrl: string,
): Sent {
  const fields = route.fields?.(stage) ?? {}
  const from = originOf(origin, siteUrl)
  return {
    method: 'POST',
    target: route.target(stage),
    headers: {
      ...(fetchSite === undefined ? {} : { 'sec-fetch-site': fetchSite }),
      ...(from === undefined ? {} : { origin: from }),
      ...(type === undefined ? {} : { 'content-type': typeHeader(type) }),
      ...(cookie ? { cookie: `${tokenName(siteUrl)}=${stage.token}` } : {}),
    },
    body: bodyOf(type, fields),
  }
}

function originOf(origin: Case['origin'], siteUrl: string): string | undefined {
  if (origin === 'own') return siteUrl
  if (origin === 'sub-domain') return siteUrl.replace('://', '://evil.')
  return origin === 'evil' ? 'https://evil.example' : origin
}

function typeHeader(type: string): string {
  return type === 'multipart/form-data' ? `${type}; boundary=x` : type
}

/** The fields in the encoding of the type. There is at least one, so that every form has a body. */
function bodyOf(type: Case['type'], fields: Record<string, string>): string {
  const all = { ...fields, extra: '1' }
  if (type === 'application/json') return JSON.stringify(all)
  if (type !== 'multipart/form-data') return new URLSearchParams(all).toString()
  const parts = Object.entries(all).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--x--\r\n`
}

async function newStage({ people, service }: Site): Promise<Stage> {
  const person = await people.newPerson()
  await people.signIn(person)
  const other = await service.writing.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return {
    token: await people.signIn(person),
    sessionId: other.id,
    keyId: (await people.newKey(person)).id,
    email: person.email,
    newEmail: people.newEmail(),
    resetToken: await people.resetToken(person),
  }
}

/** Requests every page with every method that must not change anything; returns the number of requests. */
async function readAll(site: Site, siteUrl = site.service.url): Promise<number> {
  const stage = await newStage(site)
  const before = site.state()
  const paths = [
    ...[...sitePages, ...frenchPages].map(({ path }) => path),
    ...routes.map(({ target }) => target(stage)),
    ...['/settings', `${accountPage}?changed=password`, '/login?next=%2Fsettings%2Faccount'],
    ...['/pemberley/coverage', '/absent/coverage', '/robots.txt', '/favicon.ico', '/logout?x=1'],
    `${keysPage}?name=x&form=7c0f6f0e-3f5a-4f0e-9d4b-2f1f6f6f9a10`,
    `/login?email=${stage.email}&password=${encodeURIComponent(password)}`,
    `/signup?email=${stage.newEmail}&password=${encodeURIComponent(password)}`,
  ]
  const cookie = `${tokenName(siteUrl)}=${stage.token}`
  const overrides = { 'x-http-method-override': 'POST', 'x-method-override': 'DELETE' }
  let reads = 0
  for (const target of paths) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      for (const more of [{}, { cookie }, { cookie, ...overrides }]) {
        const reply = await site.send({ method, target, headers: { origin: siteUrl, ...more } })
        reads += 1
        site.results.demand(reply.status < 500, `${method} ${target}: ${reply.status}`)
        const set = reply.headers.getSetCookie()
        site.results.demand(set.length === 0, `${method} ${target} sets ${set.join()}`)
      }
    }
    site.results.demand(site.state() === before, `reading ${target} changed something`)
  }
  return reads
}

export const csrf: StressTest = {
  name: 'csrf',
  about: 'forms from other sites change nothing, and neither do pages',
  counts: 'forms; each round of 2,500 has every combination',
  sizes: { small: 2500, large: 25_000 },
  run,
}
