import { foldCase } from './fold.ts'

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
 * What decided a record last. Of the newest day, one that is surely no amendment, if there is one; several of unknown kind
 * may each be the decision: then one of each result. Newest first.
 */
export function lastDecisions<M extends Voted & { date: string }>(motions: readonly M[]): M[] {
  const ofDay = motions.filter(({ date }) => date === motions[0]?.date)
  const sure = ofDay.find(({ kind }) => kind === 'motion')
  if (sure !== undefined) return [sure]
  const resultOf = ({ result }: M) => foldCase(result ?? '')
  return [...Map.groupBy(ofDay, resultOf).values()].flatMap(([first]) => first ?? [])
}
