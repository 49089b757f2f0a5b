import { expect, it, onTestFinished, vi } from 'vitest'
import { ProgressLines } from './progress.ts'

/** The lines written, on a clock of its own, in milliseconds. */
function progressLines(isTerminal = true) {
  const written: string[] = []
  const time = { ms: 0 }
  const lines = new ProgressLines(
    (line) => void written.push(line),
    () => time.ms,
    isTerminal,
  )
  return { lines, written, time }
}

it('writes a line every two seconds, with the rate and the time left of the step', () => {
  const { lines, written, time } = progressLines()
  for (const [ms, done] of [
    [1999, 100],
    [2000, 200],
    [3999, 300],
    [4000, 400],
  ] as const) {
    time.ms = ms
    lines.show({ step: 'reading', done, expected: 1000 })
  }
  time.ms = 5000
  lines.show({ step: 'writing', done: 0, expected: 1000 })
  time.ms = 6000
  lines.show({ step: 'writing', done: 0, expected: 1000 })
  expect(written).toEqual([
    'reading 200 of 1000 records, 100/s, 20 %, 8 s left',
    'reading 400 of 1000 records, 100/s, 40 %, 6 s left',
    'writing 0 of 1000 records, 0/s',
  ])
})

it('says which fraction of a source is read whose number of records is unknown', () => {
  const { lines, written, time } = progressLines()
  time.ms = 4000
  lines.show({ step: 'reading', done: 400, expected: null, fraction: 0.25 })
  expect(written).toEqual(['reading 400 records, 100/s, 25 %, 12 s left'])
})

it('shows the current URL, also when the first response takes long', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { lines, written, time } = progressLines()
  lines.onRequest('https://a.example/Bodies')
  time.ms = 2000
  await vi.advanceTimersByTimeAsync(2000)
  time.ms = 4000
  lines.onRequest('https://a.example/Persons')
  time.ms = 6000
  lines.show({ step: 'writing', done: 0, expected: 40 })
  expect(written).toEqual([
    'reading 0 records, 0/s, request 1: https://a.example/Bodies',
    'reading 0 records, 0/s, request 2: https://a.example/Persons',
    'writing 0 of 40 records, 0/s',
  ])
})

it('writes nothing of a source after its end, while others are read', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { lines, written, time } = progressLines()
  lines.onRequest('https://a.example/Bodies')
  lines.end()
  time.ms = 2000
  await vi.advanceTimersByTimeAsync(2000)
  expect(written).toEqual([])
})

it('shows each retry and wait at once', () => {
  const { lines, written } = progressLines()
  lines.onRetry('it did not respond (attempt 1 of 7), trying again in 1 s')
  lines.onWait()
  expect(written).toEqual([
    'it did not respond (attempt 1 of 7), trying again in 1 s',
    'another import is writing to the database; waiting until it has finished',
  ])
})

it('writes a line to a log every thirty seconds', () => {
  const { lines, written, time } = progressLines(false)
  for (const seconds of [2, 29, 30, 32, 60]) {
    time.ms = seconds * 1000
    lines.show({ step: 'reading', done: seconds * 10, expected: null })
  }
  expect(written).toEqual(['reading 300 records, 10/s', 'reading 600 records, 10/s'])
})
