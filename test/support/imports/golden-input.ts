import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The JSON files of a golden case, by path. */
export function goldenInput(name: string): Record<string, Record<string, unknown>> {
  const cwd = resolve(import.meta.dirname, '../../golden', name, 'input')
  const paths = globSync('**/*.json', { cwd }).sort()
  return Object.fromEntries(
    paths.map((path) => [path, JSON.parse(readFileSync(resolve(cwd, path), 'utf8'))]),
  )
}
