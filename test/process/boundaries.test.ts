import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  missingModule,
  type PlannedFile,
  validTree,
  violations,
} from '../support/project/boundary-trees.ts'

const root = resolve(import.meta.dirname, '../..')
const rulesFile = join(root, '.dependency-cruiser.mjs')

interface Cruise {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string }[] }
}

/** Runs dependency-cruiser as the lint script does, and parses its report. */
function cruise(folder: string): Cruise {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [program, 'src', '--config', rulesFile, '--output-type', 'json']
  const run = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  // On a crash the reason is on standard error, and standard output is not JSON.
  if (!run.stdout.startsWith('{')) throw new Error(`dependency-cruiser: ${run.stderr}`)
  return JSON.parse(run.stdout) as Cruise
}

function reportedBy({ summary }: Cruise): string[] {
  return [...new Set(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`))].sort()
}

function toSource(imports: string[]): string {
  const lines = imports.map((name, index) =>
    name.startsWith('type ')
      ? `import type * as M${index} from '${name.slice('type '.length)}'`
      : `import * as m${index} from '${name}'`,
  )
  return `${[...lines, 'export const here = true'].join('\n')}\n`
}

/** Writes the files, and an empty file for each relative import without a target. */
function layTree(folder: string, plan: PlannedFile[]): void {
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const files = new Map(plan.map(({ file, imports }) => [file, toSource(imports)]))
  for (const { file, imports } of plan) {
    const relatives = imports
      .map((name) => name.replace(/^type /, ''))
      .filter((name) => name.startsWith('.'))
    for (const name of relatives.filter((name) => name !== missingModule)) {
      const target = join(dirname(file), name)
      if (!files.has(target)) files.set(target, toSource([]))
    }
  }
  for (const [file, source] of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
}

describe('the import rules', () => {
  let folder: string
  let ruleNames: string[]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reeve-boundaries-'))
    const rules = (await import(pathToFileURL(rulesFile).href)) as {
      default: { forbidden: { name: string; severity: string }[] }
    }
    ruleNames = rules.default.forbidden
      .filter((rule) => rule.severity === 'error')
      .map((rule) => rule.name)
    expect(ruleNames).toHaveLength(rules.default.forbidden.length)
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('each have a deliberate violation here', () => {
    const broken = new Set(violations.flatMap((violation) => violation.breaks))
    expect([...broken].sort()).toEqual([...ruleNames].sort())
  })

  it('report every deliberate violation by its rule, and nothing else', () => {
    const tree = join(folder, 'faulty')
    mkdirSync(tree)
    layTree(tree, violations)
    const expected = violations.flatMap(({ breaks, file }) =>
      breaks.map((rule) => `${rule}: ${file}`),
    )
    expect(reportedBy(cruise(tree))).toEqual(expected.sort())
  })

  it('report nothing for imports that the layout allows', () => {
    const tree = join(folder, 'valid')
    mkdirSync(tree)
    layTree(tree, validTree)
    const report = cruise(tree)
    const seen = report.modules.map((module) => module.source)
    expect(seen).toEqual(expect.arrayContaining(['src/main.ts']))
    expect(reportedBy(report)).toEqual([])
  })
})

describe('the source tree', () => {
  let report: Cruise
  beforeAll(() => {
    report = cruise(root)
  })

  it('breaks no import rule', () => {
    expect(reportedBy(report)).toEqual([])
  })

  // With an unsupported TypeScript version, dependency-cruiser finds no modules, reports no errors and exits 0.
  it('is seen by dependency-cruiser', () => {
    const ours = report.modules.filter((module) => module.source.startsWith('src/'))
    expect(ours.length).toBeGreaterThan(50)
  })
})
