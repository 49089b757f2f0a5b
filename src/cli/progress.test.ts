import { expect, it } from 'vitest'
import { progressDisplay } from './progress.ts'

/** What is written on a stream while the clock goes on by a second for each step. */
function shown(isTTY: boolean, steps: Parameters<ReturnType<typeof progressDisplay>['show']>[0][]) {
  const written: string[] = []
  let time = 0
  const stream = { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 }
  const { show, end } = progressDisplay(stream, () => time)
  for (const step of steps) {
    show({ ...step, done: 0 })
    time += 4000
    show(step)
  }
  end()
  return written
}

it('is a plain line where there is no terminal', () => {
  expect(shown(false, [{ step: 'reading', done: 400, expected: null }])).toEqual([
    'reading 400 records, 100/s\n',
  ])
})

it('tells rate and time left where it is known how many there are', () => {
  expect(shown(false, [{ step: 'writing', done: 400, expected: 1000 }])).toEqual([
    'writing 400 of 1000 records, 100/s, 6 s left\n',
  ])
})

it('tells them where it is known how much of the source is read', () => {
  expect(shown(false, [{ step: 'reading', done: 400, expected: null, part: 0.25 }])).toEqual([
    'reading 400 records (25 %), 100/s, 12 s left\n',
  ])
})

it('is a bar on a terminal, which is taken away at the end', () => {
  const bar = `[${'#'.repeat(15)}${'.'.repeat(15)}]`
  expect(shown(true, [{ step: 'reading', done: 400, expected: null, part: 0.5 }])).toEqual([
    `\r\u001b[2K${bar} reading 400 records (50 %), 100/s, 4 s left`,
    '\r\u001b[2K',
  ])
})

it.each([
  { done: 0, expected: 0 },
  { done: 5, expected: 2 },
  { done: 5, expected: null, part: 3 },
])('never runs over: %j', (progress) => {
  const [line] = shown(true, [{ step: 'reading', ...progress }])
  expect(line).toMatch(/\[[#.]{30}\]/)
  expect(line).not.toMatch(/-\d|NaN|Infinity/)
})
