import type { ComponentChildren } from 'preact'
import { type ListPage, urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { More } from '../parts/more.tsx'
import { Rows } from '../parts/rows.tsx'
import { VoteLine, type VoteOnMotion } from '../parts/vote-line.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'

interface VotesProps {
  visit: Visit
  page: ListPage<VoteOnMotion>
  /** Before the list. */
  children: ComponentChildren
}

/** How the person voted, newest first, with the filters of the API. */
export function Votes({ visit, page, children }: VotesProps) {
  const { words } = useLocale()
  const { query } = visit
  const isFiltered = query.value !== undefined || query.dissent !== undefined
  if (page.rows.length === 0 && !isFiltered)
    return (
      <>
        <h2 id="votes">{words.person.votes}</h2>
        <p>{words.person.noVotes}</p>
      </>
    )
  return (
    <>
      <h2 id="votes">{words.person.votes}</h2>
      {children}
      <Filter visit={visit} />
      {page.rows.length === 0 && <p>{words.person.noSuchVotes}</p>}
      <Rows
        rows={page.rows}
        keyOf={(vote) => vote.motion_slug}
        show={(vote) => <VoteLine vote={vote} />}
      />
      <More page={page} />
    </>
  )
}

function Filter({ visit }: { visit: Visit }) {
  const { words } = useLocale()
  const { path, query, params, municipality } = visit
  const { cursor, ...filters } = query
  const choices = [
    [words.person.all, ''],
    [words.person.inFavour, '?value=For'],
    [words.person.against, '?value=Against'],
    [words.person.losingSide, '?dissent=true'],
  ] as const
  const current = query.dissent === true ? '?dissent=true' : valueQuery(query.value)
  return (
    <p class="row">
      {choices.map(([name, choice]) => (
        <a
          key={choice}
          href={`${path}${choice}#votes`}
          aria-current={choice === current ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
      <a href={urlOf(paths.votes(municipality), { person: params.slug, ...filters })}>
        {words.person.inVotes}
      </a>
    </p>
  )
}

function valueQuery(value: unknown): string {
  return value === undefined ? '' : `?value=${String(value)}`
}
