import { describe, expect, it, onTestFinished } from 'vitest'
import { collectItems, writeFolder } from '../../test/support/imports/collect-items.ts'
import { freshImports } from '../../test/support/imports/municipality.ts'
import { pupaTown } from '../../test/support/towns/pupa-town.ts'
import { listKnownKeys } from './load/prune.ts'
import { openCivicData } from './open-civic-data/index.ts'

const { 'event_l.json': event, 'person_d.json': twin } = pupaTown
const council = '~{"classification": "legislature"}'
const ann = { _id: 'ann', name: 'Ann Amato', birth_date: '', family_name: 'Amato' }
const seat = { _id: 'seat', person_id: 'ann', organization_id: council, role: 'Councillor' }

async function read(changes: Record<string, unknown>) {
  const folder = await writeFolder({ ...pupaTown, ...changes })
  const { errors, warnings, ...read } = await collectItems(openCivicData, folder)
  expect(errors).toEqual([])
  const earlier = await collectItems(openCivicData, await writeFolder(pupaTown))
  const usual = new Set(earlier.warnings.map(({ reason }) => reason))
  const found = warnings.filter(({ reason }) => !usual.has(reason))
  return { ...read, reasons: found.map(({ location, reason }) => `${location}: ${reason}`) }
}

const vote = {
  _id: 'x',
  identifier: '',
  motion_text: 'Roll call',
  motion_classification: ['passage'],
  start_date: '2024-03-05',
  result: 'pass',
  organization: council,
  legislative_session: '2024',
  bill: '~{"identifier": "Bill 12", "legislative_session__identifier": "2024"}',
  counts: [],
  votes: [],
}
const again = (file: object, changes: object) => ({ ...file, _id: 'again', ...changes })

describe('two files of pupa are two records', () => {
  it.each([
    ['description', { description: 'Public hearing' }],
    ['end', { end_date: '2024-03-05T23:00:00-08:00' }],
  ])('if events at one time differ by their %s', async (_, changes) => {
    const { of, reasons } = await read({ 'event_y.json': again(event, changes) })
    expect(new Set(of('meeting').map(({ key }) => key)).size).toBe(3)
    expect(reasons).toEqual([])
  })

  it('if bills of two bodies have one number', async () => {
    const bill = { legislative_session: '2024', identifier: 'Resolution 1', title: 'R' }
    const { of } = await read({
      'bill_x.json': { ...bill, _id: 'x', from_organization: 'a' },
      'bill_y.json': { ...bill, _id: 'y', from_organization: 'b' },
    })
    const keys = of('matter').flatMap(({ identifier, key }) =>
      identifier === 'Resolution 1' ? key : [],
    )
    expect(new Set(keys).size).toBe(2)
  })

  it('if the dedupe_key of two roll calls of one day and text differs', async () => {
    const { of } = await read({
      'vote_event_x.json': { ...vote, dedupe_key: 'rc-1' },
      'vote_event_y.json': again(vote, { dedupe_key: 'rc-2', result: 'fail' }),
    })
    const motions = of('motion').filter(({ text }) => text === 'Roll call')
    expect(motions.map(({ result }) => result)).toEqual(['Carried', 'Defeated'])
    expect(new Set(motions.map(({ key }) => key)).size).toBe(2)
  })

  it('but one, with a warning, if nothing that pupa looks at differs', async () => {
    const elsewhere = again(event, { location: { name: 'Library' } })
    const { of, reasons } = await read({ 'event_z.json': elsewhere })
    expect(of('meeting')).toHaveLength(2)
    expect(reasons).toEqual([
      'event_z.json#: has the same name, date and description as event_l.json but other content; skipped',
    ])
  })
})

