import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { expect, it } from 'vitest'
import { writeFolder } from '../../../test/support/imports/collect-items.ts'
import { readLines } from './read-lines.ts'

async function linesOf(content: string | Buffer, bytesMax?: number) {
  const folder = await writeFolder({ 'x.ndjson': content })
  const lines: [number, string | null][] = []
  for await (const { number, bytes } of readLines(
    createReadStream(join(folder, 'x.ndjson')),
    bytesMax,
  )) {
    lines.push([number, bytes?.toString() ?? null])
  }
  return lines
}

it('numbers lines from 1, without their line breaks', async () => {
  expect(await linesOf('a\r\n\nb\n')).toEqual([
    [1, 'a'],
    [2, ''],
    [3, 'b'],
  ])
  expect(await linesOf('')).toEqual([])
  expect(await linesOf('é')).toEqual([[1, 'é']])
})

it('joins a line that spans several chunks', async () => {
  const long = 'x'.repeat(200_000)
  expect(await linesOf(`${long}\n${long}`)).toEqual([
    [1, long],
    [2, long],
  ])
})

it('returns null for a line over the limit and continues', async () => {
  expect(await linesOf(`${'x'.repeat(300_000)}\nok\n${'y'.repeat(11)}`, 10)).toEqual([
    [1, null],
    [2, 'ok'],
    [3, null],
  ])
})

it('does not keep a line over the limit in memory', async () => {
  const folder = await writeFolder({})
  const path = join(folder, 'endless.ndjson')
  const out = createWriteStream(path)
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  for (let written = 0; written < 96; written += 1) {
    if (!out.write(chunk)) await once(out, 'drain')
  }
  out.end()
  await finished(out)
  const before = process.memoryUsage().rss
  let peak = before
  for await (const { bytes } of readLines(createReadStream(path), 1024 * 1024)) {
    expect(bytes).toBeNull()
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  expect(peak - before).toBeLessThan(80 * 1024 * 1024)
})
