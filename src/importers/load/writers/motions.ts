import { foldCase } from '../../../core/fold.ts'
import { ocdId } from '../../../core/ocd-id.ts'
import type { RecordOf, VotePart } from '../../records.ts'
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
  async addParts({ id }, { record }, { db, references }) {
    for (const vote of record.votes ?? []) {
      await db
        .insertInto('votes')
        .values({
          motion_id: id,
          person_id: await references.find('person', vote.person_key),
          person_name: vote.name,
          value: vote.value,
          reason: vote.reason ?? null,
        })
        .execute()
    }
  },
  async dropParts(id, { db }) {
    await db.deleteFrom('votes').where('motion_id', '=', id).execute()
  },
}

async function motionSlug({ record }: Staged<'motion'>, context: LoadContext): Promise<string> {
  if (record.identifier) return toSlug(`motion ${record.identifier}`, `motion-${record.position}`)
  const meetingId = await context.references.find('meeting', record.meeting_key)
  const base =
    meetingId === null ? (record.date ?? 'undated') : await context.slugs.of('meetings', meetingId)
  return `${base}-motion-${record.position}`
}

const results = ['Carried', 'Defeated', 'Tabled', 'Withdrawn', 'Referred']

// The five results have one spelling; every other word stays as the source writes it.
function resultColumns(result: string | null | undefined) {
  if (!result) return { result: null, result_folded: null }
  const folded = foldCase(result)
  return {
    result: results.find((word) => foldCase(word) === folded) ?? result,
    result_folded: folded,
  }
}

function tallyColumns({ tally, votes }: RecordOf<'motion'>) {
  if (tally) {
    return {
      tally_for: tally.for ?? null,
      tally_against: tally.against ?? null,
      tally_abstain: tally.abstain ?? null,
      tally_absent: tally.absent ?? null,
    }
  }
  if (votes === undefined || votes.length === 0) {
    return { tally_for: null, tally_against: null, tally_abstain: null, tally_absent: null }
  }
  const count = (value: VotePart['value']) => votes.filter((vote) => vote.value === value).length
  return {
    tally_for: count('For'),
    tally_against: count('Against'),
    tally_abstain: count('Abstain'),
    tally_absent: count('Absent'),
  }
}
