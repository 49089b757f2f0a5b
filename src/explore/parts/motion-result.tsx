import type { ComponentChildren, ComponentProps } from 'preact'
import { MotionLink } from './motion-link.tsx'
import { Outcome } from './outcome.tsx'

interface MotionResultProps {
  motion: ComponentProps<typeof MotionLink>['motion'] & ComponentProps<typeof Outcome>['motion']
  /** After its title. */
  beside?: ComponentChildren
  /** After its result. */
  losers?: ComponentChildren
}

/** A motion among others of one item: what it does, and its result below. */
export function MotionResult({ motion, beside, losers }: MotionResultProps) {
  return (
    <>
      <MotionLink motion={motion} />
      {beside}
      <p class="result">
        <Outcome motion={motion} />
        {losers}
      </p>
    </>
  )
}
