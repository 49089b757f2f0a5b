import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { judge, questionsOver } from '../../../test/support/search/questions.ts'
import { startService } from '../../../test/support/service/service.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

/** Minutes of an invented council; each item is a title, a resolution and its result, which is Adoptée by default. */
interface Sitting {
  date: string
  items: readonly [title: string, text: string, result?: string][]
}

const file = resolve(import.meta.dirname, '../../../test/fixtures/french-minutes.json')
const sittings: Sitting[] = JSON.parse(readFileSync(file, 'utf8'))

const records = sittings.flatMap(({ date, items }) => [
  pastMeeting(date, { date, title: 'Séance ordinaire du conseil' }),
  ...items.flatMap(([title, text, result = 'Adoptée'], at) => {
    const [meeting_key, position] = [date, at + 1]
    const key = `${date}-${position}`
    return [
      { kind: 'agenda_item', key, meeting_key, position, item_number: `${position}`, title },
      { kind: 'motion', key, meeting_key, agenda_item_key: key, position, text, result },
    ]
  }),
])

// In the first five results.
const shown = 5

it('questions in French find what minutes in French decided', async () => {
  const service = await startService({ source: sourceOf(records) })
  onTestFinished(() => service.stop())
  const questions = questionsOver('saint-loup')
  const get = async (path: string) => (await service.v1(path)).json.data
  expect(await judge(questions, shown, { get })).toEqual({ found: 30, failures: [] })
})
