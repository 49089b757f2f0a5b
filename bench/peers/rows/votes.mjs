import { municipality, prepare } from './driver.mjs'
import { excerpt, flag } from './values.mjs'

// The page is cut before the joins, and found by the newest motions, because no index has all votes in this order.
const voteItems =
  prepare(`select people.slug as person_slug, coalesce(people.name, person_name) as person_name,
    value as vote_value, reason, motions.slug as motion_slug,
    coalesce(agenda_items.title, matters.title) as item_title, motions.summary, motions.text, motions.result,
    tally_for, tally_against, page.contested, dissent, meetings.slug as meeting_slug, page.date,
    organizations.name as organization, organizations.slug as organization_slug,
    matters.slug as matter_slug, motions.updated_at
  from (select votes.* from motions cross join votes on votes.motion_id = motions.id
      where motions.municipality_id = ?
      order by motions.date desc, motions.id desc, name_folded, votes.id limit ?) as page
    join motions on motions.id = page.motion_id
    left join people on people.id = person_id
    left join meetings on meetings.id = page.meeting_id
    left join organizations on organizations.id = page.decided_by_id
    left join agenda_items on agenda_items.id = agenda_item_id
    left join matters on matters.id = page.matter_id
  order by page.date desc, page.motion_id desc, page.name_folded, page.id`)

const toVote = (row) => ({
  person_slug: row.person_slug,
  person_name: row.person_name,
  vote_value: row.vote_value,
  reason: row.reason,
  motion_slug: row.motion_slug,
  item_title: row.item_title,
  motion_text: row.summary ?? excerpt(row.text),
  result: row.result,
  for: row.tally_for,
  against: row.tally_against,
  contested: flag(row.contested),
  dissent: flag(row.dissent),
  meeting_slug: row.meeting_slug,
  meeting_date: row.date === '' ? null : row.date,
  organization: row.organization,
  organization_slug: row.organization_slug,
  matter_slug: row.matter_slug,
  updated_at: row.updated_at,
})

/** The first page of votes, newest meeting first, without a total. */
export function readVotes(perPage) {
  return voteItems.all(municipality, perPage).map(toVote)
}
