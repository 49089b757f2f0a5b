import { recordingTimeOf } from '../../core/recording-time.ts'
import { excerpt } from '../../core/shorten.ts'
import { toWeighted } from '../../core/weighted-votes.ts'
import { toMarks, toMotionTitle } from '../_shared/v1.represent.ts'
import type { MotionDetailRows, MotionItemRow } from './queries.ts'
import type { MotionDetail, MotionItem } from './schema.ts'

export function toMotionItem(row: MotionItemRow): MotionItem {
  return {
    id: row.id,
    slug: row.slug,
    ...toMotionTitle(row, row),
    text: row.summary ?? excerpt(row.text),
    result: row.result,
    kind: row.kind,
    contested: row.contested === null ? null : row.contested === 1,
    mover_name: row.mover ?? row.mover_name,
    mover_slug: row.mover_slug,
    mover_name_as_written: row.mover_name,
    seconder_name: row.seconder ?? row.seconder_name,
    seconder_slug: row.seconder_slug,
    seconder_name_as_written: row.seconder_name,
    meeting_slug: row.meeting_slug,
    meeting_date: row.date === '' ? null : row.date,
    updated_at: row.updated_at,
    identifier: row.identifier,
    tally: {
      for: row.tally_for,
      against: row.tally_against,
      abstain: row.tally_abstain,
      absent: row.tally_absent,
      weighted: toWeighted(row),
    },
    organization: row.organization,
    organization_slug: row.organization_slug,
    agenda_item_slug: row.agenda_item_slug,
    matter_slug: row.matter_slug,
    vote_basis: row.vote_basis,
  }
}

export function toMotionDetail({
  motion,
  bylaws,
  votes,
  candidates,
}: MotionDetailRows): MotionDetail {
  return {
    text_content: motion.text,
    superseded_text: motion.superseded_text,
    other_result: motion.other_result,
    plain_english_summary: motion.plain_english_summary,
    agenda_item_title: motion.agenda_item_title,
    video_url: motion.video_url,
    ...recordingTimeOf(motion, motion.video_duration_seconds),
    bylaws,
    source_url: motion.source_url,
    votes,
    candidates: candidates.map(({ elected, ...candidate }) => ({
      ...candidate,
      elected: elected === null ? null : elected === 1,
    })),
    ...toMarks(motion),
    ...toMotionItem(motion),
  }
}
