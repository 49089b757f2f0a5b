import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * A file of the package, as in `assets/site.js`. This one is right below the package's folder in `src`, and so is all that
 * it is built into in `dist`.
 */
export const packageFile = (path: string): URL => new URL(`../${path}`, import.meta.url)

const require = createRequire(import.meta.url)
const isBuilt = import.meta.url.endsWith('.js')

/** A file of a library, as in `name/static/page.css`. The build, which names it too, copies it into `dist`. */
export const libraryFile = (path: string): URL =>
  isBuilt ? packageFile(`dist/${path.replace(/.*\//, '')}`) : pathToFileURL(require.resolve(path))
