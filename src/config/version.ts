import { readFileSync } from 'node:fs'
import { packageFile } from '../package-file.ts'

interface Manifest {
  version: string
}

/** The version of this release, as in package.json. */
export const version = (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as Manifest)
  .version
