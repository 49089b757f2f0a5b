import { excerpt } from '../../core/shorten.ts'
import { toMotionTitle } from '../_shared/v1.represent.ts'
import type { VoteItemRow } from './queries.ts'
import type { VoteItem } from './schema.ts'

export function toVoteItem(row: VoteItemRow): VoteItem {
  const titles = toMotionTitle(row, { slug: row.motion_slug, date: row.date })
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
    weight: row.weight,
    vote_basis: row.vote_basis,
  }
}
