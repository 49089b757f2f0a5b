import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { titleOfMotion } from '../../core/headings/motion-title.ts'
import { resultPath } from '../../core/result-path.ts'
import type { SearchItem } from '../../resources/search/schema.ts'
import { highlighterFor, Marked } from '../../site/marked.tsx'
import { useCouncil, useRecordName } from '../council-context.ts'
import { type Locale, useLocale, wordOf } from '../locale.ts'
import type { DecidedMotion } from '../parts/fate.tsx'
import { lapseNote } from '../parts/lapse-note.ts'
import { Losers } from '../parts/losers.tsx'
import { itemPath, statementAnchor } from '../parts/meeting-anchors.ts'
import {
  ItemLine,
  kindOf,
  MotionTitle,
  subjectBeside,
  TextGap,
  TitleTag,
} from '../parts/motion-link.tsx'
import { MatterOutcome, Outcome as MotionOutcome } from '../parts/outcome.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { kindToldBy } from '../parts/result-words.ts'
import { Vetoes, VetoSteps } from '../parts/veto-step.tsx'
import type { SearchOnPage } from './read-search.ts'

interface ResultsProps {
  q: string
  items: readonly SearchItem[]
  /** How many of the items match; the others also mention the words. */
  above: number
  beside: Pick<SearchOnPage, 'items' | 'outcomes' | 'matters'>
}

/** The results in the order of the API, each with the records of the same title. */
export function Results({ q, items, above, beside }: ResultsProps) {
  const { words } = useLocale()
  const list = (some: readonly SearchItem[]) => (
    <ul class="rows results">
      {some.map((item) => (
        <li key={`${item.type} ${item.slug}`}>
          <Result item={item} beside={beside} />
        </li>
      ))}
    </ul>
  )
  return (
    <HighlighterContext.Provider value={highlighterFor(q)}>
      {above > 0 && list(items.slice(0, above))}
      {above < items.length && <h2>{words.search.mentions}</h2>}
      {above < items.length && list(items.slice(above))}
    </HighlighterContext.Provider>
  )
}

function Result({ item, beside }: { item: SearchItem } & Pick<ResultsProps, 'beside'>) {
  const locale = useLocale()
  const href = usePath(item, beside)
  const motion = item.type === 'motion' ? beside.outcomes.get(item.slug) : undefined
  const shown = motion === undefined ? item.title : titleOfMotion(motion, locale.words.motion)
  const title = <MarkedText text={shown} />
  const about = motion === undefined ? null : subjectBeside(motion, motion.subject)
  return (
    <>
      {motion !== undefined && <ItemLine motion={motion} item={motion.subject} />}
      {item.document_title !== null && item.document_title !== item.title && (
        <p class="quiet">
          <RecordText text={item.document_title} />
        </p>
      )}
      <a href={href}>
        {title}
        {motion !== undefined && <TitleTag motion={motion} />}
      </a>
      {motion !== undefined && <TextGap motion={motion} />}
      <p class="quiet">
        {factsOf(item, beside, locale).join(' · ')} <ResultLine item={item} beside={beside} />
      </p>
      {![shown, about ?? ''].some((text) => isPartOf(text, item.snippet)) && (
        <p>
          <MarkedText text={item.snippet} />
        </p>
      )}
      {item.missing_words.length > 0 && (
        <p class="quiet">{locale.words.search.missing(item.missing_words)}</p>
      )}
      {item.others.length > 0 && <Others item={item} beside={beside} />}
    </>
  )
}

function factsOf(item: SearchItem, beside: ResultsProps['beside'], locale: Locale): string[] {
  const { type, date } = item
  // A motion has a result of its own.
  const hasLapse = type !== 'motion' && type !== 'key_statement'
  const decided = type === 'matter' ? matterOf(item, beside)?.decision : undefined
  const isLater = decided !== undefined && decided.date !== date
  const day = date === null ? null : locale.date(date)
  const facts = [
    kindOfResult(item, beside, locale),
    // Beside a decision of another day.
    day !== null && isLater ? locale.words.matters.lastSeen(day) : day,
    hasLapse ? lapseNote(item, locale) : null,
  ]
  return facts.filter((fact) => fact != null)
}

/** Amendment, Motion, Agenda item. */
function kindOfResult(
  { type, slug }: Pick<SearchItem, 'type' | 'slug'>,
  { outcomes }: ResultsProps['beside'],
  locale: Locale,
): string | undefined {
  const motion = type === 'motion' ? outcomes.get(slug) : undefined
  const isTold = motion !== undefined && kindToldBy(motion, locale.words) !== undefined
  const kind = isTold ? undefined : kindOf(motion?.kind ?? null, locale)
  return kind ?? wordOf(locale.words.search.kinds, type)
}

