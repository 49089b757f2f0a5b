import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser/suite.ts'
import { type Service, startService } from '../support/service/service.ts'

const source = resolve(import.meta.dirname, '../../packages/client')
const tsc = resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
let project: string
let service: Service

/** Runs a program in the project, while the service here responds. */
function run(command: string, words: readonly string[], cwd = project) {
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolved) => {
    const child = execFile(command, words, { cwd }, (_error, stdout, stderr) =>
      resolved({ status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'reeve-client-'))
  const packed = await run('npm', ['pack', '--pack-destination', project], source)
  expect(packed.status, packed.stderr).toBe(0)
  const [tarball = ''] = readdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  const installed = await run('npm', [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    `./${tarball}`,
  ])
  expect(installed.status, installed.stderr).toBe(0)
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  rmSync(project, { recursive: true })
})

const folder = () => join(project, 'node_modules/@reeve/client')
const script = () => `import { Reeve } from '@reeve/client'
const reeve = new Reeve({ baseUrl: '${service.url}', key: '${service.key}' })
const slugs = []
for await (const motion of reeve.in('pemberley').motions({ result: 'Defeated' })) slugs.push(motion.slug)
console.log(JSON.stringify(slugs))
`
const defeated = async () =>
  (await service.v1('motions?result=Defeated&per_page=100')).json.data.map(
    ({ slug }: { slug: string }) => slug,
  )

describe('the package of the client', () => {
  it('has no dependencies, and is small', () => {
    const files = readdirSync(folder(), { recursive: true }).map(String).sort()
    expect(files).toEqual(
      [
        'LICENSE',
        'README.md',
        'dist',
        ...['api.d.ts', 'api.js', 'reeve.d.ts', 'reeve.js'].map((name) => `dist/${name}`),
        'package.json',
      ].sort(),
    )
    expect(JSON.parse(readFileSync(join(folder(), 'package.json'), 'utf8'))).not.toHaveProperty(
      'dependencies',
    )
    expect(readdirSync(join(project, 'node_modules/@reeve'))).toEqual(['client'])
    const code = files.filter((file) => file.endsWith('.js')).map((file) => join(folder(), file))
    const bytes = code.map((file) => gzipSync(readFileSync(file)).length)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000)
    expect(statSync(join(folder(), 'dist/reeve.js')).size).toBeGreaterThan(1000)
  })

  it('reads motions in an empty project', async () => {
    writeFileSync(join(project, 'motions.js'), script())
    const { stdout, stderr } = await run(process.execPath, ['motions.js'])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(await defeated())
  })

  it.each([
    ["reeve.in('ottawa').motions({ result: 'Defeated' })", undefined],
    ["reeve.in('ottawa').motions({ results: 'Defeated' })", "'results' does not exist"],
    ["reeve.in('ottawa').motions({ contested: 'yes' })", 'is not assignable to type'],
    ["reeve.in('ottawa').search('x', { sort: 'newest' })", '\'"newest"\' is not assignable'],
    ["void reeve.in('ottawa').changes({ since: undefined }).token", undefined],
    ["reeve.in('ottawa').motion()", "'motion' does not exist"],
    ["void (await reeve.in('ottawa').motions.get('x')).votes[0]?.person_slug", undefined],
    ["void (await reeve.in('ottawa').motions.get('x')).vote", "'vote' does not exist"],
    [
      "for await (const { title } of reeve.in('ottawa').meetings()) console.log(title.length)",
      undefined,
    ],
    [
      "for await (const { name } of reeve.in('ottawa').meetings()) console.log(name)",
      "'name' does not exist",
    ],
  ])('is checked by tsc: %s', async (line, wrong) => {
    const start =
      "import { Reeve } from '@reeve/client'\nconst reeve = new Reeve({ baseUrl: 'x', key: 'y' })\n"
    writeFileSync(join(project, 'types.ts'), `${start}${line}\n`)
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
    ]
    const { status, stdout } = await run(process.execPath, [tsc, ...options, 'types.ts'])
    if (wrong === undefined) expect([status, stdout]).toEqual([0, ''])
    else expect([status, stdout]).toEqual([2, expect.stringContaining(wrong)])
  })
})

describeInBrowser('the client', {}, (stage) => {
  it('reads motions in a page of another site', async () => {
    const site = createServer(({ url = '/' }, response) => {
      if (!['/', '/reeve.js', '/api.js'].includes(url)) return void response.writeHead(404).end()
      const isPage = url === '/'
      response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
      const file = join(folder(), 'dist', url)
      response.end(isPage ? '<!doctype html><title>Site</title>' : readFileSync(file))
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    const { port } = site.address() as AddressInfo
    const { page } = await stage.browser.open(`http://localhost:${port}`)
    await page.goto(`http://localhost:${port}/`)
    const slugs = await page.evaluate(
      `import('/reeve.js').then(async ({ Reeve }) => {
        const reeve = new Reeve({ baseUrl: '${service.url}', key: '${service.key}' })
        const slugs = []
        for await (const motion of reeve.in('pemberley').motions({ result: 'Defeated' })) slugs.push(motion.slug)
        return slugs
      })`,
    )
    expect(slugs).toEqual(await defeated())
    await page.context().close()
    site.close()
  })
})
