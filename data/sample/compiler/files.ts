import type { Form, Placeholder } from '../../../src/importers/sample/template.ts'
import type { Step, Story, StoryMotion, Town } from './schema.ts'
import { addDays, compareDays, type Day, dayOne, type Sitting } from './sittings.ts'
import { keyOf } from './town.ts'

const prefixes: Record<Story['department'], string> = {
  planning: 'PL',
  infrastructure: 'IN',
  environment: 'EN',
  community: 'CS',
  corporate: 'CO',
  clerk: 'CL',
  fire: 'FD',
}
const firstNumber = 101
const firstBylaw = 4101

/** A story with the numbers and dates that it gets: the file of a matter. */
export interface CouncilFile {
  story: Story
  language: 'en' | 'fr'
  /** `PL-101`, without a year so that it is the same whenever the record is made. */
  number: string
  /** Number of its by-law. */
  bylaw: string | undefined
  passed: Sitting | undefined
  steps: { step: Step; sitting: Sitting }[]
  /** A text of the file as of a day, or of its first meeting. */
  fill(text: string, date?: Day): string
}

/** The files in the order in which they came before a meeting. */
export function filesOf(stories: readonly Story[], sittings: readonly Sitting[]): CouncilFile[] {
  const byName = new Map(sittings.map((sitting) => [sitting.name, sitting]))
  const dated = stories
    .map((story) => ({ story, steps: story.steps.map((step) => dateStep(step, byName)) }))
    .sort((a, b) => compareDays(dateOf(a.steps), dateOf(b.steps)))
  const bylaws = dated
    .filter(({ story }) => story.bylaw !== undefined)
    .sort((a, b) => compareDays(dateOfBylaw(a), dateOfBylaw(b)))
  const counts = new Map<string, number>()
  return dated.map((entry) => {
    const { story, steps } = entry
    const prefix = prefixes[story.department]
    const count = counts.get(prefix) ?? 0
    counts.set(prefix, count + 1)
    const number = `${prefix}-${firstNumber + count}`
    const bylaw = story.bylaw && String(firstBylaw + bylaws.indexOf(entry))
    const language = story.language ?? 'en'
    const fill = (text: string, date = dateOf(steps)) =>
      fillIn(text.trim(), { date, language, number, bylaw })
    return { story, steps, number, bylaw, language, passed: passageOf(steps), fill }
  })
}

type DatedStep = CouncilFile['steps'][number]

const dateOf = (steps: readonly DatedStep[]) => steps[0]?.sitting.date ?? dayOne

const passageOf = (steps: readonly DatedStep[]) =>
  steps.find(({ step }) => step.motions?.some(({ enacts }) => enacts))?.sitting

/** Whether the motion was to pass the by-law of its file, and was lost. */
export const losesBylaw = ({ text, result, overrides = false }: StoryMotion) =>
  result === 'defeated' && text.includes('{bylaw}') && !overrides

/** The day on which a by-law gets its number: that of its passage, or of the last attempt. */
const dateOfBylaw = ({ steps }: { steps: readonly DatedStep[] }) =>
  (passageOf(steps) ?? steps.at(-1)?.sitting)?.date ?? dayOne

function dateStep(step: Step, sittings: ReadonlyMap<string, Sitting>): DatedStep {
  const sitting = sittings.get(step.at)
  if (sitting === undefined) throw new Error(`there is no meeting ${step.at}`)
  return { step, sitting }
}

/** The meeting that passed the by-law, or overrode its veto; none of one whose veto stands. */
export function lawfulFrom({ story, passed, steps }: CouncilFile): Sitting | undefined {
  if (story.bylaw?.veto === undefined) return passed
  const isOverridden = ({ overrides, result }: StoryMotion) => overrides && result === 'carried'
  return steps.find(({ step }) => step.motions?.some(isOverridden))?.sitting
}

/** The day of passage, unless the by-law has a later one; zoning by-laws wait until no one has appealed for twenty days (Planning Act, subsection 34(19)). None of what was vetoed for good. */
export function inForceFrom(file: CouncilFile): Day | undefined {
  const { bylaw } = file.story
  const passed = lawfulFrom(file)
  const wait = bylaw?.in_force_after ?? (isZoning(bylaw?.title) ? 21 : 0)
  return passed && addDays(passed.date, wait)
}

const isZoning = (title = '') => /zoning by-law|règlement de zonage/i.test(title)

/** The key of a motion, by its index among those of the step. */
export const motionKey = ({ number }: CouncilFile, sitting: Sitting, index: number) =>
  `${keyOf(sitting)}/${number}/${index + 1}`

/** The key of a by-law. */
export const bylawKey = ({ number }: CouncilFile) => `by-law/${number}`

/** What the meetings of one record have in common. `numbers` has the last number of a motion of each body. */
export interface TownRecord {
  town: Town
  files: readonly CouncilFile[]
  summaries: Readonly<Record<string, string>>
  numbers: Map<string, number>
}

export interface Entry {
  file: CouncilFile
  step: Step
}

interface Values {
  /** Of the meeting, or of the first one for the texts of a file. */
  date: Day
  language: 'en' | 'fr'
  /** Number of the matter. */
  number: string
  /** Number of its by-law. */
  bylaw: string | undefined
}

/**
 * Replaces `{number}` and `{bylaw}`; `{year}`, `{year-1}`, `{date+30}` (days) and `{month+3}` (months), which the import
 * fills in, keep texts true on whatever day that is.
 */
export function fillIn(text: string, { date, language, number, bylaw }: Values): string {
  return text.replace(/\{(\w+)([+-]\d+)?\}/g, (whole, name: string, offset = '0') => {
    if (name === 'number') return number
    if (name === 'bylaw' && bylaw !== undefined) return bylaw
    if (name === 'year') return placeholder('year', date, Number(offset))
    if (name === 'date') return placeholder(`date-${language}`, addDays(date, Number(offset)))
    if (name === 'month') return placeholder(`month-${language}`, date, Number(offset))
    throw new Error(`${whole} is not a placeholder here`)
  })
}

/** What the import replaces by that form of the date. */
export const placeholder = (form: Form, { day, later }: Day, more = 0): Placeholder =>
  `{${form} ${day} ${later} ${more}}`

export const isoDate = (date: Day) => placeholder('iso', date)
