import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { afterOtherWriters } from '../store/open.ts'
import { rebuildSearch } from '../store/search/index-documents.ts'
import { withWriteStore } from './stores.ts'

/** `reeve search rebuild`. */
export function searchCommand(): Command {
  return new Command('search').addCommand(
    new Command('rebuild')
      .description(
        'Build the search index again from the record. Searches use the old one until it is complete',
      )
      .action(async () => {
        const texts = await withWriteStore(readConfig().databaseUrl, async (store) => {
          const rebuild = () =>
            store.transaction((db) => rebuildSearch(db, store.dialect), 'record')
          const count = await afterOtherWriters(rebuild)
          await store.dialect.truncateLog(store.db)
          return count
        })
        console.log(`Indexed ${texts} texts.`)
      }),
  )
}
