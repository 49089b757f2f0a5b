import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { kindOf, labelOf, type NamedMotion, ownNameOf, titleOf } from '../motion/motion-title.ts'
import { paths } from '../paths.ts'
import { RecordText } from './record-text.tsx'
import { isUnvoted } from './result-tag.tsx'

type Motion = NamedMotion & Pick<MotionKindProps, 'result'> & { slug: string }

interface MotionLinkProps {
  motion: Motion
  /** Whether it is listed with motions on the same agenda item. */
  isAmongOthers?: boolean
  shorten?: (title: string) => string
}

/** A motion in a list, with its kind before the title, which is often that of the agenda item. */
export function MotionLink({ motion, isAmongOthers = false, shorten }: MotionLinkProps) {
  const locale = useLocale()
  const title = (isAmongOthers ? ownNameOf : titleOf)(motion, locale)
  const isLabel = title === labelOf(motion, locale)
  return (
    <>
      {!isLabel && <MotionKind {...motion} />}
      <a href={paths.motion(useCouncil(), motion.slug)}>
        <RecordText text={shorten?.(title) ?? title} />
      </a>
    </>
  )
}

interface MotionKindProps {
  kind: string | null
  result: string | null
}

/** The kind of a motion; nothing for a plain one, an unknown kind, or one that the result shows. */
export function MotionKind({ kind, result }: MotionKindProps) {
  const name = kindOf(kind, useLocale())
  if (name === undefined || (result === null && isUnvoted(kind))) return null
  return (
    <>
      <span class="tag other">{name}</span>{' '}
    </>
  )
}
