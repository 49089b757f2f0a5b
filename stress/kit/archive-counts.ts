import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The expected counts come from the raw files, without the code of the product.

interface Named {
  ID: number
}

interface Step extends Named {
  Action: string
  Date: string
  EventID?: number
  BodyID?: number
  PassedFlagName?: string
  Votes?: (Named & { Vote: string })[]
}

export interface MatterJson extends Named, Partial<Record<'Text' | 'RTF', string>> {
  LastModified: string
  TypeName: string
  LocalLaw?: string
  EnactmentDate?: string
  Sponsors?: { FullName: string }[]
  Attachments: unknown[]
  History: Step[]
}

interface ItemJson
  extends Named,
    Partial<Record<'AgendaNote' | 'AgendaNumber' | 'MinutesNote' | 'ActionName', string>> {
  Title: string
  MatterID?: number
  PassedFlagName?: string
  RollCall?: Named[]
}

export interface EventJson extends Named {
  Date: string
  Items?: ItemJson[]
}

interface PersonJson extends Named {
  OfficeRecords: { BodyID: number }[]
}

interface Law {
  id: number
  enacted: string
  vote: number
  passed: string
  sponsors: number
  documents: number
}

/** What a Legistar archive contains. */
export interface ArchiveCounts {
  /** By table. */
  rows: Record<string, number>
  /** How many steps have each description. */
  actions: Record<string, number>
  /** The ids of the matters whose text lost characters that no RTF beside it has. */
  damaged: number[]
  /** The ids of the matters that were vetoed, and of those whose veto was overridden. */
  vetoed: number[]
  overridden: number[]
  /** The law that each matter became: when it was enacted, and the last vote of the council for it, by matter id. */
  laws: Law[]
  /** The person with the most votes, and the number of each word. */
  voter: { id: number; words: Record<string, number> }
  /** The meeting with the most items, and their titles. */
  meeting: { id: number; titles: string[] }
  /** The matter that was on most agendas of the archive, and the number of its decisions. */
  matter: { id: number; items: number; decisions: number }
}

export function countArchive(folder: string): ArchiveCounts {
  const people = readAll<PersonJson>(join(folder, 'people'), false)
  const matters = newest(
    ['introduction', 'resolution', 'land_use'].flatMap((below) =>
      readAll<MatterJson>(join(folder, below), true),
    ),
  )
  const events = readAll<EventJson>(join(folder, 'events'), true)
  const items = events.flatMap(itemsOf)
  const steps = matters.flatMap(({ History }) => History)
  const isDecided = (step: Step | ItemJson) =>
    ['Pass', 'Fail'].includes(step.PassedFlagName ?? '') ||
    ('Votes' in step && (step.Votes ?? []).length > 0)
  const decided = new Set([...steps, ...items].filter(isDecided).map(({ ID }) => ID))
  const ballots = steps.flatMap(({ Votes }) => Votes ?? [])
  const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
  const attendance = sum(
    events.map(({ Items }) => {
      const rows = (Items ?? []).flatMap(({ RollCall }) => RollCall ?? [])
      return new Set(rows.map(({ ID }) => ID)).size
    }),
  )
  return {
    rows: {
      people:
        people.length + strangers(people, [...ballots, ...items.flatMap((i) => i.RollCall ?? [])]),
      memberships: sum(people.map((p) => p.OfficeRecords.filter((o) => o.BodyID !== 0).length)),
      matters: matters.length,
      bylaws: lawsIn(matters).length,
      sponsorships: sum(matters.map(sponsorsOf)),
      documents: sum(matters.map(documentsOf)),
      meetings: events.length,
      attendance,
      agenda_items: items.length,
      motions: decided.size,
      votes: ballots.length,
      actions: new Set(steps.map(({ ID }) => ID)).size,
    },
    actions: countWords(steps.map(({ Action }) => Action.trim())),
    damaged: idsOf(matters.filter(isDamaged)),
    vetoed: withStep(matters, 'Vetoed by Mayor'),
    overridden: withStep(matters, 'Overridden by Council'),
    laws: lawsIn(matters).map((matter) => toLaw(matter, events)),
    voter: busiest(ballots),
    meeting: longest(events),
    matter: mostSeen(matters, items, decided),
  }
}

/** The items of an event without blank lines of its minutes. */
function itemsOf({ Items }: EventJson): ItemJson[] {
  const isWritten = (item: ItemJson) =>
    [item.Title, item.AgendaNote, item.MinutesNote, item.ActionName].some((text) => text?.trim()) ||
    (item.MatterID ?? 0) !== 0 ||
    (item.RollCall ?? []).length > 0 ||
    /^[^~]/.test(item.AgendaNumber?.trim() ?? '')
  return (Items ?? []).filter(isWritten)
}

