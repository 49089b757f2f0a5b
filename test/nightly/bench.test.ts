import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { withRows } from '../../bench/groups/requests.ts'
import { findMissingRequirement } from '../../bench/kit/cores.ts'
import { openDatabases } from '../../bench/kit/databases.ts'
import { Datasets } from '../../bench/kit/datasets.ts'
import { fetchJson, listRequestKinds } from '../../bench/kit/request-kinds.ts'
import { withBaseline, withReeve } from '../../bench/kit/servers.ts'
import { createSource } from '../../bench/kit/source.ts'
import type { Subject } from '../../bench/kit/subject.ts'
import { main } from '../../bench/main.ts'
import { toMarkdown } from '../../bench/report/markdown.ts'
import { updatePage } from '../../bench/report/page.ts'
import type { Report } from '../../bench/report/report.ts'
import { reeve, uncached } from '../../bench/servers/variants.ts'

const missing = findMissingRequirement()
const title = missing === undefined ? 'the benchmark' : `the benchmark (skipped: ${missing})`

describe.skipIf(missing !== undefined)(title, () => {
  it('measures a kind of request, compares it to the baseline, and evaluates its goals', async () => {
    const {
      machine,
      run: options,
      groups,
      rows,
    } = await benchTiny('requests', '--only', 'meetings')
    expect(machine).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect(machine.stolen).toBeGreaterThanOrEqual(0)
    expect(machine.stolen).toBeLessThan(1)
    expect(options).toEqual({
      version: expect.stringMatching(/^\d+[.]\d+[.]\d+/),
      commit: expect.stringMatching(/^([0-9a-f]{7,}|unknown)$/),
      database: 'sqlite',
      rounds: 1,
      seconds: 1,
      share: 1,
    })
    expect(groups.map(({ name }) => name)).toEqual(['requests'])
    expect(rows.map(({ request, data, server }) => [request, data, server])).toEqual([
      ['meetings, page of 20', 'Lowmere', 'node:http baseline'],
      ['meetings, page of 20', 'Lowmere', 'Reeve'],
      ['meetings, page of 20', 'Lowmere', 'Reeve, no cache'],
      ['meetings, page of 20', 'Lowmere', 'node:http + rows'],
    ])
    for (const { metrics } of rows) {
      expect(Object.keys(metrics).sort()).toEqual([
        'cpuMicroseconds',
        'noise',
        'p50Ms',
        'p99Ms',
        'perSecond',
        'ratioToBaseline',
        'residentMiB',
      ])
      for (const value of Object.values(metrics)) expect(value).toBeGreaterThanOrEqual(0)
    }
    expect(rows[0]?.metrics.ratioToBaseline).toBe(1)
    expect(
      rows.map(({ goals }) =>
        goals.map(({ metric, goal, stretch }) => [metric, goal, stretch?.goal]),
      ),
    ).toEqual([
      [],
      [['ratioToBaseline', '≥ 0.4', '≥ 0.6']],
      [['cpuMicroseconds', '≤ 200', '≤ 150']],
      [],
    ])
  })

  it('measures an import and prepared inserts of the same rows', async () => {
    const { rows } = await benchTiny('import')
    expect(rows.map(({ request, server }) => [request, server])).toEqual([
      ['first import', 'reeve import'],
      ['again, unchanged', 'reeve import'],
      ['inserted', 'prepared inserts'],
    ])
    const [count] = rows.map(({ metrics }) => (metrics.rowsPerSecond ?? 0) * (metrics.seconds ?? 0))
    expect(count).toBeGreaterThan(1000)
  })

  it('compares with a baseline that writes the same bytes', async () => {
    const databases = await openDatabases('sqlite')
    try {
      const dataset = await new Datasets(databases, createSource(undefined)).published()
      await withReeve(databases, dataset, reeve, async (model) => {
        const kinds = await listRequestKinds(model, dataset.slug)
        const paths = kinds.map((kind) => kind.paths[0] ?? '')
        await withBaseline(model, kinds, async (baseline) => {
          for (const path of paths)
            expect(await bytesOf(baseline, path)).toBe(await bytesOf(model, path))
        })
      })
    } finally {
      await databases.remove()
    }
  })

  it('compares with a baseline that returns the same rows', async () => {
    const databases = await openDatabases('sqlite')
    try {
      const dataset = await new Datasets(databases, createSource(undefined)).published()
      await withRows(databases, dataset, ([rows]) =>
        withReeve(databases, dataset, uncached, async (model) => {
          for (const { name, paths } of await listRequestKinds(model, dataset.slug)) {
            expect(paths, name).not.toEqual([])
            for (const path of paths)
              expect(await readContent(rows as Subject, path)).toEqual(
                await readContent(model, path),
              )
          }
        }),
      )
    } finally {
      await databases.remove()
    }
  })

  it('rejects arguments that it cannot measure', async () => {
    await expect(main(['nothing'])).rejects.toThrow('unknown group nothing; see --help')
    await expect(main(['--share', '2'])).rejects.toThrow('--share must be above 0 and at most 1')
    await expect(main(['search', '--write-docs'])).rejects.toThrow('--write-docs needs a whole run')
    await expect(main(['peers', '--database', 'postgres'])).rejects.toThrow(
      'peers is not measured with --database postgres',
    )
  })
})

