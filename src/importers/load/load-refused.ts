import type { Finding } from '../source.ts'
import type { Problems } from './problems.ts'

/** An import was refused; the database is as it was. */
export class LoadRefused extends Error {
  override name = 'LoadRefused'
  readonly problems: readonly Finding[]
  readonly total: number

  constructor(problems: Problems) {
    const { total, isCutShort } = problems
    const count = `${total} ${total === 1 ? 'problem' : 'problems'} in the source`
    super(`${count}${isCutShort ? ', which was read no further' : ''}; nothing was imported`)
    this.problems = problems.found
    this.total = problems.total
  }
}

/** Throws `LoadRefused` where there is a problem. */
export function refuse(problems: Problems): void {
  if (problems.total > 0) throw new LoadRefused(problems)
}
