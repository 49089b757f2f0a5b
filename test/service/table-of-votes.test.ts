import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { load } from '../../src/importers/load/load.ts'
import { findTarget } from '../../src/importers/load/municipalities.ts'
import { toronto } from '../../src/importers/votes-csv/toronto.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { startService } from '../support/service/service.ts'
import { town } from '../support/towns/town.ts'

const head =
  'Term,First Name,Last Name,Committee,Date/Time,Agenda Item #,Agenda Item Title,Motion Type,Vote,Result,Vote Description'
const on = (item: string, type: string, result: string) => (name: string, vote: string) =>
  `2022-2026,${name},City Council,2023-02-07 15:17 PM,${item},"Lanes, ""bike"" and bus",${type},${vote},"${result}",Majority required`
const adopt = on('2023.EX2.1', 'Adopt Item', 'Lost, 1-2')
const amend = on('2023.EX2.1', 'Amend Item', 'Carried, 2-0')
const rows = [
  amend('Anne,Tremblay', 'Yes'),
  amend('Raj,Singh', 'Yes'),
  amend('Ida,Pell', 'Absent(Interest Declared)'),
  adopt('Anne,Tremblay', 'Yes'),
  adopt('Raj,Singh', 'No'),
  adopt('Ida,Pell', 'No'),
]

const open = async (lines: readonly string[]) => {
  const numbered = lines.map((line, index) => `${index + 1},${line}`)
  const table = [`_id,${head}`, ...numbered].map((line) => `${line}\r\n`).join('')
  return toronto.open(join(await writeFolder({ 'votes.csv': table }), 'votes.csv'))
}

it('a table of votes is served, and a newer one doubles nothing', async () => {
  const service = await startService({ source: await open(rows) })
  onTestFinished(() => service.stop())
  const list = async (path: string) => (await service.v1(path)).json.data
  const motions = await list('motions')
  expect(motions).toHaveLength(2)
  const votes = await list('votes?per_page=50')
  expect(votes).toHaveLength(6)
  const recusal = { vote_value: 'Recused', reason: 'Absent(Interest Declared)' }
  expect(votes).toContainEqual(expect.objectContaining(recusal))
  const page = await service.call(`/${town.slug}/motions/${motions[0].slug}`)
  expect(page.body).toContain('Lanes, &quot;bike&quot; and bus')
  expect((await list('matters')).map((matter: { title: string }) => matter.title)).toEqual([
    'Lanes, "bike" and bus',
  ])

  // The City numbers its rows again, adds one that was missing, and publishes the next vote.
  const refer = on('2023.EX2.2', 'Refer Item', 'Carried, 1-0')
  const [first = '', ...others] = rows
  const newer = [amend('Joe,Hall', 'Yes'), ...others, first, refer('Anne,Tremblay', 'Yes')]
  const target = await findTarget(service.writing, town.slug)
  if (target === undefined) throw new Error('no town')
  const options = { target, prune: false, dryRun: false, clock: systemClock }
  const { kinds } = await load(service.writing, { ...options, source: await open(newer) })
  expect([kinds.motions, kinds.people, kinds.matters, kinds.meetings]).toMatchObject([
    { added: 1, changed: 1, same: 1, removed: 0 },
    { added: 1, same: 3 },
    { added: 1, same: 1 },
    { added: 0, same: 1 },
  ])
  const again = await load(service.writing, { ...options, source: await open(newer) })
  expect(again.kinds.motions).toMatchObject({ added: 0, changed: 0, same: 3 })
})
