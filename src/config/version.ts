import { readFileSync } from 'node:fs'

interface Manifest {
  version: string
}

const manifest = new URL('../../package.json', import.meta.url)

/** The version of this release, as in package.json. */
export const version = (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest).version
