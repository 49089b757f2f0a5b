import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  changed,
  freshImports,
  type Imports,
  reasonsOf,
} from '../../../test/support/imports/municipality.ts'
import { sourceOf, townRecords } from '../../../test/support/towns/town.ts'
import type { SourceItem } from '../source.ts'
import { load } from './load.ts'

let imports: Imports
const records = townRecords()
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const person = (key: string, rest: object = {}) => ({ kind: 'person', key, name: key, ...rest })
const meeting = (key: string, rest: object = {}) => ({
  kind: 'meeting',
  key,
  title: key,
  date: '2024-01-01',
  status: 'completed',
  has_agenda: false,
  has_minutes: false,
  has_transcript: false,
  ...rest,
})

describe('a rejected import', () => {
  it('leaves an empty database empty if its last record is invalid', async () => {
    const { errors, total } = await imports.rejected([...records, person('p-bad', { name: '' })])
    expect(total).toBe(1)
    expect(errors).toEqual([
      {
        location: `town:${records.length + 1}`,
        subject: 'person p-bad',
        reason: '/name: must not be blank; found ""',
      },
    ])
  })

  it('leaves a filled database unchanged if its last record is invalid, and the next one succeeds', async () => {
    await imports.run(records)
    const next = changed(records, 'motion', 'v-1', { text: 'THAT nothing be done.' })
    await imports.rejected([
      ...next,
      { kind: 'motion', key: 'm', position: 1, mover_key: 'p-none' },
    ])
    const { kinds } = await imports.run(next)
    expect(kinds.motions).toMatchObject({ changed: 1, added: 0 })
  })

  it('leaves a filled database unchanged if its source throws', async () => {
    await imports.run(records)
    const source = sourceOf(records)
    async function* breaking(): AsyncGenerator<SourceItem> {
      yield { type: 'record', record: person('p-late'), location: 'town:1' }
      throw new Error('the disk is gone')
    }
    const clock = { now: () => 0, monotonic: () => 0 }
    const options = { target: imports.target, prune: true, dryRun: false, clock }
    const broken = load(imports.store, { ...options, source: { ...source, items: breaking() } })
    await expect(broken).rejects.toThrow('the disk is gone')
    expect((await imports.run(records)).kinds.people).toMatchObject({ same: 8, added: 0 })
  })
})

