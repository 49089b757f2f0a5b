import { isCarried } from '../../../core/carried-results.ts'
import type {
  ActionRecord,
  BylawRecord,
  MatterRecord,
  OtherIdentifier,
} from '../../../record/matters.ts'
import type { DocumentPart } from '../../../record/parts.ts'
import { classifyAction } from '../../kit/action-classification.ts'
import { paragraphs, shortened } from '../../kit/clean-text.ts'
import type { EmitOnce } from '../../kit/emit-once.ts'
import type { SourceItem } from '../../source.ts'
import type { Action, Attachment, EventItem, HistoryStep, Matter } from '../model.ts'
import { isDecided, type MotionReading, toMotion } from './motions.ts'
import { bodyKey, bodyStub, personKey, personStub } from './people.ts'
import { settleAction } from './settle-action.ts'

const titleMax = 1000

interface MatterReading extends MotionReading {
  emitted: EmitOnce
}

/** An incomplete record of a matter that the source has only on an agenda. */
export function matterStub(item: EventItem, emitted: EmitOnce): SourceItem[] {
  const { matterId: id, matterFile: identifier, matterName, location } = item
  const title = matterName ?? item.title ?? identifier
  if (id === null || title === null) return []
  const record: MatterRecord = {
    kind: 'matter',
    key: String(id),
    incomplete: true,
    identifier,
    title: shortened(title, titleMax),
    status: item.matterStatus,
    category: item.matterType,
  }
  return emitted.record(record, location)
}

/** A matter, its by-law and the decisions on it, after the people that they name. */
export function* matterItems(read: Matter, reading: MatterReading): Generator<SourceItem> {
  const matter = { ...read, history: read.history.map((step) => settled(step, read)) }
  const { emitted, diagnostics } = reading
  const { location } = matter
  const bylaw = toBylaw(matter, titleOf(matter))
  for (const sponsor of matter.sponsors) yield* personStub(sponsor, location, emitted)
  if (bylaw !== undefined) yield { type: 'record', record: bylaw, location }
  yield* emitted.record(toMatter(matter, bylaw?.key ?? null), location)
  for (const [position, step] of matter.history.entries()) {
    const { bodyId, bodyName } = step
    if (bodyId !== null) yield* bodyStub({ id: bodyId, name: bodyName ?? '', location }, emitted)
    yield* decisionItems(step, matter, reading)
    const action = toAction(step, position, matter)
    if (action !== null) yield* emitted.record(action, step.location)
  }
  yield* diagnostics.drain()
}

const settled = (step: HistoryStep, { status }: Matter): HistoryStep => ({
  ...step,
  action: settleAction({ ...step, status }),
})

function* decisionItems(
  step: HistoryStep,
  matter: Matter,
  reading: MatterReading,
): Generator<SourceItem> {
  const { emitted } = reading
  if (!isDecided(step.action) || emitted.has('motion', String(step.id))) return
  yield* memberStubs(step.action, step.location, emitted)
  const motion = toMotion({ ...step, matterId: matter.id }, matter.siteUrl, reading)
  const ofMatter = {
    source_updated_at: matter.lastModified,
    bylaw_keys: bylawKeysOf(step, matter),
  }
  yield* emitted.record({ ...motion, ...ofMatter }, step.location)
}

/** Null for a step without words. */
function toAction(step: HistoryStep, position: number, matter: Matter): ActionRecord | null {
  const { id, action, bodyName: body, bodyId, date, eventId } = step
  const description = action.name ?? action.text
  if (description === null) return null
  return {
    kind: 'action',
    key: String(id),
    source_url: matter.siteUrl,
    source_updated_at: matter.lastModified,
    matter_key: String(matter.id),
    position,
    date,
    description,
    text: paragraphs(action.text === description ? null : action.text, action.note),
    classification: [
      ...classifyAction({ description, body, result: action.result }),
      ...(isEnactment(description, step, matter) ? (['became-law'] as const) : []),
    ],
    result: action.result,
    organization_key: bodyKey(bodyId),
    meeting_key: eventId === null ? null : String(eventId),
    motion_key: isDecided(action) ? String(id) : null,
  }
}

const enacting =
  /^(?:signed into law\b|overridden by (?:the )?council\b|city charter rule adopted$)/i

/** Whether a step made the matter law: the source states its date as that of the enactment. */
function isEnactment(description: string, { date }: HistoryStep, matter: Matter): boolean {
  const { enacted, enactmentNumber } = matter
  return enactmentNumber !== null && date !== null && date === enacted && enacting.test(description)
}

/** Incomplete records of the mover, the seconder and the voters. */
export function* memberStubs(
  { mover, seconder, votes }: Pick<Action, 'mover' | 'seconder' | 'votes'>,
  location: string,
  emitted: EmitOnce,
): Generator<SourceItem> {
  for (const member of [mover, seconder, ...(votes ?? [])])
    if (member !== null) yield* personStub(member, location, emitted)
}

