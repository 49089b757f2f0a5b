import { type AgreementFilters, listAgreement } from '../../resources/agreement/queries.ts'
import type { AgreementItem } from '../../resources/agreement/schema.ts'
import { toAgreementItem } from '../../resources/agreement/v1.represent.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { type ListPage, readListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { Counts } from '../parts/facts.tsx'
import { More } from '../parts/more.tsx'
import { MotionRow } from '../parts/motion-row.tsx'
import { PersonName } from '../parts/names.tsx'
import { listMotionLinesByIds, type MotionLine } from '../parts/queries.ts'
import { Rows } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import { AgreementPageQuery } from '../schema.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { wordOf } from '../words/word-of.ts'
import { findDifferences, listYears } from './queries.ts'
import { YearFilter } from './year-filter.tsx'

type Found = Awaited<ReturnType<typeof findDifferences>>
type Person = Found['people'][number]
type Difference = MotionLine & Pick<Found['motions'][number], 'value' | 'otherValue'>

interface Compared {
  one: Person
  other: Person
  /** Undefined if no motion has votes of both. */
  agreement: AgreementItem | undefined
  years: number[]
  differences: ListPage<Difference>
}

/** `/{municipality}/people/{slug}/compare/{other}`: where two people voted alike, and where not. */
export const comparePage: ExplorePage = {
  path: '/people/:slug/compare/:other',
  querystring: AgreementPageQuery,
  async render(visit) {
    const { slug, other } = visit.params
    if (slug === other) throw new Missing('comparison')
    return <ComparePage visit={visit} compared={await readComparison(visit)} />
  },
}

/** In four statements. */
async function readComparison(visit: Visit): Promise<Compared> {
  const { store, municipality, params } = visit
  const { slug = '', other: otherSlug = '' } = params
  const filters = visit.query as AgreementFilters
  const municipalityId = municipality.id
  const pair = { municipalityId, slugs: [slug, otherSlug] }
  return store.read(async (db) => {
    let people: Person[] = []
    const page = await readListPage(
      visit,
      async (paging) => {
        const found = await findDifferences(db, pair, filters, paging)
        people = found.people
        return found.motions
      },
      ({ date, id }) => [date, id],
    )
    const one = people.find((person) => person.slug === slug)
    const other = people.find((person) => person.slug === otherSlug)
    if (one === undefined || other === undefined) throw new Missing('person')
    const scope = { municipalityId, person: slug, other: otherSlug }
    const [agreement] = await listAgreement(db, scope, filters, { limit: 1 })
    const ids = page.rows.map(({ id }) => id)
    const lines = ids.length === 0 ? [] : await listMotionLinesByIds(db, { ids })
    const lineOf = new Map(lines.map((line) => [line.id, line]))
    const rows = page.rows.flatMap(({ id, value, otherValue }) => {
      const line = lineOf.get(id)
      return line === undefined ? [] : [{ ...line, value, otherValue }]
    })
    return {
      ...{ one, other, differences: { ...page, rows } },
      agreement: agreement && toAgreementItem(agreement),
      years: await listYears(db, pair),
    }
  })
}

function ComparePage({ visit, compared }: { visit: Visit; compared: Compared }) {
  const { municipality, locale } = visit
  const { words } = locale
  const { one, other } = compared
  const isSeated = one.seat !== null && other.seat !== null
  const title = words.compare.pair(one.name, other.name)
  const compare = <a href={paths.others(municipality, one.slug)}>{words.compare.crumb}</a>
  return (
    <CouncilPage
      visit={visit}
      section="people"
      title={title}
      description={words.compare.description(one.name, other.name, municipality.name)}
      crumbs={[
        <a href={paths.people(municipality)}>{words.people.members}</a>,
        <PersonName name={one.name} slug={one.slug} />,
        compare,
        <PersonName name={other.name} slug={other.slug} />,
      ]}
      citation={citeList(visit, { title, v1: `people/${one.slug}/agreement` })}
      unlisted={!isSeated}
    >
      <h1>{title}</h1>
      {isSeated ? (
        <Comparison visit={visit} compared={compared} />
      ) : (
        <p>{words.compare.notSeated}</p>
      )}
    </CouncilPage>
  )
}

function Comparison({ visit, compared }: { visit: Visit; compared: Compared }) {
  const { words } = useLocale()
  const { agreement, differences, years } = compared
  return (
    <>
      <YearFilter visit={visit} years={years} />
      {agreement === undefined ? (
        <p>{words.compare.noneShared}</p>
      ) : (
        <>
          <Agreement agreement={agreement} />
          <h2 id="differences">{words.compare.differences}</h2>
          {differences.rows.length === 0 && <p>{words.compare.noDifferences}</p>}
          <Rows
            rows={differences.rows}
            keyOf={({ slug }) => slug}
            show={(motion) => (
              <>
                <MotionRow visit={visit} motion={motion} />
                <Sides compared={compared} motion={motion} />
              </>
            )}
          />
          <More page={differences} />
        </>
      )}
    </>
  )
}

/** Counts, and a percentage only of enough contested motions. */
function Agreement({ agreement }: { agreement: AgreementItem }) {
  const { words, count, tag } = useLocale()
  const { counts, share, tooFew, meaning } = words.compare
  const { motions, same, contested_motions: contested, contested_same } = agreement
  const value = shareOf(contested, contested_same)
  const percent = new Intl.NumberFormat(tag, { style: 'percent' })
  return (
    <>
      <Counts
        counts={[
          [counts.motions, count(motions)],
          [counts.same, count(same)],
          [counts.contested, count(contested)],
          [counts.contestedSame, count(contested_same)],
        ]}
      />
      <p>{value === null ? tooFew(count(contestedMin)) : share(percent.format(value))}</p>
      <p class="quiet">{meaning}</p>
    </>
  )
}

function Sides({ compared, motion }: { compared: Compared; motion: Difference }) {
  const { words } = useLocale()
  const vote = (value: string) => wordOf(words.person.voted, value) ?? value
  const { one, other } = compared
  return (
    <p>
      {words.compare.voted(one.name, vote(motion.value))}
      {' · '}
      {words.compare.voted(other.name, vote(motion.otherValue))}
    </p>
  )
}

/** Fewer contested motions say too little for a percentage. */
const contestedMin = 20

/** The share of contested motions on which two people voted alike; null if there are too few. */
export function shareOf(contested: number, same: number): number | null {
  return contested < contestedMin ? null : same / contested
}
