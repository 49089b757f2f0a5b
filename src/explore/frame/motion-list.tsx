import type { ComponentChildren } from 'preact'
import { motionKinds } from '../../resources/_shared/schema.ts'
import { useBodyOptions, useCouncil } from '../council-context.ts'
import { type ListPage, urlOf } from '../list-page.ts'
import { useLocale, wordOf } from '../locale.ts'
import { motionCountsIn } from '../parts/facts.tsx'
import { Check, DateField, FilterForm, Select, WordsField } from '../parts/filter-form.tsx'
import { outcomeName, outcomeNames } from '../parts/outcome-names.ts'
import { sortPeople } from '../parts/people-order.tsx'
import { More } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import type { MotionChoices } from '../queries.ts'
import type { Visit } from '../visit.ts'
import { CouncilPage } from './council-page.tsx'
import { citeList } from './source-line.tsx'

interface MotionListProps {
  visit: Visit
  /** Motions with recorded votes, or all. */
  list: 'votes' | 'motions'
  choices: MotionChoices
  page: ListPage<unknown>
  /** Before the filter. */
  tabs?: ComponentChildren
  /** Beside the filter. */
  views?: ComponentChildren
  /** How many match. */
  counted: ComponentChildren
  children: ComponentChildren
}

/** A page of a list of motions, with its filter and its states without motions. */
export function MotionList({ visit, list, choices, page, ...parts }: MotionListProps) {
  const { municipality, locale, query } = visit
  const { title, description, none, noneSuch } = locale.words[wordsOf[list]]
  const { view, ...filters } = query
  const { noneShown } = locale.words.votesPage
  const isOneTab = Object.keys(filters).join() === 'show'
  const hasAny = (list === 'votes' ? choices.recorded + choices.partial : choices.motions) > 0
  return (
    <CouncilPage
      visit={visit}
      section="votes"
      title={title}
      description={description(municipality.name)}
      // Other forms of the list do not take words.
      {...(query.about === undefined && {
        citation: citeList({ ...visit, query: filters }, { title, v1: list, ocd: 'votes' }),
        table: { path: list },
        feed: { path: list },
      })}
    >
      <h1>{title}</h1>
      {list === 'votes' && <p class="lead">{motionCountsIn(choices, locale)}</p>}
      <Lists current={list} motions={choices.motions} />
      {hasAny && parts.tabs}
      {hasAny && (
        <div class="narrowing">
          <MotionFilter {...{ visit, list, choices, page }} />
          <Years visit={visit} {...choices} />
          {parts.views}
        </div>
      )}
      {hasAny && parts.counted}
      {page.rows.length === 0 && <p>{hasAny ? (isOneTab ? noneShown : noneSuch) : none}</p>}
      {parts.children}
      <More page={page} />
    </CouncilPage>
  )
}

const wordsOf = { votes: 'votesPage', motions: 'motions' } as const

/** Links to the list of motions with recorded votes, and to that of all motions. */
function Lists({ current, motions }: { current: MotionListProps['list']; motions: number }) {
  const { words, count } = useLocale()
  const council = useCouncil()
  const lists = [
    ['votes', words.votesPage.title],
    ['motions', words.motions.total(count(motions))],
  ] as const
  return (
    <p class="row">
      {lists.map(([name, text]) => (
        <a
          key={name}
          href={paths[name](council)}
          aria-current={name === current ? 'page' : undefined}
        >
          {text}
        </a>
      ))}
    </p>
  )
}

/** The filters of the API. */
function MotionFilter({
  visit,
  list,
  choices,
  page,
}: Pick<MotionListProps, 'visit' | 'list' | 'choices' | 'page'>) {
  const { words, tag: language } = useLocale()
  const { motions, votesPage, genders } = words
  const bodies = useBodyOptions(choices.bodies)
  const people = sortPeople(choices.people, { by: 'name', language }).map(({ slug, name }) => ({
    value: slug,
    name,
  }))
  const results = optionsOf(choices.results, genders.feminine.results)
  const outcomes = choices.outcomes.map((value) => ({ value, name: outcomeName(value, words) }))
  const kinds = optionsOf(
    motionKinds.map((value) => ({ value })),
    words.motion.kinds,
  )
  const field = (name: string, label: string) => ({ query: visit.query, name, label })
  return (
    <FilterForm visit={visit} ignore={['view', 'show']} isFolded>
      <WordsField {...field('about', motions.about)} />
      <Select
        {...field('organization', words.list.body)}
        all={words.list.allBodies}
        options={bodies}
      />
      {list === 'votes' && (
        <Select {...field('person', votesPage.person)} all={votesPage.anyone} options={people} />
      )}
      <Select
        {...field('outcome', motions.result)}
        all={motions.allResults}
        options={outcomes}
        shown={(verbs) => outcomeNames(verbs, words)}
        isFound
      />
      {/* Of earlier links; what the source writes may not be what became of a motion. */}
      {visit.query.result !== undefined && (
        <Select
          {...field('result', motions.writtenResult)}
          all={motions.allResults}
          options={results}
          ignoresCase
          isFound={page.rows.length > 0}
        />
      )}
      {list === 'motions' && (
        <>
          <Select {...field('kind', motions.kind)} all={motions.allKinds} options={kinds} />
          <Select {...field('mover', motions.mover)} all={motions.anyone} options={people} />
        </>
      )}
      <DateField {...field('date_from', words.list.from)} />
      <DateField {...field('date_to', words.list.to)} />
      <Check {...field('contested', motions.contestedOnly)} />
      {list === 'votes' ? (
        <Check
          {...field(
            'dissent',
            visit.query.person === undefined ? votesPage.dissent : votesPage.outvoted,
          )}
        />
      ) : (
        <Check {...field('has_votes', motions.recordedOnly)} />
      )}
    </FilterForm>
  )
}

function optionsOf(values: readonly { value: string }[], names: Readonly<Record<string, string>>) {
  return values.map(({ value }) => ({ value, name: wordOf(names, value) ?? value }))
}

interface YearsProps {
  visit: Visit
  /** Dates; null without any. */
  first: string | null
  last: string | null
}

const yearsMax = 20

/** Links to the years of a list; nothing if there is only one. */
function Years({ visit: { path, query, today }, first, last }: YearsProps) {
  const { words } = useLocale()
  if (first === null || last === null) return null
  const latest = last < today ? last : today
  const [from, to] = [Number(first.slice(0, 4)), Number(latest.slice(0, 4))]
  if (from >= to) return null
  const years = Array.from({ length: Math.min(to - from + 1, yearsMax) }, (_, at) => to - at)
  const { cursor, ...filters } = query
  return (
    <nav aria-label={words.motions.years}>
      <ul class="slices">
        {years.map((year) => {
          const dates = { date_from: `${year}-01-01`, date_to: `${year}-12-31` }
          const isCurrent = query.date_from === dates.date_from && query.date_to === dates.date_to
          return (
            <li key={year}>
              <a
                href={urlOf(path, { ...filters, ...dates })}
                aria-current={isCurrent ? 'true' : undefined}
              >
                {year}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
