import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFileName } from '../../src/importers/bundle/schema.ts'
import { type ImportRecord, recordKindNames } from '../../src/record/kinds.ts'
import type { Json } from '../../test/support/service/service.ts'
import type { Random } from '../kit/random.ts'

/** Records of all kinds are edited by the names of their fields. */
type Fields = Json

/** Words that searches find. */
export const subjects = ['zoning', 'bridge', 'park', 'budget', 'heritage', 'water'] as const

const results = ['Carried', 'Defeated', 'Carried unanimously', 'Referred']
const locations = ['Town Hall', 'Library', 'Arena, upper hall']
const times = ['18:30', '19:00', '20:15']

/** The records of an exported bundle. */
export function readBundle(folder: string): ImportRecord[] {
  return recordKindNames.flatMap((kind) =>
    readFileSync(join(folder, bundleFileName(kind)), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ kind, ...JSON.parse(line) }) as ImportRecord),
  )
}

/** The record of a council that goes on: agendas, results, changes, removals and returns. */
export class EditedTown {
  #records: Fields[]
  #gone: Fields[][] = []
  readonly #random: Random
  #count = 0
  #today = ''

  constructor(records: readonly ImportRecord[], random: Random) {
    this.#records = [...records]
    this.#random = random
  }

  get records(): readonly ImportRecord[] {
    return this.#records
  }

