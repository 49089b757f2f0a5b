/** What is wrong with a site file, and where; lines and columns begin at 1. */
export interface SiteFileIssue {
  line: number
  column: number
  reason: string
}

/** A site file is invalid; each issue has its location. */
export class SiteFileError extends Error {
  override name = 'SiteFileError'
  /** `data/site.yaml:4:9: accent must be …` */
  readonly issues: readonly string[]

  constructor(path: string, issues: readonly SiteFileIssue[]) {
    super(`the site file ${path} is invalid`)
    this.issues = issues.map(({ line, column, reason }) => `${path}:${line}:${column}: ${reason}`)
  }
}
