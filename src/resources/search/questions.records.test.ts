import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOttawa } from '../../../test/support/ottawa/service.ts'
import { judge, questionsOver } from '../../../test/support/search/questions.ts'
import type { Json, Service } from '../../../test/support/service/service.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startOttawa()
}, 120_000)
afterAll(() => service?.stop())

describe('search over the record of Ottawa', () => {
  it('has the expected record among the first five for 51 of 55 questions', async () => {
    const questions = questionsOver('ottawa')
    expect(questions).toHaveLength(55)
    const get = async (path: string) => {
      const { status, body, json } = await service.v1(path)
      expect(status, `${path} ${body}`).toBe(200)
      return json.data
    }
    const page = async (path: string) => (await service.call(`/ottawa/${path}`, browser)).body
    expect(await judge(questions, 5, { get, page })).toEqual({ found: 51, failures: [] })
  })

  // Hits before texts were analysed by Reeve itself; then, records of one title were one hit each.
  it.each([
    ['bylaw', 2, 69],
    ['by-law', 100, 69],
    ['zoning bylaw amendment', 0, 22],
    ['bike lanes', 0, 1],
    ['speed camera', 0, 2],
    ['budgets', 3, 19],
    ['encampment', 1, 2],
    // No text has the word, nor any form of it.
    ['tenants', 0, 0],
    ['sewers', 4, 5],
    ['Rawlson King', 0, 8],
    ['Jeff Leiper', 0, 22],
    ['Theresa Kavanagh', 0, 7],
    ['Stage 2 LRT', 0, 1],
    ['2026-155', 1, 1],
    ['in camera', 100, 69],
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
