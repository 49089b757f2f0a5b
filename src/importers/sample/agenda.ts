import type { ImportRecord, RecordOf } from '../records.ts'
import type { Sitting } from './calendar.ts'
import { bylawKey, type Entry, type TownRecord } from './files.ts'
import { motionRecords } from './motions.ts'
import type { Story, Town } from './schema.ts'
import { type Draft, keyOf, personOf } from './town.ts'

/** Headings of an agenda, with the kinds of file under each. */
const headings: readonly { title: string; kinds: readonly Story['kind'][] }[] = [
  { title: 'Public meetings and applications', kinds: ['application'] },
  { title: 'Presentations', kinds: ['presentation'] },
  { title: 'Reports', kinds: ['report', 'appointment'] },
  { title: 'Motions, notices and inquiries of members', kinds: ['motion', 'notice', 'inquiry'] },
  { title: 'Petitions and correspondence', kinds: ['petition', 'correspondence'] },
  { title: 'In camera', kinds: ['in camera'] },
]

/** The items of a meeting, each followed by its motions. */
export function agendaOf(
  record: TownRecord,
  sitting: Sitting,
  entries: readonly Entry[],
): Draft<ImportRecord>[] {
  const meeting_key = keyOf(sitting)
  const records: Draft<ImportRecord>[] = []
  const add = (key: string, item: Partial<Draft<RecordOf<'agenda_item'>>> & { title: string }) => {
    const position = 1 + records.filter(({ kind }) => kind === 'agenda_item').length
    records.push({
      kind: 'agenda_item',
      key: `${meeting_key}/${key}`,
      meeting_key,
      position,
      ...item,
    })
  }
  const sections = headings
    .map(({ title, kinds }) => ({
      title,
      entries: entries.filter(({ file }) => kinds.includes(file.story.kind)),
    }))
    .filter((section) => section.entries.length > 0)
  add('opening', { title: 'Call to order', item_number: '1' })
  add('interests', {
    title: 'Disclosures of interest',
    item_number: '2',
    description: interestsOf(record.town, sections),
  })
  sections.forEach((section, index) => {
    const heading = String(index + 3)
    add(heading, { title: section.title, item_number: heading })
    section.entries.forEach((entry, at) => {
      const item_number = `${heading}.${at + 1}`
      const { file, step } = entry
      const key = file.number
      add(key, {
        parent_key: `${meeting_key}/${heading}`,
        title: file.fill(step.item ?? file.story.matter, sitting.date),
        item_number,
        type: file.story.kind === 'in camera' ? 'In camera' : undefined,
        description: step.note && file.fill(step.note, sitting.date),
        action: step.action && file.fill(step.action, sitting.date),
        matter_key: file.number,
        bylaw_keys:
          file.bylaw !== undefined && file.passed === sitting ? [bylawKey(file)] : undefined,
      })
      records.push(...motionRecords(record, sitting, entry))
    })
  })
  add('adjournment', { title: 'Adjournment', item_number: String(sections.length + 3) })
  let position = 0
  return records.map((record) =>
    record.kind === 'motion' ? { ...record, position: ++position } : record,
  )
}

function interestsOf(town: Town, sections: readonly { entries: readonly Entry[] }[]): string {
  const declared = sections.flatMap(({ entries }, index) =>
    entries.flatMap(({ step }, at) => {
      const recused = Object.assign(
        {},
        ...(step.motions ?? []).map((motion) => motion.recused),
      ) as Record<string, string>
      return Object.entries(recused).map(
        ([key, why]) => `${personOf(town, key).name}, item ${index + 3}.${at + 1}: ${why}.`,
      )
    }),
  )
  return declared.join('\n') || 'None.'
}
