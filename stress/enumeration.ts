import type { Person } from '../test/support/site/people.ts'
import { Random } from './kit/random.ts'
import { Site } from './kit/site.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import { cropped, median, tMax, welch } from './kit/welch.ts'
import type { Reply } from './kit/wire.ts'

const wrong = 'a wrong password'
const warmUps = 20
/** Below the throttle of an account, so that each attempt checks a password. */
const triesOfAnAccount = 4

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const site = await Site.open()
  try {
    await expectSameResponses(site)
    await samePauses(site)
    log('  the responses and the pauses are compared')
    const metrics = await sameTime(site, size, new Random(seed))
    return site.results.outcome(metrics)
  } finally {
    await site.close()
  }
}

const tryIn = (site: Site, email: string, headers: Record<string, string> = {}) =>
  site.post('/login', { email, password: wrong }, headers)

/**
 * The parts of a response that must not depend on the account: all but times, ids, the typed address, and a compressed
 * length that depends on it.
 */
function comparableParts({ status, headers, body }: Reply, email: string): string {
  const free = ['date', 'x-request-id', headers.has('content-encoding') ? 'content-length' : '']
  const shown = [...headers].filter(([name]) => !free.includes(name))
  return JSON.stringify([status, shown, body.replaceAll(email, '<typed>')])
}

/** Accounts of each kind, and an unknown e-mail address of the same length. */
async function expectSameResponses(site: Site): Promise<void> {
  const { people, service } = site
  const [owner, disabled, keyOnly] = [
    await people.newPerson(),
    await people.newPerson(),
    await people.newPerson(),
  ]
  await people.accounts.disable(disabled.email)
  await service.writing.db
    .updateTable('accounts')
    .set({ password_hash: null })
    .where('id', '=', keyOnly.id)
    .execute()
  const unknown = people.newEmail()
  const variants: Record<string, string>[] = [
    {},
    { accept: '*/*', 'accept-encoding': 'gzip' },
    { cookie: 'session=x; device=y' },
  ]
  for (const headers of variants) {
    const expected = comparableParts(await tryIn(site, unknown, headers), unknown)
    for (const { email } of [owner, disabled, keyOnly]) {
      const response = comparableParts(await tryIn(site, email, headers), email)
      site.results.demand(response === expected, `${email}: ${response} instead of ${expected}`)
    }
  }
}

/** Existing and unknown accounts must be throttled after the same number of failures, for the same time. */
async function samePauses(site: Site): Promise<void> {
  const emails = [(await site.people.newPerson()).email, site.people.newEmail()]
  const stories: string[] = []
  for (const email of emails) {
    const responses: string[] = []
    for (let i = 0; i < 8; i += 1) responses.push(comparableParts(await tryIn(site, email), email))
    stories.push(responses.join('\n'))
  }
  site.results.demand(stories[0] === stories[1], `pauses differ: ${stories.join('\n--\n')}`)
  site.results.demand(stories[0]?.includes('429') === true, 'there was no pause to compare')
}

/** Existing and unknown accounts in random order, one request at a time. */
async function sameTime(site: Site, size: number, random: Random) {
  const peopleKnown: Person[] = []
  for (let i = 0; i < Math.ceil((size + warmUps) / triesOfAnAccount); i += 1)
    peopleKnown.push(await site.people.newPerson())
  const strangers = peopleKnown.map(() => site.people.newEmail())
  const samples = { existing: [] as number[], unknown: [] as number[] }
  const take = async (kind: 'existing' | 'unknown') => {
    const at = Math.floor(samples[kind].length / triesOfAnAccount)
    const email = kind === 'existing' ? peopleKnown[at]?.email : strangers[at]
    const { status, milliseconds } = await tryIn(site, email ?? '')
    site.results.demand(status === 401, `a sample returned ${status}`)
    samples[kind].push(milliseconds)
  }
  while (samples.existing.length + samples.unknown.length < 2 * (size + warmUps)) {
    const left = (kind: 'existing' | 'unknown') => size + warmUps - samples[kind].length
    const kind =
      random.below(left('existing') + left('unknown')) < left('existing') ? 'existing' : 'unknown'
    await take(kind)
  }
  return judge(site, samples.existing.slice(warmUps), samples.unknown.slice(warmUps))
}

/**
 * Other load affects both samples alike, because their order is random: it increases the variance and so makes t
 * smaller, never larger. Cropping restores the lost sensitivity.
 */
function judge({ results }: Site, existing: number[], unknown: number[]) {
  const [someKnown, someUnknown] = cropped(existing, unknown)
  const metrics = { t: welch(existing, unknown), tCropped: welch(someKnown, someUnknown) }
  for (const [name, t] of Object.entries(metrics))
    results.demand(
      Math.abs(t) < tMax,
      `existing and unknown e-mail addresses are distinguishable: ${name} ${t}`,
    )
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    samplesOfEach: existing.length,
    t: round(metrics.t),
    tCropped: round(metrics.tCropped),
    medianKnown: round(median(existing)),
    medianUnknown: round(median(unknown)),
  }
}

export const enumeration: StressTest = {
  name: 'enumeration',
  about:
    'sign-in with existing and unknown e-mail addresses: same responses, same pauses, same time',
  counts: 'timed sign-ins of each kind',
  sizes: { small: 150, large: 2000 },
  run,
}
