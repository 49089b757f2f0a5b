import { foldText } from './fold.ts'

const names: readonly (readonly string[])[] = [
  ['january', 'janvier'],
  ['february', 'fevrier'],
  ['march', 'mars'],
  ['april', 'avril'],
  ['may', 'mai'],
  ['june', 'juin'],
  ['july', 'juillet'],
  ['august', 'aout'],
  ['september', 'septembre'],
  ['october', 'octobre'],
  ['november', 'novembre'],
  ['december', 'decembre'],
]
const lettersMin = 3

/** The month, from 1, of an English or French name or at least three letters of it; 0 if there is none or more than one. */
export function monthOf(word = ''): number {
  const start = foldText(word)
  if (start.length < lettersMin) return 0
  const found = names.flatMap((of, index) =>
    of.some((name) => name.startsWith(start)) ? [index + 1] : [],
  )
  return found.length === 1 ? (found[0] ?? 0) : 0
}
