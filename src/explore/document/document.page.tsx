import { type LawKind, lawKindOf } from '../../core/law-kind.ts'
import { pageQuery } from '../../core/result-path.ts'
import { shorten } from '../../core/shorten.ts'
import { findDocument } from '../../resources/documents/queries.ts'
import { type DocumentDetail, DocumentQuery } from '../../resources/documents/schema.ts'
import { toDocumentDetail } from '../../resources/documents/v1.represent.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { InLanguage } from '../../site/in-language.tsx'
import { recordName, useCouncil, useRecordName } from '../council-context.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Labels } from '../parts/labels.tsx'
import { itemPath } from '../parts/meeting-anchors.ts'
import { MotionResult } from '../parts/motion-result.tsx'
import { RecordText, useTextLanguage, WrittenIn } from '../parts/record-text.tsx'
import { Rows } from '../parts/rows.tsx'
import { vetoNote } from '../parts/veto-note.ts'
import { paths } from '../paths.ts'
import { type ExplorePage, Missing, type Visit } from '../visit.ts'
import { findBesideDocument } from './queries.ts'

/** `/{municipality}/documents/{slug}`: the text of a document, and what it belongs to. */
export const documentPage: ExplorePage = {
  path: '/documents/:slug',
  querystring: DocumentQuery,
  async render(visit) {
    return <DocumentPage visit={visit} found={await readDocument(visit)} />
  },
}

interface DocumentOnPage extends Awaited<ReturnType<typeof findBesideDocument>> {
  document: DocumentDetail
  /** What the by-law that it belongs to is called. */
  lawKind: LawKind
  /** The state of that by-law as recorded, and a veto that this does not say. */
  lawStates: readonly string[]
}

type PageProps = { visit: Visit; found: DocumentOnPage }

function DocumentPage({ visit, found }: PageProps) {
  const { municipality, locale } = visit
  const { document } = found
  const owner = ownerOf(visit, found)
  const named = owner === undefined || document.title.includes(owner.name) ? [] : [owner.name]
  const name = [document.title, ...named].join(', ')
  const isLong = document.page_count > 1
  const page = isLong ? [locale.words.document.page(String(document.page))] : []
  return (
    <CouncilPage
      visit={visit}
      {...(owner && { section: owner.section })}
      title={[name, ...page].join(', ')}
      description={[municipality.name, ...named, locale.words.document.description].join(', ')}
      crumbs={[
        ...(owner === undefined
          ? []
          : [
              <a href={paths[owner.section](municipality)}>{locale.words[owner.section].title}</a>,
              <a href={owner.path}>{owner.name}</a>,
            ]),
        document.title,
      ]}
      citation={{
        text: [municipality.name, name].join(', '),
        v1: `/api/v1/${municipality.slug}/documents/${document.slug}`,
      }}
    >
      <Heading text={document.title} />
      <LawState visit={visit} found={found} />
      <WrittenIn language={document.language} text={document.sections[0]?.text ?? ''} />
      <Decisions motions={found.motions} />
      <div class="beside text-first">
        <Contents document={document} />
        <div>
          <Sections document={document} />
          <Pages document={document} />
        </div>
        <DocumentFacts visit={visit} found={found} />
      </div>
    </CouncilPage>
  )
}

/** What became of its by-law, as its text alone reads like law. */
function LawState({ visit, found: { document, lawKind, lawStates } }: PageProps) {
  const { words } = useLocale()
  const { bylaw } = document
  if (bylaw === null || lawStates.length === 0) return null
  const { bylaw_number: number, title, slug } = bylaw
  return (
    <p>
      <a href={paths.bylaw(visit.municipality, slug)}>
        {number === null ? title : words.bylaws.numbered[lawKind](number)}
      </a>{' '}
      <Labels labels={lawStates} />
    </p>
  )
}

/** The record that the document belongs to. */
function ownerOf({ municipality, locale }: Visit, { document, lawKind }: DocumentOnPage) {
  const { bylaw, matter, meeting } = document
  if (meeting !== null) {
    const title = recordName(municipality, locale, meeting.title)
    return {
      section: 'meetings' as const,
      path: paths.meeting(municipality, meeting.slug),
      name: locale.words.meeting.titled(title, locale.date(meeting.date)),
    }
  }
  if (matter !== null)
    return {
      section: 'matters' as const,
      path: paths.matter(municipality, matter.slug),
      name: matter.identifier ?? matter.title,
    }
  if (bylaw === null) return undefined
  const { bylaw_number: number, title } = bylaw
  return {
    section: 'bylaws' as const,
    path: paths.bylaw(municipality, bylaw.slug),
    name: number === null ? title : locale.words.bylaws.numbered[lawKind](number),
  }
}

type OfDocument = Pick<DocumentOnPage, 'document'>
type Section = DocumentDetail['sections'][number]

const openMax = 30

