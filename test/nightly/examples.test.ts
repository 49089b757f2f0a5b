import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOttawa } from '../support/ottawa/service.ts'
import type { Service } from '../support/service/service.ts'

const folder = resolve(import.meta.dirname, '../../examples')
const programs: Record<string, string> = { sh: 'bash', mjs: process.execPath, py: 'python3' }

interface Outcome {
  status: number | null
  lines: string[]
  errors: string
}

describe('the examples', () => {
  let service: Service
  let scratch: string
  const done = new Set<string>()

  beforeAll(async () => {
    service = await startOttawa()
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
    expect(lines[0]).toBe('  242  Carried')
    const counts = lines.map((line) => Number.parseInt(line, 10))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(371)
  })

  it('vote-table.mjs shows who voted how', async () => {
    const { status, lines, errors } = await run('javascript/vote-table.mjs')
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    expect(lines[0]).toBe('City Council, 2026-04-22: 6 of 54 motions have votes')
    expect(lines.find((line) => line.startsWith('Ariel Troster'))?.trimEnd()).toBe(
      'Ariel Troster            - + + +',
    )
  })

  it('attendance.py lists the councillors', async () => {
    const { status, lines, errors } = await run('python/attendance.py')
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    expect(lines).toHaveLength(25)
    expect(lines[0]).toMatch(/^Allan Hubley +\d+ of +\d+ meetings$/)
  })

  it('mirror.py copies the record once, and requests nothing more until it changes', async () => {
    const first = await run('python/mirror.py')
    expect(first).toMatchObject({ status: 0, errors: '' })
    expect(first.lines).toContain('votes            371 in all, 371 new or changed, 0 removed')
    const copy = JSON.parse(readFileSync(join(scratch, 'mirror.json'), 'utf8'))
    expect(Object.keys(copy.lists.votes)).toHaveLength(371)
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
        !/^(compose|systemd)\//.test(file),
    )
    expect([...done].sort()).toEqual(programs.sort())
    expect(existsSync(join(folder, 'curl.sh'))).toBe(true)
  })
})
