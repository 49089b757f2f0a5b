import { readFileSync } from 'node:fs'
import { packageFile } from './package-file.ts'

interface Manifest {
  version: string
}

/** Set by build.mjs: the version of package.json and the commit. Tests run the sources, which are no build. */
declare const VERSION: string | undefined

const manifest = (): Manifest => JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))

/** What runs, as in 1.2.3+g0123abc. */
export const version = typeof VERSION === 'string' ? VERSION : manifest().version
