import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { declarationsCsv } from '../../src/importers/declarations-csv/index.ts'
import { load } from '../../src/importers/load/load.ts'
import { findTarget } from '../../src/importers/load/municipalities.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { startService } from '../support/service/service.ts'
import { sourceOf, town } from '../support/towns/town.ts'

const head =
  'Committee,First Name,Last Name,Item,Item Title,Receive Date,Verbal Declaration,Verbal Declaration Date,Written Declaration'

const bodies = ['City Council', 'Planning and Housing Committee', 'Board of Health']
const members = ['Anne Tremblay', 'Raj Singh', 'Mina Singh', 'Zoë Łuczak', "Sean O'Dacey"]
/** On no list of the record. */
const publicMember = 'Odile Brown'
const meetingsOfBody = 20
const itemsOfMeeting = 8
const rowCount = 400

const dayOf = (meeting: number) =>
  new Date(Date.UTC(2031, 0, 6 + 7 * meeting)).toISOString().slice(0, 10)
const slugOf = (text: string) => text.toLowerCase().replaceAll(' ', '-')
const numberOf = (body: number, meeting: number, item: number) =>
  `2031.${'CPB'[body]}${meeting + 1}.${item + 1}`

/** The council that the declarations are of; on the day of the last meeting the board meets twice. */
function records(): object[] {
  const ofBody = bodies.flatMap((name, body) => [
    { kind: 'organization', key: `o-${body}`, name },
    ...Array.from({ length: meetingsOfBody }, (_, meeting) => [
      meetingOf(body, meeting),
      ...Array.from({ length: itemsOfMeeting }, (_, item) => ({
        ...{ kind: 'agenda_item', key: `i-${body}-${meeting}-${item}`, position: item },
        meeting_key: `g-${body}-${meeting}`,
        item_number: numberOf(body, meeting, item),
        title: `Item ${item}`,
      })),
    ]).flat(),
  ])
  const people = members.map((name, at) => ({ kind: 'person', key: `p-${at}`, name }))
  return [...people, ...ofBody, { ...meetingOf(2, meetingsOfBody - 1), key: 'g-again' }]
}

const meetingOf = (body: number, meeting: number) => ({
  ...{ kind: 'meeting', key: `g-${body}-${meeting}`, title: bodies[body], status: 'completed' },
  ...{ date: dayOf(meeting), organization_key: `o-${body}` },
  ...{ has_agenda: true, has_minutes: true, has_transcript: false },
})

interface Row {
  cells: string[]
  expected: object
}

/** Row number `n`, and what the API has of it. */
function rowOf(n: number): Row {
  const body = n % bodies.length
  const meeting = Math.floor(n / bodies.length) % meetingsOfBody
  const item = Math.floor(n / (bodies.length * meetingsOfBody))
  const name = [...members, publicMember, 'Singh'][n % 7] as string
  const isUnknownItem = n % 11 === 5
  const number = isUnknownItem ? '2031.XX9.9' : numberOf(body, meeting, item)
  const [given, family] = name === 'Singh' ? ['', name] : name.split(' ')
  const received = n % 4 === 0 ? '' : dayOf(meeting + 1)
  const url = n % 5 === 0 ? `https://town.example/statements/${n}.pdf` : ''
  const [day, text, title] = [dayOf(meeting), textOf(n), `Item ${item}, "as printed"`]
  const organization = bodies[body] as string
  return {
    cells: [organization, given ?? '', family ?? '', number, title, received, text, day, url],
    expected: {
      person_slug: slugs[members.indexOf(name)] ?? null,
      person_name: name,
      ...heldAt({ body, meeting, number, isUnknownItem }),
      item_number: number,
      item_title: title,
      matter_slug: null,
      motion_slug: null,
      organization,
      organization_slug: slugOf(organization),
      nature: null,
      declared_on: day,
      received_on: received || null,
      statement_url: url || null,
      text: text || null,
    },
  }
}

interface Written {
  body: number
  meeting: number
  number: string
  isUnknownItem: boolean
}

/** The meeting and the item, where the record has one of each. */
function heldAt({ body, meeting, number, isUnknownItem }: Written) {
  if (body === 2 && meeting === meetingsOfBody - 1)
    return { meeting_slug: null, agenda_item_slug: null }
  const meeting_slug = `${dayOf(meeting)}-${slugOf(bodies[body] ?? '')}`
  const item = `${meeting_slug}-item-${number.replaceAll('.', '-').toLowerCase()}`
  return { meeting_slug, agenda_item_slug: isUnknownItem ? null : item }
}

const slugs = ['anne-tremblay', 'raj-singh', 'mina-singh', 'zoe-luczak', 'sean-o-dacey']

function textOf(n: number): string {
  if (n % 13 === 0) return 'Declared an interest; the item is confidential.'
  if (n % 17 === 0) return 'Declared an interest, and withdrew the declaration at the same meeting.'
  return n % 9 === 0 ? '' : `Declared an interest, as a relative owns lot ${n}.`
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

it('400 rows of a registry are equal, row by row', async () => {
  const rows = Array.from({ length: rowCount }, (_, n) => rowOf(n))
  const table = [head, ...rows.map(({ cells }) => cells.map(cell).join(','))]
  const folder = await writeFolder({ 'registry.csv': `${table.join('\r\n')}\r\n` })
  const service = await startService({ source: sourceOf(records()) })
  onTestFinished(() => service.stop())
  const target = await findTarget(service.writing, town.slug)
  if (target === undefined) throw new Error('the town is missing')
  const run = async () =>
    load(service.writing, {
      ...{ target, prune: false, dryRun: false, clock: systemClock },
      source: await declarationsCsv.open(join(folder, 'registry.csv')),
    })
  const report = await run()
  expect(report.kinds.declarations).toMatchObject({ added: rowCount })
  const { body } = await service.v1('declarations?format=ndjson')
  const served = body
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { slug, updated_at, ...item } = JSON.parse(line)
      return item
    })
  const sorted = (items: object[]) => items.map((item) => JSON.stringify(item)).sort()
  expect(sorted(served)).toEqual(sorted(rows.map(({ expected }) => expected)))
  const reasons = report.warnings.map(({ reason }) => reason).join('\n')
  expect(reasons).toContain('names "Odile Brown", whom the record does not have by this name')
  expect(reasons).toContain('names "Singh", whom the record does not have by this name')
  expect((await run()).kinds.declarations).toMatchObject({ added: 0, changed: 0, same: rowCount })
})
