import { legistarArchive } from '../../../src/importers/legistar/archive/archive.ts'
import { collectItems, writeFolder } from '../imports/collect-items.ts'
import { townFiles } from './town.ts'

/** Reads the archive of the town, with changes by path. */
export async function readArchive(changes: Record<string, unknown> = {}) {
  const folder = await writeFolder({ ...townFiles, ...changes })
  return { folder, ...(await collectItems(legistarArchive, folder)) }
}
