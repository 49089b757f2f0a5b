import { readFileSync } from 'node:fs'

// Beside the package's own files, like assets: the same from src and from dist.
const folder = new URL('../../../docs/guides/', import.meta.url)

/** The Markdown of a guide. */
export function readGuideFile(slug: string): string {
  return readFileSync(new URL(`${slug}.md`, folder), 'utf8')
}
