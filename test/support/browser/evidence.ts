import { appendFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** What a check found on a page: a line of the file that `npm run conformance` makes its report of. */
export interface Evidence {
  /** Path and query. */
  page: string
  width: number
  isDark: boolean
  /** Names of checks, and `axe:` with the name of a rule. */
  passed: readonly string[]
  failed: readonly string[]
  /** What axe-core leaves to a person. */
  unsure?: readonly string[]
}

const file = process.env.CONFORMANCE

/** Records evidence about a page, if CONFORMANCE names a file; what is laid out for paper is not a page. */
export async function recordEvidence(
  page: Page,
  found: Pick<Evidence, 'passed' | 'failed' | 'unsure'>,
): Promise<void> {
  if (file === undefined) return
  const matches = (query: string) => page.evaluate(`matchMedia(${JSON.stringify(query)}).matches`)
  if (await matches('print')) return
  const { pathname, search } = new URL(page.url())
  const evidence: Evidence = {
    page: pathname + search,
    width: page.viewportSize()?.width ?? 0,
    isDark: (await matches('(prefers-color-scheme: dark)')) === true,
    ...found,
  }
  appendFileSync(file, `${JSON.stringify(evidence)}\n`)
}

/** Records one check, and returns its problems. */
export async function recordCheck(
  page: Page,
  check: string,
  problems: readonly string[],
): Promise<readonly string[]> {
  const [passed, failed] = problems.length === 0 ? [[check], []] : [[], [check]]
  await recordEvidence(page, { passed, failed })
  return problems
}
