import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { ImportRecord } from '../../src/record/kinds.ts'
import { inspect, type Row } from '../../test/support/database/inspector.ts'
import { databaseProblems } from '../../test/support/database/problems.ts'
import { writeBundle } from '../../test/support/imports/bundle-folder.ts'
import { newReeve, type Reeve } from '../../test/support/process/reeve.ts'
import { town, townRecords } from '../../test/support/towns/town.ts'
import type { Results } from './results.ts'
import { Wire } from './wire.ts'

type State = 'one' | 'other'

/** A served database with one of two states of a record, which an import replaces by the other one. */
export interface AlternatingImport {
  readonly reeve: Reeve
  readonly databaseUrl: string
  /** The current state. */
  readonly held: State
  /** Arguments of `reeve` that import the other state. */
  words(): string[]
  /** Asserts that the database is sound and has one of the states; the other one if `landed`. */
  checkState(what: string, landed?: boolean): Promise<void>
  /** Stops the reader and removes everything. */
  end(): Promise<void>
}

const main = resolve(import.meta.dirname, '../../dist/main.js')
const contentTables = [
  ...['organizations', 'people', 'memberships', 'bylaws', 'matters', 'sponsorships', 'meetings'],
  ...[
    'attendance',
    'speaking_time',
    'key_statements',
    'agenda_items',
    'motions',
    'votes',
    'candidates',
  ],
  ...['documents', 'document_sections', 'search_documents'],
]

/** Imports the first state, and serves it to a client that reads continuously and checks each response. */
export async function openAlternatingImport(results: Results): Promise<AlternatingImport> {
  const reeve = newReeve()
  const databaseUrl = `sqlite:${join(reeve.folder, 'reeve.db')}`
  const folders = { one: join(reeve.folder, 'one'), other: join(reeve.folder, 'other') }
  writeBundle(folders.one, townRecords())
  writeBundle(folders.other, townRecords().map(reword))
  const words = (state: State) => {
    const words = ['import', 'bundle', folders[state], '--municipality', town.slug, '--prune']
    return [main, ...words]
  }
  await reeve.create(databaseUrl)
  const print = () => fingerprint(databaseUrl)
  const prints = {} as Record<State, string>
  for (const state of ['other', 'one'] as const) {
    const { status, stderr } = await reeve.run(words(state).slice(1), { DATABASE_URL: databaseUrl })
    if (status !== 0) throw new Error(`the ${state} state is not imported: ${stderr}`)
    prints[state] = await print()
  }
  const reader = await startReader(reeve, databaseUrl, results)
  let held: State = 'one'
  return {
    reeve,
    databaseUrl,
    get held() {
      return held
    },
    words: () => words(held === 'one' ? 'other' : 'one'),
    async checkState(what, landed = false) {
      const now = await print()
      const current = (['one', 'other'] as const).find((state) => prints[state] === now)
      results.demand(current !== undefined, `${what}: what it holds is neither before nor after`)
      if (landed) results.demand(current !== held, `${what}: succeeded, but changed nothing`)
      for (const problem of await databaseProblems(databaseUrl)) results.fail(`${what}: ${problem}`)
      held = current ?? held
    },
    async end() {
      await reader.end()
      await reeve.remove()
    },
  }
}

/** Changes a title or text, so that no row is equal in both states. */
function reword(record: ImportRecord): ImportRecord {
  if ('title' in record) return { ...record, title: `${record.title} (again)` }
  if (record.kind === 'motion') return { ...record, text: `${record.text ?? ''} (again)` }
  return record
}

// `group_key` and `marks` contain ids.
const stamps = /(^|_)id$|_at$|_hash$|^(group_key|marks)$/

/** A hash of the content, without ids and timestamps. */
function fingerprint(databaseUrl: string): Promise<string> {
  return inspect(databaseUrl, async (db) => {
    const hash = createHash('sha256')
    for (const table of contentTables) {
      const rows = await db.rows(`select * from ${table}`)
      hash.update(`${table}\n${rows.map(said).sort().join('\n')}\n`)
    }
    return hash.digest('hex')
  })
}

function said(row: Row): string {
  const content = Object.entries(row).filter(([column]) => !stamps.test(column))
  return JSON.stringify(content)
}

/** Requests the list of meetings continuously; each response must be of one state. */
async function startReader(
  reeve: Reeve,
  databaseUrl: string,
  results: Results,
): Promise<{ end: () => Promise<void> }> {
  const serving = await reeve.serve([], { DATABASE_URL: databaseUrl })
  const wire = new Wire(serving.port, 2)
  let isOver = false
  const read = async () => {
    while (!isOver) {
      const target = `/api/ocd/${town.slug}/events?per_page=100`
      const { status, body } = await wire.send({ method: 'GET', target })
      results.note(status)
      results.demand(status === 200, `a reader got ${status}`)
      if (status !== 200) continue
      const names = (JSON.parse(body).results as { name: string }[]).map(({ name }) => name)
      const changed = names.filter((name) => name.endsWith('(again)')).length
      const isOne = changed === 0 || changed === names.length
      results.demand(
        isOne && names.length > 0,
        `a reader sees ${changed} of ${names.length} changed`,
      )
    }
  }
  const reading = read()
  return {
    async end() {
      isOver = true
      await reading
      wire.close()
      serving.signal('SIGTERM')
      const { status } = await serving.ended
      results.demand(status === 0, `the server ended with ${status}`)
    },
  }
}
