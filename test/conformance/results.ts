import axe from 'axe-core'
import type { CheckResult, Conformance } from '../../src/site/about/conformance.ts'
import type { Evidence } from '../support/browser/evidence.ts'

/** Pages by check; one that failed once, or was left to a person once, counts as that. */
export function summarize(
  all: readonly Evidence[],
): Pick<Conformance, 'pages' | 'widths' | 'checks'> {
  const checks = new Map<string, Map<string, Found>>()
  const note = (check: string, page: string, found: Found) => {
    const pages = checks.get(check) ?? new Map<string, Found>()
    checks.set(check, pages)
    const before = pages.get(page)
    if (before === undefined || rank[found] > rank[before]) pages.set(page, found)
  }
  for (const { page, passed, failed, unsure = [] } of all) {
    for (const check of passed) note(check, page, 'passed')
    for (const check of unsure) note(check, page, 'unsure')
    for (const check of failed) note(check, page, 'failed')
  }
  return {
    pages: [...new Set(all.map(({ page }) => page))].sort(),
    widths: [...new Set(all.map(({ width }) => width))].sort((one, other) => one - other),
    checks: [...checks]
      .map(([check, pages]) => ({ check, ...countsOf([...pages.values()]) }))
      .sort((one, other) => (one.check < other.check ? -1 : 1)),
  }
}

const rank = { passed: 0, unsure: 1, failed: 2 } as const
type Found = keyof typeof rank

function countsOf(found: readonly Found[]): Omit<CheckResult, 'check'> {
  const count = (name: Found) => found.filter((one) => one === name).length
  return { passed: count('passed'), failed: count('failed'), unsure: count('unsure') }
}

/** The rules of axe-core for a success criterion, as in `1.4.3`, by their names in results. */
export function axeChecksFor(criterion: string): string[] {
  const tag = `wcag${criterion.replaceAll('.', '')}`
  return axe
    .getRules()
    .filter(({ tags }) => tags.includes(tag))
    .map(({ ruleId }) => `axe:${ruleId}`)
}

export const axeVersion = axe.version
