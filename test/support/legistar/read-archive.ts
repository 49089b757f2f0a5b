import { legistarArchive } from '../../../src/importers/legistar/archive/archive.ts'
import { collectItems, writeFolder } from '../imports/collect-items.ts'
import { townFiles } from './town.ts'

/** Reads the archive of the town, with changes by path. */
export function readArchive(changes: Record<string, unknown> = {}) {
  return readArchiveFiles({ ...townFiles, ...changes })
}

/** Reads an archive with these files. */
export async function readArchiveFiles(files: Record<string, unknown>) {
  const folder = await writeFolder(files)
  return { folder, ...(await collectItems(legistarArchive, folder)) }
}
