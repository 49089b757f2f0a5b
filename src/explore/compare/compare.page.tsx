import {
  type AgreementFilters,
  type AgreementRow,
  listAgreement,
} from '../../resources/agreement/queries.ts'
import { toAgreementItem } from '../../resources/agreement/v1.represent.ts'
import { Scroll } from '../../site/scroll.tsx'
import { useBodyOptions } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { type ListPage, readListPage, urlOf } from '../list-page.ts'
import { useLocale, wordOf } from '../locale.ts'
import { percentOf, sharedMin, shareOf } from '../parts/agreement-share.ts'
import { Counts } from '../parts/facts.tsx'
import { DateField, FilterForm, Select, WordsField } from '../parts/filter-form.tsx'
import { MotionRow } from '../parts/motion-row.tsx'
import { PersonName } from '../parts/names.tsx'
import { countShared, type SharedFilters } from '../parts/pair/queries.ts'
import { listMotionLinesByIds, type MotionLine } from '../parts/queries.ts'
import { List, More } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import { AgreementPageQuery, ComparePageQuery } from '../schema.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { withoutWords } from '../vote-counts.ts'
import { Hatching } from './hatching.tsx'
import { findChoices, findDifferences, listPeopleOfSlugs } from './queries.ts'

type Found = Awaited<ReturnType<typeof findDifferences>>
type Person = Found['people'][number]
type Shared = Awaited<ReturnType<typeof countShared>>
type Choices = Awaited<ReturnType<typeof findChoices>>
type Difference = MotionLine & Pick<Found['motions'][number], 'value' | 'otherValue'>

interface Compared {
  one: Person
  other: Person
  /** Undefined if no motion has votes of both. */
  agreement: Shared | undefined
  choices: Choices
  differences: ListPage<Difference>
}

/** `/{municipality}/people/{slug}/compare/{other}`: where two people voted alike, and where not. */
export const comparePage: ExplorePage = {
  path: '/people/:slug/compare/:other',
  querystring: ComparePageQuery,
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
  const filters = await withoutWords<SharedFilters>(visit, visit.query)
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
    const counts = await countShared(db, pair, filters)
    const ids = page.rows.map(({ id }) => id)
    const lines = ids.length === 0 ? [] : await listMotionLinesByIds(db, ids)
    const lineOf = new Map(lines.map((line) => [line.id, line]))
    const rows = page.rows.flatMap(({ id, value, otherValue }) => {
      const line = lineOf.get(id)
      return line === undefined ? [] : [{ ...line, value, otherValue }]
    })
    return {
      ...{ one, other, differences: { ...page, rows } },
      agreement: counts.motions === 0 ? undefined : counts,
      choices: await findChoices(db, pair),
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
  const { agreement, differences, choices } = compared
  return (
    <>
      {agreement === undefined ? (
        <p class="lead">{words.compare.noneShared}</p>
      ) : (
        <Agreement agreement={agreement} />
      )}
      <Filters visit={visit} choices={choices} isOfPair />
      {agreement !== undefined && (
        <>
          <h2 id="differences">{words.compare.differences}</h2>
          {differences.rows.length === 0 && <p>{words.compare.noDifferences}</p>}
          <List
            rows={differences.rows}
            keyOf={({ slug }) => slug}
            show={(motion) => (
              <>
                <div>
                  <MotionRow visit={visit} motion={motion} />
                </div>
                <Sides compared={compared} motion={motion} />
              </>
            )}
          />
          <More page={differences} />
        </>
      )}
      <ToCouncil visit={visit} />
    </>
  )
}

/** Counts, and a percentage only of enough contested motions. */
function Agreement({ agreement }: { agreement: Shared }) {
  const { words, count, percent } = useLocale()
  const { counts, share, tooFew, meaning } = words.compare
  const { motions, same, contested_motions: contested, contested_same } = agreement
  const value = shareOf({ motions: contested, same: contested_same })
  return (
    <>
      <p class="lead">
        {value === null ? tooFew(count(sharedMin)) : share(percent(percentOf(value) / 100))}
      </p>
      <div class="stone figures">
        <Counts
          counts={[
            [counts.motions, count(motions)],
            [counts.same, count(same)],
            [counts.contested, count(contested)],
            [counts.contestedSame, count(contested_same)],
          ]}
        />
      </div>
      <p class="quiet">{meaning}</p>
    </>
  )
}

function Sides({ compared, motion }: { compared: Compared; motion: Difference }) {
  const { words } = useLocale()
  const vote = (value: string) => wordOf(words.person.voted, value) ?? value
  const { one, other } = compared
  return (
    <ul class="sides">
      <li class={motion.value}>{words.compare.voted(one.name, vote(motion.value))}</li>
      <li class={motion.otherValue}>{words.compare.voted(other.name, vote(motion.otherValue))}</li>
    </ul>
  )
}

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
      return { one, page, choices: await findChoices(db, scope) }
    })
    return <OthersPage visit={visit} {...found} />
  },
}

