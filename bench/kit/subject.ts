/** A server that is measured. It is pinned to the core of servers, and stopped but for its own rounds. */
export interface Subject {
  name: string
  port: number
  pid: number
  /** The first process of the database server that works for it, where there is one. */
  databasePid?: number | undefined
  /** Keys to ask with; empty where none is needed. */
  keys: readonly string[]
  signal(name: NodeJS.Signals): void
  end(): Promise<void>
}
