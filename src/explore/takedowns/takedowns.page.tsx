import { OperatorLink } from '../../site/operator.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { findTakedownOf, listTakedowns, type Takedown } from '../../store/takedowns.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { LoggedDays, LogPage, loggedMax } from '../frame/log-page.tsx'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import type { ExplorePage, Visit } from '../visit.ts'

/** `/{municipality}/takedowns`: what was taken down, without what it said. */
export const takedownsPage: ExplorePage = {
  path: '/takedowns',
  // The log is not part of the record, whose version says when pages change.
  fresh: true,
  async render(visit) {
    const { accounts, municipality } = visit
    const takedowns = await listTakedowns(accounts.db, municipality.slug, loggedMax + 1)
    const { takedowns: words } = visit.locale.words
    const show = (takedown: Takedown) => <TakedownRow visit={visit} takedown={takedown} />
    return <LogPage {...{ visit, words, rows: takedowns, show }} />
  },
}

function TakedownRow({ visit, takedown }: { visit: Visit; takedown: Takedown }) {
  const { words, dateAt } = useLocale()
  const { kinds, of, lifted } = words.takedowns
  const { kind, record_kind: record, reason, added_at: added, lifted_at: ended } = takedown
  const day = (time: string) => (
    <time dateTime={time}>{dateAt(time, visit.municipality.timeZone)}</time>
  )
  return (
    <>
      <strong>
        {kinds[kind]}
        {record !== null && kind !== 'contact' && ` ${of[record]}`}
      </strong>
      {words.colon}
      {reason}
      <LoggedDays added={day(added)} lifted={ended && day(ended)} text={lifted} />
    </>
  )
}

/** Why nothing is at an address any more; undefined if nothing was taken down there. */
export async function removedRecord(visit: Visit, kind: Takedown['record_kind']) {
  const { accounts, municipality, params, locale } = visit
  if (kind === null || params.slug === undefined) return undefined
  const found = await findTakedownOf(accounts.db, {
    ...{ municipality: municipality.slug, kind, slug: params.slug },
  })
  if (found === undefined) return undefined
  const { words, dateAt } = locale
  const title = words.takedowns.removedOn(dateAt(found.added_at, municipality.timeZone))
  return (
    <CouncilPage visit={visit} title={title} unlisted isMissing>
      <h1>{title}</h1>
      <p class="lead">{words.takedowns.because(found.reason)}</p>
      <p>
        <Phrase
          text={words.takedowns.removedBy}
          values={{
            operator: <OperatorLink />,
            list: <a href={paths.takedowns(municipality)}>{words.takedowns.list}</a>,
          }}
        />
      </p>
    </CouncilPage>
  )
}
