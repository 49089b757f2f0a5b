import { isNeverPassed } from '../../core/bylaw-status.ts'
import { isShortened, partsMax } from '../../core/parts-max.ts'
import { shorten } from '../../core/shorten.ts'
import { findBylaw } from '../../resources/bylaws/queries.ts'
import type { BylawDetail } from '../../resources/bylaws/schema.ts'
import { toBylawDetail } from '../../resources/bylaws/v1.represent.ts'
import { recordName, useCouncil, useRecordName } from '../council-context.ts'
import { RecordPage, Sponsors } from '../frame/record-page.tsx'
import { useLocale } from '../locale.ts'
import { DocumentList } from '../parts/document-list.tsx'
import { Fact } from '../parts/facts.tsx'
import { Fate } from '../parts/fate.tsx'
import { ItemLine, MotionLink, MotionNumber } from '../parts/motion-link.tsx'
import { SourcePage } from '../parts/official-links.tsx'
import { Outcome } from '../parts/outcome.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { Rows } from '../parts/rows.tsx'
import { StatusTag } from '../parts/tags.tsx'
import { paths } from '../paths.ts'
import { bylawData } from '../structured.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { findMentions, type Mentions } from './queries.ts'

/** `/{municipality}/bylaws/{slug}`: a by-law, and how it was passed. */
export const bylawPage: ExplorePage = {
  path: '/bylaws/:slug',
  async render(visit) {
    return <BylawPage visit={visit} found={await readBylaw(visit)} />
  },
}

function BylawPage({ visit, found }: { visit: Visit; found: BylawOnPage }) {
  const { municipality, locale } = visit
  const { words } = locale
  const { bylaw } = found
  const { title, bylaw_number: number } = bylaw
  const status = bylaw.status === null ? null : recordName(municipality, locale, bylaw.status)
  const lead = number === null ? null : words.bylaws.numbered(number)
  return (
    <RecordPage
      visit={visit}
      section="bylaws"
      record={bylaw}
      number={number}
      name={words.bylaw.named(number, title)}
      lead={lead}
      description={[municipality.name, lead, status].filter((part) => part).join(', ')}
      structured={bylawData(visit, bylaw)}
      isShortened={found.isShortened}
      documents={bylaw.documents}
      fate={<Fate {...fateOf(found, words.bylaw.vetoed)} />}
      facts={<BylawFacts visit={visit} found={found} />}
    >
      <Motions found={found} />
      <Agendas found={found} />
      <Matters found={found} />
      <DocumentList documents={bylaw.documents} isOpen />
    </RecordPage>
  )
}

/** When it was first on an agenda, who decided and who vetoed it, and when it was enacted, unless it was lost. */
function fateOf({ bylaw, motions, meetings, vetoes: steps, begins }: BylawOnPage, vetoed: string) {
  const dates = [...motions, ...meetings].map(({ date }) => date).filter((date) => date !== '')
  const introduced = dates.sort()[0] ?? null
  const unrecorded = bylaw.vetoed && steps.length === 0 ? [{ description: vetoed, date: '' }] : []
  const vetoes = [...steps, ...unrecorded]
  const common = { introduced, begins, motions, vetoes }
  return isLost(bylaw) ? common : { ...common, inForce: bylaw.enacted_date }
}

