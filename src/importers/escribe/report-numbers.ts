// The City of Ottawa numbers its reports ACS2026-PDB-PSX-0013, its library board OPLB-2026-0414-11.1. Add a branch for a
// council with another scheme. An underscore before the number, as in file names, is not part of it.
const reportNumber =
  /(?<![A-Za-z0-9])(?:ACS\d{4}(?:\s?[-‐‑–]\s?[A-Z]+)+\s?[-‐‑–]\s?\d+|OPLB[-‐‑–]\d{4}[-‐‑–]\d{4}[-‐‑–]\d+\.\d+)/g

/** The distinct report numbers in a text, in order, with plain hyphens. */
export function findReportNumbers(text: string): string[] {
  const found = text.match(reportNumber) ?? []
  return [...new Set(found.map((number) => number.replace(/\s?[-‐‑–]\s?/g, '-')))]
}

/** The report number at the beginning of a line, also after `File No.`; one inside a sentence belongs to another item. */
export function ownReportNumber(description: string): string | null {
  for (const line of description.split('\n')) {
    const label = line.slice(0, Math.max(0, line.search(reportNumber)))
    const [number] = findReportNumbers(line)
    if (number !== undefined && labelPattern.test(label)) return number
  }
  return null
}

const labelPattern = /^\s*(?:(?:[A-Z]+ )?(?:file|report)(?: (?:no|number))?[.:\s]*)?$/i