interface OthersProps {
  visit: Visit
  one: Awaited<ReturnType<typeof listPeopleOfSlugs>>[number]
  page: ListPage<AgreementRow>
  choices: Choices
}

function OthersPage({ visit, one, page, choices }: OthersProps) {
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
      {isSeated && <Filters visit={visit} choices={choices} />}
      {isSeated && page.rows.length === 0 && <p>{words.compare.none}</p>}
      {isSeated && page.rows.length > 0 && <Others visit={visit} one={one} page={page} />}
      {isSeated && <ToCouncil visit={visit} />}
    </CouncilPage>
  )
}

function Others({ visit, one, page }: Omit<OthersProps, 'choices'>) {
  const { words, count } = useLocale()
  const { counts } = words.compare
  const { cursor, ...filters } = visit.query
  const chosen = urlOf('', filters)
  const rows = page.rows.map(toDifference).toSorted(byDifference)
  const most = Math.max(1, ...rows.map(({ contested }) => contested))
  const percent = (value: number) => `${Math.round((value / most) * 1000) / 10}%`
  return (
    <>
      <Hatching />
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
                  <a href={paths.compare(visit.municipality, one.slug, slug) + chosen}>{name}</a>
                </th>
                <td class="number">{count(different)}</td>
                <td class="number">{count(contested)}</td>
                <td>
                  <svg aria-hidden="true">
                    <rect class="series-1" width={percent(contested)} />
                    <rect class="series-2" width={percent(different)} />
                    <rect width={percent(different)} fill="url(#different)" />
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

type OtherPerson = ReturnType<typeof toDifference>

/** Those who differ most often first. */
function byDifference(one: OtherPerson, other: OtherPerson): number {
  return other.different - one.different || one.contested - other.contested
}

interface FiltersProps {
  visit: Visit
  choices: Choices
  /** Of others there is only the table by years. */
  isOfPair?: boolean
}

/** The body, and the first and the last year, of the motions that count. */
function Filters({ visit, choices, isOfPair = false }: FiltersProps) {
  const { words } = useLocale()
  const { query } = visit
  const years = choices.years.map(String).map((year) => ({ value: year, name: year }))
  const bodies = useBodyOptions(choices.bodies)
  const field = { query, options: years, all: words.list.any }
  return (
    <FilterForm visit={visit}>
      <Select
        {...{ query, options: bodies, all: words.list.allBodies }}
        name="organization"
        label={words.list.body}
        ignoresCase
      />
      <Select {...field} name="year_from" label={words.compare.yearFrom} />
      <Select {...field} name="year_to" label={words.compare.yearTo} />
      {isOfPair && (
        <>
          <WordsField query={query} name="about" label={words.motions.about} />
          <DateField query={query} name="date_from" label={words.list.from} />
          <DateField query={query} name="date_to" label={words.list.to} />
        </>
      )}
    </FilterForm>
  )
}

/** The way to the table of all members, with the same filters. */
function ToCouncil({ visit: { municipality, query } }: { visit: Visit }) {
  const { words } = useLocale()
  const { organization, year_from, year_to } = query
  const filters = { organization, year_from, year_to }
  return (
    <p>
      <a href={urlOf(paths.agreement(municipality), filters)}>{words.agreement.title}</a>
    </p>
  )
}
