import type { RecordOf } from '../records.ts'
import type { Sitting } from './calendar.ts'
import { bylawKey, type Entry, losesBylaw, motionKey, type TownRecord } from './files.ts'
import type { StoryMotion, Town } from './schema.ts'
import { type Draft, keyOf, personOf, rollCallOf } from './town.ts'

const results: Record<string, string> = {
  carried: 'Carried',
  defeated: 'Defeated',
  tabled: 'Tabled',
  withdrawn: 'Withdrawn',
  referred: 'Referred',
  received: 'Received',
}

/** The motions of an item, in the order in which they were put. */
export function motionRecords(
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
      agenda_item_key: `${keyOf(sitting)}/${file.number}`,
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
      bylaw_keys: motion.enacts || losesBylaw(motion) ? [bylawKey(file)] : undefined,
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
  if (roll !== undefined)
    return { votes: roll.map(({ who, value, reason }) => ({ ...named(who), value, reason })) }
  const dissent = motion.dissent ?? []
  if (dissent.length === 0) return {}
  return { tally: {}, votes: dissent.map((who) => ({ ...named(who), value: 'Against' })) }
}
