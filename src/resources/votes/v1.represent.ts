import { excerpt } from '../../core/shorten.ts'
import { toMotionTitle } from '../_shared/v1.represent.ts'
import type { VotedMotionRow, VoteItemRow } from './queries.ts'
import type { VoteItem } from './schema.ts'

export function toVoteItem({ vote, motion }: VoteItemRow): VoteItem {
  return {
    person_slug: vote.person_slug,
    person_name: vote.person ?? vote.person_name,
    vote_value: vote.value,
    reason: vote.reason,
    ...ofMotion(motion, vote.date),
    contested: vote.contested === null ? null : vote.contested === 1,
    dissent: vote.dissent === null ? null : vote.dissent === 1,
    meeting_date: vote.date === '' ? null : vote.date,
    weight: vote.weight,
  }
}

/** Votes that share the row of their motion share what it says. */
const parts = new WeakMap<VotedMotionRow, ReturnType<typeof toMotionPart>>()

function ofMotion(motion: VotedMotionRow, date: string) {
  const existing = parts.get(motion)
  if (existing !== undefined) return existing
  const part = toMotionPart(motion, date)
  parts.set(motion, part)
  return part
}

/** All votes on a motion have its date. */
function toMotionPart(row: VotedMotionRow, date: string) {
  const titles = toMotionTitle(row, { slug: row.motion_slug, date })
  return {
    motion_slug: row.motion_slug,
    ...titles,
    motion_title: titles.title,
    motion_text: row.summary ?? excerpt(row.text),
    result: row.result,
    for: row.tally_for,
    against: row.tally_against,
    meeting_slug: row.meeting_slug,
    organization: row.organization,
    organization_slug: row.organization_slug,
    matter_slug: row.matter_slug,
    updated_at: row.updated_at,
    vote_basis: row.vote_basis,
  }
}
