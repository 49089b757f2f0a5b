import { foldCase } from '../../../core/fold.ts'
import type { RecordOf } from '../../records.ts'
import type { Rows } from '../row-lookup.ts'
import { toSlug } from '../slugs.ts'
import type { KindWriter } from './writer.ts'

export const motionWriter: KindWriter<'motion'> = {
  ocdType: 'vote',
  slug: motionSlug,
  columns: (record) => ({
    stated_date: record.date ?? null,
    position: record.position,
    identifier: record.identifier ?? null,
    text: record.text ?? null,
    summary: record.summary ?? null,
    plain_english_summary: record.plain_english_summary ?? null,
    ...resultColumns(record.result),
    mover_name: record.mover_name ?? null,
    seconder_name: record.seconder_name ?? null,
    ...tallyColumns(record),
  }),
  *parts(record, { id }, { rows }) {
    for (const vote of record.votes ?? []) {
      const row = {
        motion_id: id,
        person_id: rows.idOf('person', vote.person_key),
        person_name: vote.name,
        value: vote.value,
        reason: vote.reason ?? null,
      }
      yield ['votes', row]
    }
  },
}

function motionSlug(record: RecordOf<'motion'>, rows: Rows): string {
  if (record.identifier) return toSlug(`motion ${record.identifier}`, `motion-${record.position}`)
  const base = rows.find('meeting', record.meeting_key)?.slug ?? record.date ?? 'undated'
  return `${base}-motion-${record.position}`
}

function resultColumns(result: string | null | undefined) {
  return { result: result ?? null, result_folded: result ? foldCase(result) : null }
}

// If the source prints no tally, it was counted from the votes during staging.
function tallyColumns({ tally }: RecordOf<'motion'>) {
  return {
    tally_for: tally?.for ?? null,
    tally_against: tally?.against ?? null,
    tally_abstain: tally?.abstain ?? null,
    tally_absent: tally?.absent ?? null,
  }
}
