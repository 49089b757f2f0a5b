import { expect, it } from 'vitest'
import { topicOf } from './meeting-topic.ts'

it.each(['VOTE*', 'Vote', '*', '**', ' – ', 'VOTES ONLY', 'Hearing', 'Meeting*', null])(
  '%j is not a topic of a meeting',
  (comment) => {
    expect(topicOf(comment)).toBeNull()
  },
)

it.each([
  ...['Budget adoption', '*Jointly with the Harbour Panel', 'Vote on the ferry fares'],
  ...['Hearing on the weir', 'Réunion conjointe', 'Public testimony', 'Special Meeting'],
])('%j is', (comment) => {
  expect(topicOf(comment)).toBe(comment)
})
