import { jsonColumn, municipality, prepare, prepareParts, urlOf } from './driver.mjs'
import { excerpt, flag } from './values.mjs'

const votes = prepareParts(
  'votes',
  'motions',
  (id) => `select people.slug as person_slug, coalesce(people.name, person_name) as person_name,
      person_name as name_as_written, value as vote_value, reason, candidate
    from votes left join people on people.id = person_id
    where motion_id = ${id} order by votes.id`,
)

// Columns for every peer, so that a motion takes two statements at most.
const bylaws = jsonColumn(
  'bylaws',
  'motions',
  (id) => `select bylaws.slug, title, bylaw_number
    from bylaw_references join bylaws on bylaws.id = bylaw_id
    where motion_id = ${id} order by bylaw_references.id`,
)
const candidates = jsonColumn(
  'candidates',
  'motions',
  (id) => `select people.slug as person_slug, coalesce(people.name, person_name) as person_name,
      person_name as name_as_written, candidates.votes, elected
    from candidates left join people on people.id = person_id
    where motion_id = ${id} order by candidates.id`,
)

const motions = `select motions.id, motions.slug, motions.text, motions.summary, motions.result,
    motions.kind, motions.contested, mover_name as mover_written, seconder_name as seconder_written,
    coalesce(mover.name, mover_name) as mover_name, mover.slug as mover_slug,
    coalesce(seconder.name, seconder_name) as seconder_name, seconder.slug as seconder_slug,
    meetings.slug as meeting_slug, nullif(motions.date, '') as meeting_date, motions.plain_english_summary,
    superseded_text, deciders.name as organization, deciders.slug as organization_slug, motions.updated_at,
    agenda_items.slug as agenda_item_slug, agenda_items.title as agenda_item_title,
    matters.slug as matter_slug, tally_for, tally_against, tally_abstain, tally_absent
    ${votes.column} ${bylaws.column} ${candidates.column}
  from motions
    left join people mover on mover.id = mover_id
    left join people seconder on seconder.id = seconder_id
    left join meetings on meetings.id = motions.meeting_id
    left join agenda_items on agenda_items.id = agenda_item_id
    left join matters on matters.id = motions.matter_id
    left join organizations deciders on deciders.id = decided_by_id
  where motions.municipality_id = ?`
const motion = prepare(`${motions} and motions.slug = ?`)

const toMotion = (row) => ({
  id: row.id,
  slug: row.slug,
  text: row.summary ?? excerpt(row.text),
  result: row.result,
  kind: row.kind,
  contested: flag(row.contested),
  mover_name: row.mover_name,
  mover_slug: row.mover_slug,
  mover_name_as_written: row.mover_written,
  seconder_name: row.seconder_name,
  seconder_slug: row.seconder_slug,
  seconder_name_as_written: row.seconder_written,
  meeting_slug: row.meeting_slug,
  meeting_date: row.meeting_date,
  updated_at: row.updated_at,
  text_content: row.text,
  superseded_text: row.superseded_text,
  plain_english_summary: row.plain_english_summary,
  agenda_item_slug: row.agenda_item_slug,
  agenda_item_title: row.agenda_item_title,
  organization: row.organization,
  organization_slug: row.organization_slug,
  matter_slug: row.matter_slug,
  bylaws: bylaws.of(row),
  tally: {
    for: row.tally_for,
    against: row.tally_against,
    abstain: row.tally_abstain,
    absent: row.tally_absent,
  },
  votes: votes.of(row),
  candidates: candidates.of(row).map((candidate) => ({
    ...candidate,
    elected: flag(candidate.elected),
  })),
  url: urlOf('motions', row.slug),
})

/** A motion with its votes. */
export function findMotion(slug) {
  const row = motion.get(municipality, slug)
  return row === undefined ? undefined : toMotion(row)
}

/** All motions, for a server that holds them in memory. */
export function readAllMotions() {
  return prepare(motions).all(municipality).map(toMotion)
}
