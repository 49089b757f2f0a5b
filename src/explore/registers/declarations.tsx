import {
  countDeclarations,
  type DeclarationFilters,
  type DeclarationRow,
  listDeclarations,
} from '../../resources/declarations/queries.ts'
import { type DeclarationItem, DeclarationQuery } from '../../resources/declarations/schema.ts'
import { toDeclarationItem } from '../../resources/declarations/v1.represent.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { recordName, useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { BodyName, PersonName } from '../parts/names.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { type RegisterEntry, register } from './register.ts'

/** Declarations of interest. */
export const declarations = register<'declarations', DeclarationFilters, DeclarationRow>({
  name: 'declarations',
  query: DeclarationQuery,
  list: listDeclarations,
  count: countDeclarations,
  choices: ['person', 'organization'],
  position: ({ date, slug }) => [date, slug],
  entry: (row, visit) => toEntry(toDeclarationItem(row), visit),
})

function toEntry(item: DeclarationItem, { municipality, locale }: Visit): RegisterEntry {
  const { words } = locale
  const { person_name: name, declared_on: day, item_number: number, item_title: title } = item
  const body = item.organization && recordName(municipality, locale, item.organization)
  const about = [number, title].filter((part) => part !== null).join(' ')
  return {
    slug: item.slug,
    day,
    updated: item.updated_at,
    title: `${name}${words.colon}${about || words.registers.of.declarations.noItem}`,
    summary: [day && locale.date(day), body, ...writtenIn(item)].filter((part) => part).join(' · '),
    cells: [
      day === null ? words.registers.noDay : <time dateTime={day}>{locale.date(day)}</time>,
      <PersonName name={name} slug={item.person_slug} />,
      item.organization === null ? null : (
        <BodyName name={item.organization} slug={item.organization_slug} />
      ),
      <Item item={item} />,
      <Interest item={item} />,
    ],
  }
}

/** The item, linked to its meeting or its matter, and to the motion of a recusal. */
function Item({ item }: { item: DeclarationItem }) {
  const council = useCouncil()
  const { words } = useLocale()
  const { of, meeting } = words.registers
  const { item_number: number, item_title: title, meeting_slug, matter_slug, motion_slug } = item
  const text = [number, title].filter((part) => part !== null).join(' ')
  const shown = text === '' ? of.declarations.noItem : <RecordText text={text} />
  const href =
    motion_slug !== null
      ? paths.motion(council, motion_slug)
      : matter_slug !== null
        ? paths.matter(council, matter_slug)
        : undefined
  return (
    <>
      {href === undefined ? shown : <a href={href}>{shown}</a>}
      {meeting_slug !== null && (
        <>
          {' · '}
          <a href={paths.meeting(council, meeting_slug)}>{meeting}</a>
        </>
      )}
    </>
  )
}

/** The nature and the text as written, and the written statement. */
function Interest({ item }: { item: DeclarationItem }) {
  const { words, date } = useLocale()
  const { recusal, noNature, statement, received } = words.registers.of.declarations
  const { motion_slug, statement_url: url, received_on: day } = item
  const written = writtenIn(item)
  return (
    <>
      {motion_slug !== null && `${recusal} `}
      {written.length === 0 && noNature}
      {written.map((part, at) => (
        <>
          {at > 0 && <br />}
          <RecordText text={part} />
        </>
      ))}
      {url !== null && (
        <>
          {' '}
          <ExternalLink href={url}>{statement}</ExternalLink>
        </>
      )}
      {day !== null && <span class="quiet"> {received(date(day))}</span>}
    </>
  )
}

/** The nature and the text, which may repeat it. */
function writtenIn({ nature, text }: DeclarationItem): string[] {
  const isRepeated = nature !== null && text?.includes(nature)
  return [...(isRepeated ? [] : [nature]), text].filter((part) => part !== null)
}
