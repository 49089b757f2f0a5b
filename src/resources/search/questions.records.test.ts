import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startOttawa } from '../../../test/support/ottawa/service.ts'
import { judge, questionsOver } from '../../../test/support/search/questions.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { torontoTables } from '../../../test/support/toronto/tables.ts'
import { toronto } from '../../importers/votes-csv/toronto.ts'

const city = {
  ...{ slug: 'toronto', name: 'City of Toronto', timeZone: 'America/Toronto', url: null },
  divisionId: 'ocd-division/country:ca/csd:3520005',
}

let service: Service
beforeAll(async () => {
  service = await startOttawa()
})
afterAll(() => service?.stop())

const readerOf = (of: Service) => ({
  get: async (path: string) => {
    const { status, body, json } = await of.v1(path)
    expect(status, `${path} ${body}`).toBe(200)
    return json.data
  },
})

describe('search over the record of Ottawa', () => {
  it('has the expected record among the first five for 73 of 75 questions', async () => {
    const questions = questionsOver('ottawa')
    expect(questions).toHaveLength(75)
    expect(await judge(questions, 5, readerOf(service))).toEqual({ found: 73, failures: [] })
  })

  // Hits before texts were analysed by Reeve itself; then, records of one title were one hit each.
  it.each([
    ['bylaw', 2, 66],
    ['by-law', 100, 66],
    ['zoning bylaw amendment', 0, 91],
    ['bike lanes', 0, 9],
    ['speed camera', 0, 73],
    ['budgets', 3, 19],
    ['encampment', 1, 2],
    // No text has the word, but a synonym.
    ['tenants', 0, 1],
    ['sewers', 4, 9],
    ['Rawlson King', 0, 12],
    ['Jeff Leiper', 0, 23],
    ['Theresa Kavanagh', 0, 11],
    ['Stage 2 LRT', 0, 100],
    ['2026-155', 1, 1],
    ['in camera', 100, 68],
    ['housing', 100, 55],
  ])('finds for %j, once %d, now %d results', async (q, _, now) => {
    const { json } = await service.v1(`search?q=${encodeURIComponent(q)}&per_page=100`)
    expect(json.data).toHaveLength(now)
  })

  it('does not find the empty steps of meetings first', async () => {
    const { data } = (await service.v1('search?q=in+camera&per_page=20')).json
    const shown = data.map(({ type, title, snippet }: Json) => `${type} ${title}: ${snippet}`)
    // Motions with this title decide something.
    expect(shown.join('\n')).not.toMatch(/^agenda_item In Camera Items|no in camera items/im)
  })
})

it('search over the votes of Toronto has the expected record among the first five for 20 of 20 questions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-toronto-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const tables = torontoTables(join(folder, 'tables'))
  const votes = await startService({ municipality: city, source: () => toronto.open(tables) })
  onTestFinished(() => votes.stop())
  const questions = questionsOver('toronto')
  expect(questions).toHaveLength(20)
  expect(await judge(questions, 5, readerOf(votes))).toEqual({ found: 20, failures: [] })
})
