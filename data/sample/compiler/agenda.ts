import type { ImportRecord, RecordOf } from '../../../src/record/kinds.ts'
import { bylawKey, type Entry, losesBylaw, motionKey, type TownRecord } from './files.ts'
import { declarationRecords, interestLine, interestsIn } from './interests.ts'
import type { Story, StoryMotion, Town } from './schema.ts'
import { type Sitting, wasHeld } from './sittings.ts'
import { type Draft, keyOf, personOf, rollCallOf } from './town.ts'

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

/** The entries in the order of their items. */
export const inOrderOfAgenda = (entries: readonly Entry[]): readonly Entry[] =>
  sectionsOf(entries).flatMap((section) => section.entries)

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
  const description = wasHeld(sitting) ? interestsOf(record.town, sections) : undefined
  add('opening', { title: 'Call to order', item_number: '1' })
  add('interests', {
    title: 'Disclosures of interest',
    item_number: '2',
    ...(description !== undefined && { description }),
  })
  for (const section of sections) {
    const heading = String(section.number)
    add(heading, { title: section.title, item_number: heading })
    for (const [index, entry] of section.entries.entries()) {
      const item_number = `${heading}.${index + 1}`
      const parent_key = `${meeting_key}/${heading}`
      add(entry.file.number, { ...itemOf(entry, sitting), parent_key, item_number })
      records.push(...motionRecords(record, sitting, entry, nextPosition('motion')))
      if (wasHeld(sitting)) {
        const key = itemKey(entry.file, sitting)
        const item = { key, number: item_number, matter: entry.file.number }
        records.push(...declarationRecords(record.town, sitting, entry.step, item))
      }
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
  const lines = sections.flatMap(({ number, entries }) =>
    entries.flatMap(({ step }, index) =>
      interestsIn(step).map((interest) => interestLine(town, interest, `${number}.${index + 1}`)),
    ),
  )
  return lines.join('\n') || 'None.'
}

/** The key of the item on which a file was before a meeting. */
export const itemKey = ({ number }: Entry['file'], sitting: Sitting) =>
  `${keyOf(sitting)}/${number}`

const isOnBylaw = (motion: StoryMotion) => motion.enacts || motion.overrides || losesBylaw(motion)

const results: Record<string, string> = {
  carried: 'Carried',
  defeated: 'Defeated',
  tabled: 'Tabled',
  withdrawn: 'Withdrawn',
  referred: 'Referred',
  received: 'Received',
}

/** The motions of an item, in the order in which they were put. */
function motionRecords(
  record: TownRecord,
  sitting: Sitting,
  { file, step }: Entry,
  firstPosition: number,
): Draft<RecordOf<'motion'>>[] {
  const { town, numbers } = record
  const body = town.bodies[sitting.body]
  const motions = step.motions ?? []
  return motions.map((motion, index) => {
    const number = numbers.get(sitting.body) ?? body?.first_number ?? 1
    numbers.set(sitting.body, number + 1)
    const isAmended = motions
      .slice(0, index)
      .some(({ kind, result }) => kind === 'amendment' && result === 'carried')
    return {
      kind: 'motion' as const,
      key: motionKey(file, sitting, index),
      meeting_key: keyOf(sitting),
      agenda_item_key: itemKey(file, sitting),
      matter_key: file.number,
      organization_key: sitting.body,
      position: firstPosition + index,
      identifier: `${body?.prefix}-${number}`,
      motion_kind: motion.kind ?? 'motion',
      text: file.fill(motion.text, sitting.date),
      plain_english_summary: motion.plain && file.fill(motion.plain, sitting.date),
      result: resultOf(motion, isAmended),
      mover_key: motion.moved,
      mover_name: motion.moved && personOf(town, motion.moved).name,
      seconder_key: motion.seconded,
      seconder_name: motion.seconded && personOf(town, motion.seconded).name,
      bylaw_keys: isOnBylaw(motion) ? [bylawKey(file)] : undefined,
      ...votesOf(town, sitting, motion),
    }
  })
}

function resultOf(
  { kind = 'motion', result }: StoryMotion,
  isAmended: boolean,
): string | undefined {
  if (kind === 'motion' && result === 'carried' && isAmended) return 'Carried as amended'
  return result && (results[result] ?? result)
}

function votesOf(
  town: Town,
  sitting: Sitting,
  motion: StoryMotion,
): Partial<Draft<RecordOf<'motion'>>> {
  const named = (who: string) => ({ person_key: who, name: personOf(town, who).name })
  if (motion.candidates !== undefined) {
    const ballot = Object.entries(motion.ballot ?? {})
    return {
      candidates: motion.candidates.map(({ who, name, ...rest }) => ({
        ...(who === undefined ? { name: name ?? '' } : named(who)),
        ...rest,
      })),
      votes: ballot.map(([who, candidate]) => ({ ...named(who), value: 'Other', candidate })),
    }
  }
  const roll = rollCallOf(town, sitting, motion)
  if (roll !== undefined) {
    const weights = motion.vote === 'weighted' ? town.bodies[sitting.body]?.weights : undefined
    return {
      vote_basis: weights && 'weighted',
      votes: roll.map(({ who, value, reason }) => ({
        ...named(who),
        ...{ value, weight: weights?.[who], reason },
      })),
    }
  }
  const dissent = motion.dissent ?? []
  if (dissent.length === 0) return {}
  return { tally: {}, votes: dissent.map((who) => ({ ...named(who), value: 'Against' })) }
}
