import { expect } from 'vitest'
import { withQuery } from './read-lists.ts'
import type { Json, Service } from './service.ts'

/** A copy of a record, as a client keeps it with the list of changes. */
export class Copy {
  readonly records: Record<string, Json> = {}
  readonly removals: Json[] = []
  readonly #service: Service
  readonly #perPage: number
  #since: string | undefined
  #cursor: string | undefined

  constructor(service: Service, perPage = 100) {
    this.#service = service
    this.#perPage = perPage
  }

  /** Reads one page; returns whether more follow. */
  async page(): Promise<Json> {
    const query = { per_page: this.#perPage, since: this.#since, cursor: this.#cursor }
    const response = await this.#service.v1(withQuery('changes', query))
    expect(response.status, response.body).toBe(200)
    this.take(response.json)
    return response.json
  }

  take({ data, pagination, sync }: Json): void {
    for (const one of data) {
      const key = `${one.kind} ${one.id}`
      if (one.op === 'remove') {
        this.removals.push(one)
        delete this.records[key]
      } else this.records[key] = one.record
    }
    expect(pagination.has_more).toBe(sync.token === null)
    this.#cursor = pagination.next_cursor ?? undefined
    if (sync.token !== null) this.#since = sync.token
  }

  /** Reads on to the last page; returns the changes. */
  async sync(): Promise<Json[]> {
    const changes: Json[] = []
    for (;;) {
      const page = await this.page()
      changes.push(...page.data)
      if (!page.pagination.has_more) return changes
    }
  }

  ofKind(kind: string): Record<string, Json> {
    const own = Object.entries(this.records).filter(([key]) => key.startsWith(`${kind} `))
    return Object.fromEntries(own)
  }
}
