export interface QueueClient {
  /** Groups are served in rotation, and within a group its members. */
  group: string
  member?: string
  /** Maximum queued and running jobs per name. */
  quotas?: readonly (readonly [name: string, max: number])[]
}

/** The queue is full for this client, or its job has waited for too long. */
export class TooBusy extends Error {
  override name = 'TooBusy'

  constructor() {
    super('too many jobs at once')
  }
}

interface Job extends Queued {
  start: () => void
  reject: (reason: TooBusy) => void
}

interface Bounds {
  /** One more waiting job rejects the newest one of the group that has most. */
  waitingMax?: number
  /** How long a job waits at most. */
  waitMs?: number
}

/** Runs a few jobs at a time. Clients are served in rotation, so that one cannot delay the others. */
export class FairQueue {
  readonly #concurrency: number
  readonly #perGroup: number
  readonly #bounds: Bounds
  readonly #waiting = new Rotation<Job>()
  readonly #running = new Map<string, number>()
  readonly #quotas = new Map<string, number>()
  #runningCount = 0

  /** @param perGroup Maximum running jobs per group. */
  constructor(concurrency: number, perGroup = concurrency, bounds: Bounds = {}) {
    this.#concurrency = concurrency
    this.#perGroup = perGroup
    this.#bounds = bounds
  }

  /** Throws `TooBusy`. */
  async run<T>(client: QueueClient, work: () => T | Promise<T>): Promise<T> {
    const { group, member = '', quotas = [] } = client
    if (quotas.some(([name, max]) => (this.#quotas.get(name) ?? 0) >= max)) throw new TooBusy()
    for (const [name] of quotas) add(this.#quotas, name, 1)
    try {
      await this.#waitToStart(group, member)
      return await this.#runStarted(group, work)
    } finally {
      for (const [name] of quotas) add(this.#quotas, name, -1)
      this.#startNext()
    }
  }

  async #runStarted<T>(group: string, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      add(this.#running, group, -1)
      this.#runningCount -= 1
    }
  }

  async #waitToStart(group: string, member: string): Promise<void> {
    const { waitingMax = Number.POSITIVE_INFINITY, waitMs } = this.#bounds
    let timer: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((start, reject) => {
        const job = { group, member, start, reject }
        if (waitMs !== undefined) timer = setTimeout(() => this.#reject(job), waitMs)
        this.#waiting.add(job)
        this.#startNext()
        if (this.#waiting.size > waitingMax) this.#reject(this.#waiting.newestOfLargest())
      })
    } finally {
      clearTimeout(timer)
    }
  }

  #reject(job: Job | undefined): void {
    if (job === undefined) return
    this.#waiting.remove(job)
    job.reject(new TooBusy())
  }

  #startNext(): void {
    const mayRun = (group: string) => (this.#running.get(group) ?? 0) < this.#perGroup
    while (this.#runningCount < this.#concurrency) {
      const job = this.#waiting.take(mayRun)
      if (job === undefined) return
      add(this.#running, job.group, 1)
      this.#runningCount += 1
      job.start()
    }
  }
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}

interface Queued {
  group: string
  member: string
}

/** Jobs that wait. Groups are served in rotation, and within a group its members, oldest job first. */
class Rotation<Job extends Queued> {
  readonly #groups = new Map<string, Map<string, Job[]>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(job: Job): void {
    const members = this.#groups.get(job.group) ?? new Map<string, Job[]>()
    this.#groups.set(job.group, members)
    const jobs = members.get(job.member) ?? []
    members.set(job.member, jobs)
    jobs.push(job)
    this.#size += 1
  }

  /** Removes and returns the next job of the groups that may run one. */
  take(mayRun: (group: string) => boolean): Job | undefined {
    for (const [group, members] of this.#groups) {
      if (!mayRun(group)) continue
      const [first] = members
      if (first === undefined) return undefined
      const [member, jobs] = first
      const job = jobs.shift()
      this.#size -= 1
      // Moves both to the end.
      members.delete(member)
      if (jobs.length > 0) members.set(member, jobs)
      this.#groups.delete(group)
      if (members.size > 0) this.#groups.set(group, members)
      return job
    }
    return undefined
  }

  /** Does nothing if the job no longer waits. */
  remove(job: Job): void {
    const members = this.#groups.get(job.group)
    const jobs = members?.get(job.member) ?? []
    const at = jobs.indexOf(job)
    if (at === -1) return
    jobs.splice(at, 1)
    this.#size -= 1
    if (jobs.length === 0) members?.delete(job.member)
    if (members?.size === 0) this.#groups.delete(job.group)
  }

  /** The newest job of the member with most jobs, in the group with most; of equal ones, of the last to come. */
  newestOfLargest(): Job | undefined {
    const members = largest(this.#groups.values(), (one) =>
      [...one.values()].reduce((sum, jobs) => sum + jobs.length, 0),
    )
    return largest(members?.values() ?? [], (jobs) => jobs.length)?.at(-1)
  }
}

function largest<T>(all: Iterable<T>, sizeOf: (one: T) => number): T | undefined {
  let found: T | undefined
  let size = 0
  for (const one of all) {
    const own = sizeOf(one)
    if (own < size) continue
    found = one
    size = own
  }
  return found
}
