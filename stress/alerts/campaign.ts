import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../../src/core/clock.ts'
import { feedReader } from '../../src/explore/feeds/read-feed.ts'
import { Cursors } from '../../src/http/cursor.ts'
import { sample } from '../../src/importers/sample/index.ts'
import { openReadStore, type ReadStore } from '../../src/store/open.ts'
import { writeBundle } from '../../test/support/imports/bundle-folder.ts'
import { newReeve, type Reeve } from '../../test/support/process/reeve.ts'
import { testConfig } from '../../test/support/service/app.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { town, townRecords } from '../../test/support/towns/town.ts'
import { Random } from '../kit/random.ts'
import { Results } from '../kit/results.ts'
import { Council } from './council.ts'
import { Expected } from './expected.ts'
import { Machine, type Usage } from './machine.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { addReaders, drawReader, feedName, type Reader, removeReader } from './readers.ts'
import { type Facts, readFacts, type TownFeed } from './town-feed.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
/** Longer than a killed process keeps an e-mail from others. */
const claimMs = 11 * minuteMs
/** Runs until nothing waits. */
const runsMax = 12
const cutChance = 0.02

const lowmere = {
  ...{ slug: 'lowmere', name: 'Town of Lowmere', timeZone: 'America/Toronto', url: null },
  divisionId: 'ocd-division/country:ca/csd:3599999',
}
const ottawa = {
  ...{ slug: 'ottawa', name: 'City of Ottawa', timeZone: 'America/Toronto', url: null },
  divisionId: 'ocd-division/country:ca/csd:3506008',
}

/** A run that was not killed. */
interface SendRun extends Usage {
  readers: number
  mails: number
}

interface Setup {
  seed: number
  startsAt: number
  /** A folder of Ottawa, instead of the fixture town. */
  archive: string | undefined
}

/** Two councils that are served, their readers, a mail server, and a machine that imports and sends. */
export class Campaign {
  readonly results = new Results()
  readonly random: Random
  readonly machine: Machine
  readonly runs: SendRun[] = []
  readonly counts = { sends: 0, kills: 0, left: 0 }
  readonly #reeve: Reeve
  readonly #service: Service
  readonly #sink: MailSink
  readonly #expected: Expected
  readonly #store: ReadStore
  readonly #first: Council
  readonly #second: Council
  readonly #firstImport: readonly string[]
  #readersAdded = 0
  #wholeMs = 2000

  static async open(setup: Setup): Promise<Campaign> {
    const reeve = newReeve()
    const machine = new Machine(reeve, setup.startsAt)
    const clock: Clock = { now: () => machine.now, monotonic: () => performance.now() }
    const service = await startService({
      ...{ clock, municipality: lowmere, settings: { openRateLimit: 1e9 }, engine: 'sqlite' },
      source: () => sample.open(lowmere.slug, { clock }),
    })
    const random = new Random(setup.seed)
    const results = new Results()
    const sink = await startMailSink(service.url, { random, results })
    const campaign = new Campaign(setup, { reeve, machine, service, random, results, sink })
    await campaign.#begin(setup)
    return campaign
  }

