/**
 * A file of the package, as in `assets/site.js`. This one is right below the package's folder in `src`, and so is all that
 * it is built into in `dist`.
 */
export const packageFile = (path: string): URL => new URL(`../${path}`, import.meta.url)