describe('docs/reference/benchmark.md', () => {
  const reportOn = (database: 'sqlite' | 'postgres', date: string): Report => ({
    machine: {
      date,
      node: '20.0.0',
      cores: 2,
      cpu: 'some kind',
      memoryGiB: 4,
      load: 0.25,
      stolen: 0.03,
    },
    run: { version: '0.2.0', commit: 'abc1234', database, rounds: 5, seconds: 4, share: 1 },
    groups: [{ name: 'start', about: 'to the first response', note: 'The first is not counted.' }],
    rows: [
      {
        group: 'start',
        request: 'meetings',
        data: 'Lowmere',
        server: 'Reeve',
        metrics: { seconds: 0.75 },
        goals: [
          {
            metric: 'seconds',
            goal: '≤ 1',
            value: 0.75,
            met: true,
            stretch: { goal: '≤ 0.5', met: false },
          },
        ],
      },
    ],
  })

  it('shows each metric with its goal, the machine and the date', () => {
    const page = toMarkdown(reportOn('sqlite', '2026-01-05'))
    expect(page).toContain('Reeve 0.2.0 (commit abc1234), measured 2026-01-05 on Node 20.0.0')
    expect(page).toContain('2 cores of some kind, 4 GB; medians of 5 rounds of 4 s each.')
    expect(page).toContain(
      '| meetings | Lowmere | Reeve | 0.75 | s ≤ 1: met, stretch ≤ 0.5: not met |\n',
    )
    expect(page).toContain('| start: Reeve | s ≤ 1 | meetings | 0.75 | 1 of 1 |\n')
    expect(page).toContain("CPU time taken by the virtual machine's host: 3 %.")
    expect(page).toContain('The first is not counted.')
  })

  it('replaces the section of that database and keeps the others', () => {
    const update = (page: string | undefined, database: 'sqlite' | 'postgres', date: string) =>
      updatePage(page, database, toMarkdown(reportOn(database, date)))
    const first = update(undefined, 'sqlite', '2026-01-05')
    expect(first.match(/Not measured yet/g)).toHaveLength(2)
    const both = update(first, 'postgres', '2026-01-06')
    const again = update(both, 'sqlite', '2026-01-07')
    expect(again.match(/measured \S+ on/g)).toEqual([
      'measured 2026-01-07 on',
      'measured 2026-01-06 on',
    ])
    expect(again).toBe(both.replace('measured 2026-01-05', 'measured 2026-01-07'))
  })
})

const run = promisify(execFile)

/** The part of a response that comes from the record; links to the site start at its root, as each port is another. */
async function readContent(subject: Subject, path: string): Promise<unknown> {
  const { data, results } = await fetchJson<{ data?: unknown; results?: unknown }>(subject, path)
  const text = JSON.stringify(data ?? results)
  return JSON.parse(text.replace(/"url":"http:\/\/localhost:\d+\//g, '"url":"/'), withoutTitle)
}

/** What a motion does is read from its text, which no peer does. */
function withoutTitle(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!('mover_name' in value || 'motion_slug' in value)) return value
  const fields = ['title', 'item_title', 'item_outcome', 'text_complete', 'motion_title']
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)))
}

/** Runs the command for about a second and reads its report. */
async function benchTiny(...words: string[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-test-'))
  const file = join(folder, 'report.json')
  try {
    const command = [resolve(import.meta.dirname, '../../bench/run.mjs'), ...words]
    await run(process.execPath, [...command, '--rounds', '1', '--seconds', '1', '--json', file])
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A raw response, with the parts masked that differ between two responses of one server. */
function bytesOf({ port, keys }: Subject, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject).on('data', (part: Buffer) => {
      parts.push(part)
      const all = Buffer.concat(parts).toString('latin1')
      const [head = ''] = all.split('\r\n\r\n', 1)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      if (all.length < head.length + 4 + length) return
      socket.destroy()
      resolve(masked(all))
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: town\r\nX-API-Key: ${keys[0]}\r\n\r\n`)
  })
}

function masked(response: string): string {
  return response
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?="}}$|\r\n)/g, 'request id')
    .replace(/\r\nDate: [^\r]*/, '\r\nDate: now')
    .replace(/;r=\d+;t=\d+/, ';r=rest;t=seconds')
}
