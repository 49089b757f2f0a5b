import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { statementsOf } from '../../../test/support/database/plans.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const vote = (person: string, value = 'For', more = {}) => ({
  person_key: person,
  name: person,
  value,
  ...more,
})
const absent = (person_key: string) => ({ person_key, name: person_key, present: false })
const motion = (key: string, changes = {}) => ({
  kind: 'motion',
  key,
  identifier: key,
  meeting_key: 'm',
  position: 1,
  text: `That ${key} be done.`,
  result: 'Carried',
  votes: [vote('ada'), vote('bo')],
  ...changes,
})
const records = [
  { kind: 'organization', key: 'council', name: 'Council' },
  ...['ada', 'bo', 'cy'].map((key) => ({ kind: 'person', key, name: `${key} Pell` })),
  // Spelled in other letters.
  { kind: 'person', key: 'other-cy', name: 'Cy PELL' },
  pastMeeting('m', { organization_key: 'council', attendance: [absent('bo')] }),
  pastMeeting('n', { organization_key: 'council', attendance: [absent('bo')], date: '2024-02-05' }),
  motion('miscounted', { tally: { for: 3, against: 0 }, meeting_key: 'n', votes: [vote('ada')] }),
  motion('cast', {
    meeting_key: 'n',
    tally: { for: 2, against: 1 },
    votes: [vote('ada', 'For', { reason: 'Casting vote' }), vote('cy', 'Against')],
  }),
  motion('dissents', { tally: { for: 9, against: 1 }, votes: [vote('cy', 'Against')] }),
  motion('open', { result: null, votes: [vote('ada')] }),
  motion('own', { mover_key: 'ada', seconder_key: 'ada', votes: [] }),
  motion('named', { mover_name: 'D. Roe', seconder_name: 'D. Roe', votes: [] }),
  motion('apart', { mover_key: 'ada', seconder_key: 'bo', votes: [vote('cy')] }),
  motion('present', { votes: [vote('ada'), vote('bo', 'Absent')] }),
  motion('away', { votes: [vote('bo', 'Against'), vote('ada')] }),
]

const unlinked = { meeting_key: null, votes: [{ name: 'Ada', value: 'For' }] }

let service: Service
beforeAll(async () => {
  const source = sourceOf(records)
  async function* items() {
    yield* source.items
    const reason = 'has the label "Ayes (3)", which is unknown'
    yield { type: 'warning' as const, location: 'minutes:3', subject: 'motion', reason }
  }
  service = await startService({ source: { ...source, items: items() } })
})
afterAll(() => service.stop())

const page = async (prefix = '') => (await service.call(`${prefix}/pemberley/coverage/notes`)).body
const table = async () => {
  const { body, headers } = await service.call('/pemberley/coverage/notes.csv')
  const rows: Json[] = parse(body, { columns: true, record_delimiter: '\r\n' })
  expect(headers.get('reeve-rows')).toBe(String(rows.length))
  return rows
}

describe('the notes on a record', () => {
  it('say what contradicts itself or is left open, with the records', async () => {
    const rows = await table()
    const noted = rows.filter(({ kind }) => kind !== 'import_message')
    expect(
      noted.map(({ kind, motion_slug, person_slug }) => [kind, motion_slug, person_slug]),
    ).toEqual([
      ['counts_differ', 'motion-miscounted', ''],
      ['result_missing', 'motion-open', ''],
      ['moved_and_seconded', 'motion-own', 'ada-pell'],
      ['voted_while_absent', 'motion-away', 'bo-pell'],
      ['same_name', '', 'cy-pell-2'],
    ])
    expect(noted[0]).toMatchObject({
      date: '2024-02-05',
      ...{ for: '3', against: '0', named_for: '1', named_against: '0' },
      url: `${service.url}/pemberley/motions/motion-miscounted`,
    })
    expect(noted.at(-1)).toMatchObject({
      other_person_slug: 'cy-pell',
      url: `${service.url}/pemberley/people/cy-pell-2`,
    })
  })

  it('end with what the last import reported', async () => {
    const { text } = (await table()).find(({ text }) => text.startsWith('minutes:3'))
    expect(text).toBe('minutes:3: motion: has the label "Ayes (3)", which is unknown')
    expect(textOf(await page())).toContain(text)
  })

  it('are on a page in both languages, which leads to the records and to the table', async () => {
    const html = await page()
    const text = textOf(html)
    expect(text).toContain('Votes by name that differ from the count: 1')
    expect(text).toContain('Counted: 3 to 0. By name: 1 to 0.')
    expect(text).toContain('bo Pell: Voted against')
    const links = hrefsOf(html)
    for (const path of [
      'motions/motion-away',
      'motions/motion-own',
      'people/bo-pell',
      'people/cy-pell',
    ])
      expect(links).toContain(`/pemberley/${path}`)
    expect(links).toContain('/pemberley/coverage/notes.csv?for=spreadsheet')
    const french = await page('/fr')
    expect(textOf(french)).toContain('Votes sans résultat\u00a0: 1')
    expect(hrefsOf(french)).toContain('/fr/pemberley/motions/motion-away')
  })

  it('are counted on the coverage page and in the list of municipalities', async () => {
    const { body } = await service.call('/pemberley/coverage')
    expect(textOf(body)).toContain('Notes on the record: 5')
    expect(hrefsOf(body)).toContain('/pemberley/coverage/notes')
    const [town] = (await service.call('/api/v1/municipalities')).json.data
    expect(town).toMatchObject({
      notes: 5,
      source: { name: 'town', url: 'https://pemberley.example', licence: 'CC0' },
    })
  })

  it('are none where nothing contradicts itself', async () => {
    const clean = await startService({ source: sourceOf([motion('apart', unlinked)]) })
    onTestFinished(() => clean.stop())
    const { body } = await clean.call('/pemberley/coverage/notes')
    expect(textOf(body)).toContain('Nothing is noted.')
    const { notes } = (await clean.call('/api/v1/municipalities')).json.data[0]
    expect(notes).toBe(0)
  })

  it('are not looked for in the votes if the import found none of their kind', async () => {
    const open = motion('open', { ...unlinked, result: null })
    const own = await startService({ source: sourceOf([open]) })
    onTestFinished(() => own.stop())
    const notes = () => own.call('/pemberley/coverage/notes.csv')
    const statements = await statementsOf(own, notes)
    expect(statements.filter((text) => /as "note"/.test(text))).toHaveLength(1)
    expect((await notes()).body).toContain('result_missing')
  })

  it('are all in the table, and the first hundred of each kind on the page', async () => {
    const many = Array.from({ length: 620 }, (_, i) =>
      motion(`open-${i}`, { ...unlinked, result: null }),
    )
    const large = await startService({ source: sourceOf(many) })
    onTestFinished(() => large.stop())
    const { body } = await large.call('/pemberley/coverage/notes.csv')
    const rows: Json[] = parse(body, { columns: true, record_delimiter: '\r\n' })
    const open = rows.filter(({ kind }) => kind === 'result_missing')
    expect(new Set(open.map(({ motion_slug }) => motion_slug)).size).toBe(620)
    expect(open).toHaveLength(620)
    expect(textOf((await large.call('/pemberley/coverage/notes')).body)).toContain('And 520 more')
  })
})
