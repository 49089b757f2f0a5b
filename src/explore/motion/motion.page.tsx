import { titleOfMotion } from '../../core/headings/motion-title.ts'
import { thingOf } from '../../core/headings/thing.ts'
import { parseVetoes } from '../../core/veto.ts'
import { decidingCounts } from '../../core/weighted-votes.ts'
import type { MotionDetail } from '../../resources/motions/schema.ts'
import { Phrase } from '../../site/phrase.tsx'
import { recordName, useCouncil, useRecordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { agreeing, useLocale, wordOf } from '../locale.ts'
import { isMinutesPending } from '../minutes.ts'
import { Fact } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { WhatChanged } from '../parts/history/what-changed.tsx'
import {
  ItemLine,
  kindOf,
  labelOf,
  lineOfMotion,
  MotionKind,
  MotionLink,
  MotionNumber,
  TitleTag,
} from '../parts/motion-link.tsx'
import { MotionResult } from '../parts/motion-result.tsx'
import { BodyName, PersonName } from '../parts/names.tsx'
import { OfficialLink, useFiles, VersionLink } from '../parts/official-links.tsx'
import { Outcome } from '../parts/outcome.tsx'
import { PlainSummary } from '../parts/plain-summary.tsx'
import { RecordText, useTextLanguage, WrittenIn } from '../parts/record-text.tsx'
import { countedTally } from '../parts/recorded.ts'
import { Recording } from '../parts/recording.tsx'
import { kindToldBy, resultWords, tallyWords } from '../parts/result-words.ts'
import { isContradicted, verbOf } from '../parts/tags.tsx'
import { VetoStep, vetoWords } from '../parts/veto-step.tsx'
import { paths } from '../paths.ts'
import { MotionPageQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { type MotionOnPage, readMotion } from './read-motion.ts'
import { Voting } from './voting.tsx'

/** `/{municipality}/motions/{slug}`: a motion, its result, and who voted how. */
export const motionPage: ExplorePage = {
  path: '/motions/:slug',
  querystring: MotionPageQuery,
  async render(visit) {
    return <MotionPage visit={visit} found={await readMotion(visit)} />
  },
}

function MotionPage({ visit, found }: { visit: Visit; found: MotionOnPage }) {
  const { municipality, locale } = visit
  const { motion, listed, meeting, item, others } = found
  const isPending = meeting !== undefined && isMinutesPending(meeting, visit)
  const heading = titleOfMotion(found.row, locale.words.motion)
  const title = lineOfMotion(found.row, motion.item_title, visit)
  const label = labelOf(found.row, locale)
  const date = motion.meeting_date === null ? null : locale.date(motion.meeting_date)
  const sitting = meeting && recordName(municipality, locale, meeting.title)
  const when = [sitting, date].filter((part) => part != null).join(', ')
  return (
    <CouncilPage
      visit={visit}
      section="votes"
      title={title}
      description={descriptionOf(found, when, visit)}
      tally={countedTally(motion)}
      chamber={found.chamber}
      isShortened={found.isShortened}
      marks={motion}
      crumbs={[...crumbsOf(visit, found, when), label]}
      citation={{
        text: [municipality.name, sitting, label, quoted(title, label, locale.words.motion), date]
          .filter((part) => part != null)
          .join(', '),
        v1: `/api/v1/${municipality.slug}/motions/${motion.slug}`,
        isEmbeddable: true,
        ocd: listed && `/api/ocd/${municipality.slug}/votes/${listed.ocd_id}`,
      }}
      feed={{ path: `motions/${motion.slug}`, filters: {} }}
    >
      <ItemLine motion={found.row} item={motion.item_title} href={item?.path} />
      <Heading text={heading}>
        <TitleTag motion={found.row} />
      </Heading>
      <Lead found={found} isPending={isPending} date={date} />
      <WrittenIn text={[heading, motion.text_content].join(' ')} />
      <Referral found={found} />
      <Clause found={found} />
      <Contradiction found={found} />
      <VetoAfter found={found} />
      <ItemOutcome found={found} />
      <Voting
        found={found}
        isPending={isPending}
        by={visit.query.sort === 'ward' ? 'ward' : 'name'}
      />
      <div class="beside">
        <div>
          <MotionText motion={motion} sitting={found.sitting} row={found.row} />
          <WhatChanged
            {...{ visit, kind: 'motion', slug: motion.slug, changes: found.changes }}
            motionKind={motion.kind}
          />
          <OtherMotions others={others} />
        </div>
        <MotionFacts found={found} visit={visit} />
      </div>
    </CouncilPage>
  )
}

/** Tells motions without a number apart. */
const quoted = (
  title: string,
  label: string,
  { quote }: Pick<Visit['locale']['words']['motion'], 'quote'>,
) => (title.startsWith(label) ? undefined : quote(title))

/** The kind, the result, the count, the meeting that decided, what a veto did to it, and on what. */
function descriptionOf({ motion, row }: MotionOnPage, when: string, visit: Visit): string {
  const { kind, item_title: item } = motion
  const { locale } = visit
  const { words } = locale
  const vetoes = vetoWords(row, visit).map((step) => `. ${step}`)
  const about = [...vetoes, item === null ? '' : `. ${words.motion.on} ${item}`].join('')
  const result = resultWords(row, words)
  if (result === null || row.result === null) return `${when}${about}`
  const name = kindToldBy(row, words) === undefined ? kindOf(kind, locale) : undefined
  const counted = tallyWords(row, verbOf(row)?.verb, locale)
  const shown = [name, result, counted].filter((part) => part != null).join(' · ')
  return `${when === '' ? shown : words.motion.described(shown, when)}${about}`
}

/** The meeting and the agenda item. */
function crumbsOf(visit: Visit, { meeting, item }: MotionOnPage, when: string) {
  const { municipality, locale } = visit
  const first =
    meeting === undefined ? when : <a href={paths.meeting(municipality, meeting.slug)}>{when}</a>
  const second = item && item.item_number !== null && (
    <a href={item.path}>{locale.words.motion.item(item.item_number)}</a>
  )
  return [...(when === '' ? [] : [first]), ...(second ? [second] : [])]
}

/** The title of a meeting that several bodies held together, of which its record names one. */
function jointMeeting({ meeting }: MotionOnPage): string | null {
  const title = meeting?.title ?? ''
  return /^(?:joint meeting|(?:réunion|séance) conjointe)\b/iu.test(title) ? title : null
}

const lowerFirst = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`

interface LeadProps {
  found: MotionOnPage
  isPending: boolean
  date: string | null
}

/** The result, who decided it and when, the count, who moved it. */
function Lead({ found, isPending, date }: LeadProps) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const { motion } = found
  const joint = jointMeeting(found)
  const host = motion.organization === null ? null : nameOf(motion.organization)
  const body = joint === null ? host : words.motion.jointBody(lowerFirst(nameOf(joint)))
  const { mover_name: mover, seconder_name: seconder } = motion
  const values = {
    mover: <PersonName name={mover ?? ''} slug={motion.mover_slug} />,
    seconder: <PersonName name={seconder ?? ''} slug={motion.seconder_slug} />,
  }
  const { moved, movedAndSeconded } = agreeing(motion.kind, words)
  return (
    <p class="lead">
      <MotionKind {...found.row} />
      <Outcome
        motion={{ ...found.row, vetoes: null }}
        isPending={isPending}
        decided={{ body, date }}
        thing={thingOf(found.row, verbOf(found.row)?.verb)}
        isSentence
      />
      {mover !== null && ' '}
      {mover === null && !isPending && !found.lacksMovers && isMoved(motion) && (
        <span class="quiet"> {words.motion.noMover}</span>
      )}
      {mover !== null && (
        <Phrase text={seconder === null ? moved : movedAndSeconded} values={values} />
      )}
    </p>
  )
}

/** "Approved by Committee with Modifications and Referred to CPC" */
const referral = /\band (referred to .*)$/iu

/** To whom the source says that it was referred, beside what became of it; a clause says so itself. */
function Referral({ found: { row } }: { found: MotionOnPage }) {
  const { words } = useLocale()
  const referred = row.clause === null ? referral.exec(row.summary ?? '')?.[1] : undefined
  if (referred === undefined) return null
  return (
    <p>
      {words.motion.goesOn} <RecordText text={referred} />
    </p>
  )
}

/** What it decides, below a title that is a summary or too short for it. */
function Clause({ found: { row } }: { found: MotionOnPage }) {
  const { words } = useLocale()
  const { clause, title } = row
  if (clause === null) return null
  // Sources write "THAT" within a clause, which a title does not.
  const isBeginning = title !== null && clause.toLowerCase().startsWith(title.toLowerCase())
  if (isBeginning && restOf(clause, title) === '') return null
  return (
    <p>
      {isBeginning && `${words.motion.goesOn} `}
      <RecordText text={isBeginning ? restOf(clause, title) : clause} />
    </p>
  )
}

const restOf = (clause: string, title: string) =>
  clause.slice(title.length).replace(/^[\s,;:.]+/, '')

/** That the source states another result as well, or counts from which the result cannot follow. */
function Contradiction({ found }: { found: MotionOnPage }) {
  const { words, count } = useLocale()
  const { kind, result, other_result: stated } = found.row
  const { for: inFavour, against } = decidingCounts(found.row)
  if (result === null || !isContradicted(found.row)) return null
  const inWords = (word: string) => wordOf(agreeing(kind, words).results, word) ?? word
  const isCounted = inFavour !== null && against !== null
  const counted = isCounted ? words.motion.tally(count(inFavour), count(against)) : ''
  const other = stated === null ? counted : inWords(stated)
  return <p>{words.motion.contradiction(inWords(result), other)}</p>
}

/** Questions and elections have no mover. */
const isMoved = ({ kind, result }: MotionOnPage['motion']) =>
  result !== null && kind !== 'inquiry' && kind !== 'election'

/** The other motions on the same agenda item; nothing if there are none. */
function OtherMotions({ others }: Pick<MotionOnPage, 'others'>) {
  const { words } = useLocale()
  if (others.length === 0) return null
  return (
    <>
      <h2 id="others">{words.motion.others}</h2>
      <ul class="rows">
        {others.map((motion) => (
          <li key={motion.slug}>
            <MotionResult motion={motion} beside={<MotionNumber motion={motion} />} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the council decided on what a committee had before it, or what became of the whole after a motion on a part. */
function ItemOutcome({ found: { motion, last } }: { found: MotionOnPage }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const { item_outcome: outcome } = motion
  if (outcome === null || last === undefined) return null
  const { council, later, whole } = words.motion.became
  const isCouncil = outcome.kind === 'council' && last.organization !== null
  const others = outcome.kind === 'later' ? later : whole
  return (
    <p>
      <Phrase
        text={isCouncil ? council(nameOf(last.organization ?? '')) : others}
        values={{
          date: date(outcome.date),
          motion: <MotionLink motion={last} />,
          outcome: <Outcome motion={last} />,
        }}
      />
    </p>
  )
}

/** The steps by which the decision was vetoed, and what came of that, unless that is the later decision. */
function VetoAfter({ found: { motion, row } }: { found: MotionOnPage }) {
  const later = motion.item_outcome?.motion_slug
  const steps = parseVetoes(row.vetoes).filter(({ motion_slug: slug }) => slug !== later)
  return (
    <>
      {steps.map((step, at) => (
        <p key={at}>
          <VetoStep step={step} />
        </p>
      ))}
    </>
  )
}

/** Where the motion belongs, beside its text. */
function MotionFacts({ found, visit }: { found: MotionOnPage; visit: Visit }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const { motion, meeting, item, sitting, texts } = found
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.motion.meeting}>
          {meeting && (
            <a href={paths.meeting(visit.municipality, meeting.slug)}>
              {words.meeting.titled(nameOf(meeting.title), date(meeting.date))}
            </a>
          )}
        </Fact>
        <Fact name={words.motion.body}>
          {jointMeeting(found) ??
            (motion.organization !== null && (
              <BodyName name={motion.organization} slug={motion.organization_slug} />
            ))}
        </Fact>
        <Fact name={words.motion.agendaItem}>
          {item && (
            <a href={item.path}>
              {[item.item_number, item.title].filter((part) => part !== null).join(' ')}
            </a>
          )}
        </Fact>
        <Fact name={words.motion.file}>
          {motion.matter_slug !== null && (
            <a href={paths.matter(visit.municipality, motion.matter_slug)}>
              {item?.matter_identifier ?? words.motion.matter}
            </a>
          )}
        </Fact>
        <Fact name={words.motion.bylaws}>
          {motion.bylaws.length > 0 && <Bylaws bylaws={motion.bylaws} />}
        </Fact>
        <Fact name={words.document.texts}>
          {texts.length > 0 && (
            <ul>
              {texts.map(({ slug, title }) => (
                <li key={slug}>
                  <a href={paths.document(visit.municipality, slug)}>
                    <RecordText text={title} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        {sitting && <OfficialRecord sitting={sitting} />}
        {meeting && <Recording visit={visit} item={item} meeting={meeting} />}
      </dl>
    </aside>
  )
}

function Bylaws({ bylaws }: { bylaws: MotionOnPage['motion']['bylaws'] }) {
  const council = useCouncil()
  return (
    <ul>
      {bylaws.map(({ slug, title, bylaw_number: number }) => (
        <li key={slug}>
          <a href={paths.bylaw(council, slug)}>{number ?? title}</a>
        </li>
      ))}
    </ul>
  )
}

function OfficialRecord({ sitting }: { sitting: NonNullable<MotionOnPage['sitting']> }) {
  const { words } = useLocale()
  const links = useFiles(sitting)
  return (
    <Fact name={words.motion.documents}>
      {links.length > 0 && (
        <ul>
          {links.map((link) => (
            <li key={link.name}>
              <OfficialLink {...link} />
            </li>
          ))}
        </ul>
      )}
    </Fact>
  )
}

// The words that begin what is decided, in English and French minutes.
const resolving =
  /^(?:THEREFORE|BE IT|IT IS|AND BE IT|NOW,? THEREFORE|PAR CONSÉQUENT|IL EST|QU’IL SOIT)\b[ \p{Lu}’',-]*(?=[\s:;,.])/u

interface MotionTextProps {
  motion: MotionDetail
  row: MotionOnPage['row']
  sitting: MotionOnPage['sitting']
}

/** The text of a motion, its summary, and the motion that it replaced. */
function MotionText({ motion, sitting, row }: MotionTextProps) {
  const { words } = useLocale()
  const { plain_english_summary: summary, superseded_text: replaced, text_content: text } = motion
  const action = row.decision ?? ''
  // A sentence that the source has instead of a text.
  const isOfVote = action !== '' && text !== null && !/\n/.test(text.trim())
  return (
    <>
      {summary !== null && !isHeading(row.title, summary) && <PlainSummary text={summary} />}
      <h2 id="text">{isOfVote ? words.motion.ofSource : words.motion.text}</h2>
      {isOfVote && text !== null && !text.includes(action) && (
        <p>{words.motion.actionOf(action)}</p>
      )}
      {text === null ? <p>{words.motion.noText}</p> : <Paragraphs text={text} />}
      {text !== null && !motion.text_complete && <MissingEnd sitting={sitting} />}
      {replaced !== null && (
        <details>
          <summary>{words.motion.earlierText}</summary>
          <Paragraphs text={replaced} />
        </details>
      )}
    </>
  )
}

/** Whether a summary is the heading itself, but for its last period. */
const isHeading = (title: string | null, summary: string) =>
  title !== null && summary.replace(/\s+/g, ' ').trim().replace(/\.$/, '') === title

/** The end of the text is missing in the import. */
function MissingEnd({ sitting }: Pick<MotionTextProps, 'sitting'>) {
  const { endsHere, seeMinutes, minutesLink } = useLocale().words.motion
  const url = sitting?.meeting.minutes_url ?? null
  if (sitting === undefined || url === null) return <p>{endsHere}</p>
  const minutes = (
    <VersionLink {...{ url, documents: sitting.documents }}>{minutesLink}</VersionLink>
  )
  return (
    <p>
      {endsHere} <Phrase text={seeMinutes} values={{ minutes }} />
    </p>
  )
}

/** A text of the record, word for word; the words that begin a resolution are bold. */
function Paragraphs({ text }: { text: string }) {
  return (
    <blockquote class="text" lang={useTextLanguage(text)}>
      {text
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((paragraph, at) => (
          <p key={at}>
            <Paragraph text={paragraph} />
          </p>
        ))}
    </blockquote>
  )
}

function Paragraph({ text }: { text: string }) {
  const start = resolving.exec(text)?.[0] ?? ''
  if (start === '') return <>{text}</>
  return (
    <>
      <strong>{start}</strong>
      {text.slice(start.length)}
    </>
  )
}
