import { afterVeto, lastVeto } from '../../core/veto.ts'
import { findMatter } from '../../resources/matters/queries.ts'
import { recordName } from '../council-context.ts'
import { readDecidedMatters } from '../parts/queries.ts'
import type { VetoOnPage } from '../parts/veto-step.tsx'
import { paths } from '../paths.ts'
import { Missing, type Visit } from '../visit.ts'
import { itemsAhead } from './ahead.ts'
import { changeEntries } from './changes-news.ts'
import { type Entry, type Feed, publishedOn, urlOf } from './feed.ts'
import { motionEntries } from './news.ts'
import { toRecordFeed } from './record-news.ts'

/** The motions on a matter, the agendas to come that it is on, its veto, and what was changed in it; in five statements. */
export async function matterNews(visit: Visit): Promise<Feed> {
  const { municipality, params, store } = visit
  const { slug = '' } = params
  return store.read(async (db) => {
    const found = await findMatter(db, municipality.id, { value: slug, column: 'slug' }, 0)
    if (found === undefined) throw new Missing('matter')
    const { id, title: name, updated_at } = found.matter
    const motions = await motionEntries(visit, db, { matter: slug })
    const { decided = [], vetoes = [] } = (await readDecidedMatters(db, [{ id }])).get(id) ?? {}
    const veto = lastVeto(vetoes, decided)
    const vetoed = veto === undefined ? [] : [vetoEntry(visit, { slug, updated_at, veto })]
    const path = paths.matter(municipality, slug)
    const changes = await changeEntries(visit, db, { kind: 'matter', id, path })
    const ahead = await itemsAhead(visit, db, { of: { matter: id } })
    return toRecordFeed(visit, { name, path, changes, ahead, others: [...vetoed, ...motions] })
  })
}

interface VetoOfMatter {
  slug: string
  updated_at: string
  veto: VetoOnPage
}

/** A veto has no page but that of its matter. */
function vetoEntry(visit: Visit, { slug, updated_at: updated, veto }: VetoOfMatter): Entry {
  const { municipality, locale } = visit
  return {
    event: 'decided',
    url: urlOf(visit, paths.matter(municipality, slug)),
    title: recordName(municipality, locale, veto.description),
    published: publishedOn(visit, veto.date),
    updated,
    summary: [veto.date === '' ? null : locale.date(veto.date), afterVeto(veto.text ?? null)]
      .filter((part) => part !== null)
      .join(' · '),
  }
}
