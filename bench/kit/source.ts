import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { newReeve } from '../../test/support/process/reeve.ts'
import { lowmere, writeLowmere } from '../../test/support/sample/service.ts'

/** A record and its importer. */
export interface Source {
  /** Name in the report. */
  name: string
  slug: string
  /** Options of `reeve municipalities add`. */
  addOptions: readonly string[]
  importer: string
  folder: string
}

/** A Legistar archive, or the sample data. */
export function createSource(archive: string | undefined): Source {
  if (archive === undefined) return createSample()
  const division = ['--division', 'ocd-division/country:ca/csd:9900001']
  return {
    name: 'archive',
    slug: 'archived',
    addOptions: ['--name', 'Archived', '--timezone', 'America/New_York', ...division],
    importer: 'legistar-archive',
    folder: resolve(archive),
  }
}

function createSample(): Source {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-sample-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  writeLowmere(folder)
  const { slug, name, timeZone, divisionId } = lowmere
  return {
    name: 'Lowmere',
    slug,
    addOptions: ['--name', name, '--timezone', timeZone, '--division', divisionId],
    importer: 'bundle',
    folder,
  }
}

export function addMunicipality(
  { slug, addOptions }: Source,
  databaseUrl: string,
): Promise<string> {
  return runReeve(['municipalities', 'add', slug, ...addOptions], databaseUrl)
}

export function importArguments({ importer, folder, slug }: Source): string[] {
  return ['import', importer, folder, '--municipality', slug]
}

/** Runs the built command and returns its output; throws if it fails. */
export async function runReeve(
  args: readonly string[],
  databaseUrl: string,
  onStart?: (pid: number) => void,
): Promise<string> {
  const reeve = newReeve()
  try {
    const settings = { DATABASE_URL: databaseUrl }
    const { status, stdout, stderr } = await reeve.run(args, settings, onStart)
    if (status !== 0) throw new Error(`reeve ${args[0]} failed with exit code ${status}: ${stderr}`)
    return stdout
  } finally {
    await reeve.remove()
  }
}
