import { isDefeated } from './carried-results.ts'
import { foldCase } from './fold.ts'
import { resultOfMatter, type VotedMotion } from './headings/outcome.ts'

export interface Voted {
  kind: string | null
  result: string | null
}

/**
 * Motions of one item in the order of their votes. Some minutes have the motion first and its amendments after it, although
 * these are decided before it. Several motions stay as the source has them, except for those that were withdrawn: it is not
 * known which one an amendment is to.
 */
export function inVotingOrder<M extends Voted>(motions: readonly M[]): M[] {
  const main = motions.filter(isMain)
  const last = motions.findLastIndex(({ kind }) => kind === 'amendment')
  const [only] = main
  if (only === undefined || main.length > 1 || motions.indexOf(only) > last) return [...motions]
  const others = motions.filter((motion) => motion !== only)
  return [...others.slice(0, last), only, ...others.slice(last)]
}

function isMain({ kind, result }: Voted): boolean {
  return (kind === null || kind === 'motion') && foldCase(result ?? '') !== 'withdrawn'
}

/**
 * What decided a record last, the newest first. Of the main motions of the newest day, the last one that decided on the
 * thing itself; else all that were not lost, because each may say what was done. Several of unknown kind may each be the
 * decision: then one of each result.
 */
export function lastDecisions<M extends VotedMotion & { date: string }>(
  motions: readonly M[],
): M[] {
  const ofDay = motions.filter(({ date }) => date === motions[0]?.date)
  const sure = ofDay.filter(({ kind }) => kind === 'motion')
  if (sure.length > 0) return decisive(sure)
  const resultOf = ({ result }: M) => foldCase(result ?? '')
  return [...Map.groupBy(ofDay, resultOf).values()].flatMap(([first]) => first ?? [])
}

function decisive<M extends VotedMotion>(motions: M[]): M[] {
  // What was withdrawn or lost changed nothing if something else was decided.
  const put = orAll(motions.filter(isMain), motions)
  const candidates = orAll(
    put.filter(({ result, question }) => !isDefeated(result) || question === 'unclear'),
    put,
  )
  const whole = candidates.find((motion) => resultOfMatter(motion) !== null)
  return whole === undefined ? candidates : [whole]
}

const orAll = <M>(some: M[], all: M[]): M[] => (some.length > 0 ? some : all)
