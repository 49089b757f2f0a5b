import {
  type AgreementFilters,
  type AgreementRow,
  listAgreement,
} from '../../resources/agreement/queries.ts'
import { toAgreementItem } from '../../resources/agreement/v1.represent.ts'
import { Scroll } from '../../site/scroll.tsx'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { type ListPage, readListPage } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { More } from '../parts/more.tsx'
import { VotePattern } from '../parts/vote-bar.tsx'
import { paths } from '../paths.ts'
import { AgreementPageQuery } from '../schema.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { listPeopleOfSlugs, listYears } from './queries.ts'
import { YearFilter } from './year-filter.tsx'

/** As many as vote on a motion that counts, so that most pages are in one order. */
const othersMax = 250

/** `/{municipality}/people/{slug}/compare`: with whom the person can be compared, those who differ most often first. */
export const othersPage: ExplorePage = {
  path: '/people/:slug/compare',
  querystring: AgreementPageQuery,
  async render(visit) {
    const { store, municipality, params, query } = visit
    const { slug: person = '' } = params
    const found = await store.read(async (db) => {
      const scope = { municipalityId: municipality.id, slugs: [person] }
      const [one] = await listPeopleOfSlugs(db, scope)
      if (one === undefined) throw new Missing('person')
      const page = await readListPage(
        visit,
        (paging) =>
          listAgreement(
            db,
            { municipalityId: municipality.id, person: one.slug },
            query as AgreementFilters,
            paging,
          ),
        (row) => [row.name_folded, row.person_id, row.other_name_folded, row.other_id],
        othersMax,
      )
      return { one, page, years: await listYears(db, scope) }
    })
    return <OthersPage visit={visit} {...found} />
  },
}

interface OthersProps {
  visit: Visit
  one: Awaited<ReturnType<typeof listPeopleOfSlugs>>[number]
  page: ListPage<AgreementRow>
  years: number[]
}

function OthersPage({ visit, one, page, years }: OthersProps) {
  const { municipality, locale } = visit
  const { words } = locale
  const title = words.compare.title(one.name)
  const isSeated = one.seat !== null
  return (
    <CouncilPage
      visit={visit}
      section="people"
      title={title}
      description={words.compare.othersOf(one.name, municipality.name)}
      crumbs={[
        <a href={paths.people(municipality)}>{words.people.members}</a>,
        <a href={paths.person(municipality, one.slug)}>{one.name}</a>,
        words.compare.crumb,
      ]}
      citation={citeList(visit, { title, v1: `people/${one.slug}/agreement` })}
      unlisted={!isSeated}
    >
      <h1>{title}</h1>
      {isSeated ? <p class="lead">{words.compare.lead}</p> : <p>{words.compare.notSeated}</p>}
      {isSeated && <YearFilter visit={visit} years={years} />}
      {isSeated && page.rows.length === 0 && <p>{words.compare.none}</p>}
      {isSeated && page.rows.length > 0 && <Others visit={visit} one={one} page={page} />}
    </CouncilPage>
  )
}

function Others({ visit, one, page }: Omit<OthersProps, 'years'>) {
  const { words, count } = useLocale()
  const { counts } = words.compare
  const rows = page.rows.map(toDifference).toSorted(byDifference)
  const most = Math.max(1, ...rows.map(({ contested }) => contested))
  const percent = (value: number) => `${Math.round((value / most) * 1000) / 10}%`
  return (
    <>
      <VotePattern />
      <Scroll name={words.compare.crumb}>
        <table class="bars compact">
          <thead>
            <tr>
              <th scope="col">{words.compare.person}</th>
              <th scope="col" class="number">
                {counts.different}
              </th>
              <th scope="col" class="number">
                {counts.contestedBoth}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ slug, name, contested, different }) => (
              <tr key={slug}>
                <th scope="row">
                  <a href={paths.compare(visit.municipality, one.slug, slug)}>{name}</a>
                </th>
                <td class="number">{count(different)}</td>
                <td class="number">{count(contested)}</td>
                <td>
                  <svg aria-hidden="true">
                    <rect class="for" width={percent(contested)} height="100%" />
                    <rect class="against" width={percent(different)} height="100%" />
                    <rect width={percent(different)} height="100%" fill="url(#against)" />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="quiet">{words.compare.bars}</p>
      <p class="quiet">{words.compare.meaning}</p>
      <More page={page} />
    </>
  )
}

/** Two people who differ on a motion make it a contested one. */
function toDifference(row: AgreementRow) {
  const { person_slug: slug, contested_motions, contested_same } = toAgreementItem(row)
  const different = contested_motions - contested_same
  return { slug, name: row.other_name, contested: contested_motions, different }
}

type Difference = ReturnType<typeof toDifference>

/** Those who differ most often first. */
function byDifference(one: Difference, other: Difference): number {
  return other.different - one.different || one.contested - other.contested
}
