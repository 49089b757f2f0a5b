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
import { sortPeople } from '../parts/people-order.tsx'
import { paths } from '../paths.ts'
import { AgreementPageQuery } from '../schema.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { listPeopleOfSlugs, listYears } from './queries.ts'
import { YearFilter } from './year-filter.tsx'

/** As many as vote on a motion that counts, so that most pages are in one order. */
const othersMax = 250

/** `/{municipality}/people/{slug}/compare`: with whom the person can be compared, by name. */
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
  const { words, count, tag: language } = useLocale()
  const { counts } = words.compare
  const items = page.rows.map((row) => ({ ...toAgreementItem(row), name: row.other_name }))
  const heads = [counts.motions, counts.same, counts.contested, counts.contestedSame]
  return (
    <>
      <Scroll name={words.compare.crumb}>
        <table class="compact">
          <thead>
            <tr>
              <th scope="col">{words.compare.person}</th>
              {heads.map((head) => (
                <th scope="col" class="number" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sortPeople(items, { by: 'name', language }).map((item) => (
              <tr key={item.person_slug}>
                <th scope="row">
                  <a href={paths.compare(visit.municipality, one.slug, item.person_slug)}>
                    {item.name}
                  </a>
                </th>
                <td class="number">{count(item.motions)}</td>
                <td class="number">{count(item.same)}</td>
                <td class="number">{count(item.contested_motions)}</td>
                <td class="number">{count(item.contested_same)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="quiet">{words.compare.meaning}</p>
      <More page={page} />
    </>
  )
}
