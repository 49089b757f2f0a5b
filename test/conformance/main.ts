import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Conformance } from '../../src/site/about/conformance.ts'
import { TestBrowser } from '../support/browser/browser.ts'
import type { Evidence } from '../support/browser/evidence.ts'
import { conformancePage } from './report.ts'
import { axeVersion, summarize } from './results.ts'

const root = resolve(import.meta.dirname, '../..')
const reference = join(root, 'docs/reference')

/** Runs the tests in a browser, and writes what they found to docs/reference. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new Error(`no argument is expected, not ${args.join(' ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'reeve-conformance-'))
  try {
    const [evidence, report] = [join(folder, 'evidence'), join(folder, 'report.json')]
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const words = ['run', '--project', 'pages', '--project', 'sqlite', 'test/browser/']
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    // Of records that are in the repository alone.
    const env = { ...process.env, CONFORMANCE: evidence, REEVE_TEST_RECORDS: undefined }
    const { status } = spawnSync(process.execPath, [vitest, ...words, ...reporters], {
      ...{ cwd: root, env, stdio: 'inherit' },
    })
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number>
    if (numPendingTests > 0) throw new Error(`${numPendingTests} tests were skipped`)
    const lines = readFileSync(evidence, 'utf8').trim().split('\n')
    const found: Conformance = {
      date: new Date().toISOString().slice(0, 10),
      version: versionOf(readFileSync(join(root, 'package.json'), 'utf8')),
      chromium: await TestBrowser.version(),
      axe: axeVersion,
      tests: { passed: numPassedTests, failed: numFailedTests },
      ...summarize(lines.map((line) => JSON.parse(line) as Evidence)),
    }
    writeFileSync(join(reference, 'conformance.json'), `${JSON.stringify(found, null, 2)}\n`)
    writeFileSync(join(reference, 'conformance.md'), conformancePage(found))
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const versionOf = (text: string) => (JSON.parse(text) as { version: string }).version
