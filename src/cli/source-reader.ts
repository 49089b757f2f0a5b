import { readConfig } from '../config/config.ts'
import { hostFamily } from '../importers/host-family.ts'
import { afterOtherWriters } from '../store/open.ts'
import {
  listSources,
  noteFamilyDown,
  noteFamilyUp,
  noteSchedule,
  type RememberedSource,
} from '../store/sources.ts'
import { StoreBusy } from '../store/store-error.ts'
import { CliError } from './cli-error.ts'
import { type FamilyChange, HostFamilies } from './host-families.ts'
import { Interrupted } from './import-run.ts'
import { canResume, groupTables, readGroup, type SourceGroup, type SyncRun } from './read-source.ts'
import { reportError } from './report-error.ts'
import { type Job, SideBySide } from './side-by-side.ts'
import { withReadStore, withWriteStore } from './stores.ts'

/** What became of the sources that were to be read. */
interface Round {
  count: number
  failed: number
  interrupted: number
  /** Sources of hosts that are down. */
  waiting: number
}

/** An import, which shares no municipality and no hosts with another one that runs. */
interface SourceJob extends Job {
  families: readonly string[]
}

/** A source with the key of its import and its hosts. */
interface Entry {
  key: string
  group: SourceGroup
  families: readonly string[]
}

/** Reads sources side by side, those first that were read longest ago. One failure stops no other source. */
export class SourceReader {
  readonly #run: SyncRun
  readonly #jobs: SideBySide
  readonly #families: HostFamilies
  readonly #round: Round = { count: 0, failed: 0, interrupted: 0, waiting: 0 }
  /** Hosts of which the operator has read that they are down. */
  readonly #reported = new Set<string>()

  constructor(run: SyncRun) {
    this.#run = run
    this.#jobs = new SideBySide(run.jobs)
    this.#families = new HostFamilies(run.clock)
  }

