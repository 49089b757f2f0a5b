import { readdirSync, readFileSync } from 'node:fs'
import { packageFile } from '../../package-file.ts'

/** The Markdown files of a folder in `docs/`, by their names without the extension. */
export function readDocFolder(folder: string): Map<string, string> {
  const url = packageFile(`docs/${folder}/`)
  const names = readdirSync(url).filter((name) => name.endsWith('.md'))
  return new Map(
    names.map((name) => [name.replace(/[.]md$/, ''), readFileSync(new URL(name, url), 'utf8')]),
  )
}