// A resolution is not a by-law, even with a law number.
const lawsIn = (matters: MatterJson[]) =>
  matters.filter((m) => (m.LocalLaw ?? '') !== '' && m.TypeName !== 'Resolution')

const sponsorsOf = ({ Sponsors = [] }: MatterJson) =>
  Sponsors.filter(({ FullName }) => FullName.trim() !== '').length

const documentsOf = (m: MatterJson) => m.Attachments.length + ((m.Text ?? '').trim() === '' ? 0 : 1)

function toLaw(matter: MatterJson, events: EventJson[]): Law {
  const passes = ['Approved by Council', 'Approved, by Council', 'Overridden by Council']
  const votes = matter.History.filter(
    (step) => passes.includes(step.Action) && step.PassedFlagName === 'Pass',
  )
  const last = votes.sort((one, other) => (one.Date < other.Date ? -1 : 1)).at(-1)
  const event = events.find(({ ID }) => ID === last?.EventID)
  return {
    id: matter.ID,
    enacted: (matter.EnactmentDate ?? '').slice(0, 10),
    vote: last?.ID ?? 0,
    passed: ((event ?? last)?.Date ?? '').slice(0, 10),
    sponsors: sponsorsOf(matter),
    documents: documentsOf(matter),
  }
}

export function readAll<T>(folder: string, byYear: boolean): T[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: byYear, encoding: 'utf8' })
  const depth = byYear ? 2 : 1
  return names
    .filter((name) => name.endsWith('.json') && name.split('/').length === depth)
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T)
}

function countWords(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

function withStep(matters: readonly MatterJson[], action: string): number[] {
  return idsOf(matters.filter(({ History }) => History.some((step) => step.Action === action)))
}

const idsOf = (found: readonly Named[]) =>
  found.map(({ ID }) => ID).sort((one, other) => one - other)

// In RTF, U+FFFD can also be written as a signed or unsigned number.
const isDamaged = ({ Text: plain, RTF: rtf = '' }: MatterJson) =>
  plain?.includes('\ufffd') && (rtf.trim() === '' || /\ufffd|\\u(?:65533|-3)(?!\d)/.test(rtf))

export function newest(copies: MatterJson[]): MatterJson[] {
  const newest = new Map<number, MatterJson>()
  for (const copy of copies) {
    const other = newest.get(copy.ID)
    if (other === undefined || other.LastModified < copy.LastModified) newest.set(copy.ID, copy)
  }
  return [...newest.values()]
}

function strangers(people: Named[], named: Named[]): number {
  const existing = new Set(people.map(({ ID }) => ID))
  return new Set(named.map(({ ID }) => ID).filter((id) => id !== 0 && !existing.has(id))).size
}

function busiest(ballots: (Named & { Vote: string })[]): ArchiveCounts['voter'] {
  const words = new Map<number, Record<string, number>>()
  const totals = new Map<number, number>()
  for (const { ID, Vote } of ballots) {
    const cast = words.get(ID) ?? {}
    const word = Vote.trim()
    cast[word] = (cast[word] ?? 0) + 1
    words.set(ID, cast)
    totals.set(ID, (totals.get(ID) ?? 0) + 1)
  }
  const [id = 0] = [...totals].sort(([a, one], [b, other]) => other - one || a - b)[0] ?? []
  return { id, words: words.get(id) ?? {} }
}

function longest(events: EventJson[]): ArchiveCounts['meeting'] {
  const lengths = events.map((event) => ({ ID: event.ID, items: itemsOf(event) }))
  const [first] = lengths.sort((a, b) => b.items.length - a.items.length || a.ID - b.ID)
  return { id: first?.ID ?? 0, titles: (first?.items ?? []).map(({ Title }) => Title.trim()) }
}

function mostSeen(
  matters: MatterJson[],
  items: ItemJson[],
  decided: Set<number>,
): ArchiveCounts['matter'] {
  const seen = new Map<number, number>()
  for (const { MatterID } of items)
    if (MatterID !== undefined) seen.set(MatterID, (seen.get(MatterID) ?? 0) + 1)
  const of = matters.map(({ ID, History }) => ({
    id: ID,
    items: seen.get(ID) ?? 0,
    decisions: History.filter((step) => decided.has(step.ID)).length,
  }))
  const [first] = of.sort((a, b) => b.items - a.items || b.decisions - a.decisions || a.id - b.id)
  return first ?? { id: 0, items: 0, decisions: 0 }
}
