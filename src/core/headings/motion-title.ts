import type { TitleSource } from './heading.ts'

/** A motion by what it is called; see `headingOf`. */
export interface TitledMotion {
  kind: string | null
  identifier: string | null
  title: string | null
  title_from: TitleSource
  title_tag: string | null
}

/** The words of a title that the record does not give. */
export interface MotionTitleWords {
  kinds: Readonly<Record<string, string>>
  named: (kind: string, identifier: string) => string
}

export const englishMotionTitles = {
  kinds: {
    motion: 'Motion',
    amendment: 'Amendment',
    procedural: 'Procedural motion',
    notice: 'Notice of motion',
    inquiry: 'Inquiry',
    election: 'Election',
  },
  named: (kind: string, identifier: string) => `${kind} ${identifier}`,
} satisfies MotionTitleWords

/** Its heading in the record's own words, or else its kind and number. */
export const titleOfMotion = (
  motion: Pick<TitledMotion, 'title' | 'kind' | 'identifier'>,
  words: MotionTitleWords = englishMotionTitles,
): string => motion.title ?? nameOfMotion(motion, words)

/** Amendment, or Motion 2026-78-05. */
export function nameOfMotion(
  { kind, identifier }: Pick<TitledMotion, 'kind' | 'identifier'>,
  words: MotionTitleWords = englishMotionTitles,
): string {
  const { kinds } = words
  const name = kinds[kind !== null && Object.hasOwn(kinds, kind) ? kind : 'motion'] ?? ''
  return identifier === null ? name : words.named(name, identifier)
}
