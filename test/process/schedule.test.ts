import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fencesOf } from '../support/docs/markdown.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { responsesOf, serveLegistar } from '../support/legistar/live.ts'
import { largerTown } from '../support/legistar/town.ts'
import { newReeve } from '../support/process/reeve.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const service = read('examples/systemd/reeve-import@.service')
const timers = ['reeve-import@.timer', 'reeve-import-weekly@.timer'] as const
const others = ['reeve-backup.service', 'reeve-backup.timer', 'reeve-failed@.service'] as const
const environment = (name: string) => settingsOf(read(`examples/systemd/${name}.env`))
const guide = read('docs/how-to/keep-a-council-current.md')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

const sectionOf = (page: string, heading: string) =>
  page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** The `NAME=value` lines of a text. */
const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )

/** The arguments that systemd makes of the unit's command: `${NAME}` is one, and `$NAME` is split at spaces. */
function wordsOf(given: Record<string, string>, instance: string): string[] {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(service) ?? []
  const [, fallback = ''] = /^Environment=MUNICIPALITY=(.*)$/m.exec(service) ?? []
  const settings: Record<string, string> = {
    MUNICIPALITY: fallback.replace('%i', instance),
    ...given,
  }
  return line.split(' ').flatMap((word) => {
    const [, whole, split] = /^\$(?:\{([A-Z]+)\}|([A-Z]+))$/.exec(word) ?? []
    if (whole !== undefined) return [settings[whole] ?? '']
    if (split !== undefined) return (settings[split] ?? '').split(' ').filter((part) => part !== '')
    return [word]
  })
}

