import { expect, it, onTestFinished, vi } from 'vitest'
import { ProgressDisplay } from './progress.ts'

/** The output for these steps, four seconds apart. */
function shown(isTTY: boolean, steps: Parameters<ProgressDisplay['show']>[0][]) {
  const written: string[] = []
  let time = 0
  const stream = { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 }
  const { show, end } = new ProgressDisplay(stream, () => time)
  for (const step of steps) {
    show({ ...step, done: 0 })
    time += 4000
    show(step)
  }
  end()
  return written
}

it('progress is a plain line if there is no terminal', () => {
  expect(shown(false, [{ step: 'reading', done: 400, expected: null }])).toEqual([
    'reading 400 records, 100/s\n',
  ])
})

it('shows rate and remaining time if the number of records is known', () => {
  expect(shown(false, [{ step: 'writing', done: 400, expected: 1000 }])).toEqual([
    'writing 400 of 1000 records, 100/s, 6 s left\n',
  ])
})

it('shows rate and remaining time if the share of the source that was read is known', () => {
  expect(shown(false, [{ step: 'reading', done: 400, expected: null, fraction: 0.25 }])).toEqual([
    'reading 400 records (25 %), 100/s, 12 s left\n',
  ])
})

it('shows a bar on a terminal, and erases it at the end', () => {
  const bar = `[${'#'.repeat(15)}${'.'.repeat(15)}]`
  expect(shown(true, [{ step: 'reading', done: 400, expected: null, fraction: 0.5 }])).toEqual([
    `\r\u001b[2K${bar} reading 400 records (50 %), 100/s, 4 s left`,
    '\r\u001b[2K',
  ])
})

it.each([
  { done: 0, expected: 0 },
  { done: 5, expected: 2 },
  { done: 5, expected: null, fraction: 3 },
])('keeps the bar at its full width at most: %j', (progress) => {
  const [line] = shown(true, [{ step: 'reading', ...progress }])
  expect(line).toMatch(/\[[#.]{30}\]/)
  expect(line).not.toMatch(/-\d|NaN|Infinity/)
})

/** A display, what it wrote, and its clock in milliseconds. */
function display(isTTY: boolean, columns = 80) {
  const written: string[] = []
  const time = { ms: 0 }
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0
  const made = new ProgressDisplay({ isTTY, columns, write }, () => time.ms)
  onTestFinished(made.end)
  return { made, written, time }
}

it('shows the number of requests and the current URL', () => {
  const { made, written, time } = display(false)
  made.onRequest('https://a.example/Bodies')
  expect(written).toEqual([])
  time.ms = 2000
  made.onRequest('https://a.example/Persons')
  expect(written).toEqual(['reading 0 records, 0/s, 2 requests, now https://a.example/Persons\n'])
  time.ms = 4000
  made.show({ step: 'reading', done: 40, expected: null })
  expect(written.slice(1)).toEqual([
    'reading 40 records, 10/s, 2 requests, now https://a.example/Persons\n',
  ])
  time.ms = 6000
  made.show({ step: 'writing', done: 0, expected: 40 })
  expect(written.slice(2)).toEqual(['writing 0 of 40 records, 0/s\n'])
})

it('shows the current URL when the first response takes long', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { made, written, time } = display(false)
  made.onRequest('https://a.example/Bodies')
  time.ms = 2000
  await vi.advanceTimersByTimeAsync(2000)
  expect(written).toEqual(['reading 0 records, 0/s, 1 request, now https://a.example/Bodies\n'])
})

it('shows each retry on its own line', () => {
  for (const isTTY of [false, true]) {
    const { made, written } = display(isTTY)
    made.onRetry('it did not respond (attempt 1 of 7), trying again in 1 s')
    const line = 'it did not respond (attempt 1 of 7), trying again in 1 s\n'
    expect(written).toEqual([isTTY ? `\r\u001b[2K${line}` : line])
  }
})

it('shows a spinner on a terminal during a request, in a line that never wraps', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { made, written, time } = display(true, 40)
  made.onRequest(`https://a.example/${'long/'.repeat(40)}`)
  for (let drawing = 0; drawing < 8; drawing += 1) {
    time.ms += 100
    await vi.advanceTimersByTimeAsync(100)
  }
  const lines = written.map((text) => text.slice('\r\u001b[2K'.length))
  expect(lines.map((line) => line.slice(0, 1)).join('')).toBe('/-\\|/-\\|')
  for (const line of lines) {
    expect(line).toMatch(/^. reading 0 records/)
    expect(line).toHaveLength(39)
  }
})

it.each([20, 40, 60, 80, 200])('never wraps a terminal of %i columns', (columns) => {
  const { made, written, time } = display(true, columns)
  for (const step of ['reading', 'writing']) {
    made.show({ step, done: 0, expected: 1_234_567 })
    time.ms += 4000
    made.show({ step, done: 400_000, expected: 1_234_567 })
  }
  expect(written).toHaveLength(2)
  for (const text of written) {
    const line = text.slice('\r\u001b[2K'.length)
    expect(line.length).toBeLessThan(columns)
    // What does not fit is cut visibly.
    expect(line).toMatch(/(s left|…)$/)
  }
})

it('takes a terminal that reports no columns for one of 80', () => {
  const { made, written, time } = display(true, 0)
  made.onRequest(`https://a.example/${'long/'.repeat(40)}`)
  time.ms += 100
  made.show({ step: 'reading', done: 1, expected: null })
  expect(written.at(-1)?.length).toBe('\r\u001b[2K'.length + 79)
})
