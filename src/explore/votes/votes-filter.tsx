import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { Check, Choice, DateField, FilterForm } from '../parts/filter-form.tsx'
import { resultOptions } from '../parts/result-options.ts'
import { sortPeople } from '../parts/sort-people.ts'
import { Years } from '../parts/years.tsx'
import type { MotionChoices } from '../queries.ts'
import { useBodies } from '../record-name.ts'
import type { Visit } from '../visit.ts'

interface VotesFilterProps {
  visit: Visit
  choices: MotionChoices
}

/** The filters of the API, and the choice of list or table. */
export function VotesFilter({ visit, choices }: VotesFilterProps) {
  const { words, tag: language } = useLocale()
  const { query } = visit
  const people = sortPeople(choices.people, { by: 'name', language })
  const { list, motions, votesPage } = words
  return (
    <>
      <FilterForm visit={visit} ignore={['view']}>
        <Choice
          {...{ query, name: 'organization', options: useBodies(choices.bodies) }}
          {...{ label: list.body, all: list.allBodies }}
        />
        <Choice
          {...{ query, name: 'person', options: people }}
          {...{ label: votesPage.person, all: votesPage.anyone }}
        />
        <Choice
          {...{
            query,
            name: 'result',
            options: resultOptions(choices.results, query.result, words),
          }}
          {...{ label: motions.result, all: motions.allResults }}
        />
        <DateField {...{ query, name: 'date_from', label: list.from }} />
        <DateField {...{ query, name: 'date_to', label: list.to }} />
        <Check {...{ query, name: 'contested', label: motions.contestedOnly }} />
        <Check {...{ query, name: 'dissent', label: votesPage.dissent }} />
      </FilterForm>
      <Years visit={visit} {...choices} />
      <Views visit={visit} />
    </>
  )
}

function Views({ visit: { path, query } }: Pick<VotesFilterProps, 'visit'>) {
  const { words } = useLocale()
  const { cursor, view, ...filters } = query
  const views = [
    [words.votesPage.list, undefined],
    [words.votesPage.grid, 'grid'],
  ] as const
  return (
    <nav class="row" aria-label={words.votesPage.views}>
      {views.map(([name, value]) => (
        <a
          key={name}
          href={urlOf(path, { ...filters, view: value })}
          aria-current={value === view ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
