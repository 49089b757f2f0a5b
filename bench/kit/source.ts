import { resolve } from 'node:path'
import { newReeve } from '../../test/support/process/reeve.ts'

/** A published record, and the words that import it. */
export interface Source {
  /** What the report calls it. */
  name: string
  slug: string
  /** Options of `reeve municipalities add`. */
  place: readonly string[]
  importer: string
  folder: string
}

/** The record of Ottawa that the repository holds; or that of an archive of Legistar. */
export function sourceOf(archive: string | undefined): Source {
  if (archive === undefined)
    return {
      name: 'Ottawa',
      slug: 'ottawa',
      place: ['--csd', '3506008', '--timezone', 'America/Toronto'],
      importer: 'escribe',
      folder: resolve(import.meta.dirname, '../../data/ottawa-2026'),
    }
  const division = ['--division', 'ocd-division/country:ca/csd:9900001']
  return {
    name: 'archive',
    slug: 'archived',
    place: ['--name', 'Archived', '--timezone', 'America/New_York', ...division],
    importer: 'legistar-archive',
    folder: resolve(archive),
  }
}

export function addMunicipality({ slug, place }: Source, databaseUrl: string): Promise<string> {
  return runReeve(['municipalities', 'add', slug, ...place], databaseUrl)
}

/** The words that import it. */
export function importWords({ importer, folder, slug }: Source): string[] {
  return ['import', importer, folder, '--municipality', slug]
}

/** Runs the built command to its end; returns what it printed. Throws where it failed. */
export async function runReeve(
  words: readonly string[],
  databaseUrl: string,
  onStart?: (pid: number) => void,
): Promise<string> {
  const reeve = newReeve()
  try {
    const settings = { DATABASE_URL: databaseUrl }
    const { status, stdout, stderr } = await reeve.run(words, settings, onStart)
    if (status !== 0) throw new Error(`reeve ${words[0]} ended with ${status}: ${stderr}`)
    return stdout
  } finally {
    await reeve.remove()
  }
}
