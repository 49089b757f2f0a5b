import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyCheckout } from './support/checkout.ts'
import { fencesOf } from './support/markdown.ts'

const timeoutMs = 240_000

describe('the two walks of CONTRIBUTING.md', () => {
  let folder: string
  let remove: () => void
  const written: string[] = []

  beforeAll(() => {
    const checkout = copyCheckout()
    folder = checkout.folder
    remove = checkout.remove
    for (const { marks, text } of fencesOf(read('CONTRIBUTING.md'))) {
      const file = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
      if (file === undefined) continue
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
      written.push(file)
    }
    insert(
      'src/resources/rooms.ts',
      'import { discovery',
      "import { seatsV1 } from './seats/v1.routes.ts'\n",
    )
    insert('src/resources/rooms.ts', '  keyCheck,\n', '  seatsV1,\n')
    insert(
      'src/importers/registry.ts',
      'import type',
      "import { roster } from './roster/index.ts'\n",
    )
    insert('src/importers/registry.ts', '}\n', '  roster,\n')
  })
  afterAll(() => remove())

  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const run = (program: string, ...words: string[]) => {
    const { PATH, HOME } = process.env
    const options = { cwd: folder, env: { PATH, HOME }, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync(program, words, options)
  }

  function insert(file: string, before: string, line: string): void {
    const text = read(file)
    expect(text, file).toContain(before)
    writeFileSync(join(folder, file), text.replace(before, line + before))
  }

  it(
    'lead to a resource and a source that pass the linter and the compiler',
    () => {
      expect(written.filter((file) => file.startsWith('src/resources/seats/'))).toHaveLength(5)
      expect(written.filter((file) => file.startsWith('src/importers/roster/'))).toHaveLength(4)
      run(
        'npx',
        'biome',
        'check',
        ...written,
        'src/resources/rooms.ts',
        'src/importers/registry.ts',
      )
      run('npx', 'tsc', '--noEmit')
      run('npx', 'depcruise', 'src', '--config', '.dependency-cruiser.mjs')
    },
    timeoutMs,
  )

  it(
    'lead to answers: the new tests pass once the document is printed anew',
    () => {
      run('npm', 'run', 'docs')
      expect(JSON.parse(read('openapi.json')).paths).toHaveProperty('/api/v1/{municipality}/seats')
      expect(read('docs/reference/cli.md')).toContain('| `roster` |')
      const printed = run('npx', 'vitest', 'run', 'src/resources/seats', 'src/importers/roster')
      expect(printed.trimEnd().split('\n').at(-1)).toBe('4 passed, 0 failed')
    },
    timeoutMs,
  )
})
