import { Comparison } from './kit/comparison.ts'
import { parse } from './kit/ledger.ts'
import { openPair, type Pair } from './kit/pair.ts'
import { Random } from './kit/random.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'
import type { Reply, Sent } from './kit/wire.ts'

const rateLimit = 1_000_000
const reportedEvery = 2000
const textsMax = 2000
const first = ['council', 'the report', 'zoning', 'ditch', 'motion carried', 'housing']
const kinds = ['motions', 'matters', 'agenda_items', 'key_statements', 'document_sections']

async function run({ size, seed, log }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const pair = await openPair(random, rateLimit)
  const comparison = new Comparison(pair)
  try {
    const towns = await townsOf(pair, comparison)
    const queries = new Queries(random)
    for (let sent = 0; sent < size; sent += pair.keys.length) {
      const searched = pair.keys.map((key) => ({ key, town: random.pick(towns) }))
      const requests = searched.map(({ key, town }) => request(queries.next(town), key))
      const replies = await Promise.all(requests.map((one) => comparison.send(one)))
      for (const [at, reply] of replies.entries()) queries.remember(searched[at]?.town, reply)
      if (sent % reportedEvery === 0) log(`  ${sent}`)
    }
    const { metrics, results } = comparison
    const isEnough = metrics.withResults > size / 4
    results.demand(isEnough, `only ${metrics.withResults} searches found something`)
    return results.outcome(metrics)
  } finally {
    await pair.close()
  }
}

interface Town {
  slug: string
  organizations: string[]
  people: { slug: string; name: string }[]
  /** Titles and snippets that were found. */
  texts: string[]
}

async function townsOf({ keys, towns }: Pair, comparison: Comparison): Promise<Town[]> {
  const found: Town[] = []
  for (const slug of towns) {
    const list = async (name: string) => {
      const target = `/api/v1/${slug}/${name}?per_page=100`
      const reply = await comparison.send(request(target, keys[0] ?? ''))
      return parse(reply.body).data as { slug: string; name: string }[]
    }
    const organizations = (await list('organizations')).map((one) => one.slug)
    found.push({ slug, organizations, people: await list('people'), texts: [...first] })
  }
  return found
}

const request = (target: string, key: string): Sent => ({
  method: 'GET',
  target,
  headers: { 'x-api-key': key },
})

/** Makes queries from the texts that earlier ones found. */
class Queries {
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  /** The target of a search. */
  next(town: Town): string {
    const params = new URLSearchParams({ q: this.#query(town).slice(0, 250) })
    for (const [name, share, make] of this.#parameters(town)) {
      const value = this.#random.chance(share) ? make() : undefined
      if (value !== undefined) params.set(name, String(value))
    }
    return `/api/v1/${town.slug}/search?${params}`
  }

  remember(town: Town | undefined, { body }: Reply): void {
    const { data } = parse(body) as { data?: { title: string; snippet: string }[] }
    for (const { title, snippet } of data ?? []) {
      const text = this.#random.chance(0.5) ? title : snippet
      const { length } = town?.texts ?? []
      town?.texts.splice(length < textsMax ? length : this.#random.below(length), 1, text)
    }
  }

  #parameters({ organizations, people }: Town) {
    const random = this.#random
    const date = () => `20${random.between(20, 26)}-0${random.between(1, 9)}-1${random.below(10)}`
    return [
      ['match', 0.4, () => random.pick(['any', 'all'])],
      ['type', 0.25, () => random.shuffled(kinds).slice(0, random.between(1, 3)).join()],
      ['date_from', 0.1, date],
      ['date_to', 0.1, date],
      ['organization', 0.1, () => random.pick(organizations)],
      ['person', 0.1, () => random.pick(people)?.slug],
      ['page', 0.15, () => random.between(1, 4)],
      ['per_page', 0.5, () => random.pick([1, 3, 5, 20])],
    ] as const
  }

  #query({ people, texts }: Town): string {
    const random = this.#random
    const words = () => this.#words(texts)
    const kind = random.next()
    if (kind < 0.1 && people.length > 0) return `${random.pick(people).name} ${words().at(0) ?? ''}`
    if (kind < 0.3) return `"${this.#side(words()).join(' ')}" ${random.pick(words())}`
    if (kind < 0.35) return random.shuffled(words()).slice(0, 12).join(' ')
    if (kind < 0.45) return [...this.#some(words()), ...this.#some(words())].join(' ')
    if (kind < 0.6)
      return this.#some(words())
        .map((word) => this.#changed(word))
        .join(' ')
    return this.#some(words()).join(' ')
  }

  #words(texts: readonly string[]): string[] {
    const words = this.#random
      .pick(texts)
      .split(/[\s"]+/)
      .filter(Boolean)
    return words.length === 0 ? ['council'] : words
  }

  #some(words: readonly string[]): string[] {
    return this.#random.shuffled(words).slice(0, this.#random.between(1, 4))
  }

  #side(words: readonly string[]): string[] {
    const start = this.#random.below(words.length)
    return words.slice(start, start + this.#random.between(2, 4))
  }

  /** Misspelled, or in another inflection. */
  #changed(word: string): string {
    const at = this.#random.below(word.length)
    return this.#random.chance(0.5) ? `${word}s` : word.slice(0, at) + word.slice(at + 1)
  }
}

export const searches: StressTest = {
  name: 'searches',
  about: 'SQLite and PostgreSQL find the same texts, in the same order',
  counts: 'searches',
  sizes: { small: 300, large: 20_000 },
  isOnBoth: true,
  run,
}
