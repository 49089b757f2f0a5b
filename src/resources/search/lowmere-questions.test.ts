import { expect, it, onTestFinished } from 'vitest'
import { sample, startLowmere } from '../../../test/support/sample/service.ts'
import { judge, questionsOver } from '../../../test/support/search/questions.ts'

// In the first five results.
const shown = 5

it('search has the expected record among the first five for 47 of 48 questions of residents', async () => {
  const service = await startLowmere()
  onTestFinished(() => service.stop())
  const questions = questionsOver('lowmere')
  expect(questions).toHaveLength(48)
  const titles = sample.stories.map(({ matter }) => ({ about: matter }))
  expect(titles).toEqual(expect.arrayContaining(questions.flatMap(({ expected }) => expected)))
  const get = async (path: string) => (await service.v1(path)).json.data
  expect(await judge(questions, shown, { get })).toEqual({ found: 47, failures: [] })
})