describe('a pseudo-id is resolved as pupa does', () => {
  const bill = (changes: object) => ({
    _id: 'z',
    legislative_session: '2024',
    identifier: 'O2023-1',
    title: 'Loading zones',
    from_organization: council,
    ...changes,
  })
  const agendaOf = (criteria: object) => {
    const related = { entity_type: 'vote_event', vote_event_id: `~${JSON.stringify(criteria)}` }
    return { ...event, agenda: [{ description: 'Zones', related_entities: [related] }] }
  }
  const files = {
    'bill_z.json': bill({ other_identifiers: [{ identifier: 'O2011-9' }] }),
    'vote_event_z.json': again(vote, {
      motion_text: 'Passed',
      bill: '~{"identifier": "O2023-1"}',
    }),
  }
  const passed = { motion_text: 'Passed', organization__name: 'Town Council' }

  it.each([
    { bill__identifier: 'O2023-1', start_date: '2024-03-05', ...passed },
    { bill__other_identifiers__identifier: 'O2011-9', ...passed },
  ])('to the vote %j', async (criteria) => {
    const { of, reasons } = await read({ ...files, 'event_l.json': agendaOf(criteria) })
    const meeting_key = of('meeting')[0]?.key
    expect(of('motion').find(({ text }) => text === 'Passed')).toMatchObject({
      meeting_key,
      agenda_item_key: `${meeting_key}#0`,
    })
    expect(reasons).toEqual([])
  })

  it('but a field that this importer does not read is named as such', async () => {
    const { reasons } = await read({
      ...files,
      'event_l.json': agendaOf({ ...passed, created_at: 'x' }),
    })
    expect(reasons.join()).toContain('but no vote_event is found by its "created_at"')
  })

  it('to a bill by another number, which the matter keeps, and a warning counts the rest', async () => {
    const { of, reasons } = await read({
      'bill_z.json': bill({
        other_identifiers: [{ identifier: 'O2011-9', scheme: '', note: 'old' }],
        other_titles: [{ title: 'The Kerb Act' }],
        subject: ['Parking', 'Roads'],
        related_bills: [],
      }),
      'vote_event_z.json': again(vote, { bill: '~{"other_identifiers__identifier": "O2011-9"}' }),
    })
    const matter = of('matter').find(({ identifier }) => identifier === 'O2023-1')
    expect(matter?.other_identifiers).toEqual([
      { identifier: 'O2011-9', scheme: null, note: 'old' },
    ])
    expect(of('motion').find(({ text }) => text === 'Roll call')?.matter_key).toBe(matter?.key)
    expect(reasons).toEqual([
      'bill_z.json#/other_titles: other_titles (1) is not a field of a matter; skipped',
      'bill_z.json#/subject: subject (2) is not a field of a matter; skipped',
    ])
  })

  it('to the one person of a family name, and to no one if there are two', async () => {
    const votes = [{ option: 'yes', voter_name: 'Amato', voter_id: '~{"name": "Amato"}' }]
    const changes = { 'person_x.json': ann, 'vote_event_z.json': again(vote, { votes }) }
    const voters = async (more: object) => {
      const { of } = await read({ ...changes, ...more })
      return of('motion').find(({ text }) => text === 'Roll call')?.votes
    }
    expect(await voters({})).toMatchObject([{ person_key: '"Ann Amato",""', name: 'Amato' }])
    const bo = { ...ann, _id: 'bo', name: 'Bo Amato' }
    expect(await voters({ 'person_y.json': bo })).toMatchObject([{ person_key: null }])
  })
})

describe('a person of pupa', () => {
  async function imported() {
    const imports = await freshImports()
    onTestFinished(imports.remove)
    const run = async (changes: Record<string, unknown>) => {
      const folder = await writeFolder({ ...pupaTown, 'membership_x.json': seat, ...changes })
      const { records } = await collectItems(openCivicData, folder, {
        storedKeys: async (source, kind, keys) =>
          listKnownKeys(kind, keys, { ...imports.store, target: imports.target, source }),
      })
      const options = { source: 'open-civic-data', isPartial: true, prune: true }
      await imports.run(
        records.map(({ record }) => record),
        options,
      )
      const people = await imports.rows('people')
      return people
        .filter(({ name }) => /Amato|Beach/.test(String(name)))
        .map(({ slug, name, birth_date }) => [slug, name, birth_date].join())
    }
    return { run, seats: async () => (await imports.rows('memberships')).length }
  }

  it.each([
    ['a birth date', { birth_date: '1970-01-02' }, 'ann-amato,Ann Amato,1970-01-02'],
    [
      'a new name',
      { name: 'Ann Beach', other_names: [{ name: 'Ann Amato' }] },
      'ann-amato,Ann Beach,',
    ],
    [
      'both',
      { name: 'Ann Beach', other_names: [{ name: 'Ann Amato' }], birth_date: '1970-01-02' },
      'ann-amato,Ann Beach,1970-01-02',
    ],
  ])('stays one person, with one page and seat, with %s', async (_, changes, expected) => {
    const { run, seats } = await imported()
    expect(await run({ 'person_x.json': ann })).toEqual(['ann-amato,Ann Amato,'])
    const count = await seats()
    const changed = { 'person_x.json': { ...ann, ...changes } }
    expect(await run(changed)).toEqual([expected])
    expect(await run(changed)).toEqual([expected])
    expect(await seats()).toBe(count)
  })

  it('is another person if two files could be the one who is stored', async () => {
    const { run } = await imported()
    await run({ 'person_x.json': ann })
    const files = ['1970-01-02', '1980-01-02'].map((birth_date, index) => [
      `person_x${index}.json`,
      { ...ann, _id: index === 0 ? 'ann' : 'other', birth_date },
    ])
    expect(await run(Object.fromEntries(files))).toHaveLength(2)
  })

  it('is not taken for another person of the folder who has the name', async () => {
    const { of } = await read({
      'person_x.json': ann,
      'person_y.json': { ...twin, name: 'Bo', other_names: [{ name: 'Ann Amato' }] },
    })
    expect(of('person').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Ann Amato', 'Bo']),
    )
  })
})
