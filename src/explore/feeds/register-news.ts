import { feedEntriesMax } from '../../core/feed-entries-max.ts'
import { urlOf as linkOf } from '../list-page.ts'
import { paths } from '../paths.ts'
import { type Register, wordsOf } from '../registers/register.ts'
import type { Visit } from '../visit.ts'
import { type Entry, type Feed, isWhole, publishedOn, toFeed, urlOf } from './feed.ts'
import { readFilterNames } from './filter-names.ts'

/** The newest entries of a register; in two statements. */
export const registerNews =
  (register: Register) =>
  async (visit: Visit): Promise<Feed> => {
    const { municipality, locale, store } = visit
    const { rows, filters } = await store.read(async (db) => ({
      rows: await register.readNewest(visit, db, feedEntriesMax),
      filters: await readFilterNames(db, visit),
    }))
    const path = paths.register(municipality, register.name)
    const entries = rows.map(({ slug, day, updated, title, summary, href }): Entry => {
      // The page of its day has it, however many entries follow.
      const ofDay = day === null ? {} : { date_from: day, date_to: day }
      return {
        url:
          href === undefined ? `${urlOf(visit, linkOf(path, ofDay))}#${slug}` : urlOf(visit, href),
        id: `${urlOf(visit, path)}#${slug}`,
        published: publishedOn(visit, day),
        ...{ title, updated, summary, event: 'other' },
      }
    })
    const { title: name } = wordsOf(register, locale.words)
    return toFeed(visit, { name, path, entries, isComplete: isWhole(rows), filters })
  }
