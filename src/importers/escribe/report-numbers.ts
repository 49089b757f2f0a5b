// The City of Ottawa numbers its reports ACS2026-PDB-PSX-0013, its library board OPLB-2026-0414-11.1. A council with
// another scheme adds a branch here.
const reportNumber =
  /\bACS\d{4}(?:\s?[-‐‑–]\s?[A-Z]+)+\s?[-‐‑–]\s?\d+|\bOPLB[-‐‑–]\d{4}[-‐‑–]\d{4}[-‐‑–]\d+\.\d+/g

/** The report numbers in a text, in order, each once and written with plain hyphens. */
export function findReportNumbers(text: string): string[] {
  const found = text.match(reportNumber) ?? []
  return [...new Set(found.map((number) => number.replace(/\s?[-‐‑–]\s?/g, '-')))]
}
