import type { HistoryKind } from '../../../record/history-fields.ts'
import { Phrase } from '../../../site/phrase.tsx'
import { useLocale } from '../../locale.ts'
import type { Visit } from '../../visit.ts'
import { RecordText } from '../record-text.tsx'
import { Folded } from '../rows.tsx'
import { type Look, linesIn, looksIn } from './looks.ts'
import type { ShownChange } from './queries.ts'
import { renumberingLine, sentenceOf } from './sentence.ts'
import { whenChanged } from './when.ts'

/** A page has room for these. */
const shownMax = 40
/** Earlier imports are folded away. */
const openLooks = 3

interface WhatChangedProps {
  visit: Visit
  kind: HistoryKind
  slug: string
  /** The newest first. */
  changes: readonly ShownChange[]
  startsAt?: string | null
  motionKind?: string | null
}

/** What a source changed in a record, by import; nothing if it changed nothing. */
export function WhatChanged({ changes, ...props }: WhatChangedProps) {
  const { words, count } = useLocale()
  const { visit, kind, slug } = props
  if (changes.length === 0) return null
  const looks = looksIn(changes, shownMax)
  const more = changes.length - linesIn(looks)
  const earlier = looks.slice(openLooks)
  return (
    <>
      <h2 id="changes">{words.history.title}</h2>
      <p class="quiet">{words.history.about}</p>
      <Looks looks={looks.slice(0, openLooks)} {...props} />
      <Folded rows={earlier.length}>
        <Looks looks={earlier} {...props} />
      </Folded>
      {more > 0 && (
        <p class="quiet">
          {words.history.more(more, count(more))}{' '}
          <code>{`/api/v1/${visit.municipality.slug}/${kind}s/${slug}/history`}</code>
        </p>
      )}
    </>
  )
}

type LooksProps = Omit<WhatChangedProps, 'changes'> & { looks: readonly Look[] }

function Looks({ looks, startsAt = null, visit, motionKind = null }: LooksProps) {
  const { locale, municipality } = visit
  const { timeZone } = municipality
  return (
    <ul class="rows">
      {looks.map((look) => (
        <li key={look.times.seen_at}>
          <p class="quiet">{whenChanged(look.times, { locale, timeZone, startsAt })}</p>
          <LookLines {...{ look, visit, motionKind }} />
        </li>
      ))}
    </ul>
  )
}

interface LookLinesProps {
  visit: Visit
  look: Pick<Look, 'changes' | 'renumberings'>
  motionKind?: string | null
}

/** What an import saw of a record. */
export function LookLines({ look, visit, motionKind = null }: LookLinesProps) {
  return (
    <>
      <Sentences changes={look.changes} {...{ visit, motionKind }} />
      {look.renumberings.map((one) => (
        <details key={one.field}>
          <summary>{renumberingLine(one, visit.locale)}</summary>
          <Sentences changes={one.changes} {...{ visit, motionKind }} />
        </details>
      ))}
    </>
  )
}

type SentencesProps = Pick<WhatChangedProps, 'visit' | 'motionKind' | 'changes'>

function Sentences({ changes, visit, motionKind = null }: SentencesProps) {
  if (changes.length === 0) return null
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.id}>
          <Line change={change} {...{ visit, motionKind }} />
        </li>
      ))}
    </ul>
  )
}

function Line({
  change,
  visit,
  motionKind = null,
}: Omit<SentencesProps, 'changes'> & { change: ShownChange }) {
  const { text, values } = sentenceOf(change, { ...visit, motionKind })
  const shown = Object.entries(values).map(([name, value]) => [name, <RecordText text={value} />])
  return <Phrase text={text} values={Object.fromEntries(shown)} />
}
