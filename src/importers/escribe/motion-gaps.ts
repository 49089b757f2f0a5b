import type { Diagnostics } from '../kit/diagnostics.ts'
import type { LocatedMotion } from './motions.ts'

/** Adds one warning for each kind of gap in the motions, with their number and the first of them. */
export function warnOfGaps(motions: readonly LocatedMotion[], diagnostics: Diagnostics): void {
  const textOf = ({ record }: LocatedMotion) => record.text ?? ''
  const gaps = {
    'have no text in the source': motions.filter((motion) => textOf(motion) === ''),
    'end where a list should follow, which the source lacks': motions.filter((motion) =>
      /:$|\brecommendation\(s\)$/i.test(textOf(motion)),
    ),
    'repeat the text of the motion before them': motions.filter((motion, index) => {
      const before = motions[index - 1]
      const isRepeated = before?.item === motion.item && textOf(before) === textOf(motion)
      return isRepeated && textOf(motion) !== ''
    }),
    'are of a kind that the source leaves open': motions.filter(
      ({ record }) => record.motion_kind == null,
    ),
  }
  for (const [reason, found] of Object.entries(gaps)) {
    const [first] = found
    if (first === undefined) continue
    diagnostics.addWarning({
      location: first.location,
      subject: 'motions',
      reason: `${reason}: ${found.length}; first: ${first.subject}`,
    })
  }
}
