import type { VNode } from 'preact'
import { lawKindOf } from '../../core/law-kind.ts'
import { queryLengthMax } from '../../http/schema-types.ts'
import { useBodyOptions, useCouncil, useRecordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { citeList } from '../frame/source-line.tsx'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { DoorList } from '../parts/door-list.tsx'
import { DateField, FilterForm, Select } from '../parts/filter-form.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { More } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import { SearchPageQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import type { BesideSearch } from './queries.ts'
import { paramsOf, readSearch, type SearchOnPage } from './read-search.ts'
import { Results } from './results.tsx'
import { ChosenSpan, When } from './when.tsx'

/** `/{municipality}/search`: the results of the API, and the records that the query names. */
export const searchPage: ExplorePage = {
  path: '/search',
  querystring: SearchPageQuery,
  help: (visit) => <SearchHelp visit={visit} contents={undefined} />,
  async render(visit) {
    return <SearchPage visit={visit} found={await readSearch(visit)} />
  },
}

function SearchPage({ visit, found }: { visit: Visit; found: SearchOnPage }) {
  const { locale, path, query } = visit
  const { words } = locale
  const { q, page } = paramsOf(visit)
  const { page: _, ...filters } = query
  const { results, hasMore, matched } = found
  const first = page === 1 ? undefined : urlOf(path, filters)
  const next = hasMore ? urlOf(path, { ...filters, page: page + 1 }) : undefined
  return (
    <CouncilPage
      visit={visit}
      title={q === '' ? words.search.title : words.search.titled(q)}
      unlisted
      isSearch
      {...(q !== '' && {
        feed: { path: 'search' },
        citation: citeList(
          { ...visit, query: filters },
          { title: words.search.titled(q), v1: 'search' },
        ),
      })}
    >
      <h1>{words.search.title}</h1>
      <div class="searching">
        <SearchFilter visit={visit} bodies={found.bodies} />
        <When visit={visit} months={found.months} hasPartial={found.counts.some > 0} />
        <div>
          <BestBets bets={found.bets} />
          {q !== '' && (results.length === 0 || (matched === 'some' && page === 1)) && (
            <NoFullMatch visit={visit} found={found} />
          )}
          <ChosenSpan visit={visit} />
          {found.searched.length > 0 && <p>{words.search.searchedOnly(found.searched)}</p>}
          {results.length > 0 && <ResultsHeading visit={visit} found={found} />}
          {results.length > 0 && (
            <Results q={q} items={results} above={found.aboveOnPage} beside={found} />
          )}
          <More page={{ first, next }} />
          {results.length === 0 && <SearchHelp visit={visit} contents={found.contents} />}
        </div>
      </div>
    </CouncilPage>
  )
}

type SearchFilterProps = { visit: Visit } & Pick<BesideSearch, 'bodies'>

/** The words, and the filters of the API, which wide screens show beside the results. */
function SearchFilter({ visit, bodies }: SearchFilterProps) {
  const { words } = useLocale()
  const { list, search } = words
  const { query } = visit
  const types = Object.entries(search.types).map(([value, name]) => ({ value, name }))
  const organizations = useBodyOptions(bodies)
  const field = (name: string, label: string) => ({ query, name, label })
  const queryField = (
    <label class="words">
      {search.words}
      <input type="search" name="q" value={String(query.q ?? '')} maxLength={queryLengthMax} />
    </label>
  )
  return (
    <search>
      <FilterForm
        visit={visit}
        ignore={['q', 'page', 'match', 'sort']}
        submit={search.submit}
        first={queryField}
      >
        <Select {...field('type', search.kind)} all={search.allKinds} options={types} />
        <Select
          {...field('organization', list.body)}
          all={list.allBodies}
          options={organizations}
        />
        <DateField {...field('date_from', list.from)} />
        <DateField {...field('date_to', list.to)} />
      </FilterForm>
    </search>
  )
}

/** The records that the query names; nothing if it names none. */
function BestBets({ bets }: Pick<BesideSearch, 'bets'>) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const council = useCouncil()
  const { search } = words
  const bet = (href: string, name: string, about: string): [string, VNode] => [
    href,
    <>
      <a href={href}>
        <RecordText text={name} />
      </a>{' '}
      <span class="quiet">
        <RecordText text={about} />
      </span>
    </>,
  ]
  const found = [
    ...bets.question.map(({ which, meeting }) =>
      meeting === undefined
        ? bet(paths.meetings(council), words.meetings.title, search.question[which].none)
        : bet(
            paths.meeting(council, meeting.slug),
            words.meeting.titled(nameOf(meeting.title), date(meeting.date)),
            search.question[which].found,
          ),
    ),
    ...bets.people.map(({ slug, name }) => bet(paths.person(council, slug), name, search.person)),
    ...bets.bylaws.map(({ slug, title, bylaw_number: number, ...law }) =>
      number === null
        ? bet(paths.bylaw(council, slug), title, '')
        : bet(
            paths.bylaw(council, slug),
            words.bylaws.numbered[lawKindOf({ title, ...law })](number),
            title,
          ),
    ),
    ...bets.files.map(({ slug, title, identifier }) =>
      bet(paths.matter(council, slug), search.file(identifier ?? ''), title),
    ),
    ...bets.meetings.map(({ slug, title, date: day }) =>
      bet(paths.meeting(council, slug), words.meeting.titled(nameOf(title), date(day)), ''),
    ),
    ...bets.bodies.map(({ slug, name }) =>
      bet(paths.body(council, slug), nameOf(name), search.body),
    ),
  ]
  if (found.length === 0) return null
  return (
    <section class="notice bets" aria-label={search.bets}>
      <ul>
        {found.map(([href, link]) => (
          <li key={href}>{link}</li>
        ))}
      </ul>
    </section>
  )
}