describe('every systemd service of Reeve', () => {
  const folder = 'examples/systemd'
  const runAsAService = read('docs/how-to/run-as-a-service.md')
  const report = 'reeve-failed@.service'
  const services = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.service') && name !== report)
    .map((name): [string, string] => [name, read(`${folder}/${name}`)])
  const [inGuide] = fencesOf(runAsAService).filter(({ language }) => language === 'ini')
  services.push(['reeve.service', inGuide?.text ?? ''])

  it.each(services)('%s reports a failure, and names the Node.js that it needs', (_name, unit) => {
    expect(unit).toMatch(/^OnFailure=reeve-failed@%n[.]service$/m)
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
    const [, version = ''] = /^>=(\d+[.]\d+)[.]0$/.exec(engines.node) ?? []
    expect(unit).toContain(`# Node.js ${version} or newer.\nExecStart=`)
    expect(sectionOf(runAsAService, 'Node.js')).toContain(`must be version ${version} or newer`)
  })

  it('has the unit that reports failures installed by the guide that installs it', () => {
    for (const page of ['run-as-a-service', 'back-up', 'keep-a-council-current'])
      expect(read(`docs/how-to/${page}.md`)).toMatch(
        /^sudo install .*\breeve-failed@[.]service .*systemd\/system\/$/m,
      )
  })

  it('has its name and the end of its log in the report', async () => {
    const scratch = await writeFolder({})
    const fake = async (name: string, script: string) => {
      await writeFile(join(scratch, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      return join(scratch, name)
    }
    const systemctl = await fake('systemctl', 'echo "state of $4"')
    const mail = await fake('mail', 'echo "$2 to $3"; cat')
    const [, command = ''] =
      /^ExecStart=\/bin\/sh -c '(.*)' sh %i$/m.exec(read(`${folder}/${report}`)) ?? []
    const script = command.replace('/usr/bin/systemctl', systemctl).replace('/usr/bin/mail', mail)
    const unit = 'reeve-import@wolfville.service'
    const { status, stdout } = spawnSync('/bin/sh', ['-c', script, 'sh', unit], {
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout).toMatch(new RegExp(`^${unit} failed on .+ to root\\nstate of ${unit}\\n$`))
  })
})

describe('the systemd units of a backup', () => {
  const unit = read('examples/systemd/reeve-backup.service')
  const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

  it('write one, and then delete those of more than two weeks ago', async () => {
    const reeve = newReeve()
    onTestFinished(() => reeve.remove())
    await reeve.create()
    const state = join(reeve.folder, 'backups')
    mkdirSync(state)
    const [old, recent, other] = ['reeve-old.db', 'reeve-recent.db', 'other.db'].map((name) =>
      join(state, name),
    ) as [string, string, string]
    for (const file of [old, recent, other]) await writeFile(file, '')
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    for (const file of [old, other]) utimesSync(file, daysAgo(16), daysAgo(16))
    utimesSync(recent, daysAgo(13), daysAgo(13))
    const env = { PATH: process.env.PATH, STATE_DIRECTORY: state }
    const [, script = ''] = /^\/bin\/sh -c '(.*)'$/.exec(lineOf('ExecStart')) ?? []
    const command = script
      .replaceAll('%%', '%')
      .replace('/usr/bin/node dist/main.js', `${process.execPath} ${join(root, 'dist/main.js')}`)
    const options = { cwd: reeve.folder, env, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], options)
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
    // systemd does not expand patterns.
    const [find = '', ...words] = lineOf('ExecStartPost')
      .replace(`\${STATE_DIRECTORY}`, state)
      .split(' ')
    expect(spawnSync(find, words).status).toBe(0)
    const left = readdirSync(state).sort()
    expect(left).toEqual([
      'other.db',
      expect.stringMatching(/^reeve-\d{4}-\d\d-\d\dT\d{6}-accounts[.]db$/),
      expect.stringMatching(/^reeve-\d{4}-\d\d-\d\dT\d{6}[.]db$/),
      'reeve-recent.db',
    ])
  })

  it('are in the guide', () => {
    const page = read('docs/how-to/back-up.md')
    for (const name of ['reeve-backup.service', 'reeve-backup.timer']) expect(page).toContain(name)
  })
})

describe('the systemd units of an import', () => {
  it.skipIf(!hasSystemd)('pass systemd-analyze (skipped if it is not installed)', async () => {
    const files = {
      'reeve-import@.service': service.replace('/usr/bin/node', process.execPath),
      ...Object.fromEntries(
        [...timers, ...others].map((name) => [
          name,
          read(`examples/systemd/${name}`).replace('/usr/bin/node', process.execPath),
        ]),
      ),
    }
    const folder = await writeFolder(files)
    const units = Object.keys(files).map((name) => join(folder, name.replace('@', '@wolfville')))
    for (const [index, content] of Object.values(files).entries())
      await writeFile(units[index] ?? '', content)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
      encoding: 'utf8',
    })
    expect(stderr.split('\n').filter((line) => /reeve-(import|backup|failed)/.test(line))).toEqual(
      [],
    )
    expect(status).toBe(0)
  })

  it('run an import that can be repeated and that reports its error', async () => {
    const reeve = newReeve()
    onTestFinished(() => reeve.remove())
    const head = {
      format: 'reeve-bundle',
      version: 2,
      municipality: {
        name: 'Town of Wolfville',
        division_id: 'ocd-division/country:ca/csd:1207024',
        time_zone: 'America/Halifax',
      },
      source: { name: 'wolfville' },
    }
    await reeve.create()
    const people = '{"key":"a","name":"Ann Otis"}\n{"key":"b","name":"Bo Lee"}\n'
    const folder = await writeFolder({ 'bundle.json': head, 'people.ndjson': people })
    const settings = { ...environment('wolfville'), LOCATION: folder }
    const [node, main, ...words] = wordsOf(settings, 'wolfville')
    expect([node, main]).toEqual(['/usr/bin/node', 'dist/main.js'])
    expect(words).toEqual(['import', 'bundle', folder, '--municipality', 'wolfville', '--prune'])
    const countsOf = async () => {
      const { status, stdout, stderr } = await reeve.call(words)
      expect(status, stderr).toBe(0)
      return /^people +(\d+) +(\d+) +(\d+) +(\d+)$/m.exec(stdout)?.slice(1).map(Number)
    }
    expect(await countsOf()).toEqual([2, 0, 0, 0])
    expect(await countsOf()).toEqual([0, 0, 2, 0])
    const gone = wordsOf({ ...settings, LOCATION: `${folder}/gone` }, 'wolfville').slice(2)
    expect((await reeve.call(gone)).status).toBe(2)
    const listed = (await reeve.call(['municipalities', 'list'])).stdout
    // A wrong location says nothing about the council.
    expect(listed).toMatch(/\timported \S+ from wolfville\t\t\n$/)
    const runs = (await reeve.call(['imports', 'list'])).stdout
    expect(runs).toMatch(/\tunopened\tbundle\t.*\t…\/gone does/)
  })

  it('read changes nightly and everything weekly from Legistar', async () => {
    const reeve = newReeve()
    onTestFinished(() => reeve.remove())
    const division = 'ocd-division/country:us/state:wa/place:seattle'
    const add = ['add', 'seattle', '--name', 'Seattle', '--division', division]
    await reeve.call(['municipalities', ...add, '--timezone', 'America/Los_Angeles'])
    const [, state = ''] = /^StateDirectory=(.*)$/m.exec(service) ?? []
    const server = await serveLegistar(await responsesOf(largerTown(3)))
    const run = async (instance: string) => {
      const { OPTIONS = '', ...settings } = environment(instance)
      // This folder replaces the only one to which the unit may write.
      expect(OPTIONS).toContain(` /var/lib/${state}/`)
      const words = OPTIONS.replace(`/var/lib/${state}/`, `${reeve.folder}/`)
      const given = { ...settings, LOCATION: server.base, OPTIONS: words }
      const ended = await reeve.call(wordsOf(given, instance).slice(2))
      expect(ended.status, ended.stderr).toBe(0)
      return { ...ended, requests: server.requests.splice(0) }
    }
    expect((await run('seattle')).stderr).toContain('reading everything')
    const night = await run('seattle')
    expect(night.stderr).toMatch(/^Reading changes since /)
    const week = await run('seattle-whole')
    expect(week.stderr).not.toMatch(/since/)
    expect(week.requests.length).toBeGreaterThan(night.requests.length)
    expect(week.stdout).toMatch(/^meetings +0 +0 +4 +0$/m)
  })

  it('have timers, of which the weekly one starts the service of the same instance', () => {
    const [nightly = '', weekly = ''] = timers.map((name) => read(`examples/systemd/${name}`))
    expect(nightly).not.toMatch(/^Unit=/m)
    expect(weekly).toMatch(/^Unit=reeve-import@%i[.]service$/m)
  })

  it('are the same in the guide', () => {
    const examples = fencesOf(guide).filter(({ text }) => text.includes('SOURCE='))
    expect(examples.map(({ text }) => settingsOf(text))).toEqual(
      ['wolfville', 'seattle', 'seattle-whole'].map(environment),
    )
    for (const unit of ['reeve-import@.service', ...timers]) expect(guide).toContain(unit)
  })
})