/** The headings of the page; nothing for one section. */
function Contents({ document: { sections } }: OfDocument) {
  const { words } = useLocale()
  if (sections.length < 2) return null
  return (
    <nav class="outline" aria-label={words.document.contents}>
      <details class="section" open={sections.length <= openMax}>
        <summary>
          <h2 id="contents">{words.document.contents}</h2>
        </summary>
        <ol>
          {sections.map((section) => (
            <li key={section.anchor}>
              <a href={`#${section.anchor}`}>{nameOf(section)}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

const nameLength = 80

/** The heading, or how the text begins. */
const nameOf = ({ heading, text }: Section) =>
  heading ?? shorten(text.trim().slice(0, 2 * nameLength), nameLength)

/** The text word for word, in its own lines. */
function Sections({ document: { sections, language } }: OfDocument) {
  const shown = useTextLanguage(sections[0]?.text ?? '')
  return (
    <div class="document" lang={language ?? shown}>
      {sections.map(({ anchor, heading, text }) => (
        <section key={anchor} id={anchor}>
          {heading !== null && !text.startsWith(heading) && <h2>{heading}</h2>}
          <p>{text}</p>
        </section>
      ))}
    </div>
  )
}

/** The other pages of a long text. */
function Pages({ document: { slug, page, page_count: count } }: OfDocument) {
  const { words } = useLocale()
  const path = paths.document(useCouncil(), slug)
  if (count === 1) return null
  return (
    <nav class="row" aria-label={words.document.pages}>
      {page > 1 && (
        <a href={path + pageQuery(page - 1)} rel="prev">
          {words.document.previous}
        </a>
      )}
      <span>{words.document.pageOf(String(page), String(count))}</span>
      {page < count && (
        <a href={path + pageQuery(page + 1)} rel="next">
          {words.document.next}
        </a>
      )}
    </nav>
  )
}

/** The file of the source, and what the document belongs to. */
function DocumentFacts({ visit: { municipality }, found: { document, item } }: PageProps) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const { bylaw, matter, meeting, agenda_item: on, file_url: file } = document
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.document.file}>
          {file !== null && (
            <>
              <ExternalLink href={file} hreflang={document.language ?? undefined}>
                {document.title}
              </ExternalLink>
              <InLanguage language={document.language} />
            </>
          )}
        </Fact>
        <Fact name={words.document.date}>{document.date && date(document.date)}</Fact>
        <Fact name={words.motion.bylaws}>
          {bylaw && (
            <a href={paths.bylaw(municipality, bylaw.slug)}>{bylaw.bylaw_number ?? bylaw.title}</a>
          )}
        </Fact>
        <Fact name={words.document.matter}>
          {matter && (
            <a href={paths.matter(municipality, matter.slug)}>
              <RecordText text={words.matter.titled(matter.title, matter.identifier)} />
            </a>
          )}
        </Fact>
        <Fact name={words.motion.meeting}>
          {meeting && (
            <a href={paths.meeting(municipality, meeting.slug)}>
              {words.meeting.titled(nameOf(meeting.title), date(meeting.date))}
            </a>
          )}
        </Fact>
        <Fact name={words.motion.agendaItem}>
          {on && meeting && item && (
            <a href={itemPath(paths.meeting(municipality, meeting.slug), item)}>
              {[on.item_number, on.title].filter((part) => part !== null).join(' ')}
            </a>
          )}
        </Fact>
      </dl>
    </aside>
  )
}

const motionsShown = 3

/** What was decided on it, above its text; nothing without motions. */
function Decisions({ motions }: Pick<DocumentOnPage, 'motions'>) {
  const { words } = useLocale()
  if (motions.length === 0) return null
  return (
    <section class="stone" aria-labelledby="decisions">
      <h2 id="decisions">{words.document.motions}</h2>
      <Rows
        rows={motions}
        shownMax={motionsShown}
        style="others"
        keyOf={({ slug }) => slug}
        show={(motion) => <MotionResult motion={motion} />}
      />
    </section>
  )
}

/** A document with a page of its text, in two statements. */
async function readDocument({
  store,
  municipality,
  locale,
  params,
  query,
}: Visit): Promise<DocumentOnPage> {
  const { page = 1 } = query as { page?: number }
  return store.read(async (db) => {
    const { slug = '' } = params
    const rows = await findDocument(db, municipality.id, { slug, page })
    if (rows === undefined || rows.sections.length === 0) throw new Missing('document')
    const document = toDocumentDetail(rows)
    const { bylaw_title: title, bylaw_description: description } = rows.document
    const { bylaw_status: status, bylaw_vetoed: isVetoed } = rows.document
    const lawStates = [
      status && recordName(municipality, locale, status),
      vetoNote({ status, is_vetoed: isVetoed ?? 0 }, locale.words),
    ].filter((state) => state !== null)
    const lawKind = lawKindOf({ title: title ?? '', description })
    const beside = await findBesideDocument(db, {
      municipalityId: municipality.id,
      item: document.agenda_item?.slug ?? '',
      motions: document.motions.map((motion) => motion.slug),
    })
    return { document, lawKind, lawStates, ...beside }
  })
}
