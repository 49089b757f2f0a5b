import { motionKinds } from '../../resources/_shared/schema.ts'
import { useLocale } from '../locale.ts'
import { Check, Choice, DateField, FilterForm } from '../parts/filter-form.tsx'
import { resultOptions } from '../parts/result-options.ts'
import { sortPeople } from '../parts/sort-people.ts'
import { Years } from '../parts/years.tsx'
import type { MotionChoices } from '../queries.ts'
import { useBodies } from '../record-name.ts'
import type { Visit } from '../visit.ts'
import { wordOf } from '../words/word-of.ts'

/** The filters of the API. */
export function MotionsFilter({ visit, choices }: { visit: Visit; choices: MotionChoices }) {
  const { words, tag: language } = useLocale()
  const { query } = visit
  const people = sortPeople(choices.people, { by: 'name', language })
  const { list, motions } = words
  const kinds = motionKinds.map((slug) => ({
    slug,
    name: wordOf(words.motion.kinds, slug) ?? slug,
  }))
  return (
    <>
      <FilterForm visit={visit}>
        <Choice
          {...{ query, name: 'organization', options: useBodies(choices.bodies) }}
          {...{ label: list.body, all: list.allBodies }}
        />
        <Choice
          {...{
            query,
            name: 'result',
            options: resultOptions(choices.results, query.result, words),
          }}
          {...{ label: motions.result, all: motions.allResults }}
        />
        <Choice
          {...{ query, name: 'kind', options: kinds }}
          {...{ label: motions.kind, all: motions.allKinds }}
        />
        <Choice
          {...{ query, name: 'mover', options: people }}
          {...{ label: motions.mover, all: motions.anyone }}
        />
        <DateField {...{ query, name: 'date_from', label: list.from }} />
        <DateField {...{ query, name: 'date_to', label: list.to }} />
        <Check {...{ query, name: 'contested', label: motions.contestedOnly }} />
        <Check {...{ query, name: 'has_votes', label: motions.recordedOnly }} />
      </FilterForm>
      <Years visit={visit} {...choices} />
    </>
  )
}
