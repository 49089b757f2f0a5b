import { vetoesOnMatter } from '../../core/veto.ts'
import { useRecordName } from '../council-context.ts'
import { RecordPage, Sponsors } from '../frame/record-page.tsx'
import { useLocale } from '../locale.ts'
import { DocumentList } from '../parts/document-list.tsx'
import { Fact } from '../parts/facts.tsx'
import { Fate } from '../parts/fate.tsx'
import { WhatChanged } from '../parts/history/what-changed.tsx'
import { lapseNote } from '../parts/lapse-note.ts'
import { SourcePage } from '../parts/official-links.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { stepWords } from '../parts/veto-step.tsx'
import { paths } from '../paths.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { type MatterOnPage, readMatter } from './read-matter.ts'

/** `/{municipality}/matters/{slug}`: a report or file, and what was done with it. */
export const matterPage: ExplorePage = {
  path: '/matters/:slug',
  async render(visit) {
    return <MatterPage visit={visit} found={await readMatter(visit)} />
  },
}

function MatterPage({ visit, found }: { visit: Visit; found: MatterOnPage }) {
  const { municipality, locale } = visit
  const { matter } = found
  const { title, identifier } = matter
  return (
    <RecordPage
      visit={visit}
      section="matters"
      record={matter}
      number={identifier}
      name={locale.words.matter.titled(title, identifier)}
      lead={identifier}
      description={descriptionOf(found, visit)}
      ocd={`/api/ocd/${municipality.slug}/bills/${found.ocdId}`}
      isShortened={found.isShortened}
      documents={found.documents}
      fate={
        <Fate
          visit={visit}
          status={matter.status}
          law={lawOf(found, visit)}
          {...(found.becameLaw !== undefined && { becameLaw: found.becameLaw })}
          introduced={matter.first_seen}
          vetoes={vetoesOf(matter)}
          lapse={matter.lapsed ? { date: matter.lapsed_on } : undefined}
          steps={found.steps}
          {...found.proceedings}
        />
      }
      facts={<MatterFacts visit={visit} found={found} />}
    >
      <Timeline
        visit={visit}
        record={{ ...found, actions: matter.actions }}
        none={locale.words.matter.noSteps}
        derived={locale.words.matter.stepsDerived}
        hasLapsed={matter.lapsed === true}
      />
      <WhatChanged {...{ visit, kind: 'matter', slug: matter.slug, changes: found.changes }} />
      <DocumentList documents={found.documents} isOpen />
    </RecordPage>
  )
}

/** The by-law that came of it, by its number. */
function lawOf({ matter: { bylaw } }: MatterOnPage, { municipality }: Visit) {
  if (bylaw === null) return undefined
  const { slug, title, bylaw_number: number } = bylaw
  return { path: paths.bylaw(municipality, slug), name: number ?? title }
}

/** The steps by which it was vetoed, or the veto ended; its status, if that is all that says so. */
function vetoesOf({ actions, status }: MatterOnPage['matter']) {
  const steps = actions.map((step) => ({ ...step, date: step.date ?? '' }))
  return vetoesOnMatter(steps, status)
}

function descriptionOf({ matter }: MatterOnPage, visit: Visit): string {
  const { locale, municipality } = visit
  const { last_seen: seen, status } = matter
  const vetoes = stepWords(vetoesOf(matter), visit).filter((step) => step !== status)
  const when = seen === null ? null : locale.words.matters.lastSeen(locale.date(seen))
  return [municipality.name, status, ...vetoes, lapseNote(matter, locale), when]
    .filter((part) => part !== null)
    .join(', ')
}

/** Status, the by-law that came of it, and sponsors. */
function MatterFacts({ visit, found }: { visit: Visit; found: MatterOnPage }) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const { matter, sourceUrl, proceedings } = found
  const { status, category, bylaw, sponsors } = matter
  const list = paths.matters(visit.municipality)
  const filtered = (name: string, value: string, shown = value) => (
    <a href={`${list}?${new URLSearchParams({ [name]: value })}`}>{shown}</a>
  )
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.matter.status}>
          {status !== null && filtered('status', status, nameOf(status))}
        </Fact>
        <Fact name={words.matter.category}>
          {category !== null && filtered('category', category, nameOf(category))}
        </Fact>
        <Fact name={words.matter.bylaw}>
          {bylaw && (
            <a href={paths.bylaw(visit.municipality, bylaw.slug)}>
              {bylaw.bylaw_number ?? bylaw.title}
            </a>
          )}
        </Fact>
        <Fact name={words.matter.sponsors}>
          {sponsors.length > 0 && <Sponsors sponsors={sponsors} />}
        </Fact>
        <Fact name={words.motion.documents}>
          {sourceUrl !== null && (
            <SourcePage
              url={sourceUrl}
              minutes={proceedings.minutes}
              name={words.matter.official}
            />
          )}
        </Fact>
      </dl>
    </aside>
  )
}
