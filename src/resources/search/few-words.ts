import { ApiError } from '../../http/errors.ts'
import { wordCount } from './queries.ts'

export function assertFewWords(q: string): void {
  const { count, max } = wordCount(q)
  if (count <= max) return
  throw new ApiError('VALIDATION_ERROR', `q must have at most ${max} words, not ${count}.`)
}
