import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const page = join(root, 'docs/explanation/architecture.md')

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[]
}

/** Which folder of src imports which, as a Mermaid flowchart. */
function flowchart(): string {
  const options = ['--no-config', '--ts-config', 'tsconfig.json', '--ts-pre-compilation-deps']
  const parts = ['--include-only', '^src/', '--exclude', '[.]test[.]tsx?$']
  const command = [...options, ...parts, '--collapse', '^src/[^/]+', '--output-type', 'json', 'src']
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const printed = execFileSync(process.execPath, [program, ...command], { cwd: root })
  const { modules } = JSON.parse(printed.toString()) as Cruise
  const nameOf = (path: string) => path.replace(/^src\//, '').replace(/[.]ts$/, '')
  const arrows = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => `  ${nameOf(source)} --> ${nameOf(resolved)}`),
  )
  return ['flowchart LR', ...arrows.sort()].join('\n')
}

// `npm run docs` runs this file with --update, which writes the flowchart instead of comparing it.
it('architecture.md shows which folder imports which; npm run docs writes it', async () => {
  const text = readFileSync(page, 'utf8')
  const drawn = text.replace(
    /(```mermaid\n)[^`]*(\n```)/,
    (_, open, close) => open + flowchart() + close,
  )
  expect(text).toContain('```mermaid')
  await expect(drawn).toMatchFileSnapshot(page)
})