/** Says that no text has all the words, and what may find more. */
function NoFullMatch({ visit, found }: { visit: Visit; found: SearchOnPage }) {
  const { words } = useLocale()
  const { q, page } = paramsOf(visit)
  const { path, query } = visit
  const { page: _, q: __, ...filters } = query
  const { matched, bets, suggestions } = found
  if (page > 1) return <p>{words.search.nothingMore}</p>
  const hasBets = Object.values(bets).some(({ length }) => length > 0)
  const hasFilters = Object.keys(filters).some((name) => name !== 'sort' && name !== 'match')
  const unquoted = q.replaceAll('"', ' ').trim()
  return (
    <>
      {matched === 'some' && <p>{words.search.someWords(q)}</p>}
      {matched === 'none' && !hasBets && <p class="lead">{words.search.nothing(q)}</p>}
      {suggestions.length > 0 && (
        <p class="row">
          {words.search.suggestions}
          {suggestions.map((suggestion) => (
            <a key={suggestion} href={urlOf(path, { ...filters, q: suggestion })}>
              {suggestion}
            </a>
          ))}
        </p>
      )}
      {hasFilters && (
        <p class="row">
          <a href={urlOf(path, { q })}>{words.search.unfiltered}</a>
        </p>
      )}
      {matched === 'none' && unquoted !== q && unquoted !== '' && (
        <p class="row">
          <a href={urlOf(path, { ...filters, q: unquoted })}>{words.search.unquoted}</a>
        </p>
      )}
    </>
  )
}

interface ResultsHeadingProps {
  visit: Visit
  found: Pick<SearchOnPage, 'counts'>
}

/** How many results there are, and in which order. */
function ResultsHeading({ visit: { path, query }, found }: ResultsHeadingProps) {
  const { words } = useLocale()
  const { search } = words
  const { page: _, sort, ...others } = query
  const orders = [
    { name: search.best, value: undefined },
    { name: search.newest, value: 'date' },
  ]
  const shown = sort === 'date' ? 'date' : undefined
  return (
    <p class="row">
      {query.match === 'any' ? (
        <span>{search.anyWords}</span>
      ) : (
        <Count counts={found.counts} isRanked={shown === undefined} />
      )}
      {orders.map(({ name, value }) => (
        <a
          key={name}
          href={urlOf(path, { ...others, sort: value })}
          aria-current={value === shown ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </p>
  )
}

interface CountProps extends Pick<SearchOnPage, 'counts'> {
  /** Else those with all words come first, by date. */
  isRanked: boolean
}

/** How many come first, and how many mention some of the words. */
function Count({ counts, isRanked }: CountProps) {
  const { words, count } = useLocale()
  const { search } = words
  const { all, some, isMore } = counts
  const first = isRanked ? counts.above : all
  const others = all + some - first
  if (isMore) return <span>{search.foundMore(first, count(first))}</span>
  if (first === 0) return null
  if (others === 0) return <span>{search.found(first, count(first))}</span>
  return <span>{search.foundBoth(first, count(first), count(others))}</span>
}

interface SearchHelpProps extends Pick<SearchOnPage, 'contents'> {
  visit: Visit
}

/** What is searched, to read without a search, and how to search. */
function SearchHelp({ visit, contents }: SearchHelpProps) {
  const { words } = useLocale()
  const { search } = words
  return (
    <>
      <h2 id="searched">{search.searchedTitle}</h2>
      <p>{search.searched}</p>
      {contents !== undefined && <Searched visit={visit} contents={contents} />}
      <h2 id="help">{search.help}</h2>
      <ul>
        {search.helps.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

const yearOf = (date: string): string => date.slice(0, 4)

interface SearchedProps {
  visit: Visit
  contents: NonNullable<SearchOnPage['contents']>
}

function Searched({ visit: { municipality }, contents }: SearchedProps) {
  const { words, count } = useLocale()
  const { meeting_count: meetings, first_meeting: first, last_meeting: last } = contents
  const doors = [
    [contents.motion_count, paths.motions(municipality), words.motions.title],
    [contents.recorded_vote_count, paths.votes(municipality), words.votesPage.title],
    [contents.matter_count, paths.matters(municipality), words.frame.matters],
    [contents.bylaw_count, paths.bylaws(municipality), words.frame.bylaws],
    [meetings, paths.meetings(municipality), words.frame.meetings],
  ] as const
  return (
    <>
      {first !== null && last !== null && (
        <p>
          {words.coverage.onRecord(
            meetings,
            count(meetings),
            words.coverage.span(yearOf(first), yearOf(last)),
          )}
          .
        </p>
      )}
      <DoorList
        label={words.search.searchedTitle}
        doors={doors.map(([number, href, name]) => ({ number, href, name }))}
      />
    </>
  )
}
