import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportRecord, RecordOf } from '../../src/record/kinds.ts'
import { dayOfExamples, openLowmere, startLowmere } from '../support/sample/service.ts'
import type { Service } from '../support/service/service.ts'

const folder = resolve(import.meta.dirname, '../../examples')
const programs: Record<string, string> = { sh: 'bash', mjs: process.execPath, py: 'python3' }

// Council's meetings with votes, the last and the first.
const newest = { key: 'council-27', date: '2026-11-17' }
const oldest = { key: 'council-1', date: '2025-05-20' }

interface Outcome {
  status: number | null
  lines: string[]
  errors: string
}

describe('the examples', () => {
  let service: Service
  let scratch: string
  let motions: RecordOf<'motion'>[]
  const done = new Set<string>()

  beforeAll(async () => {
    service = await startLowmere(dayOfExamples)
    const records: ImportRecord[] = []
    for await (const item of openLowmere(dayOfExamples).items)
      if (item.type === 'record') records.push(item.record as ImportRecord)
    motions = records.filter((record) => record.kind === 'motion')
    scratch = mkdtempSync(join(tmpdir(), 'reeve-examples-'))
  })
  afterAll(async () => {
    await service.stop()
    rmSync(scratch, { recursive: true, force: true })
  })

  /** Runs an example in an empty folder against the running service. */
  function run(file: string, words: string[] = [], key = service.key): Promise<Outcome> {
    done.add(file)
    const program = programs[file.slice(file.lastIndexOf('.') + 1)] ?? ''
    const env = { PATH: process.env.PATH, BASE_URL: service.url, REEVE_KEY: key }
    const child = spawn(program, [join(folder, file), ...words], { cwd: scratch, env })
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk
    })
    return new Promise((ended, failed) => {
      child.once('error', failed)
      child.once('close', (status) =>
        ended({ status, lines: output.trimEnd().split('\n'), errors }),
      )
    })
  }

  it('curl.sh gets a response from every URL it requests', async () => {
    const { status, lines, errors } = await run('curl.sh')
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    const responses = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
    expect(responses).toHaveLength(8)
    expect(responses[0]).toEqual({ status: 'ok' })
    expect(
      responses.slice(2, 7).every(({ data }) => data.slug !== undefined || data.length > 0),
    ).toBe(true)
  })

  it('motions.mjs counts every motion, over more than one page', async () => {
    const { status, lines, errors } = await run('javascript/motions.mjs')
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    const carried = motions.filter(({ result }) => result === 'Carried').length
    expect(lines[0]).toBe(`  ${carried}  Carried`)
    const counts = lines.map((line) => Number.parseInt(line, 10))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(motions.length)
    expect(motions.length).toBeGreaterThan(600)
  })

  it.each([newest, oldest])('vote-table.mjs shows who voted how on $date', async (meeting) => {
    const words = meeting === newest ? [] : ['lowmere', `${meeting.date}-town-council`]
    const { status, lines, errors } = await run('javascript/vote-table.mjs', words)
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    const made = motions.filter(({ meeting_key: key }) => key === meeting.key)
    const votes = made.flatMap((motion) => (motion.votes?.length ? [motion.votes] : []))
    expect(votes.length).toBeGreaterThan(5)
    expect(lines[0]).toBe(
      `Town Council, ${meeting.date}: ${votes.length} of ${made.length} motions have votes`,
    )
    const cells = votes.map((ofMotion) => {
      const value = ofMotion.find(({ name }) => name === 'Gordon Pell')?.value
      return value === undefined ? ' ' : { For: '+', Against: '-', Other: '?' }[String(value)]
    })
    const row = lines.find((line) => line.startsWith('Gordon Pell'))
    expect(row).toBe(`Gordon Pell              ${cells.join(' ')}`)
  })

  it('attendance.py lists the councillors', async () => {
    const { status, lines, errors } = await run('python/attendance.py')
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    expect(lines).toHaveLength(11)
    expect(lines[0]).toMatch(/^Beatrice Hallam +\d+ of +\d+ meetings$/)
  })

  it('mirror.py copies the record once, and requests nothing more until it changes', async () => {
    const first = await run('python/mirror.py')
    expect(first).toMatchObject({ status: 0, errors: '' })
    const all = motions.length
    expect(first.lines).toContain(
      `votes            ${all} in all, ${all} new or changed, 0 removed`,
    )
    const copy = JSON.parse(readFileSync(join(scratch, 'mirror.json'), 'utf8'))
    expect(Object.keys(copy.lists.votes)).toHaveLength(all)
    // Lists have only a part of each record.
    for (const [list, detail] of Object.entries({
      votes: 'votes',
      events: 'agenda',
      bills: 'actions',
    }))
      for (const record of Object.values(copy.lists[list])) expect(record).toHaveProperty(detail)
    service.statements.length = 0
    const second = await run('python/mirror.py')
    expect(second).toMatchObject({ status: 0, errors: '', lines: ['Nothing has changed.'] })
    expect(service.statements).toHaveLength(1)
  })

  it('report an invalid key', async () => {
    for (const file of [
      'javascript/motions.mjs',
      'javascript/vote-table.mjs',
      'python/attendance.py',
    ]) {
      const { status, errors } = await run(file, [], 'rv_wrong')
      expect(status, file).not.toBe(0)
      expect(errors, file).toContain('INVALID_API_KEY: ')
    }
  })

  // The examples for deployment are tested with their guides, in test/process/grow.test.ts and
  // test/process/schedule.test.ts.
  it('are all tested here', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const programs = files.filter(
      (file) =>
        statSync(join(folder, file)).isFile() &&
        !file.endsWith('.md') &&
        !/^(cluster|compose|systemd)\//.test(file),
    )
    expect([...done].sort()).toEqual(programs.sort())
    expect(existsSync(join(folder, 'curl.sh'))).toBe(true)
  })
})
