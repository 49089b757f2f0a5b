import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dateInZone } from '../core/calendar-date.ts'
import { castVotes } from '../core/cast-votes.ts'
import type { Clock } from '../core/clock.ts'
import type { Cursors } from '../http/cursor.ts'
import type { PublishedList } from '../http/list-download.ts'
import { readAllRecords } from '../resources/modules.ts'
import { findWithImports } from '../store/import-runs.ts'
import type { ReadStore } from '../store/open.ts'
import { replaceFolder } from '../store/replaced-folder.ts'
import { StoreError } from '../store/store-error.ts'
import { TableFile } from '../store/table-file.ts'
import { type DataPackage, packageFile, toDataPackage } from './datapackage.ts'
import { measured, type WrittenList, writeLines, writeList } from './list-files.ts'

/** Queries that many ask for. */
const views = {
  votes_by_person: `select person_slug, person_name,
    sum(vote_value in ('${castVotes.join("', '")}')) as votes, count(*) as rows,
    sum(vote_value = 'For') as votes_for, sum(vote_value = 'Against') as votes_against,
    sum(dissent = 1) as dissents
    from votes where person_slug is not null group by person_slug, person_name`,
  contested_motions: `select * from motions where contested = 1`,
}

const tablesFile = 'record.sqlite'

interface PublishOptions {
  /** Slug. */
  municipality: string
  folder: string
  siteUrl: string
  clock: Clock
  /** Those of the service, whose tokens the file of all records has. */
  cursors: Cursors
  lists: readonly PublishedList[]
}

/**
 * Writes the lists of a municipality as files, from one snapshot of the database, into a folder that replaces the former
 * one at once. Throws `StoreError` if the municipality does not exist, or if the folder cannot be used.
 */
export async function publish(
  store: Pick<ReadStore, 'read'>,
  { municipality: slug, folder, siteUrl, clock, cursors, lists }: PublishOptions,
): Promise<DataPackage> {
  return store.read(async (db) => {
    const [found] = await findWithImports(db, [slug], { namesMax: 0 })
    if (found === undefined)
      throw new StoreError(
        `municipality "${slug}" does not exist; list them with: reeve municipalities list`,
      )
    const { municipality, importState } = found
    const now = clock.now()
    const pages = `${siteUrl}/${slug}`
    const today = dateInZone(now, municipality.timeZone)
    const scope = { municipalityId: municipality.id, today, pages }
    return replaceFolder(join(folder, slug), async (unfinished) => {
      const tables = new TableFile(join(unfinished, tablesFile))
      const written: WrittenList[] = []
      try {
        for (const list of lists) {
          const to = { folder: unfinished, tables }
          written.push(await writeList(list, list.batches(db, scope), to))
        }
        for (const [name, select] of Object.entries(views)) tables.addView(name, select)
        tables.commit()
      } finally {
        tables.close()
      }
      const records = await readAllRecords(db, { cursors, scope })
      const described = toDataPackage({
        ...{ municipality, last: importState.last, pages, lists: written },
        changes: await writeLines('changes', records.batches, unfinished),
        token: records.token,
        created: new Date(now).toISOString(),
        tables: await measured(unfinished, tablesFile),
      })
      const text = `${JSON.stringify(described, null, 2)}\n`
      await writeFile(join(unfinished, packageFile), text, { flush: true })
      return described
    })
  })
}
