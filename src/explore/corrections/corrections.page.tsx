import type { RecordKind } from '../../record/kinds.ts'
import { Phrase } from '../../site/phrase.tsx'
import { listCorrections, type StoredCorrection } from '../../store/corrections.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale, wordOf } from '../locale.ts'
import { Rows } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import type { ExplorePage, Visit } from '../visit.ts'

/** `/{municipality}/corrections`: what the operator corrected in the record. */
export const correctionsPage: ExplorePage = {
  path: '/corrections',
  // The list is not part of the record, whose version says when pages change.
  fresh: true,
  async render(visit) {
    const { accounts, municipality } = visit
    const corrections = await listCorrections(accounts.db, municipality.slug, shownMax + 1)
    return <CorrectionsPage visit={visit} corrections={corrections} />
  },
}

/** The newest ones; the command line lists all. */
const shownMax = 200

interface CorrectionsProps {
  visit: Visit
  corrections: readonly StoredCorrection[]
}

function CorrectionsPage({ visit, corrections }: CorrectionsProps) {
  const { municipality, locale } = visit
  const { corrections: words, coverage } = locale.words
  return (
    <CouncilPage
      visit={visit}
      section="coverage"
      title={words.title}
      description={words.description(municipality.name)}
      crumbs={[<a href={paths.coverage(municipality)}>{coverage.title}</a>]}
      unlisted
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {corrections.length === 0 && <p>{words.none}</p>}
      <Rows
        rows={corrections.slice(0, shownMax)}
        keyOf={({ id }) => id}
        show={(correction) => <CorrectionRow visit={visit} correction={correction} />}
      />
      {corrections.length > shownMax && <p>{words.more(locale.count(shownMax))}</p>}
    </CouncilPage>
  )
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
  const { record_kind: kind, slug, field, written, reason, added_on: added } = correction
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
      <p class="quiet">
        {day(added)}
        {correction.lifted_on !== null && (
          <>
            {' · '}
            <Phrase text={lifted} values={{ date: day(correction.lifted_on) }} />
          </>
        )}
      </p>
    </>
  )
}
