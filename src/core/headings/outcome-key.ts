import { titleSources } from './heading.ts'
import { type OutcomeVerb, outcomeVerbs, questions, settlements, verbIn } from './outcome.ts'

/** Each of the few combinations of what a verb follows from, as one word, with its verb. */
const verbOfKeys: ReadonlyMap<string, OutcomeVerb | null> = new Map(
  titleSources.flatMap((from) =>
    [...questions, null].flatMap((question) =>
      settlements.map((settled) => [
        [from, question ?? '', settled].join(' '),
        verbIn({ from, question, settled }),
      ]),
    ),
  ),
)

export const verbOfKey = (key: string): OutcomeVerb | null => verbOfKeys.get(key) ?? null

const verbsIn = (list: string) => list.split(',').map((verb) => verb.trim())

/** Whether a text is one verb or several, separated by commas. */
export const isVerbList = (list: string): boolean =>
  verbsIn(list).every((verb) => (outcomeVerbs as readonly string[]).includes(verb))

/** The keys of motions with one of some verbs, separated by commas. */
export function keysOfVerbs(list: string): string[] {
  const verbs = verbsIn(list)
  return [...verbOfKeys].flatMap(([key, verb]) =>
    verb !== null && verbs.includes(verb) ? key : [],
  )
}
