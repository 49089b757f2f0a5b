import type { Migration } from 'kysely'
import { up as initial } from './0001-initial.ts'
import { up as indexes } from './0002-indexes.ts'
import { up as site } from './0003-site.ts'
import { up as searchWords } from './0004-search-words.ts'
import { up as unfinishedCopy } from './0005-unfinished-copy.ts'
import { up as importResults } from './0006-import-results.ts'
import { up as readSources } from './0007-read-sources.ts'
import { up as listedRows } from './0008-listed-rows.ts'
import { up as personCounts } from './0009-person-counts.ts'

/** Every migration by its name, in order. Frozen once released. */
export const migrations: Record<string, Migration> = {
  '0001-initial': { up: initial },
  '0002-indexes': { up: indexes },
  '0003-site': { up: site },
  '0004-search-words': { up: searchWords },
  '0005-unfinished-copy': { up: unfinishedCopy },
  '0006-import-results': { up: importResults },
  '0007-read-sources': { up: readSources },
  '0008-listed-rows': { up: listedRows },
  '0009-person-counts': { up: personCounts },
}
