import type { Words } from '../words.en.ts'

/** Kinds with a masculine name in French; agenda items and steps of a matter are masculine too. */
const masculine = new Set(['amendment', 'notice', 'item'])

/** The words that agree with the kind of a motion. */
export function agreeing(
  kind: string | null,
  { agreement }: Words,
): Words['agreement']['feminine'] {
  return masculine.has(kind ?? '') ? agreement.masculine : agreement.feminine
}