describe('errors', () => {
  it('are listed up to a hundred, and all are counted', async () => {
    const bad = Array.from({ length: 250 }, (_, i) => person(`p-${i}`, { born: i }))
    const rejected = await imports.rejected(bad)
    expect(rejected.errors).toHaveLength(100)
    expect(rejected.total).toBe(250)
    expect(rejected.message).toBe('250 errors in the source; nothing was imported')
    expect(reasonsOf(rejected)[99]).toBe('town:100: person p-99: /born: is not a known field')
  })

  it('end the reading early if a source has only invalid records', async () => {
    let isClosed = false
    async function* endless(): AsyncGenerator<SourceItem> {
      try {
        for (let n = 1; ; n += 1) yield { type: 'record', record: n, location: `town:${n}` }
      } finally {
        isClosed = true
      }
    }
    const source = { ...sourceOf([]), items: endless() }
    const clock = { now: () => 0, monotonic: () => 0 }
    const options = { target: imports.target, prune: false, dryRun: false, clock }
    await expect(load(imports.store, { ...options, source })).rejects.toMatchObject({
      message: 'stopped reading after 1000 errors in the source; nothing was imported',
      total: 1000,
    })
    expect(isClosed).toBe(true)
  })

  it('that a statement finds are read up to a thousand', async () => {
    const rejected = await imports.rejected(Array.from({ length: 1500 }, () => person('p')))
    expect(rejected.errors).toHaveLength(100)
    expect(rejected.total).toBe(1000)
    expect(rejected.message).toBe(
      'stopped reading after 1000 errors in the source; nothing was imported',
    )
  })

  it('of a source itself reject the import, but its warnings do not', async () => {
    async function* items(): AsyncGenerator<SourceItem> {
      yield { type: 'warning', location: 'a:1', subject: 'name', reason: 'is uncertain' }
      yield { type: 'record', record: person('p'), location: 'a:2' }
    }
    const clock = { now: () => 0, monotonic: () => 0 }
    const options = { target: imports.target, prune: false, dryRun: false, clock }
    const report = await load(imports.store, {
      ...options,
      source: { ...sourceOf([]), items: items() },
    })
    expect(report.warnings).toEqual([{ location: 'a:1', subject: 'name', reason: 'is uncertain' }])
    expect(report.kinds.people?.added).toBe(1)
    async function* error(): AsyncGenerator<SourceItem> {
      yield* items()
      yield { type: 'error', location: 'a:3', subject: 'file', reason: 'is cut off' }
    }
    const rejected = load(imports.store, {
      ...options,
      source: { ...sourceOf([]), items: error() },
    })
    await expect(rejected).rejects.toMatchObject({
      total: 1,
      errors: [{ location: 'a:3', subject: 'file', reason: 'is cut off' }],
    })
  })

  it('list the valid kinds if a record has an unknown one', async () => {
    const rejected = await imports.rejected([
      { kind: 'councillor', key: 'a' },
      null,
      5,
      { key: 'b' },
    ])
    expect(reasonsOf(rejected)[0]).toMatch(
      /^town:1: councillor a: "kind" must be one of organization, person, membership, bylaw, /,
    )
    expect(reasonsOf(rejected)[1]).toMatch(/^town:2: record without a key: "kind" must be/)
    expect(rejected.total).toBe(4)
  })

  it('name both locations of a duplicate key', async () => {
    const rejected = await imports.rejected([
      person('p'),
      person('q'),
      person('p', { name: 'Other' }),
    ])
    expect(reasonsOf(rejected)).toEqual([
      'town:3: person p: duplicate key, first defined at town:1',
    ])
  })

  it('do not include a key that records of two kinds share', async () => {
    const { kinds } = await imports.run([
      person('same'),
      { kind: 'bylaw', key: 'same', title: 'T' },
    ])
    expect(kinds).toMatchObject({ people: { added: 1 }, bylaws: { added: 1 } })
  })

  it('contain no control characters from keys', async () => {
    const rejected = await imports.rejected([person('a\u001b[2J\nb', { name: 1 })])
    expect(reasonsOf(rejected)).toEqual([
      'town:1: person a�[2J�b: /name: must be a string; found 1',
    ])
  })
})

