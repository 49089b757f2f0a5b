import { readFileSync } from 'node:fs'
import { packageFile } from '../../package-file.ts'

/** What a check found, on how many pages. */
export interface CheckResult {
  check: string
  passed: number
  failed: number
  /** Pages on which axe-core leaves it to a person. */
  unsure: number
}

/** What `npm run conformance` found, and when. */
export interface Conformance {
  /** `YYYY-MM-DD`. */
  date: string
  version: string
  chromium: string
  axe: string
  tests: { passed: number; failed: number }
  pages: string[]
  widths: number[]
  checks: CheckResult[]
}

export const readConformance = (): Conformance =>
  JSON.parse(readFileSync(packageFile('docs/reference/conformance.json'), 'utf8'))
