import { readFileSync } from 'node:fs'
import { packageFile } from '../../package-file.ts'

/** The Markdown of a guide. */
export function readGuideFile(slug: string): string {
  return readFileSync(packageFile(`docs/guides/${slug}.md`), 'utf8')
}
