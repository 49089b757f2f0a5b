import { mkdirSync, writeFileSync } from 'node:fs'
import { compileDocs } from '../../../docs/compiler/compile.tsx'

/** Compiles the documentation as the build does, so that tests see it as it is now. */
export function setup(): void {
  mkdirSync('dist', { recursive: true })
  writeFileSync('dist/docs.json', JSON.stringify(compileDocs()))
}
