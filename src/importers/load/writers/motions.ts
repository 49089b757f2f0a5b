import { foldCase } from '../../../core/fold.ts'
import { ocdId } from '../../../core/ocd-id.ts'
import type { RecordOf } from '../../records.ts'
import type { LoadContext } from '../context.ts'
import { toSlug } from '../slugs.ts'
import type { KindWriter, Staged } from '../upsert.ts'

export const motionWriter: KindWriter<'motion'> = {
  kind: 'motion',
  partOf: [
    { column: 'meeting_id', kind: 'meeting' },
    { column: 'matter_id', kind: 'matter' },
  ],
  slug: motionSlug,
  columns: async ({ record }, context) => ({
    ocd_id: ocdId('vote', { ...context.target, source: context.source, key: record.key }),
    meeting_id: await context.references.find('meeting', record.meeting_key),
    agenda_item_id: await context.references.find('agenda_item', record.agenda_item_key),
    matter_id: await context.references.find('matter', record.matter_key),
    organization_id: await context.references.find('organization', record.organization_key),
    stated_date: record.date ?? null,
    position: record.position,
    identifier: record.identifier ?? null,
    text: record.text ?? null,
    summary: record.summary ?? null,
    plain_english_summary: record.plain_english_summary ?? null,
    ...resultColumns(record.result),
    mover_id: await context.references.find('person', record.mover_key),
    mover_name: record.mover_name ?? null,
    seconder_id: await context.references.find('person', record.seconder_key),
    seconder_name: record.seconder_name ?? null,
    ...tallyColumns(record),
  }),
  async addParts({ id }, { record }, { references, rows }) {
    for (const vote of record.votes ?? []) {
      rows.add('votes', {
        motion_id: id,
        person_id: await references.find('person', vote.person_key),
        person_name: vote.name,
        value: vote.value,
        reason: vote.reason ?? null,
      })
    }
  },
  async dropParts(ids, { db }) {
    await db.deleteFrom('votes').where('motion_id', 'in', ids).execute()
  },
}

async function motionSlug({ record }: Staged<'motion'>, context: LoadContext): Promise<string> {
  if (record.identifier) return toSlug(`motion ${record.identifier}`, `motion-${record.position}`)
  const meetingId = await context.references.find('meeting', record.meeting_key)
  const base =
    meetingId === null ? (record.date ?? 'undated') : await context.slugs.of('meetings', meetingId)
  return `${base}-motion-${record.position}`
}

function resultColumns(result: string | null | undefined) {
  return { result: result ?? null, result_folded: result ? foldCase(result) : null }
}

// Where the source prints none, they were counted from the votes when the record was staged.
function tallyColumns({ tally }: RecordOf<'motion'>) {
  return {
    tally_for: tally?.for ?? null,
    tally_against: tally?.against ?? null,
    tally_abstain: tally?.abstain ?? null,
    tally_absent: tally?.absent ?? null,
  }
}
