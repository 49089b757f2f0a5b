import { CouncilPage } from '../frame/council-page.tsx'
import { useLocale } from '../locale.ts'
import { NextAndLatest } from '../parts/sitting.tsx'
import { paths } from '../paths.ts'
import { recordName } from '../record-name.ts'
import { bodyData } from '../structured.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { wordOf } from '../words/word-of.ts'
import { BodyFacts } from './body-facts.tsx'
import { type BodyOnPage, readBody } from './read-body.ts'
import { FormerMembers, Members } from './seats.tsx'

/** `/{municipality}/bodies/{slug}`: the council, a committee or a board, with its members and meetings. */
export const bodyPage: ExplorePage = {
  path: '/bodies/:slug',
  async render(visit) {
    return <BodyPage visit={visit} found={await readBody(visit)} />
  },
}

interface BodyProps {
  visit: Visit
  found: BodyOnPage
}

function BodyPage({ visit, found }: BodyProps) {
  const { municipality, locale } = visit
  const { words } = locale
  const { body } = found
  const name = recordName(municipality, locale, body.name)
  const kind = wordOf(words.bodies.kinds, body.classification ?? '')
  return (
    <CouncilPage
      visit={visit}
      section="bodies"
      isShortened={found.isShortened}
      title={name}
      description={[name, kind, municipality.name].filter((part) => part).join(', ')}
      crumbs={[<a href={paths.bodies(municipality)}>{words.bodies.title}</a>, name]}
      structured={bodyData(visit, body)}
      citation={{
        text: `${municipality.name}, ${name}`,
        v1: `/api/v1/${municipality.slug}/organizations/${body.slug}`,
      }}
      table={{ path: 'meetings', filters: { organization: body.slug } }}
      calendar={`bodies/${body.slug}`}
      feed={`bodies/${body.slug}`}
    >
      <h1>{name}</h1>
      <div class="beside">
        <div>
          <Meetings visit={visit} found={found} />
          <Members found={found} />
          <FormerMembers found={found} />
        </div>
        <BodyFacts found={found} />
      </div>
    </CouncilPage>
  )
}

function Meetings({ visit, found }: BodyProps) {
  const { words, count } = useLocale()
  const { body, hasVotes } = found
  const all = body.meeting_count
  return (
    <>
      <NextAndLatest visit={visit} found={found} />
      {all > 0 && (
        <p>
          <a href={`${paths.meetings(visit.municipality)}?organization=${body.slug}`}>
            {words.body.allMeetings(all, count(all))}
          </a>
        </p>
      )}
      {hasVotes && (
        <p>
          <a href={`${paths.votes(visit.municipality)}?organization=${body.slug}`}>
            {words.body.allVotes}
          </a>
        </p>
      )}
    </>
  )
}
