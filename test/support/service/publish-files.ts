import { publish } from '../../../src/bulk/publish.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { Cursors } from '../../../src/http/cursor.ts'
import { publishedLists } from '../../../src/resources/modules.ts'
import { findSecret } from '../../../src/store/secrets.ts'
import type { Service } from './service.ts'

/** Publishes a municipality of a service into a folder, as `reeve publish`. */
export async function publishFiles(
  { writing, url }: Service,
  municipality: string,
  folder: string,
) {
  const cursors = new Cursors(await findSecret(writing.db, 'cursor'))
  const options = { municipality, folder, siteUrl: url, cursors, clock: systemClock }
  return publish(writing, { ...options, lists: publishedLists })
}