  /** Makes some edits of a day. */
  edit(today: string, { edits, isAddingOnly }: { edits: number; isAddingOnly: boolean }): void {
    this.#today = today
    const adding = [
      () => this.#addMeeting(isAddingOnly ? 8 : 0),
      () => this.#addMotion(isAddingOnly),
      () => this.#addMotion(isAddingOnly),
    ]
    const changing = [
      () => this.#publishAgenda(),
      () => this.#addItem(),
      () =>
        this.#change(this.#pick(this.#ahead()), () => ({ start_time: this.#random.pick(times) })),
      () =>
        this.#change(this.#pick(this.#ahead()), () => ({ location: this.#random.pick(locations) })),
      () => this.#change(this.#pick(this.#ahead()), ({ date }) => ({ date: this.#day(date, 1) })),
      () =>
        this.#change(this.#pick(this.#ahead()), ({ status }) => ({
          status: status === 'scheduled' ? 'cancelled' : 'scheduled',
        })),
      () => this.#change(this.#pick(this.#itemsAhead()), () => ({ title: this.#title('Item') })),
      () => this.#remove(this.#pick(this.#itemsAhead())),
      () => this.#remove(this.#pick(this.#ahead())),
      () => this.#remove(this.#pick(this.#own('motion'))),
      () => this.#bringBack(),
      () => this.#bringBack(),
      () =>
        this.#change(this.#pick(this.#own('motion')), () => ({
          result: this.#random.pick(results),
        })),
      () =>
        this.#change(this.#pick(this.#own('motion')), () => ({
          text: `THAT the ${this.#title('words')} be adopted.`,
        })),
      () =>
        this.#change(this.#pick(this.#past()), () => ({ has_minutes: true, status: 'completed' })),
    ]
    const ways = isAddingOnly ? adding : [...adding, ...changing]
    for (let edit = 0; edit < edits; edit += 1) this.#random.pick(ways)()
  }

  #own = (kind: string): Fields[] =>
    this.#records.filter((one) => one.kind === kind && one.key.startsWith('stress-'))
  #ahead = () => this.#own('meeting').filter(({ date }) => date > this.#today)
  #past = () => this.#own('meeting').filter(({ date }) => date < this.#today)
  #itemsAhead(): Fields[] {
    const meetings = new Set(this.#ahead().map(({ key }) => key))
    return this.#own('agenda_item').filter((item) => meetings.has(item.meeting_key))
  }
  #pick = (list: Fields[]): Fields | undefined =>
    list.length === 0 ? undefined : this.#random.pick(list)
  #key() {
    this.#count += 1
    return `stress-${this.#count}`
  }
  #title = (what: string) =>
    `${what} on the ${this.#random.pick(subjects)} and the ${this.#random.pick(subjects)} ${this.#count}`
  #day(from: string, days: number): string {
    return new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
  }

  #addMeeting(fromDays: number): void {
    const random = this.#random
    const bodies = this.#records.filter(({ kind }) => kind === 'organization')
    const { key: organization_key, name } = random.pick(bodies)
    const meeting = {
      ...{ kind: 'meeting', key: this.#key(), organization_key, status: 'scheduled' },
      ...{
        title: `${name} ${this.#count}`,
        date: this.#day(this.#today, fromDays + random.below(20)),
      },
      ...{ start_time: random.pick(times), location: random.pick(locations), type: 'Regular' },
    }
    this.#records.push(meeting)
    if (random.chance(0.6)) this.#giveAgenda(meeting)
  }

  #publishAgenda(): void {
    const meeting = this.#pick(this.#ahead().filter((one) => one.has_agenda !== true))
    if (meeting !== undefined) this.#giveAgenda(meeting)
  }

  #giveAgenda({ key }: Fields): void {
    this.#change(
      this.#records.find((one) => one.key === key),
      () => ({ has_agenda: true }),
    )
    for (let items = this.#random.between(1, 4); items > 0; items -= 1) this.#addItemTo(key)
  }

  #addItem(): void {
    const meeting = this.#pick(this.#ahead().filter((one) => one.has_agenda === true))
    if (meeting !== undefined) this.#addItemTo(meeting.key)
  }

  #addItemTo(meeting_key: string): void {
    const others = this.#records.filter((one) => one.meeting_key === meeting_key)
    const key = this.#key()
    const position = others.length + 1
    this.#records.push({
      ...{ kind: 'agenda_item', key, meeting_key, position, item_number: `${position}` },
      ...{ title: this.#title('Item'), matter_key: this.#matter() },
    })
  }

  #matter(): string | null {
    const matters = this.#records.filter(({ kind }) => kind === 'matter').slice(0, 12)
    return this.#random.chance(0.5) ? (this.#pick(matters)?.key ?? null) : null
  }

  #addMotion(isDecided: boolean): void {
    const random = this.#random
    const meeting = this.#pick(
      this.#records
        .filter(({ kind, date }) => kind === 'meeting' && date <= this.#today)
        .slice(-30),
    )
    const people = random.shuffled(
      this.#records.filter(({ kind }) => kind === 'person').slice(0, 12),
    )
    const result = isDecided || random.chance(0.6) ? random.pick(results) : null
    const position = 500 + this.#count
    this.#records.push({
      ...{ kind: 'motion', key: this.#key(), position, motion_kind: 'motion', result },
      ...{ text: `THAT the ${this.#title('report')} be received.`, matter_key: this.#matter() },
      ...(meeting !== undefined && random.chance(0.5)
        ? { meeting_key: meeting.key }
        : { date: this.#today }),
      ...(result !== null && {
        votes: people.slice(0, 5).map(({ key, name }) => ({
          ...{ person_key: key, name, value: random.chance(0.7) ? 'For' : 'Against' },
        })),
      }),
    })
  }

  #change(record: Fields | undefined, change: (record: Fields) => object): void {
    if (record === undefined) return
    const changed = { ...record, ...change(record) }
    this.#records = this.#records.map((one) => (one.key === record.key ? changed : one))
  }

  /** With what belongs to it. */
  #remove(record: Fields | undefined): void {
    if (record === undefined) return
    const isOf = (one: Fields) => one.key === record.key || one.meeting_key === record.key
    this.#gone.push(this.#records.filter(isOf))
    this.#records = this.#records.filter((one) => !isOf(one))
  }

  #bringBack(): void {
    const back = this.#random.pick([...this.#gone, []])
    this.#gone = this.#gone.filter((one) => one !== back)
    const keys = new Set(this.#records.map(({ key }) => key))
    const isWhole = (one: Fields) => one.kind !== 'agenda_item' || keys.has(one.meeting_key)
    for (const one of back) {
      if (!isWhole(one)) continue
      keys.add(one.key)
      this.#records.push(one)
    }
  }
}
