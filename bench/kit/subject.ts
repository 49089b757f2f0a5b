/** A measured server, pinned to one core and stopped outside its rounds. */
export interface Subject {
  name: string
  port: number
  pid: number
  /** The first process of its database server; undefined for SQLite. */
  databasePid?: number | undefined
  /** API keys; empty if the server needs none. */
  keys: readonly string[]
  signal(name: NodeJS.Signals): void
  end(): Promise<void>
}
