import { Fragment } from 'preact'
import { nameOfMotion, type TitledMotion, titleOfMotion } from '../../core/headings/motion-title.ts'
import { useCouncil } from '../council-context.ts'
import { type Locale, useLocale, wordOf } from '../locale.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { RecordText } from './record-text.tsx'
import { kindToldBy } from './result-words.ts'
import { isUnvoted, type ResultTagProps, votedOf } from './tags.tsx'
import { partsOfTag, type Tagged } from './title-tag.ts'

interface MotionLinkProps {
  motion: TitledMotion & ResultTagProps & { slug: string; text_complete: number | boolean }
  shorten?: (title: string) => string
}

/** A motion in a list by what it does, with its kind before it, and what tells it from others of the same title. */
export function MotionLink({ motion, shorten }: MotionLinkProps) {
  const locale = useLocale()
  const title = titleOfMotion(motion, locale.words.motion)
  const isNamedByKind = title.startsWith(kindOf(motion.kind, locale) ?? title)
  return (
    <>
      {!isNamedByKind && <MotionKind {...motion} />}
      <a href={paths.motion(useCouncil(), motion.slug)}>
        <MotionTitle motion={motion} title={shorten?.(title) ?? title} />
      </a>
      <TextGap motion={motion} />
    </>
  )
}

interface MotionTitleProps {
  motion: TitledMotion
  /** Its own by default. */
  title?: string
}

/** The title of a motion, and what tells it from others of the same title. */
export function MotionTitle({ motion, title }: MotionTitleProps) {
  const { words } = useLocale()
  return (
    <>
      <RecordText text={title ?? titleOfMotion(motion, words.motion)} />
      <TitleTag motion={motion} />
    </>
  )
}

/** After a title: "– Committee on Finance". */
export function TitleTag({ motion }: { motion: Tagged }) {
  const parts = partsOfTag(motion, useLocale(), useCouncil())
  if (parts.length === 0) return null
  return (
    <span class="quiet">
      {' – '}
      {parts.map(({ text, language }, at) => (
        <Fragment key={text}>
          {at > 0 && ', '}
          {language === undefined ? text : <span lang={language}>{text}</span>}
        </Fragment>
      ))}
    </span>
  )
}

/** A motion on one line: with its tag, and with what it is about if it is no more than a step of that. */
export function lineOfMotion(
  motion: TitledMotion,
  subject: string | null,
  { locale, municipality }: Pick<Visit, 'locale' | 'municipality'>,
): string {
  const title = titleOfMotion(motion, locale.words.motion)
  const isStep = motion.title_from !== 'subject' && steps.has(motion.kind ?? '')
  const whole = isStep && subject !== null ? subject + locale.words.colon + title : title
  const tag = partsOfTag(motion, locale, municipality).map(({ text }) => text)
  return tag.length === 0 ? whole : `${whole} – ${tag.join(', ')}`
}
const steps = new Set(['amendment', 'notice', 'procedural'])

/** What a motion is about, unless its title is that. */
export const subjectBeside = (
  { title_from: from }: Pick<TitledMotion, 'title_from'>,
  subject: string | null,
): string | null => (from === 'subject' || from === 'name' ? null : subject)

/** That the text lacks its decision or a part of it, unless the title says nothing of it. */
export function TextGap({
  motion: { text_complete: isComplete, title_from: from },
}: {
  motion: Pick<MotionLinkProps['motion'], 'text_complete' | 'title_from'>
}) {
  const { words } = useLocale()
  const isTitled = from === 'clause' || from === 'summary'
  return isComplete || !isTitled ? null : <span class="quiet"> ({words.motion.textCut})</span>
}

/** The number of a motion after its title, unless that has it. */
export function MotionNumber({ motion }: { motion: TitledMotion }) {
  const locale = useLocale()
  const number = numberOf(motion, locale)
  const title = titleOfMotion(motion, locale.words.motion)
  if (number === null || title.startsWith(labelOf(motion, locale))) return null
  if (motion.identifier !== null && motion.title_tag?.includes(motion.identifier)) return null
  return <span class="quiet"> {number}</span>
}

interface ItemLineProps {
  motion: Pick<TitledMotion, 'title_from'>
  item: string | null
  /** The page of the item. */
  href?: string | undefined
}

/** What a motion is about, above the motion, which may reject it; nothing if its title is that. */
export function ItemLine({ motion, item, href }: ItemLineProps) {
  const { words } = useLocale()
  const subject = subjectBeside(motion, item)
  if (subject === null) return null
  const title = <RecordText text={subject} />
  return (
    <p class="quiet">
      {words.motion.on} {href === undefined ? title : <a href={href}>{title}</a>}
    </p>
  )
}

/** The kind of a motion; nothing for a plain one, an unknown kind, or one that the result shows. */
export function MotionKind(motion: ResultTagProps) {
  const { kind, result } = motion
  const locale = useLocale()
  const name = kindOf(kind, locale)
  const voted = votedOf(motion)
  const isTold = voted !== undefined && kindToldBy(voted, locale.words) !== undefined
  if (name === undefined || isTold || (result === null && isUnvoted(kind))) return null
  return (
    <>
      <span class="label">{name}</span>{' '}
    </>
  )
}

type Numbered = Pick<TitledMotion, 'kind' | 'identifier'>

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
