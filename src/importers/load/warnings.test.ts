import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { SourceItem } from '../source.ts'
import { load } from './load.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

/** The warnings in the report of an import, for a source with these warnings. */
async function reported(warnings: readonly Omit<SourceItem & { type: 'warning' }, 'type'>[]) {
  async function* items(): AsyncGenerator<SourceItem> {
    for (const warn of warnings) yield { type: 'warning', ...warn }
  }
  const clock = { now: () => 0, monotonic: () => 0 }
  const locate = async (location: string) => location.replace('#', ':line of ')
  const source = { ...sourceOf([]), items: items(), locate }
  const options = { target: imports.target, source, prune: false, dryRun: false, clock }
  return (await load(imports.store, options)).warnings
}

it('each warning is on one line, whatever the source contains', async () => {
  const reason = 'of "\u001b[2J\r\nNg\u2028\u202e\ud800"'
  const [warn] = await reported([{ location: 'a\n.json', subject: 'person \u0007', reason }])
  expect(warn).toEqual({
    location: 'a\ufffd.json',
    subject: 'person \ufffd',
    reason: 'of "\ufffd[2J\ufffd\ufffdNg\ufffd\ufffd\ufffd"',
  })
})

it('warnings have their line; a hundred are listed and the others counted', async () => {
  const warnings = Array.from({ length: 250 }, (_, n) => ({
    location: `a.json#/${n}`,
    subject: 'seat',
    reason: 'is skipped',
  }))
  const listed = await reported(warnings)
  expect(listed).toHaveLength(100)
  expect(listed[99]).toEqual({
    location: 'a.json:line of /99',
    subject: 'seat, and 150 more like this',
    reason: 'is skipped',
  })
})

it('a kind of warning is listed with its count however many of another come first', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => ({
    location: `a.json#/${n}`,
    subject: `motion ${n}`,
    reason: `has ${n} votes of "Body ${n}"; the item at https://town.example/${n} has none`,
  }))
  const few = ['seat 4', 'seat 5'].map((subject) => ({
    ...{ location: 'b.json', subject, reason: 'overlaps "Ada Wren"' },
  }))
  const one = { location: 'c.json', subject: 'bylaw 7-2031', reason: 'has no year' }
  const listed = await reported([...many, ...few, one])
  expect(listed.map(({ subject }) => subject).slice(32)).toEqual([
    'motion 32, and 2967 more like this',
    'seat 4, and 1 more like this',
    'bylaw 7-2031',
  ])
})

it('warnings are stored with the run as they are listed, but for the ends of long ones', async () => {
  const reason = 'is skipped'
  const listed = await reported([
    ...Array.from({ length: 101 }, () => ({ location: 'a.json#/3', subject: 'seat', reason })),
    { location: 'b.json', subject: 'seat', reason: 'is long, '.repeat(100) },
  ])
  expect(listed).toHaveLength(51)
  expect(
    await reported([{ location: 'b.json', subject: 'seat', reason: 'x '.repeat(900) }]),
  ).toHaveLength(1)
  const runs = (await imports.rows('imports')).map(
    ({ warnings }) => JSON.parse(String(warnings)) as string[],
  )
  expect(runs[0]).toEqual([
    ...Array(49).fill('a.json:line of /3: seat: is skipped'),
    'a.json:line of /3: seat, and 51 more like this: is skipped',
    expect.stringMatching(/^b\.json: seat: is long, .*…$/),
  ])
  expect(runs[1]?.map((line) => line.length <= 500 && line.endsWith('x…'))).toEqual([true])
})

it('warnings are stored without passwords and tokens', async () => {
  const reason = 'links https://ada:dove@town.example/minutes?token=wren'
  await reported([{ location: 'a.json', subject: 'seat', reason }])
  const stored = JSON.stringify(await imports.rows('imports'))
  expect(stored).toContain('town.example/minutes')
  expect(stored).not.toMatch(/dove|wren/)
})
