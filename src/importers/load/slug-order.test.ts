import { expect, it, onTestFinished } from 'vitest'
import { freshImports } from '../../../test/support/imports/municipality.ts'

const meeting = {
  ...{ kind: 'meeting', key: 'g', title: 'Harbour Board', date: '2023-03-07', status: 'completed' },
  ...{ has_agenda: true, has_minutes: false, has_transcript: false },
}
const motion = (key: string, position: number, changes = {}) => ({
  ...{ kind: 'motion', key, position, meeting_key: 'g', date: '2023-03-07' },
  ...{ text: `That pier ${key} be kept.`, result: 'Carried', ...changes },
})
const first = motion('v-1', 1)
const second = motion('v-2', 2)
// Their meetings never come.
const lone = motion('v-3', 1, { meeting_key: 'g-none' })
const undated = motion('v-4', 1, { meeting_key: undefined, date: undefined })

async function slugsAfter(
  slices: readonly (readonly unknown[])[],
  prune = false,
): Promise<Record<string, unknown>> {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  for (const slice of slices) await imports.run(slice, { isPartial: true, prune })
  const rows = await imports.rows('motions')
  return Object.fromEntries(rows.map(({ key, slug }) => [String(key), slug] as const).sort())
}

const all = [meeting, first, second, lone, undated]

it('motions have the same slugs whatever the order of imports', async () => {
  const whole = await slugsAfter([all])
  expect(whole).toMatchObject({
    'v-1': '2023-03-07-harbour-board-motion-1',
    'v-2': '2023-03-07-harbour-board-motion-2',
    'v-3': expect.stringMatching(/^2023-03-07-motion-[\da-f]{8}$/),
    'v-4': expect.stringMatching(/^undated-motion-[\da-f]{8}$/),
  })
  const orders = [
    [all.toReversed()],
    [[first, lone], [meeting], [undated, second]],
    [[lone], [undated, second, first], [meeting]],
    [[second], [meeting, first], [lone, undated]],
    [[first, second], [meeting, { ...first, result: 'Defeated' }, second], [lone], [undated], all],
  ]
  for (const order of orders) expect(await slugsAfter(order)).toEqual(whole)
  expect(await slugsAfter([[first, second, lone], all], true)).toEqual(whole)
})

it('a record that came incomplete has the slug of the complete one, and keeps its own as a former one', async () => {
  const complete = { kind: 'matter', key: 'x', identifier: 'Res 41-2023', title: 'Pier levy' }
  const early = { ...complete, identifier: 'T2023-7', incomplete: true }
  for (const order of [[early, complete], [complete, early], [complete]]) {
    const imports = await freshImports()
    onTestFinished(imports.remove)
    for (const one of order) await imports.run([one], { isPartial: true })
    expect((await imports.row('matters', 'x')).slug).toBe('res-41-2023')
    const former = await imports.store.db.selectFrom('former_slugs').selectAll().execute()
    expect(former.map(({ kind, slug }) => `${kind} ${slug}`)).toEqual(
      order[0] === early ? ['matter t2023-7'] : [],
    )
  }
})

it('a slug that a motion had before is never another one’s', async () => {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  await imports.run([first], { isPartial: true })
  const { id, slug } = await imports.row('motions', 'v-1')
  await imports.run([meeting], { isPartial: true })
  const taker = motion('v-9', 4, { meeting_key: undefined, served_as: { id: 900, slug } })
  await imports.run([taker], { isPartial: true })
  expect((await imports.row('motions', 'v-9')).slug).toBe(`${slug}-2`)
  expect((await imports.row('motions', 'v-1')).id).toBe(id)
})

it('a motion keeps its slug when its meeting is renamed or removed', async () => {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  await imports.run([first], { isPartial: true })
  await imports.run([{ ...meeting, title: 'Port Board' }, second], { isPartial: true })
  await imports.run([meeting], { isPartial: true })
  const other = { ...meeting, key: 'g-2', title: 'Other' }
  await imports.run([other, first, second], { isPartial: true, prune: true })
  const rows = await imports.rows('motions')
  expect(rows.map(({ slug }) => slug)).toEqual([
    '2023-03-07-port-board-motion-1',
    '2023-03-07-port-board-motion-2',
  ])
})

it('a slug of a record that returns is not given to another one of the same import', async () => {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  const [levy, other, ledge] = ['x', 'y', 'z'].map((key) => ({
    ...{ kind: 'matter', key, title: key === 'z' ? 'Ledge' : 'Pier levy' },
  }))
  await imports.run([levy, ledge], { isPartial: true })
  const { id } = await imports.row('matters', 'x')
  await imports.run([ledge], { isPartial: true, prune: true })
  await imports.run([other, levy, ledge], { isPartial: true })
  expect(await imports.row('matters', 'x')).toMatchObject({ id, slug: 'pier-levy' })
  expect((await imports.row('matters', 'y')).slug).toBe('pier-levy-2')
  expect(await imports.rows('removed_records')).toEqual([])
})

it('a slug that a record gets when it is complete is not given to another one of the same import', async () => {
  const imports = await freshImports()
  onTestFinished(imports.remove)
  const complete = { kind: 'matter', key: 'x', identifier: 'Res 41-2023', title: 'Pier levy' }
  await imports.run([{ ...complete, identifier: 'T2023-7', incomplete: true }], { isPartial: true })
  await imports.run([complete, { ...complete, key: 'y' }], { isPartial: true })
  const slugs = (await imports.rows('matters')).map(({ slug }) => slug)
  expect(slugs.toSorted()).toEqual(['res-41-2023', 'res-41-2023-2'])
})