  private constructor(
    { archive }: Setup,
    parts: Pick<Campaign, 'machine' | 'random' | 'results'> & {
      reeve: Reeve
      service: Service
      sink: MailSink
    },
  ) {
    this.machine = parts.machine
    this.random = parts.random
    this.results = parts.results
    this.#reeve = parts.reeve
    this.#service = parts.service
    this.#sink = parts.sink
    this.#store = openReadStore(parts.service.databaseUrl)
    this.#expected = new Expected(parts.service.url, parts.results)
    this.#first = new Council(lowmere.slug, lowmere.timeZone)
    const { slug, timeZone } = archive === undefined ? town : ottawa
    this.#second = new Council(slug, timeZone)
    const bundle = join(this.#reeve.folder, 'first')
    this.#firstImport = archive === undefined ? ['bundle', bundle] : ['escribe', archive]
    if (archive === undefined) writeBundle(bundle, townRecords())
  }

  async #begin({ archive }: Setup): Promise<void> {
    const { databaseUrl, url } = this.#service
    this.machine.settings = {
      ...{ DATABASE_URL: databaseUrl, SMTP_URL: this.#sink.url, SITE_URL: url },
      ...{ MAIL_FROM: 'alerts@stress.example', OPERATOR_NAME: 'Stress' },
    }
    const { slug, name, divisionId, timeZone } = archive === undefined ? town : ottawa
    const words = ['municipalities', 'add', slug, '--name', name, '--division', divisionId]
    await this.machine.must([...words, '--timezone', timeZone])
    await this.#first.takeOver(this.machine, this.random, this.#reeve.folder)
  }

  /** Adds readers, whose alerts begin now. */
  async join(count: number): Promise<void> {
    const feeds = await this.#first.allFeeds(this.#service)
    const others = this.#second.isImported
      ? await this.#second.allFeeds(this.#service)
      : this.#second.feeds()
    const facts = await this.#facts()
    await this.#expected.lookAtFeeds(facts)
    const zones = new Map([this.#first, this.#second].map((one) => [one.slug, one.timeZone]))
    const readers = Array.from({ length: count }, (): Reader => {
      this.#readersAdded += 1
      const address = `reader-${this.#readersAdded}@stress.example`
      const { now } = this.machine
      return drawReader(address, [feeds, others], { random: this.random, zones, now })
    })
    for (const { alerts } of readers)
      for (const alert of alerts) {
        await this.#expected.follow(alert.feed, facts.get(alert.feed.municipality))
        alert.look = this.#expected.look
      }
    await addReaders(readers, {
      ...{ service: this.#service, clock: { now: () => this.machine.now, monotonic: () => 0 } },
      readFeed: (feed) => this.#entriesOf(feed),
    })
    this.#expected.readers.push(...readers)
  }

  async #entriesOf({ municipality, language, path: feed }: TownFeed) {
    const store = this.#store
    const clock = { now: () => this.machine.now, monotonic: () => 0 }
    const tools = { config: testConfig(this.#service.url), store, accounts: store, clock }
    const read = feedReader({ ...tools, cursors: new Cursors('x') })
    return (await read({ municipality, language, feed }))?.entries ?? []
  }

  /** One reader leaves whose feeds others follow as well. */
  async leave(): Promise<void> {
    const { readers } = this.#expected
    const followed = Map.groupBy(
      readers.flatMap(({ alerts }) => alerts.map(({ feed }) => feedName(feed))),
      (name) => name,
    )
    const at = readers.findIndex(({ alerts }) =>
      alerts.every(({ feed }) => (followed.get(feedName(feed)) ?? []).length > 1),
    )
    const [reader] = at === -1 ? [] : readers.splice(at, 1)
    if (reader === undefined) return
    this.counts.left += 1
    await removeReader(this.#service, reader)
  }

  /** Imports both councils after some edits. */
  async importNext({ isAddingOnly = false, edits = this.random.between(4, 12) } = {}) {
    const { folder } = this.#reeve
    for (const council of [this.#first, this.#second])
      if (council.isImported)
        await council.importNext(this.machine, { folder, edits, isAddingOnly })
    this.machine.now += 2 * minuteMs
  }

  /** The first import of the second council, which is news to nobody. */
  async importSecond(): Promise<void> {
    const { folder } = this.#reeve
    await this.#second.importFirst(this.machine, this.#firstImport, this.random, folder)
    this.machine.now += 2 * minuteMs
    await this.#expected.lookAtFeeds(await this.#facts())
    this.#expected.skipFirstImport(this.#second.slug)
  }

  async #facts(): Promise<Map<string, Facts>> {
    const facts = new Map<string, Facts>()
    for (const { slug, timeZone } of [this.#first, this.#second])
      facts.set(slug, await readFacts(this.#service, slug, { timeZone, now: this.machine.now }))
    return facts
  }

  /** Sends until nothing waits, killed `kills` times before, and compares what came with what each reader must get. */
  async round(what: string, kills = 0): Promise<void> {
    const { now } = this.machine
    this.#service.statements.length = 0
    this.#service.executed.length = 0
    const facts = await this.#facts()
    await this.#expected.lookAtFeeds(facts)
    this.#sink.cutChance = kills > 0 ? cutChance : 0
    for (let kill = 0; kill < kills; kill += 1) {
      const { status } = await this.machine.run(
        ['alerts', 'send'],
        this.random.below(Math.ceil(this.#wholeMs * 1.05)),
      )
      if (status === null) this.counts.kills += 1
      this.machine.now += claimMs
    }
    await this.send()
    this.#expected.check(what, this.#sink.mails.splice(0), facts, now)
  }

  /** Sends until nothing waits. */
  async send(): Promise<void> {
    for (let run = 0; run < runsMax; run += 1) {
      const before = this.#sink.mails.length
      const { status, usage, stderr, ms } = await this.machine.run(['alerts', 'send'])
      this.counts.sends += 1
      const isFine = status === 0 || this.#sink.cutChance > 0
      this.results.demand(isFine, `reeve alerts send ended with ${status}: ${stderr}`)
      const mails = this.#sink.mails.length - before
      if (usage !== undefined)
        this.runs.push({ ...usage, mails, readers: this.#expected.readers.length })
      if (run === 0 && mails > 0) this.#wholeMs = ms
      if (!(await this.#isWaiting())) return
      this.machine.now += claimMs
    }
    this.results.fail(`an e-mail waits after ${runsMax} runs`)
  }

  async #isWaiting(): Promise<boolean> {
    const waiting = await this.#service.writing.db
      .selectFrom('alert_mails')
      .select('id')
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    return waiting !== undefined
  }

  /** Goes to an hour of a day of a council. */
  goTo(days: number, time: string, timeZone = lowmere.timeZone): void {
    const day = Temporal.Instant.fromEpochMilliseconds(this.machine.now)
      .toZonedDateTimeISO(lowmere.timeZone)
      .toPlainDate()
      .add({ days })
    const then = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
    this.machine.now = then.epochMilliseconds
  }

  /** Runs at seven of both councils, when daily and weekly alerts are due. */
  async morning(what: string, days: number): Promise<void> {
    this.goTo(days, '07:03')
    await this.round(`${what}, 07:03`)
    if (this.#second.timeZone === lowmere.timeZone) return
    this.goTo(0, '07:03', this.#second.timeZone)
    await this.round(`${what}, 07:03 in ${this.#second.timeZone}`)
  }

  /** What came of it. */
  outcome() {
    this.results.requests = this.counts.sends
    const { repeated, cuts } = this.#sink
    const { readers, feeds, counts } = this.#expected
    return this.results.outcome({
      ...{ readers: readers.length, feeds, ...this.counts, ...counts, repeated, cuts },
      ...usageOf(this.runs),
    })
  }

  async close(): Promise<void> {
    await this.#sink.stop()
    await this.#store.close()
    await this.#service.stop()
    await this.#reeve.remove()
  }
}

export { hourMs, minuteMs }

/** CPU by reader of runs with and without e-mails, and the memory of the first and the last runs. */
function usageOf(runs: readonly SendRun[]) {
  const perReader = (some: readonly SendRun[]) => {
    const readers = some.reduce((sum, run) => sum + run.readers, 0)
    const cpuMs = some.reduce((sum, run) => sum + run.cpuMs, 0)
    return readers === 0 ? 0 : Math.round((cpuMs / readers) * 1000) / 1000
  }
  const mostOf = (some: readonly SendRun[], of: 'rssMb' | 'heapMb') =>
    Math.round(Math.max(0, ...some.map((run) => run[of])))
  const largest = Math.max(...runs.map(({ readers }) => readers))
  const atEnd = runs.filter(({ readers }) => readers >= largest * 0.95)
  const atStart = runs.filter(({ readers }) => readers <= largest * 0.65)
  return {
    cpuMsPerReaderWithMails: perReader(runs.filter(({ mails }) => mails > 0)),
    cpuMsPerReaderWithout: perReader(runs.filter(({ mails }) => mails === 0)),
    cpuMsPerReaderMost: Math.max(...runs.map((run) => perReader([run]))),
    rssMbOfFewer: mostOf(atStart, 'rssMb'),
    rssMbOfAll: mostOf(atEnd, 'rssMb'),
    heapMbOfFewer: mostOf(atStart, 'heapMb'),
    heapMbOfAll: mostOf(atEnd, 'heapMb'),
  }
}
