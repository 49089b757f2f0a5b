import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dateInZone } from '../../src/core/calendar-date.ts'
import { systemClock } from '../../src/core/clock.ts'
import { fencesOf } from '../support/docs/markdown.ts'
import { PageRun, type Served } from '../support/docs/run-page.ts'
import {
  copyCheckout,
  copyProjectFiles,
  freePort,
  type Started,
  startCommand,
} from '../support/process/checkout.ts'
import { lowmere, lowmereRecords } from '../support/sample/service.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pagesIn = (folder: string) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
// Each page builds, or starts a service and imports, which is slow on a busy machine.
const keyLine = /Key +(rv_[0-9a-f]{64})/

describe('the runnable pages', () => {
  let folder: string
  let remove: () => void

  beforeAll(() => {
    const checkout = copyCheckout()
    folder = checkout.folder
    remove = checkout.remove
    // Pages assume that `npm ci && npm run build` has run.
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'pipe' })
  })
  afterAll(() => remove())

  const resetData = () => {
    rmSync(join(folder, 'data'), { recursive: true, force: true })
    copyProjectFiles(folder, 'data/')
  }

  it('npm start prints a key and a line that works once, and nothing new the second time', async () => {
    const port = await freePort()
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port) }
    const start = (ready: RegExp) => startCommand('npm start', { cwd: folder, env, ready })

    const first = await start(/Docs .*\n/)
    const key = keyLine.exec(first.output())?.[1] ?? ''
    const line =
      first
        .output()
        .split('\n')
        .find((line) => line.startsWith('  curl ')) ?? ''
    const before = JSON.parse(execFileSync('bash', ['-c', `${line} -s`], { encoding: 'utf8' }))
    const today = dateInZone(systemClock.now(), lowmere.timeZone)
    const meetings = lowmereRecords(today).filter((record) => record.kind === 'meeting')
    const { title, date } = meetings.at(-1) ?? {}
    expect(before.data).toMatchObject([{ title, date }])
    await first.stop()

    const second = await start(/Docs .*\n/)
    const url = `http://localhost:${port}/api/ocd/lowmere/jurisdictions`
    const { results } = (await (await fetch(url)).json()) as {
      results: Record<string, string>[]
    }
    const { created_at: created = '', updated_at: updated = '' } = results[0] ?? {}
    const after = JSON.parse(execFileSync('bash', ['-c', `${line} -s`], { encoding: 'utf8' }))
    const printed = await second.stop()
    expect(printed).toContain('Reeve 1.0.0-rc.1')
    expect(printed).toContain('keys create --email')
    expect(printed).not.toMatch(/rv_|curl/)
    // Nothing was imported again: the record is as old as its municipality, and the first key is still valid.
    expect(Date.parse(updated) - Date.parse(created)).toBeLessThan(60_000)
    expect(after.data).toEqual(before.data)
    expect(key).toHaveLength(67)
  })

  const pages = ['README.md', ...pagesIn('docs/how-to')]
  const runnable = pages.filter((page) =>
    fencesOf(read(page)).some(({ marks }) => marks.includes('run') || marks.includes('serve')),
  )

  for (const page of runnable) {
    it(`${page} works when followed`, async () => {
      resetData()
      const run = new PageRun(folder, { port: await freePort() })
      try {
        expect(await run.follow(read(page))).toBeGreaterThan(1)
      } finally {
        await run.end()
      }
    })
  }

  describe('a guide', () => {
    let service: Started
    let port: number
    const commands = () => ({
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port) },
    })

    // One service for all guides; each has its own key, and so its own rate limit.
    beforeAll(async () => {
      resetData()
      port = await freePort()
      const started = { ...commands(), ready: /Docs .*\n/ }
      service = await startCommand('node dist/main.js serve --demo', started)
    })
    afterAll(() => service.stop())

    function newServed(name: string): Served {
      const words = ['dist/main.js', 'keys', 'create', '--email', `${name}@reader.example`]
      const key = execFileSync('node', words, { ...commands(), encoding: 'utf8' }).trim()
      return { port, key }
    }

    for (const page of [...pagesIn('docs/guides'), ...pagesIn('docs/fr/guides')]) {
      it(`${page} works when followed`, async () => {
        const run = new PageRun(folder, newServed(page.replace(/\W/g, '-')))
        try {
          expect(await run.follow(read(page))).toBeGreaterThan(3)
        } finally {
          await run.end()
        }
      })

      it(`${page} has an example in curl, JavaScript and Python that is run`, () => {
        const run = fencesOf(read(page)).filter(({ marks }) => marks.includes('run'))
        const languages = new Set(run.map(({ language }) => language))
        expect([...languages].sort()).toEqual(['bash', 'js', 'python'])
        const shell = run.filter(({ language }) => language === 'bash')
        expect(shell.some(({ text }) => /\bcurl -s/.test(text))).toBe(true)
      })
    }
  })
})
