import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeFolder } from './support/import-items.ts'
import { fencesOf } from './support/markdown.ts'
import { newReeve } from './support/reeve-process.ts'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const service = read('examples/systemd/reeve-import@.service')
const timer = read('examples/systemd/reeve-import@.timer')
const environment = read('examples/systemd/wolfville.env')
const guide = read('docs/how-to/keep-a-council-current.md')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** `NAME=value` of each line. */
const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )

/** The words that systemd makes of the unit's command: `${NAME}` is one word, `$NAME` as many as it has. */
function wordsOf(settings: Record<string, string>, instance: string): string[] {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(service) ?? []
  return line.split(' ').flatMap((word) => {
    const [, whole, split] = /^\$(?:\{([A-Z]+)\}|([A-Z]+))$/.exec(word) ?? []
    if (whole !== undefined) return [settings[whole] ?? '']
    if (split !== undefined) return (settings[split] ?? '').split(' ').filter((part) => part !== '')
    return [word.replace('%i', instance)]
  })
}

describe('the units that keep a council current', () => {
  it.skipIf(!hasSystemd)(
    'are valid, says systemd-analyze (skipped where it is missing)',
    async () => {
      const folder = await writeFolder({
        'reeve-import@wolfville.service': service.replace('/usr/bin/node', process.execPath),
        'reeve-import@wolfville.timer': timer,
      })
      const units = ['service', 'timer'].map((kind) =>
        join(folder, `reeve-import@wolfville.${kind}`),
      )
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
        encoding: 'utf8',
      })
      expect(stderr.split('\n').filter((line) => line.includes('reeve-import'))).toEqual([])
      expect(status).toBe(0)
    },
  )

  it('run an import that can be repeated, and whose error is told', async () => {
    const reeve = newReeve()
    onTestFinished(() => reeve.remove())
    const head = {
      format: 'reeve-bundle',
      version: 1,
      municipality: {
        name: 'Town of Wolfville',
        division_id: 'ocd-division/country:ca/csd:1207024',
        time_zone: 'America/Halifax',
      },
      source: { name: 'wolfville' },
    }
    const people = '{"key":"a","name":"Ann Otis"}\n{"key":"b","name":"Bo Lee"}\n'
    const folder = await writeFolder({ 'bundle.json': head, 'people.ndjson': people })
    const settings = { ...settingsOf(environment), LOCATION: folder }
    const [node, main, ...words] = wordsOf(settings, 'wolfville')
    expect([node, main]).toEqual(['/usr/bin/node', 'dist/main.js'])
    expect(words).toEqual(['import', 'bundle', folder, '--municipality', 'wolfville', '--prune'])
    const countsOf = async () => {
      const { status, stdout, stderr } = await reeve.run(words)
      expect(status, stderr).toBe(0)
      return /^people +(\d+) +(\d+) +(\d+) +(\d+)$/m.exec(stdout)?.slice(1).map(Number)
    }
    expect(await countsOf()).toEqual([2, 0, 0, 0])
    expect(await countsOf()).toEqual([0, 0, 2, 0])
    const gone = wordsOf({ ...settings, LOCATION: `${folder}/gone` }, 'wolfville').slice(2)
    expect((await reeve.run(gone)).status).toBe(2)
    const listed = (await reeve.run(['municipalities', 'list'])).stdout
    expect(listed).toMatch(/\timported \S+ from wolfville\trefused \S+ from bundle: …\/gone does/)
  })

  it('stand in the guide as they are', () => {
    const [example] = fencesOf(guide).filter(({ text }) => text.startsWith('SOURCE='))
    expect(settingsOf(example?.text ?? '')).toEqual(settingsOf(environment))
    for (const unit of ['reeve-import@.service', 'reeve-import@.timer'])
      expect(guide).toContain(unit)
  })
})
