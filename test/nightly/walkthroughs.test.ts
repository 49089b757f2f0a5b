import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fencesOf } from '../support/docs/markdown.ts'
import { copyCheckout } from '../support/process/checkout.ts'

const built = resolve(import.meta.dirname, '../../dist')

const pages = ['docs/how-to/add-a-resource.md', 'docs/how-to/add-a-source.md']

describe('the how-to pages for a resource and a source', () => {
  let folder: string
  let remove: () => void
  const written: string[] = []

  beforeAll(() => {
    const checkout = copyCheckout()
    folder = checkout.folder
    remove = checkout.remove
    // Contributors have already built; only the files of the pages are compiled.
    if (existsSync(built)) cpSync(built, join(folder, 'dist'), { recursive: true })
    for (const { marks, text } of pages.flatMap((page) => fencesOf(read(page)))) {
      const file = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
      if (file === undefined) continue
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
      written.push(file)
    }
    insert(
      'src/resources/modules.ts',
      'import { discovery',
      "import { seatsV1 } from './seats/v1.routes.ts'\n",
    )
    insert('src/resources/modules.ts', '  keyCheck,\n', '  seatsV1,\n')
    insert(
      'src/importers/registry.ts',
      'import { openCivicData }',
      "import { minutebook } from './minutebook/index.ts'\n",
    )
    insert('src/importers/registry.ts', '}\n', '  minutebook,\n')
  })
  afterAll(() => remove())

  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const run = async (program: string, ...words: string[]) => {
    const { PATH, HOME } = process.env
    const { stdout } = await promisify(execFile)(program, words, {
      cwd: folder,
      env: { PATH, HOME },
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  }

  function insert(file: string, before: string, line: string): void {
    const text = read(file)
    expect(text, file).toContain(before)
    writeFileSync(join(folder, file), text.replace(before, line + before))
  }

  it('produce code that passes the linter and the compiler', async () => {
    expect(written.filter((file) => file.startsWith('src/resources/seats/'))).toHaveLength(5)
    expect(written.filter((file) => file.startsWith('src/importers/minutebook/'))).toHaveLength(4)
    const changed = [...written, 'src/resources/modules.ts', 'src/importers/registry.ts']
    await Promise.all([
      run('npx', 'biome', 'check', ...changed),
      run('npx', 'tsc', '--noEmit'),
      run('npx', 'depcruise', 'src', '--config', '.dependency-cruiser.mjs'),
    ])
  })

  it('produce tests that pass once the documentation is generated', async () => {
    await run('npm', 'run', 'docs')
    expect(JSON.parse(read('openapi.json')).paths).toHaveProperty('/api/v1/{municipality}/seats')
    expect(read('docs/reference/cli.md')).toContain('| `minutebook` |')
    const generated = ['src/resources/seats', 'src/importers/minutebook']
    const printed = await run('npx', 'vitest', 'run', '--project', 'sqlite', ...generated)
    expect(printed.trimEnd().split('\n').at(-1)).toBe('5 passed, 0 failed')
  })
})