/** What became of a matter by the decision on it, and of another result by its only motion. */
function ResultLine({ item, beside }: { item: SearchItem } & Pick<ResultsProps, 'beside'>) {
  const matter = item.type === 'motion' ? undefined : matterOf(item, beside)
  if (matter === undefined) return <OnlyOutcome item={item} beside={beside} />
  const { decision, vetoes } = matter
  return (
    <>
      {decision !== undefined && <DatedOutcome item={item} motion={decision} />}
      <VetoSteps steps={vetoes} />
    </>
  )
}

const matterOf = ({ matter_slug: slug }: SearchItem, { matters }: ResultsProps['beside']) =>
  slug === null ? undefined : matters.get(slug)

function DatedOutcome({ item, motion }: { item: SearchItem; motion: DecidedMotion }) {
  const { date } = useLocale()
  return (
    <>
      {'· '}
      <MatterOutcome motion={{ ...motion, vetoes: null }} />
      <OtherBody motion={motion} />
      {motion.date !== '' && motion.date !== item.date && `, ${date(motion.date)}`}
    </>
  )
}

/** What became of the only motion of a result; if there are several, each is listed with its own. */
function OnlyOutcome({ item, beside }: { item: SearchItem } & Pick<ResultsProps, 'beside'>) {
  const motion = onlyMotion(item, beside)
  if (motion === undefined) return null
  return (
    <>
      {item.type === 'motion' ? (
        <>
          <MotionOutcome motion={{ ...motion, vetoes: null }} />
          <OtherBody motion={motion} />
        </>
      ) : (
        <DatedOutcome item={item} motion={motion} />
      )}
      <Vetoes motion={motion} /> <Losers motion={motion} />
    </>
  )
}

/** The body that decided, if that is not the council, of which a result without a name is understood. */
function OtherBody({
  motion: { body, body_kind: kind },
}: {
  motion: Pick<DecidedMotion, 'body' | 'body_kind'>
}) {
  const nameOf = useRecordName()
  return body === null || kind === 'council' ? null : `, ${nameOf(body)}`
}

function onlyMotion(item: SearchItem, { outcomes }: ResultsProps['beside']) {
  const [first, ...more] = [item, ...item.others].filter(({ type }) => type === 'motion')
  if (first === undefined || (more.length > 0 && first.slug !== item.slug)) return undefined
  const motion = outcomes.get(first.slug)
  return motion === undefined || motion.result === null ? undefined : motion
}

/** The result and the count of a motion; nothing if it has no result. */
function Outcome({ slug, beside }: { slug: string } & Pick<ResultsProps, 'beside'>) {
  const motion = beside.outcomes.get(slug)
  if (motion === undefined || motion.result === null) return null
  return (
    <>
      <MotionOutcome motion={motion} />
      <OtherBody motion={motion} />
    </>
  )
}

function isPartOf(title: string, snippet: string): boolean {
  return title.includes(snippet.replaceAll('…', '').trim())
}

function Others({ item, beside }: { item: SearchItem } & Pick<ResultsProps, 'beside'>) {
  const { words } = useLocale()
  const { others, matter_slug } = item
  return (
    <details>
      <summary>{words.search.others(others.length)}</summary>
      <ul>
        {others.map((other) => (
          <li key={`${other.type} ${other.slug}`}>
            <Other other={{ ...other, matter_slug }} beside={beside} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What leads to the page of a text; those of one record share its matter. */
type Located = SearchItem['others'][number] & Pick<SearchItem, 'matter_slug'>

function Other({ other, beside }: { other: Located } & Pick<ResultsProps, 'beside'>) {
  const locale = useLocale()
  const href = usePath(other, beside)
  const motion = beside.outcomes.get(other.slug)
  const isMotion = other.type === 'motion' && motion !== undefined
  const name = (
    <>
      {isMotion ? <MotionTitle motion={motion} /> : kindOfResult(other, beside, locale)}
      {other.date !== null && `, ${locale.date(other.date)}`}
    </>
  )
  return (
    <>
      <a href={href}>{name}</a>{' '}
      {other.type === 'motion' && <Outcome slug={other.slug} beside={beside} />}
    </>
  )
}

/** The page of a result, at its position on a meeting's. */
function usePath(result: Located, { items }: ResultsProps['beside']): string {
  const council = useCouncil()
  const { type, slug, meeting_slug: meeting } = result
  const path = council.base + resultPath({ ...result, kind: type })
  if (meeting === null || type === 'document_section') return path
  if (type === 'key_statement') return `${path}#${statementAnchor(slug)}`
  const position = type === 'agenda_item' && items.find((item) => item.slug === slug)
  return position ? itemPath(path, position) : path
}

/** The words of a query. */
const HighlighterContext = createContext(highlighterFor(''))

/** A text of the record in which the words of the query are marked. */
function MarkedText({ text }: { text: string }) {
  const { rangesIn } = useContext(HighlighterContext)
  return (
    <RecordText text={text}>
      <Marked text={text} ranges={rangesIn(text)} />
    </RecordText>
  )
}
