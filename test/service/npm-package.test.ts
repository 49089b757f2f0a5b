import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { linksOf } from '../support/docs/markdown.ts'

const root = resolve(import.meta.dirname, '../..')

describe('the npm package', () => {
  let packed: string[]

  beforeAll(() => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
    const run = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
    // Some versions of npm print a list, others an object by package name.
    const report = JSON.parse(run.stdout) as Record<string, { files: { path: string }[] }>
    packed = Object.values(report).flatMap(({ files }) => files.map((file) => file.path))
  })

  it('has the sample data, and the census table with its licence and origin', () => {
    const names = ['ca_census_subdivisions.csv', 'LICENSE.md', 'PROVENANCE.md']
    const expected = ['dist/sample.json', ...names.map((name) => `data/reference/${name}`)]
    expect(packed).toEqual(expect.arrayContaining(expected))
  })

  // `npx --no-install reeve` in a clone runs the file of the last build.
  it('has a program that can be run', () => {
    expect(() => accessSync(resolve(root, 'dist/main.js'), constants.X_OK)).not.toThrow()
  })

  it('has only what is needed to run, and to read its documentation', () => {
    const needed =
      /^(dist\/.*(?<!\.map)$|assets\/|docs\/|examples\/|packages\/client\/README[.]md$|data\/reference\/|(package|openapi)\.json$|[A-Z]+\.md$|LICENSE$)/
    expect(packed.filter((path) => !needed.test(path))).toEqual([])
  })

  // Code and what checks it are in the repository alone.
  it('has every file and folder that its pages lead to, except code', () => {
    const leads = packed
      .filter((path) => path.endsWith('.md'))
      .flatMap((page) =>
        linksOf(readFileSync(resolve(root, page), 'utf8'))
          .filter((link) => !/^([a-z]+:|#)/.test(link))
          .map((link) => normalize(join(dirname(page), link.replace(/#.*$/, '')))),
      )
      .filter((path) => !/^((src|bench|stress|test)\/|[.])/.test(path))
    expect(leads).toEqual(expect.arrayContaining(['examples/systemd', 'SECURITY.md']))
    const has = (path: string) =>
      packed.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))
    expect(leads.filter((path) => !has(path))).toEqual([])
  })

  it('installs one version only of everything, on every platform', () => {
    const read = (name: string) => JSON.parse(readFileSync(resolve(root, name), 'utf8'))
    const { dependencies } = read('package.json') as Record<'dependencies', object>
    expect(Object.keys(dependencies)).not.toEqual([])
    for (const [name, version] of Object.entries(dependencies)) {
      const locked = read('package-lock.json').packages[`node_modules/${name}`]
      expect(locked.version).toBe(version)
      expect(locked.dependencies).toBeUndefined()
      for (const platform of Object.values(locked.optionalDependencies))
        expect(platform).toMatch(/^\d+\.\d+\.\d+$/)
    }
  })
})
