import { expect, it } from 'vitest'
import { dayMs } from '../core/calendar-date.ts'
import { downFamilies, restingStateOf, sourceStateOf } from './source-state.ts'

const now = Date.UTC(2026, 5, 30, 12)
const hourMs = dayMs / 24
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString()
const good = {
  ...{ result: 'done' as const, checkedAt: ago(hourMs), runningSince: null, failingSince: null },
  ...{ intervalSeconds: 6 * 3600, newestRecord: '2026-06-20', downSince: null },
}

it.each([
  ['ok', null, {}],
  ['ok', null, { checkedAt: ago(12 * hourMs - 1) }],
  ['late', ago(0), { checkedAt: ago(12 * hourMs) }],
  ['late', ago(hourMs), { checkedAt: ago(13 * hourMs) }],
  // What no sync reads by itself.
  ['ok', null, { intervalSeconds: null, checkedAt: ago(8 * dayMs - 1) }],
  ['late', ago(0), { intervalSeconds: null, checkedAt: ago(8 * dayMs) }],
  ['failing', ago(hourMs), { result: 'failed' as const }],
  ['failing', ago(dayMs), { result: 'interrupted' as const, failingSince: ago(dayMs) }],
  ['ok', null, { newestRecord: ago(121 * dayMs - 1) }],
  ['stopped', ago(121 * dayMs), { newestRecord: ago(121 * dayMs) }],
  ['ok', null, { newestRecord: null }],
  ['running', ago(hourMs), { runningSince: ago(hourMs), result: 'failed' as const }],
  // A killed process leaves it.
  ['ok', null, { runningSince: ago(dayMs) }],
  ['down', ago(hourMs), { downSince: ago(hourMs), result: 'failed' as const }],
])('is %s since %s', (state, since, changes) => {
  expect(sourceStateOf({ ...good, ...changes }, now)).toEqual({ state, since })
})

it('has a state of its own while it is read', () => {
  const source = { ...good, runningSince: ago(0), result: 'failed' as const }
  expect(restingStateOf(source, now)).toEqual({ state: 'failing', since: source.checkedAt })
})

it('counts the sources of hosts that are down, once for all', () => {
  const up = { family: 'b.example', downSince: null, retryAt: null, downError: null }
  const times = { downSince: ago(hourMs), retryAt: ago(-hourMs) }
  const down = { family: 'a.example', ...times, downError: 'responded with 503' }
  expect(downFamilies([down, up, down])).toEqual([
    {
      ...{ family: 'a.example', since: ago(hourMs), retryAt: ago(-hourMs) },
      ...{ error: 'responded with 503', sources: 2 },
    },
  ])
})