describe('an unresolved reference', () => {
  const nowhere = (subject: string, path: string, kind: string, location = 'town:1') =>
    `${location}: ${subject}: ${path}: refers to ${kind} "none", which is not in this source or an earlier import of it`

  it.each<[string, object, string[]]>([
    ['agenda_item', { meeting_key: 'none', position: 1, title: 'T' }, ['/meeting_key meeting']],
    [
      'agenda_item',
      { meeting_key: 'g', matter_key: 'none', position: 1, title: 'T' },
      ['/matter_key matter'],
    ],
    [
      'agenda_item',
      { meeting_key: 'g', parent_key: 'none', position: 1, title: 'T' },
      ['/parent_key agenda_item'],
    ],
    ['organization', { name: 'N', parent_key: 'none' }, ['/parent_key organization']],
    [
      'membership',
      { person_key: 'none', organization_key: 'none' },
      ['/organization_key organization', '/person_key person'],
    ],
    ['matter', { title: 'T', bylaw_key: 'none' }, ['/bylaw_key bylaw']],
    [
      'matter',
      { title: 'T', sponsorships: [{ person_key: 'none', name: 'N', primary: true }] },
      ['/sponsorships/0/person_key person'],
    ],
    ['motion', { position: 1, meeting_key: 'none' }, ['/meeting_key meeting']],
    [
      'motion',
      { position: 1, agenda_item_key: 'none', matter_key: 'none' },
      ['/agenda_item_key agenda_item', '/matter_key matter'],
    ],
    [
      'motion',
      { position: 1, mover_key: 'none', organization_key: 'none' },
      ['/mover_key person', '/organization_key organization'],
    ],
    ['motion', { position: 1, seconder_key: 'none' }, ['/seconder_key person']],
    [
      'motion',
      { position: 1, votes: [{ person_key: 'none', name: 'N', value: 'For' }] },
      ['/votes/0/person_key person'],
    ],
  ])('is rejected with its location: %s %j', async (kind, rest, missing) => {
    const rejected = await imports.rejected([{ kind, key: 'k', ...rest }, meeting('g')])
    expect(reasonsOf(rejected).sort()).toEqual(
      missing.map((target) => {
        const [path = '', of = ''] = target.split(' ')
        return nowhere(`${kind} k`, path, of)
      }),
    )
  })

  it.each(['attendance', 'speaking_time', 'key_statements'])('is rejected in %s', async (list) => {
    const part = { attendance: { present: true }, speaking_time: { seconds: 1 } }[list] ?? {}
    const named = list === 'key_statements' ? { text: 'T' } : { name: 'N' }
    const rejected = await imports.rejected([
      meeting('g', { [list]: [{ person_key: 'none', ...named, ...part }] }),
    ])
    expect(reasonsOf(rejected)).toEqual([nowhere('meeting g', `/${list}/0/person_key`, 'person')])
  })

  it('is reported with the key that was probably meant, of this import or an earlier one', async () => {
    await imports.run([person('rezai')])
    const votes = ['Rezai', 'Okafor'].map((key) => ({ person_key: key, name: 'N', value: 'For' }))
    const rejected = await imports.rejected([
      person('okafor'),
      { kind: 'motion', key: 'v', position: 1, mover_key: 'Rezai', votes },
    ])
    const named = (path: string, key: string) =>
      `town:2: motion v: ${path}: refers to person "${key}", which is not in this source or an earlier import of it; did you mean "${key.toLowerCase()}"?`
    expect(reasonsOf(rejected).sort()).toEqual([
      named('/mover_key', 'Rezai'),
      named('/votes/0/person_key', 'Rezai'),
      named('/votes/1/person_key', 'Okafor'),
    ])
  })

  it('is reported with its field alone if its record is long', async () => {
    const text = 'x'.repeat(1_999_990)
    const rejected = await imports.rejected([
      { kind: 'motion', key: 'v', position: 1, mover_key: 'none', text },
    ])
    expect(reasonsOf(rejected)).toEqual([nowhere('motion v', '/mover_key', 'person')])
  })

  it('is not reported again for records that refer to its record', async () => {
    const rejected = await imports.rejected([
      meeting('g', { chair_key: 'none' }),
      { kind: 'agenda_item', key: 'i', meeting_key: 'g', position: 1, title: 'T' },
      { kind: 'motion', key: 'v', meeting_key: 'g', agenda_item_key: 'i', position: 1 },
      { kind: 'motion', key: 'w', position: 2, mover_key: 'none' },
    ])
    expect(reasonsOf(rejected)).toEqual([
      nowhere('meeting g', '/chair_key', 'person'),
      nowhere('motion w', '/mover_key', 'person', 'town:4'),
    ])
  })

  it('is not reported if an earlier import of the source has the record', async () => {
    await imports.run([person('p'), meeting('g')])
    await imports.run([{ kind: 'motion', key: 'v', meeting_key: 'g', mover_key: 'p', position: 1 }])
    expect((await imports.row('motions', 'v')).mover_id).toBe((await imports.row('people', 'p')).id)
  })

  it('is reported if that record was removed, or belongs to another source', async () => {
    await imports.run([person('p')])
    await imports.run([person('q')], { prune: true })
    await imports.run([person('r')], { source: 'elsewhere' })
    const rejected = await imports.rejected([
      { kind: 'motion', key: 'v', mover_key: 'p', seconder_key: 'r', position: 1 },
    ])
    expect(rejected.total).toBe(2)
  })
})
