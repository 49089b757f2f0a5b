import { kinds, type RecordKind } from '../../record/kinds.ts'
import { Phrase } from '../../site/phrase.tsx'
import { listCorrections, type StoredCorrection } from '../../store/corrections.ts'
import { LoggedDays, LogPage, loggedMax } from '../frame/log-page.tsx'
import { useLocale, wordOf } from '../locale.ts'
import { correctedValue } from '../parts/corrected-value.ts'
import { lineOfMotion } from '../parts/motion-link.tsx'
import { listMotionLinesByIds } from '../parts/queries.ts'
import { paths } from '../paths.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { type CorrectedRecord, listCorrectedRecords } from './queries.ts'

/** `/{municipality}/corrections`: what the operator corrected in the record. */
export const correctionsPage: ExplorePage = {
  path: '/corrections',
  // The list is not part of the record, whose version says when pages change.
  fresh: true,
  async render(visit) {
    const { accounts, municipality } = visit
    const corrections = await listCorrections(accounts.db, municipality.slug, loggedMax + 1)
    const named = await readNamed(visit, corrections)
    const { corrections: words } = visit.locale.words
    const show = (correction: StoredCorrection) => (
      <CorrectionRow {...{ visit, correction, named }} />
    )
    return <LogPage {...{ visit, words, rows: corrections, show }} />
  },
}

/** The records that corrections are about or refer to, by kind and slug. */
type Named = ReadonlyMap<string, Pick<CorrectedRecord, 'name' | 'meeting_slug' | 'corrected'>>
type Mark = CorrectedRecord['corrected'][number]

/** At most two statements. */
async function readNamed(visit: Visit, corrections: readonly StoredCorrection[]): Promise<Named> {
  const slugs = corrections.flatMap(({ slug, written, field }) =>
    [slug, field.endsWith('_key') ? written : null].filter((one) => one !== null),
  )
  if (slugs.length === 0) return new Map()
  return visit.store.read(async (db) => {
    const records = await listCorrectedRecords(db, visit.municipality.id, slugs)
    const ids = records.filter(({ kind }) => kind === 'motion').map(({ id }) => id)
    const motions = ids.length === 0 ? [] : await listMotionLinesByIds(db, ids)
    const lines = new Map(
      motions.map(({ id, subject, ...row }) => [id, lineOfMotion(row, subject, visit)]),
    )
    return new Map(
      records.map(({ kind, id, slug, name, ...record }) => [
        `${kind} ${slug}`,
        { ...record, name: (kind === 'motion' && lines.get(id)) || name },
      ]),
    )
  })
}

const pathOf: Partial<
  Record<RecordKind, (council: Visit['municipality'], slug: string) => string>
> = {
  ...{ motion: paths.motion, meeting: paths.meeting, person: paths.person },
  ...{ matter: paths.matter, bylaw: paths.bylaw, organization: paths.body },
  agenda_item: paths.meeting,
}

interface RowProps {
  visit: Visit
  correction: StoredCorrection
  named: Named
}

function CorrectionRow({ visit, correction, named }: RowProps) {
  const locale = useLocale()
  const { words, date } = locale
  const { lifted, of, agrees } = words.corrections
  const { record_kind: kind, slug, field, reason, added_on: added, lifted_on: ended } = correction
  const record = slug === null ? undefined : named.get(`${kind} ${slug}`)
  const page = kind === 'agenda_item' ? (record?.meeting_slug ?? null) : slug
  const href = page === null ? undefined : pathOf[kind]?.(visit.municipality, page)
  const what = nowIn(correction, named, locale)
  const mark = record?.corrected.find(
    (one) => one.field === field && one.on === added && one.reason === reason,
  )
  const day = (on: string) => <time dateTime={on}>{date(on)}</time>
  return (
    <>
      {href === undefined ? (
        what
      ) : (
        <Phrase text={of} values={{ what, record: <a href={href}>{record?.name ?? slug}</a> }} />
      )}
      {mark !== undefined && ` ${sourceOf(mark, locale)}`}
      {mark === undefined && record !== undefined && ended === null && <p>{agrees}</p>}
      <p>{reason}</p>
      <LoggedDays added={day(added)} lifted={ended && day(ended)} text={lifted} />
    </>
  )
}

/** What the source has, in parentheses. */
function sourceOf({ field, was = null }: Mark, locale: Visit['locale']): string {
  const { source, sourceNone, sourceOther } = locale.words.corrections
  const value = was === null ? null : correctedValue(field, was, locale)
  if (value !== null) return source(value)
  return was === null ? sourceNone : sourceOther
}

/** What a record has since its correction, as a clause; of a record that it refers to, the name. */
function nowIn(
  { record_kind: kind, field, written }: StoredCorrection,
  named: Named,
  locale: Visit['locale'],
): string {
  const { fields, to, toNone } = locale.words.corrections
  const name = wordOf(fields, field) ?? field
  if (written === null) return toNone(name)
  const { target } = kinds[kind].layout.references.find((one) => one.field === field) ?? {}
  const referred = target === undefined ? undefined : named.get(`${target} ${written}`)?.name
  return to(name, correctedValue(field, written, locale) ?? referred ?? written)
}
