import { type NamedMotion, nameOfMotion, titleOfMotion } from '../../core/motion-title.ts'
import { operativeClauseOf, toTitle } from '../../core/operative-clause.ts'
import { useCouncil } from '../council-context.ts'
import { type Locale, useLocale, wordOf } from '../locale.ts'
import { paths } from '../paths.ts'
import { RecordText } from './record-text.tsx'
import { isUnvoted } from './tags.tsx'

interface MotionLinkProps {
  motion: NamedMotion & Pick<MotionKindProps, 'result'> & { slug: string }
  shorten?: (title: string) => string
}

/** A motion in a list by what it does, with its kind before it. */
export function MotionLink({ motion, shorten }: MotionLinkProps) {
  const locale = useLocale()
  const title = titleOfMotion(motion, locale.words.motion)
  const isNamedByKind = title.startsWith(kindOf(motion.kind, locale) ?? title)
  return (
    <>
      {!isNamedByKind && <MotionKind {...motion} />}
      <a href={paths.motion(useCouncil(), motion.slug)}>
        <RecordText text={shorten?.(title) ?? title} />
      </a>
      <TextGap motion={motion} />
    </>
  )
}

/** That the text lacks its decision or a part of it, unless the title says so. */
export function TextGap({ motion: { text, summary } }: { motion: NamedMotion }) {
  const { words } = useLocale()
  const { title, isComplete } = operativeClauseOf(text)
  const isTitled = title !== null || toTitle(summary ?? '') !== null
  return isComplete || !isTitled ? null : <span class="quiet"> ({words.motion.textCut})</span>
}

/** The number of a motion after its title, unless that has it. */
export function MotionNumber({ motion }: Pick<MotionLinkProps, 'motion'>) {
  const locale = useLocale()
  const number = numberOf(motion, locale)
  const title = titleOfMotion(motion, locale.words.motion)
  if (number === null || title.startsWith(labelOf(motion, locale))) return null
  return <span class="quiet"> {number}</span>
}

interface ItemLineProps {
  item: string | null
  /** The page of the item. */
  href?: string | undefined
}

/** What a motion is about, above the motion, which may reject it. */
export function ItemLine({ item, href }: ItemLineProps) {
  const { words } = useLocale()
  if (item === null) return null
  const title = <RecordText text={item} />
  return (
    <p class="quiet">
      {words.motion.on} {href === undefined ? title : <a href={href}>{title}</a>}
    </p>
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

type Numbered = Pick<NamedMotion, 'kind' | 'identifier'>

/** Amendment, or Motion 2026-78-05. */
export const labelOf = (motion: Numbered, { words }: Locale): string =>
  nameOfMotion(motion, words.motion)

/** Amendment; undefined for a plain motion and an unknown kind. */
export function kindOf(kind: string | null, { words }: Locale): string | undefined {
  return kind === null || kind === 'motion' ? undefined : wordOf(words.motion.kinds, kind)
}

/** The number of a motion; with the kind, unless that stands before the title. */
export function numberOf(motion: Numbered, locale: Locale): string | null {
  if (motion.identifier == null) return null
  return kindOf(motion.kind, locale) === undefined ? labelOf(motion, locale) : motion.identifier
}