/** The motions that name the by-law; the one that passed it is marked. */
function Motions({ found: { motions, bylaw } }: { found: BylawOnPage }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  return (
    <>
      <h2 id="motions">{words.bylaw.motions}</h2>
      {motions.length === 0 && <p>{words.bylaw.noMotions}</p>}
      <Rows
        rows={motions}
        keyOf={({ slug }) => slug}
        show={(motion) => (
          <>
            <ItemLine item={motion.subject} />
            <Outcome motion={motion} /> <MotionLink motion={motion} />
            <MotionNumber motion={motion} />
            <p class="quiet">
              {[
                motion.meeting_title && nameOf(motion.meeting_title),
                motion.date === '' ? null : date(motion.date),
                motion.slug === bylaw.motion_slug ? words.bylaw.passedBy : null,
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          </>
        )}
      />
    </>
  )
}

/** The meetings with the by-law on the agenda; nothing if there are none. */
function Agendas({ found: { meetings } }: { found: BylawOnPage }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const council = useCouncil()
  if (meetings.length === 0) return null
  return (
    <>
      <h2 id="meetings">{words.bylaw.meetings}</h2>
      <ul class="rows">
        {meetings.map((meeting) => (
          <li key={meeting.slug}>
            <a href={paths.meeting(council, meeting.slug)}>
              {words.meeting.titled(nameOf(meeting.title), date(meeting.date))}
            </a>{' '}
            <StatusTag status={meeting.status} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The matters that led to the by-law. */
function Matters({ found: { bylaw } }: { found: BylawOnPage }) {
  const { words } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  const subject = subjectOf(bylaw.title)
  return (
    <>
      <h2 id="matters">{words.bylaw.matters}</h2>
      {bylaw.matters.length === 0 && (
        <p>
          {words.bylaw.noMatters}{' '}
          <a href={`${paths.search(council)}?${new URLSearchParams({ q: subject })}`}>
            {words.missing.searchFor(subject)}
          </a>
        </p>
      )}
      <ul class="rows">
        {bylaw.matters.slice(0, mattersMax).map(({ slug, title, status }) => (
          <li key={slug}>
            <a href={paths.matter(council, slug)}>
              <RecordText text={title} />
            </a>
            {status !== null && <span class="quiet">{` ${nameOf(status)}`}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The API has all of them. */
const mattersMax = 50

/** "A by-law of the City of Ottawa to provide for safe access" is about "safe access". */
const subjectOf = (title: string) =>
  shorten(
    title.replace(/^(?:a |being a )?by-?law (?:of .{1,80}? )?to (?:provide for |regulate )?/i, ''),
    subjectLength,
  )

const subjectLength = 100

/** Number, status and dates, beside the text. */
function BylawFacts({ visit, found }: { visit: Visit; found: BylawOnPage }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const { bylaw, minutes } = found
  const { bylaw_number: number, year, status, category, sponsors, source_url: source } = bylaw
  const list = paths.bylaws(visit.municipality)
  const filtered = (name: string, value: string, shown = value) => (
    <a href={`${list}?${new URLSearchParams({ [name]: value })}`}>{shown}</a>
  )
  const dateOf = (stated: string | null) => {
    if (stated !== null) return date(stated)
    return isLost(bylaw) ? null : words.bylaw.unknown
  }
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.bylaw.number}>{number}</Fact>
        <Fact name={words.bylaw.year}>{year !== null && filtered('year', String(year))}</Fact>
        <Fact name={words.bylaw.status}>
          {status !== null && filtered('status', status, nameOf(status))}
        </Fact>
        <Fact name={words.bylaw.category}>
          {category !== null && filtered('category', category, nameOf(category))}
        </Fact>
        <Fact name={words.bylaw.passed}>{dateOf(bylaw.passed_date)}</Fact>
        <Fact name={words.bylaw.enacted}>{dateOf(bylaw.enacted_date)}</Fact>
        <Fact name={words.bylaw.sponsors}>
          {sponsors.length > 0 && <Sponsors sponsors={sponsors} />}
        </Fact>
        <Fact name={words.motion.documents}>
          {source !== null && (
            <SourcePage url={source} minutes={minutes} name={words.bylaw.official} />
          )}
        </Fact>
      </dl>
    </aside>
  )
}

/** What was defeated, withdrawn or vetoed was neither passed nor enacted. */
function isLost({ status, vetoed }: Pick<BylawOnPage['bylaw'], 'status' | 'vetoed'>): boolean {
  return vetoed || isNeverPassed(status)
}

interface BylawOnPage extends Mentions {
  bylaw: BylawDetail
  isShortened: boolean
}

/** A by-law with the motions and meetings that name it, in two statements. */
async function readBylaw({ store, municipality, params }: Visit): Promise<BylawOnPage> {
  return store.read(async (db) => {
    const rows = await findBylaw(db, municipality.id, params.slug ?? '', partsMax)
    if (rows === undefined) throw new Missing('bylaw')
    const mentions = await findMentions(db, rows.bylaw, municipality.id)
    return { ...mentions, bylaw: toBylawDetail(rows), isShortened: isShortened(rows) }
  })
}
