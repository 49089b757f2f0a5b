// The oldest with SQLite 3.51.3 or newer on the two lines with long-term support; `engines` in package.json repeats them.
const oldest = '24.21.0'
const oldestOf22 = '22.23.3'

/** Why this version of Node cannot run Reeve, in one line; undefined if it can. */
export function rejectNode(version: string): string | undefined {
  const isOfMinimum = (minimum: string) =>
    version.localeCompare(minimum, 'en', { numeric: true }) >= 0
  if (isOfMinimum(oldest) || (version.startsWith('22.') && isOfMinimum(oldestOf22)))
    return undefined
  return `Node.js ${version} is too old: in a clone, run npm ci and then npx reeve, which bring and use the right version; elsewhere, install Node.js ${oldest} or newer (or ${oldestOf22} or newer of Node.js 22)`
}
