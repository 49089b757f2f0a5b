import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOttawa } from '../../../test/support/ottawa/service.ts'
import { missedQuestions, questionsOver } from '../../../test/support/search/questions.ts'
import type { Service } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startOttawa()
}, 120_000)
afterAll(() => service?.stop())

describe('search', () => {
  it('has the expected record among the first five for 31 of 34 questions', async () => {
    const questions = questionsOver('ottawa')
    expect(questions).toHaveLength(34)
    const get = async (path: string) => {
      const { status, body, json } = await service.v1(path)
      expect(status, `${path} ${body}`).toBe(200)
      return json.data
    }
    const failures = await missedQuestions(questions, 5, get)
    const message = `${failures.length} questions missed:\n${failures.join('\n')}\n`
    expect(questions.length - failures.length, message).toBeGreaterThanOrEqual(31)
  })
})
