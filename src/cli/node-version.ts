// The oldest whose SQLite reads whole texts and cannot corrupt WAL files; `engines` in package.json repeats it.
const oldest = '24.21.0'

/** Why this version of Node cannot run Reeve, in one line; undefined if it can. */
export function rejectNode(version: string): string | undefined {
  if (version.localeCompare(oldest, 'en', { numeric: true }) >= 0) return undefined
  return `Node.js ${version} is too old: in a clone, run npm ci and then npx --no-install reeve, which bring and use the right version; elsewhere, install Node.js ${oldest} or newer`
}
