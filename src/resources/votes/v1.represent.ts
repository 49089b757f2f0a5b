import { excerpt } from '../../core/shorten.ts'
import { toMotionTitle } from '../_shared/v1.represent.ts'
import type { VoteItemRow } from './queries.ts'
import type { VoteItem } from './schema.ts'

export function toVoteItem(row: VoteItemRow): VoteItem {
  const titles = titlesOf(row)
  return {
    person_slug: row.person_slug,
    person_name: row.person ?? row.person_name,
    vote_value: row.value,
    reason: row.reason,
    motion_slug: row.motion_slug,
    ...titles,
    motion_title: titles.title,
    motion_text: row.summary ?? excerpt(row.text),
    result: row.result,
    for: row.tally_for,
    against: row.tally_against,
    contested: row.contested === null ? null : row.contested === 1,
    dissent: row.dissent === null ? null : row.dissent === 1,
    meeting_slug: row.meeting_slug,
    meeting_date: row.date === '' ? null : row.date,
    organization: row.organization,
    organization_slug: row.organization_slug,
    matter_slug: row.matter_slug,
    updated_at: row.updated_at,
  }
}

type Titles = ReturnType<typeof toMotionTitle>

const readForTitles = [
  ...['motion_slug', 'date', 'kind', 'identifier', 'summary', 'text'],
  ...['agenda_item_title', 'matter_title', 'last_motions'],
] as readonly (keyof VoteItemRow)[]

let previous: { row: VoteItemRow; titles: Titles } | undefined

/** The votes of a motion follow each other, and its text takes much longer to read than to compare. */
function titlesOf(row: VoteItemRow): Titles {
  const { row: other, titles } = previous ?? {}
  if (titles !== undefined && readForTitles.every((column) => row[column] === other?.[column]))
    return titles
  const read = toMotionTitle(row, { slug: row.motion_slug, date: row.date })
  previous = { row, titles: read }
  return read
}
