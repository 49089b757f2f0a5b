import { isInForceOn, isNeverPassed } from '../../core/bylaw-status.ts'
import { isOfCommittee, isOfCouncil } from '../../core/decisions.ts'
import { resultOfMatter } from '../../core/headings/outcome.ts'
import { lawKindOf } from '../../core/law-kind.ts'
import { isShortened, partsMax } from '../../core/parts-max.ts'
import { shorten } from '../../core/shorten.ts'
import { stepsInOrder, vetoesIn } from '../../core/veto.ts'
import { lastDecisions } from '../../core/voting-order.ts'
import { toStep } from '../../resources/_shared/v1.represent.ts'
import { type BylawDetailRows, findBylaw } from '../../resources/bylaws/queries.ts'
import type { BylawDetail } from '../../resources/bylaws/schema.ts'
import { toBylawDetail } from '../../resources/bylaws/v1.represent.ts'
import { recordName, useCouncil, useRecordName } from '../council-context.ts'
import { RecordPage, Sponsors } from '../frame/record-page.tsx'
import { useLocale } from '../locale.ts'
import { DocumentList } from '../parts/document-list.tsx'
import { Fact } from '../parts/facts.tsx'
import { type DecidedMotion, Fate, isStillOpen, type LawDay, nameOfLawDay } from '../parts/fate.tsx'
import { SourcePage } from '../parts/official-links.tsx'
import { findProceedings, type Proceedings } from '../parts/proceedings.ts'
import { RecordText } from '../parts/record-text.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { paths } from '../paths.ts'
import { bylawData } from '../structured.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import type { Words } from '../words/en.ts'

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
  const lead = number === null ? null : words.bylaws.numbered[lawKindOf(bylaw)](number)
  return (
    <RecordPage
      visit={visit}
      section="bylaws"
      record={bylaw}
      number={number}
      name={words.bylaw.named(lead, title)}
      lead={lead}
      description={[municipality.name, lead, status].filter((part) => part).join(', ')}
      structured={bylawData(visit, bylaw, found.actions)}
      isShortened={found.isShortened}
      documents={bylaw.documents}
      fate={<Fate visit={visit} {...fateOf(found, words.bylaw)} />}
      facts={<BylawFacts visit={visit} found={found} />}
    >
      <Timeline
        visit={visit}
        record={{ ...found, actions: found.actions.map(toStep) }}
        none={words.bylaw.noSteps}
        derived={words.bylaw.stepsDerived}
        noteOf={(slug) => (slug === bylaw.motion_slug ? words.bylaw.passedBy : undefined)}
      />
      <Matters found={found} />
      <DocumentList documents={bylaw.documents} isOpen />
    </RecordPage>
  )
}

/** When its way began, who decided and who vetoed it, and when it was enacted, unless it was lost. */
function fateOf(
  { bylaw, proceedings, naming, ...found }: BylawOnPage,
  words: Pick<Words['bylaw'], 'vetoed' | 'notNamed'>,
) {
  const { motions, begins, meetings } = proceedings
  const introduced = [...found.firstSeen, ...motions.map(({ date }) => date)]
    .filter((date) => date !== '')
    .sort()[0]
  // A plain yes or no to a bill is one to the law that came of it.
  const isOnIt = (motion: DecidedMotion) =>
    naming.has(motion.slug) || resultOfMatter(motion) !== null
  // A matter can be of several by-laws, and go on after one was passed.
  const last = motions.find((motion) => naming.has(motion.slug) && isOfCouncil(motion))
  const steps = vetoesIn(stepsInOrder(found.actions))
  const vetoed = steps[0]?.date ?? ''
  const isOnTheWay = (motion: DecidedMotion) =>
    last === undefined ||
    naming.has(motion.slug) ||
    motion.date <= vetoed ||
    (!isOfCouncil(motion) && motion.date <= last.date)
  const decided = motions.filter(isOnTheWay)
  const advised = lastDecisions(decided.filter(isOfCommittee))
  const unrecorded =
    bylaw.vetoed && steps.length === 0 ? [{ description: words.vetoed, date: '' }] : []
  const common = {
    ...{ introduced: introduced ?? null, begins, motions: decided },
    ...{ status: bylaw.status, meetings },
    // A matter can go on after one of its by-laws was passed.
    steps: found.actions.filter(({ date }) => last === undefined || date <= last.date),
    vetoes: [...steps, ...unrecorded],
    // The decisions are on its reports, which others may share.
    councilNote: last === undefined ? words.notNamed : undefined,
    committeeNote: advised.length === 0 || advised.some(isOnIt) ? undefined : words.notNamed,
  }
  return isLost(bylaw) ? common : { ...common, becameLaw: lawDayOf({ bylaw, ...found }) }
}

function lawDayOf({ bylaw, actions }: Pick<BylawOnPage, 'bylaw' | 'actions'>): LawDay {
  const { enacted_date: day, status } = bylaw
  return { day, isInForce: isInForceOn(day, status, actions) }
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
  const { bylaw } = found
  const { minutes, meetings, motions } = found.proceedings
  const { bylaw_number: number, year, status, category, sponsors, source_url: source } = bylaw
  const list = paths.bylaws(visit.municipality)
  const filtered = (name: string, value: string, shown = value) => (
    <a href={`${list}?${new URLSearchParams({ [name]: value })}`}>{shown}</a>
  )
  const isOpen =
    bylaw.passed_date === null &&
    isStillOpen({ visit, status, meetings, motions, steps: found.actions })
  const dateOf = (stated: string | null) => {
    if (stated !== null) return date(stated)
    if (isLost(bylaw)) return null
    return isOpen ? words.fate.notYet : words.bylaw.unknown
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
        <Fact name={nameOfLawDay(lawDayOf(found), words)}>{dateOf(bylaw.enacted_date)}</Fact>
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

interface BylawOnPage {
  bylaw: BylawDetail
  /** The steps that the source records. */
  actions: BylawDetailRows['actions']
  /** When each of its matters was first on record. */
  firstSeen: string[]
  /** Slugs of the motions that name it. */
  naming: ReadonlySet<string>
  proceedings: Proceedings
  isShortened: boolean
}

/** A by-law with the steps of its matters, in two statements. */
async function readBylaw({ store, municipality, params }: Visit): Promise<BylawOnPage> {
  return store.read(async (db) => {
    const rows = await findBylaw(db, municipality.id, params.slug ?? '', partsMax)
    if (rows === undefined) throw new Missing('bylaw')
    const { id: bylawId, source_url } = rows.bylaw
    const matterIds = rows.matters.map(({ id }) => id)
    const record = { matterIds, bylawId, municipalityId: municipality.id, source_url }
    return {
      bylaw: toBylawDetail(rows),
      actions: rows.actions,
      firstSeen: rows.matters.flatMap(({ first_seen: date }) => date ?? []),
      naming: new Set(
        rows.motions.filter(({ reference_id: id }) => id !== null).map(({ slug }) => slug),
      ),
      proceedings: await findProceedings(db, record),
      isShortened: isShortened(rows),
    }
  })
}
