import { isCalledOff } from '../../core/called-off.ts'
import { noticeKinds } from '../../core/notice.ts'
import {
  countNotices,
  listNotices,
  type NoticeFilters,
  type NoticeRow,
} from '../../resources/notices/queries.ts'
import { type NoticeItem, NoticeQuery } from '../../resources/notices/schema.ts'
import { toNoticeItem } from '../../resources/notices/v1.represent.ts'
import { recordName, useCouncil } from '../council-context.ts'
import { useLocale, wordOf } from '../locale.ts'
import { BodyName } from '../parts/names.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type RegisterEntry, register } from './register.ts'

/** Public meetings and hearings under planning laws. */
export const notices = register<'notices', NoticeFilters, NoticeRow>({
  name: 'notices',
  calendar: 'notices',
  query: NoticeQuery,
  list: listNotices,
  count: countNotices,
  choices: ['organization'],
  kinds: noticeKinds,
  position: ({ date, slug }) => [date, slug],
  entry: (row, visit) => toEntry(toNoticeItem(row), visit),
})

function toEntry(item: NoticeItem, visit: Visit): RegisterEntry {
  const { municipality, locale } = visit
  const { date: day, item_number: number, item_title: title, place, file } = item
  const { kinds, of } = locale.words.registers
  const { noLocation, noFile } = of.notices
  const body = item.organization && recordName(municipality, locale, item.organization)
  const about =
    title === null
      ? recordName(municipality, locale, item.meeting_title)
      : [number, title].filter((part) => part !== null).join(' ')
  const state = stateOf(item, visit)
  return {
    slug: item.slug,
    day,
    updated: item.updated_at,
    title: about,
    summary: [state, locale.date(day), body, place, file].filter((part) => part).join(' · '),
    cells: [
      <>
        <time dateTime={day}>{locale.date(day)}</time>
        {item.starts_at !== null && `, ${locale.clock(item.starts_at)}`}
        {state !== null && (
          <>
            {' · '}
            <strong>{state}</strong>
          </>
        )}
      </>,
      <Subject item={item} text={about} />,
      wordOf(kinds, item.kind) ?? item.kind,
      item.organization === null ? null : (
        <BodyName name={item.organization} slug={item.organization_slug} />
      ),
      place === null ? noLocation : <RecordText text={place} />,
      <Records item={item} none={noFile} />,
    ],
  }
}

/** What the status of the meeting says, or that it is to come. */
function stateOf({ status, date }: NoticeItem, { locale, today }: Visit): string | null {
  const { words } = locale
  if (isCalledOff(status)) return wordOf(words.statuses, status) ?? status
  return date >= today ? words.registers.of.notices.toCome : null
}

function Subject({ item: { meeting_slug: slug }, text }: { item: NoticeItem; text: string }) {
  return (
    <a href={paths.meeting(useCouncil(), slug)}>
      <RecordText text={text} />
    </a>
  )
}

/** The file, the matter and the by-law. */
function Records({ item, none }: { item: NoticeItem; none: string }) {
  const { words } = useLocale()
  const council = useCouncil()
  const { file, matter_slug: matter, bylaw_slug: bylaw } = item
  return (
    <>
      {matter === null ? (
        (file ?? none)
      ) : (
        <a href={paths.matter(council, matter)}>{file ?? words.registers.of.notices.matter}</a>
      )}
      {bylaw !== null && (
        <>
          {' · '}
          <a href={paths.bylaw(council, bylaw)}>{words.registers.of.notices.bylaw}</a>
        </>
      )}
    </>
  )
}
