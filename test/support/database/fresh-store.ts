import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsPathOf } from '../../../src/store/dialect/sqlite-file.ts'
import { migrate, openWriteStore, type WriteStore } from '../../../src/store/open.ts'
import { importTown } from '../towns/import-town.ts'
import { newDatabase, templates } from './postgres-databases.ts'

/** A new, migrated database. */
export interface FreshStore {
  store: WriteStore
  databaseUrl: string
  /** Closes the store, and removes the database. */
  remove: () => Promise<void>
}

export type EngineName = WriteStore['dialect']['name']

/** The engine of this test run, from the project in vitest.config.ts or `npm run stress -- --database`. */
export function engineUnderTest(): EngineName {
  return process.env.REEVE_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
}

export function freshStore(engine = engineUnderTest()): Promise<FreshStore> {
  return engine === 'postgres' ? copyOf(templates.schema) : copiedStore('schema', migrate, engine)
}

type Copy = () => Promise<FreshStore>
const copies = new Map<string, Promise<Copy>>()

/**
 * A copy of the database that `fill` creates, which runs once per file for each `name`. Like every database, it has its
 * own secrets.
 */
export async function copiedStore(
  name: string,
  fill: (store: WriteStore) => Promise<unknown>,
  engine = engineUnderTest(),
): Promise<FreshStore> {
  const existing = `${engine} ${name}`
  const copy = copies.get(existing) ?? newCopy(fill, engine)
  copies.set(existing, copy)
  return (await copy)()
}

async function newCopy(
  fill: (store: WriteStore) => Promise<unknown>,
  engine: EngineName,
): Promise<Copy> {
  // Only the migrations run on an empty file; everything else starts from a copy of what they made.
  const { store, databaseUrl, remove } = await (fill === migrate ? newFile() : freshStore(engine))
  await fill(store)
  await store.close()
  // Deleted together with the server of this run.
  if (engine === 'postgres') return () => copyOf(databaseUrl.replace(/.*\//, ''))
  const path = databaseUrl.replace(/^sqlite:/, '')
  const bytes = [path, accountsPathOf(path)].map((file) => readFileSync(file))
  await remove()
  return async () => {
    const fresh = freshFile(bytes)
    const { store: copied, ...rest } = opened(fresh.databaseUrl, fresh.remove)
    await ownSecrets(copied)
    return { store: copied, ...rest }
  }
}

function newFile(): FreshStore {
  const { databaseUrl, remove } = freshFile()
  return opened(databaseUrl, remove)
}

async function copyOf(template: string): Promise<FreshStore> {
  const { databaseUrl, remove } = await newDatabase(template)
  return opened(databaseUrl, remove)
}

async function ownSecrets({ db }: WriteStore): Promise<void> {
  for (const { name } of await db.selectFrom('secrets').select('name').execute()) {
    const value = randomBytes(32).toString('hex')
    await db.updateTable('secrets').set({ value }).where('name', '=', name).execute()
  }
}

/** A database with the fixture town. */
export async function freshTown(engine = engineUnderTest()): Promise<FreshStore> {
  return engine === 'postgres' ? copyOf(templates.town) : copiedStore('town', importTown, engine)
}

/** The URL of a database that does not exist yet, or is empty. */
export async function emptyDatabase(
  engine = engineUnderTest(),
): Promise<Omit<FreshStore, 'store'>> {
  return engine === 'postgres' ? newDatabase(templates.nothing) : freshFile()
}

function opened(databaseUrl: string, remove: () => Promise<void>): FreshStore {
  const store = openWriteStore(databaseUrl)
  return {
    store,
    databaseUrl,
    remove: async () => {
      await store.close()
      await remove()
    },
  }
}

/** A file in a temporary folder; does not exist yet, or has these bytes of the record and the accounts file. */
function freshFile(bytes: Buffer[] = []): Omit<FreshStore, 'store'> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-test-'))
  const path = join(folder, 'reeve.db')
  for (const [index, file] of [path, accountsPathOf(path)].entries()) {
    const content = bytes[index]
    if (content !== undefined) writeFileSync(file, content)
  }
  return {
    databaseUrl: `sqlite:${path}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
