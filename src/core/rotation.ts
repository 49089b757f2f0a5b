export interface Queued {
  group: string
  member: string
}

/** Jobs that wait. Groups are served in rotation, and within a group its members, oldest job first. */
export class Rotation<Job extends Queued> {
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
