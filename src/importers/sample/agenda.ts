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

/** The first two numbers are those of the opening and of the interests. */
const firstSection = 3

interface Section {
  number: number
  title: string
  entries: readonly Entry[]
}

function sectionsOf(entries: readonly Entry[]): Section[] {
  return headings
    .map(({ title, kinds }) => ({
      title,
      entries: entries.filter(({ file }) => kinds.includes(file.story.kind)),
    }))
    .filter((section) => section.entries.length > 0)
    .map((section, index) => ({ number: firstSection + index, ...section }))
}

/** The items of a meeting, each followed by its motions. */
export function agendaOf(
  record: TownRecord,
  sitting: Sitting,
  entries: readonly Entry[],
): Draft<ImportRecord>[] {
  const meeting_key = keyOf(sitting)
  const records: Draft<ImportRecord>[] = []
  const nextPosition = (kind: 'agenda_item' | 'motion') =>
    1 + records.filter((other) => other.kind === kind).length
  const add = (
    key: string,
    item: Partial<Draft<RecordOf<'agenda_item'>>> & Record<'title' | 'item_number', string>,
  ) => {
    const position = nextPosition('agenda_item')
    const base = { kind: 'agenda_item', key: `${meeting_key}/${key}`, meeting_key } as const
    records.push({ ...base, position, ...item })
  }
  const sections = sectionsOf(entries)
  const description = interestsOf(record.town, sections)
  add('opening', { title: 'Call to order', item_number: '1' })
  add('interests', { title: 'Disclosures of interest', item_number: '2', description })
  for (const section of sections) {
    const heading = String(section.number)
    add(heading, { title: section.title, item_number: heading })
    for (const [index, entry] of section.entries.entries()) {
      const item_number = `${heading}.${index + 1}`
      const parent_key = `${meeting_key}/${heading}`
      add(entry.file.number, { ...itemOf(entry, sitting), parent_key, item_number })
      records.push(...motionRecords(record, sitting, entry, nextPosition('motion')))
    }
  }
  const item_number = String(firstSection + sections.length)
  add('adjournment', { title: 'Adjournment', item_number })
  return records
}

function itemOf({ file, step }: Entry, sitting: Sitting) {
  const { story, number, passed } = file
  return {
    title: file.fill(step.item ?? story.matter, sitting.date),
    type: story.kind === 'in camera' ? 'In camera' : undefined,
    description: step.note && file.fill(step.note, sitting.date),
    action: step.action && file.fill(step.action, sitting.date),
    matter_key: number,
    bylaw_keys: passed === sitting ? [bylawKey(file)] : undefined,
  }
}

function interestsOf(town: Town, sections: readonly Section[]): string {
  const declared = sections.flatMap(({ number, entries }) =>
    entries.flatMap(({ step }, index) => {
      const recused: Record<string, string> = Object.assign(
        {},
        ...(step.motions ?? []).map((motion) => motion.recused),
      )
      return Object.entries(recused).map(
        ([key, why]) => `${personOf(town, key).name}, item ${number}.${index + 1}: ${why}.`,
      )
    }),
  )
  return declared.join('\n') || 'None.'
}
