import type { RecordKind } from '../../record/kinds.ts'
import { Phrase } from '../../site/phrase.tsx'
import { listCorrections, type StoredCorrection } from '../../store/corrections.ts'
import { LoggedDays, LogPage, loggedMax } from '../frame/log-page.tsx'
import { useLocale, wordOf } from '../locale.ts'
import { paths } from '../paths.ts'
import type { ExplorePage, Visit } from '../visit.ts'

/** `/{municipality}/corrections`: what the operator corrected in the record. */
export const correctionsPage: ExplorePage = {
  path: '/corrections',
  // The list is not part of the record, whose version says when pages change.
  fresh: true,
  async render(visit) {
    const { accounts, municipality } = visit
    const corrections = await listCorrections(accounts.db, municipality.slug, loggedMax + 1)
    const { corrections: words } = visit.locale.words
    const show = (correction: StoredCorrection) => <CorrectionRow {...{ visit, correction }} />
    return <LogPage {...{ visit, words, rows: corrections, show }} />
  },
}

const pathOf: Partial<
  Record<RecordKind, (council: Visit['municipality'], slug: string) => string>
> = {
  ...{ motion: paths.motion, meeting: paths.meeting, person: paths.person },
  ...{ matter: paths.matter, bylaw: paths.bylaw, organization: paths.body },
}

interface RowProps {
  visit: Visit
  correction: StoredCorrection
}

function CorrectionRow({ visit, correction }: RowProps) {
  const { words, date } = useLocale()
  const { fields, to, toNone, lifted, of } = words.corrections
  const { record_kind: kind, slug, field, written, reason } = correction
  const { added_on: added, lifted_on: ended } = correction
  const name = wordOf(fields, field) ?? field
  const href = slug === null ? undefined : pathOf[kind]?.(visit.municipality, slug)
  const values = {
    what: written === null ? toNone(name) : to(name, written),
    record: href === undefined ? '' : <a href={href}>{slug}</a>,
  }
  const day = (on: string) => <time dateTime={on}>{date(on)}</time>
  return (
    <>
      {href === undefined ? values.what : <Phrase text={of} values={values} />}
      <p>{reason}</p>
      <LoggedDays added={day(added)} lifted={ended && day(ended)} text={lifted} />
    </>
  )
}
