import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What no tracked file may contain, with an example; brackets in the patterns keep them from matching this file. */
const forbidden: { what: string; pattern: RegExp; example: string }[] = [
  {
    what: 'a path of one machine',
    pattern: /(?<![\w.~*-])\/(work|tmp|root|Users)[/]\w/,
    example: ['', 'work', 'main'].join('/'),
  },
  {
    what: 'the home folder of one person',
    pattern: /(?<![\w.~*-])\/home[/](?!node\b)\w/,
    example: ['', 'home', 'ada'].join('/'),
  },
  {
    what: 'the host of a package registry',
    pattern:
      /\b(npmjs|yarnpkg|npmmirror|npm[.]pkg[.]github|deb[.]debian|pypi|pythonhosted|crates|proxy[.]golang)[.](org|com|io)\b/,
    example: ['registry', 'npmjs', 'org'].join('.'),
  },
  {
    what: 'work left for later',
    pattern: /\b(TO[D]O|FIX[M]E|XX[X])\b/,
    example: `// ${'to'.toUpperCase()}${'do'.toUpperCase()}: later`,
  },
  {
    what: 'a silenced compiler',
    pattern: /@ts-(ignor[e]|nochec[k])/,
    example: ['@ts', 'ignore'].join('-'),
  },
  {
    what: 'a skipped test, or one that skips the others',
    pattern: /\b(it|test|describe|suite)[.](only|skip|todo)[(]/,
    example: ['it', `only('x')`].join('.'),
  },
]

function findForbidden(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      forbidden
        .filter(({ pattern }) => pattern.test(line))
        .map(({ what }) => `${index + 1}: ${what}: ${line.trim().slice(0, 120)}`),
    )
}

/** All tracked files except the records, which are quoted, and the lock file. */
function listTracked(): string[] {
  // The checkout may belong to another user, which git rejects by default.
  const args = [
    '-c',
    'safe.directory=*',
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]
  const run = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`git ls-files: ${run.stderr}`)
  const files = run.stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  return files.filter((file) => !file.startsWith('data/') && file !== 'package-lock.json')
}

describe('tracked files', () => {
  for (const { what, example } of forbidden) {
    it(`are searched for ${what}`, () => {
      expect(findForbidden(`first line\n${example}`)).toEqual([`2: ${what}: ${example}`])
    })
  }

  it('contain no machine paths, registry hosts, work left for later or silenced checks', () => {
    const files = listTracked()
    expect(files).toContain('package.json')
    const forbiddenLines = files.flatMap((file) =>
      findForbidden(readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`),
    )
    expect(forbiddenLines).toEqual([])
  })
})
