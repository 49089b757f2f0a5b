import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyCheckout, freePort, startCommand } from '../support/process/checkout.ts'
import { newVisitor } from '../support/site/visitor.ts'

// npm starts the first Node of the path, and the checkout brings one.
const path = `${dirname(process.execPath)}:${process.env.PATH}`

let checkout: ReturnType<typeof copyCheckout>
let folder: string
beforeAll(() => {
  checkout = copyCheckout()
  folder = mkdtempSync(join(tmpdir(), 'reeve-package-'))
})
afterAll(() => {
  checkout.remove()
  rmSync(folder, { recursive: true, force: true })
})

function run(cwd: string, program: string, ...words: string[]): string {
  // With what npm needs to reach a registry.
  const env = { ...process.env, PATH: path }
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8', env })
  expect(status, `${program} ${words.join(' ')}: ${stdout}${stderr}`).toBe(0)
  return stdout
}

const git = (...words: string[]) =>
  run(checkout.folder, 'git', '-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...words)

const packed = () => {
  const report = JSON.parse(
    run(checkout.folder, 'npm', 'pack', '--json', '--pack-destination', folder),
  )
  // Some versions of npm print a list, others an object by package name.
  const [{ filename, version }] = Object.values<{ filename: string; version: string }>(report) as [
    { filename: string; version: string },
  ]
  return { file: join(folder, filename), version }
}

/** Installs the package into a folder without anything else. */
function install(file: string): string {
  const target = mkdtempSync(join(folder, 'installed-'))
  writeFileSync(join(target, 'package.json'), '{}')
  run(target, 'npm', 'install', '--no-audit', '--no-fund', file)
  return target
}

it('a package packed in a fresh clone runs where nothing else is installed, as the commit that it is', async () => {
  git('init', '--quiet')
  // Here node_modules is a symbolic link, which the pattern of .gitignore does not match.
  appendFileSync(join(checkout.folder, '.git/info/exclude'), 'node_modules\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'first')
  const commit = git('rev-parse', '--short=7', 'HEAD').trim()
  const { file, version } = packed()
  const target = install(file)
  expect(run(target, 'npx', 'reeve', '--version')).toBe(`${version}+g${commit}\n`)

  const locked = JSON.parse(readFileSync(join(checkout.folder, 'package-lock.json'), 'utf8'))
  const installed = JSON.parse(readFileSync(join(target, 'package-lock.json'), 'utf8'))
  for (const [name, entry] of Object.entries<{ version: string }>(installed.packages))
    if (name !== '' && name !== 'node_modules/reeve')
      expect(entry.version, name).toBe(locked.packages[name].version)

  const port = await freePort()
  const env = { PATH: path, HOME: folder, PORT: String(port) }
  const ready = /curl .*\n/
  const service = await startCommand('npx --no-install reeve serve --demo', {
    cwd: target,
    env,
    ready,
  })
  const url = `http://localhost:${port}`
  const text = async (address: string) => {
    const response = await fetch(url + address)
    expect(response.status, address).toBe(200)
    return response.text()
  }
  expect(await text('/lowmere')).toContain('Lowmere')
  // Every part that reads a file or a native library: guides, the reference, a picture, a password.
  await text('/docs')
  for (const [, asset = ''] of (await text('/api/v1/docs')).matchAll(/(?:src|href)="(\/[^"]+)"/g))
    await text(asset)
  const motion =
    /href="(\/lowmere\/motions\/[^"#?]+)"/.exec(await text('/lowmere/votes'))?.[1] ?? ''
  await text(`${motion}/picture.png`)
  await newVisitor({ url }).signUp()
  await service.stop()
})

it('a build of a changed clone says so, and one outside of a clone says the version alone', () => {
  const build = (clone: string) => {
    run(clone, 'npm', 'run', 'build')
    return run(clone, process.execPath, 'dist/main.js', '--version').trim()
  }
  appendFileSync(join(checkout.folder, 'README.md'), 'Changed.\n')
  expect(build(checkout.folder)).toMatch(/^[^+]+\+g[0-9a-f]{7}\.dirty$/)
  rmSync(join(checkout.folder, '.git'), { recursive: true })
  const { version } = JSON.parse(readFileSync(join(checkout.folder, 'package.json'), 'utf8'))
  expect(build(checkout.folder)).toBe(version)
  // Unpacked inside of a clone of something else.
  run(folder, 'git', 'init', '--quiet')
  const inside = join(folder, 'reeve')
  renameSync(checkout.folder, inside)
  expect(build(inside)).toBe(version)
})
