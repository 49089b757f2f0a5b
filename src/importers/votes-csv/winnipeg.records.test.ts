import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { groupBy } from '../../core/group-by.ts'
import { votesCsv } from './index.ts'
import type { Mapping } from './schema.ts'

interface Disposition {
  meeting_date: string
  recorded_votes: { subject: string; disposition: string; yeas: string[]; nays: string[] }[]
}

const archive = join(
  process.env.REEVE_TEST_RECORDS ?? '',
  'open-data/winnipeg-mb/dispositions-2015-09_2019-05.tar.xz',
)

const mapping: Mapping = {
  source: 'winnipeg',
  body: 'City Council',
  columns: { date: 'Date', vote_id: 'Id', text: 'Subject', result: 'Disposition' },
  member_lists: { Yeas: 'Yea', Nays: 'Nay' },
  list_separator: ';',
}

it('has the recorded votes of 40 meetings, from lists of names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-winnipeg-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  spawnSync('tar', ['-xJf', archive, '-C', folder])
  const meetings = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name): Disposition => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const votes = meetings.flatMap(({ meeting_date: date, recorded_votes: all }) =>
    all.map((vote, index) => ({ ...vote, date: date, id: `${date} ${index + 1}` })),
  )
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const lines = votes.map(({ date, id, subject, disposition, yeas, nays }) =>
    [date, id, subject, disposition, yeas.join(';'), nays.join(';')].map(quoted).join(),
  )
  const table = ['Date,Id,Subject,Disposition,Yeas,Nays', ...lines].join('\n')
  const where = await writeFolder({ 'map.json': mapping, 'votes.csv': table })
  const { of, errors } = await collectItems(votesCsv, join(where, 'votes.csv'), {
    map: join(where, 'map.json'),
  })
  expect(errors).toEqual([])
  const cast = of('motion').flatMap(({ votes = [] }) => votes)
  const count = (value: string) => cast.filter((vote) => vote.value === value).length
  expect([meetings.length, of('motion').length]).toEqual([40, 119])
  expect(of('person')).toHaveLength(21)
  const results = groupBy(of('motion'), ({ result }) => result)
  expect(['Carried', 'Defeated', 'CARRED'].map((word) => results(word).length)).toEqual([
    64 + 8,
    39,
    1,
  ])
  expect([count('For'), count('Against'), cast.length]).toEqual([1145, 716, 1861])
  // The outcome is the City's: two are lost with more yeas than nays, one is carried with fewer.
  const against = of('motion').filter(({ result, votes: all = [] }) => {
    const [yeas, nays] = ['For', 'Against'].map(
      (side) => all.filter((v) => v.value === side).length,
    )
    return result === 'Defeated'
      ? (yeas ?? 0) > (nays ?? 0)
      : result === 'Carried' && (yeas ?? 0) < (nays ?? 0)
  })
  expect(against).toHaveLength(3)
})