export function toDocuments(attachments: readonly Attachment[]): DocumentPart[] {
  return attachments.map(({ name, url }) => ({ title: name, url, type: 'attachment' }))
}

function toMatter(matter: Matter, bylawKey: string | null): MatterRecord {
  const title = titleOf(matter)
  return {
    kind: 'matter',
    key: String(matter.id),
    source_url: matter.siteUrl,
    source_updated_at: matter.lastModified,
    identifier: matter.file,
    other_identifiers: localLawOf(matter),
    title,
    status: matter.status,
    category: matter.type,
    classification: isIntroduction(matter) ? ['bill'] : [],
    description: matter.title === title ? null : matter.title,
    plain_english_summary: matter.summary,
    first_seen: matter.introduced,
    bylaw_key: bylawKey,
    sponsorships: matter.sponsors
      .filter(({ name }) => name !== '')
      .map((sponsor, index) => ({
        person_key: personKey(sponsor),
        name: sponsor.name,
        primary: index === 0,
        classification: index === 0 ? 'primary' : 'cosponsor',
      })),
    documents: [...textOf(matter), ...toDocuments(matter.attachments)],
  }
}

/** New York calls a bill an introduction, and numbers it Int 12. */
function isIntroduction({ type, file }: Matter): boolean {
  return type === 'Introduction' && /^Int\b/.test(file ?? '')
}

/** New York numbers a law 2019/097 and calls it Local Law 97 of 2019. */
function localLawOf(matter: Matter): OtherIdentifier[] {
  const [, year, number] = /^(\d{4})\/(\d+)$/.exec(matter.enactmentNumber ?? '') ?? []
  if (year === undefined || !isIntroduction(matter)) return []
  return [{ identifier: `Local Law ${Number(number)} of ${year}`, note: 'local law' }]
}

// Without a name, the full title is used, which can be pages long.
function titleOf({ name, title, file, id }: Matter): string {
  const full = name ?? title ?? file ?? `Matter ${id}`
  return full.length <= titleMax ? full : shortened(full, titleMax)
}

function textOf(matter: Matter): DocumentPart[] {
  if (matter.text === null) return []
  const title = `Text of ${matter.file ?? titleOf(matter)}`
  return [{ title, type: 'text', sections: toSections(matter.text) }]
}

interface Section {
  title: string | null
  text: string
}

const heading = /^(?:(?:SECTION|Section|§)\s*\d+[a-z]?)(?=[.:])/gm

/** The text of a law, split at its numbered sections; any other text is one section. */
function toSections(text: string): Section[] {
  const starts = [...text.matchAll(heading)].map(({ index, 0: title }) => ({ index, title }))
  const parts = starts.map(({ index, title }, i) => ({
    title: title.replace(/\s+/g, ' '),
    text: text.slice(index, starts[i + 1]?.index).trim(),
  }))
  const before = text.slice(0, starts[0]?.index).trim()
  return before === '' ? parts : [{ title: null, text: before }, ...parts]
}

/** Types of matters that become laws. */
const lawTypes = /ordinance|by-?law|local law|\bbill\b|^introduction$/i

/** The law that a matter became, if any. Its sponsors and documents are the matter's. */
function toBylaw(matter: Matter, title: string): BylawRecord | undefined {
  const { id, siteUrl, type, enacted, enactmentNumber } = matter
  if (enactmentNumber === null || !lawTypes.test(type ?? '')) return undefined
  const year = /^(?:19|20)\d\d(?=\D)/.exec(enactmentNumber)?.[0] ?? enacted?.slice(0, 4)
  return {
    kind: 'bylaw',
    key: String(id),
    source_url: siteUrl,
    source_updated_at: matter.lastModified,
    title,
    bylaw_number: enactmentNumber,
    status: matter.status,
    category: type,
    year: year === undefined ? null : Number(year),
    // The final action may also be a signature, so the date of the step that passed the matter is better.
    passed_date: passingStep(matter) === undefined ? matter.finalAction : null,
    enacted_date: enacted,
    description: matter.title === title ? null : matter.title,
    plain_english_summary: matter.summary,
  }
}

/** The law that a step passed. */
function bylawKeysOf(step: HistoryStep, matter: Matter): string[] {
  const bylaw = step === passingStep(matter) ? toBylaw(matter, '') : undefined
  return bylaw === undefined ? [] : [bylaw.key]
}

/** The last step in which the council passed the matter, if need be over a veto. */
function passingStep({ history }: Matter): HistoryStep | undefined {
  return history
    .filter(isPassage)
    .sort((left, right) => ((left.date ?? '') < (right.date ?? '') ? -1 : 1))
    .at(-1)
}

function isPassage({ action: { name, text, result }, bodyName: body }: HistoryStep): boolean {
  if (!isCarried(result)) return false
  const classification = classifyAction({ description: name ?? text ?? '', body, result })
  return classification.some((word) => word === 'passage' || word === 'veto-override-passage')
}