  /** Reads every source once, apart from those of hosts that are down. */
  async readAll(): Promise<Round> {
    const waiting = await this.#listDue(null)
    this.#round.count = waiting.length
    for (;;) {
      this.#startAll(waiting)
      if (this.#jobs.isIdle) return this.#round
      await this.#jobs.untilOneEnds()
    }
  }

  /** Reads the sources that were last read at least `everyMs` ago, until `end`; what then runs goes on. */
  async readDue(everyMs: number, end: Promise<unknown>): Promise<void> {
    let isOver = false
    const over = end.then(() => {
      isOver = true
    })
    const waiting = await this.#listDue(everyMs).catch((error: unknown) => {
      reportError(error)
      return []
    })
    while (!isOver) {
      this.#startAll(waiting)
      await Promise.race([over, this.#jobs.untilOneEnds()])
    }
  }

  #startAll(waiting: SourceJob[]): void {
    do this.#dropDown(waiting)
    while (this.#jobs.startNext(waiting))
  }

  /** Takes out what waits for hosts that are down; a source that the operator names is read anyway. */
  #dropDown(waiting: SourceJob[]): void {
    if (this.#run.slugs.length > 0) return
    const isUp = ({ families }: SourceJob) =>
      families.every((family) => this.#families.retryAt(family) === undefined)
    const dropped = waiting.filter((job) => !isUp(job))
    if (dropped.length === 0) return
    waiting.splice(0, waiting.length, ...waiting.filter(isUp))
    this.#round.waiting += dropped.length
    for (const family of new Set(dropped.flatMap(({ families }) => families)))
      this.#report(family, 'is down')
  }

  #report(family: string, state: string): void {
    const retryAt = this.#families.retryAt(family)
    if (retryAt === undefined || this.#reported.has(family)) return
    this.#reported.add(family)
    const sources = `its ${this.#families.sizeOf(family)} sources`
    console.error(`${family} ${state}: ${sources} are not read before ${timeOf(retryAt)}`)
  }

  /** Each source that is due, or all with null. */
  async #listDue(everyMs: number | null): Promise<SourceJob[]> {
    const { clock, slugs } = this.#run
    const [busy, state] = [this.#jobs.busy, this.#families.state]
    const rows = await withReadStore(readConfig().databaseUrl, ({ db }) => listSources(db))
    assertSources(rows, slugs)
    const entries = groupTables(rows).map(toEntry)
    if (this.#families.state === state) this.#families.load(entries)
    const own = entries.filter(
      ({ group: [{ municipality }] }) => slugs.length === 0 || slugs.includes(municipality),
    )
    await storeSchedules(own, everyMs)
    const isDue = ({ checkedAt, result, importer }: RememberedSource) =>
      everyMs === null ||
      Math.abs(clock.now() - Date.parse(checkedAt)) >= everyMs ||
      (result === 'interrupted' && canResume(importer))
    return own
      .filter(({ key, group }) => !busy.has(key) && group.some(isDue))
      .toSorted((one, other) => readAt(one) - readAt(other))
      .map((entry) => this.#toJob(entry))
  }

  #toJob(entry: Entry): SourceJob {
    const { key, group, families } = entry
    const names = [key, `municipality ${group[0].municipality}`, ...families]
    return { names, families, run: () => this.#read(entry) }
  }

  async #read({ key, group, families }: Entry): Promise<void> {
    const [{ municipality, importer }] = group
    let failure: unknown
    try {
      await readGroup(group, this.#run)
    } catch (error) {
      failure = error
      this.#round[error instanceof Interrupted ? 'interrupted' : 'failed'] += 1
      const locations = group.map(({ location }) => location)
      console.error(`${municipality}: ${importer} ${locations.join(' ')}:`)
      reportError(error)
    }
    for (const family of families) {
      const change = this.#families.note(family, key, failure)
      if (change !== undefined) await this.#change(family, change)
    }
  }

  async #change(family: string, change: FamilyChange): Promise<void> {
    await storeChange(family, change).catch(reportError)
    this.#families.apply(family, change)
    this.#reported.delete(family)
    if (change.type === 'down') this.#report(family, change.isNew ? 'is down' : 'is still down')
    else console.error(`${family} responds again`)
  }
}

function assertSources(rows: readonly RememberedSource[], slugs: readonly string[]): void {
  const missing = slugs.find((slug) => !rows.some(({ municipality }) => municipality === slug))
  if (missing !== undefined)
    throw new CliError(`"${missing}" has no source; import its URL, and see: reeve sources list`)
}

function toEntry(group: SourceGroup): Entry {
  const [{ municipality, importer, location }] = group
  const families = new Set(group.map((row) => hostFamily(row.importer, row.location)))
  return { key: `source ${municipality} ${importer} ${location}`, group, families: [...families] }
}

/** When the source was last read, or its table that was read longest ago. */
const readAt = ({ group }: Entry) =>
  Math.min(...group.map(({ checkedAt }) => Date.parse(checkedAt)))

const timeOf = (time: number) => new Date(time).toISOString()

/** From it follows which sources are late. */
async function storeSchedules(entries: readonly Entry[], everyMs: number | null): Promise<void> {
  const intervalSeconds = everyMs === null ? null : Math.round(everyMs / 1000)
  const changed = entries
    .flatMap(({ group }) => group)
    .map((row) => ({ row, family: hostFamily(row.importer, row.location) }))
    .filter(({ row, family }) => row.family !== family || row.intervalSeconds !== intervalSeconds)
  if (changed.length === 0) return
  await withWriteStore(readConfig().databaseUrl, async ({ db }) => {
    for (const { row, family } of changed) await noteSchedule(db, row, { family, intervalSeconds })
  }).catch((error: unknown) => {
    // An import writes; the next sync stores it.
    if (!(error instanceof StoreBusy)) throw error
  })
}

function storeChange(family: string, change: FamilyChange): Promise<void> {
  return withWriteStore(readConfig().databaseUrl, ({ db }) =>
    afterOtherWriters(() => {
      if (change.type === 'up') return noteFamilyUp(db, family)
      const { since, retryAt, failures, error } = change
      const times = { since: timeOf(since), retry_at: timeOf(retryAt) }
      return noteFamilyDown(db, { family, ...times, failures, error })
    }),
  )
}
