import { groupBy } from '../../core/group-by.ts'
import { Phrase } from '../../site/phrase.tsx'
import { useLocale } from '../locale.ts'
import { anchorsOf, sliceOf, slicesOf } from '../parts/meeting-anchors.ts'
import { MatterNumber } from '../parts/names.tsx'
import { VersionLink } from '../parts/official-links.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { WatchItem } from '../parts/recording.tsx'
import { isDecided } from './decisions.tsx'
import { ItemNote, ItemNumber, Recommendation } from './item.tsx'
import type { AgendaItem, MeetingOnPage } from './read-meeting.ts'

interface AgendaProps {
  found: MeetingOnPage
  first: number
  path: string
}

/** The whole agenda, folded away below the decisions; open if there are none. */
export function Agenda({ found, first, path }: AgendaProps) {
  const { words, count } = useLocale()
  const { meeting, agendaItems: items, motions } = found
  if (items.length === 0) return <NoItems found={found} />
  const tree = { meeting, items: sliceOf(items, first), anchors: anchorsOf(items) }
  const motionsOf = groupBy(motions, ({ agenda_item_id: id }) => id)
  const decided = new Set(items.filter((item) => isDecided(item, motionsOf(item.id))))
  return (
    <>
      <details class="section" open={decided.size === 0}>
        <summary>
          <h2 id="agenda">{words.meeting.wholeAgenda(items.length, count(items.length))}</h2>
        </summary>
        <Tree {...tree} decided={decided} />
      </details>
      <Slices total={items.length} first={first} path={path} />
    </>
  )
}

/** What a meeting to come will deal with. */
export function AgendaToCome({ found, first, path }: AgendaProps) {
  const { words } = useLocale()
  const { meeting, agendaItems: items } = found
  const tree = { meeting, items: sliceOf(items, first), anchors: anchorsOf(items) }
  return (
    <>
      <h2 id="agenda">{words.meeting.onAgenda}</h2>
      {items.length === 0 ? (
        <NoItems found={found} isToCome />
      ) : (
        <Tree {...tree} decided={new Set()} />
      )}
      <Slices total={items.length} first={first} path={path} />
    </>
  )
}

interface NoItemsProps {
  found: MeetingOnPage
  isToCome?: boolean
}

/** Whether the source has the agenda, and where it is. */
function NoItems({ found: { meeting, documents }, isToCome = false }: NoItemsProps) {
  const { noAgenda, noAgendaYet, noAgendaItems, seeAgenda, agendaLink } = useLocale().words.meeting
  const { has_agenda: hasAgenda, agenda_url: url } = meeting
  if (hasAgenda !== 1) return <p>{isToCome ? noAgendaYet : noAgenda}</p>
  if (url === null) return <p>{noAgendaItems}</p>
  const agenda = <VersionLink {...{ url, documents }}>{agendaLink}</VersionLink>
  return (
    <p>
      {noAgendaItems} <Phrase text={seeAgenda} values={{ agenda }} />
    </p>
  )
}

interface TreeProps extends Pick<MeetingOnPage, 'meeting'> {
  items: readonly AgendaItem[]
  anchors: ReadonlyMap<number, string>
  /** Items whose anchor is in the list of decisions. */
  decided: ReadonlySet<AgendaItem>
}

function Tree({ meeting, items, anchors, decided }: TreeProps) {
  const ids = new Set(items.map(({ id }) => id))
  const childrenOf = groupBy(items, ({ parent_id: parent }) =>
    parent !== null && ids.has(parent) ? parent : null,
  )
  const branch = (parent: number | null, depth: number) => {
    const children = childrenOf(parent)
    if (children.length === 0 || depth > depthMax) return null
    return (
      <ol class="agenda">
        {children.map((item) => (
          <li key={item.id} id={decided.has(item) ? undefined : anchors.get(item.id)}>
            <ItemNumber item={item} anchor={anchors.get(item.id)} />{' '}
            <Title item={item} anchor={decided.has(item) ? anchors.get(item.id) : undefined} />
            <MatterNumber item={item} />
            {!decided.has(item) && <ItemNote item={item} />}
            {!decided.has(item) && <Recommendation item={item} />}
            {!decided.has(item) && <WatchItem item={item} meeting={meeting} />}
            {branch(item.id, depth + 1)}
          </li>
        ))}
      </ol>
    )
  }
  return branch(null, 1)
}

const depthMax = 10

/** The title of an agenda item, as a link to its decision if it has one. */
function Title({ item, anchor }: { item: AgendaItem; anchor: string | undefined }) {
  const title = <RecordText text={item.title} />
  return anchor === undefined ? title : <a href={`#${anchor}`}>{title}</a>
}

/** Links to the other pages of a long agenda. */
function Slices({ total, first, path }: { total: number; first: number; path: string }) {
  const { words, count } = useLocale()
  const slices = slicesOf(total)
  if (slices.length < 2) return null
  return (
    <nav aria-label={words.meeting.slices}>
      <ul class="slices">
        {slices.map(([start, end]) => (
          <li key={start}>
            <a
              href={start === 1 ? path : `${path}?items=${start}`}
              aria-current={start === first ? 'page' : undefined}
            >
              {words.meeting.slice(count(start), count(end))}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
