import { join } from 'node:path'
import { type ParsedJson, parseJson } from '../kit/json-positions.ts'
import { namedFaults, type ShapeCheck } from '../kit/shape-check.ts'
import { asUnreadable, readTextFile, UnreadableFile } from '../kit/text-file.ts'
import type { Findings } from './findings.ts'

/** A JSON file of the folder; `path` is relative to the folder. */
export interface JsonFile extends ParsedJson {
  path: string
}

/** Reads one file; what keeps it from being JSON becomes a problem. */
export async function readJsonFile(
  folder: string,
  path: string,
  findings: Findings,
): Promise<JsonFile | undefined> {
  const text = await readTextFile(join(folder, path)).catch(asUnreadable)
  if (text instanceof UnreadableFile) {
    findings.problems.push({ where: path, subject: 'file', reason: text.message })
    return undefined
  }
  const parsed = parseJson(text)
  if (parsed.ok) return { ...parsed, path }
  const where = `${path}:${parsed.line}:${parsed.column}`
  findings.problems.push({ where, subject: 'file', reason: parsed.reason })
  return undefined
}

/** `file:line` of the value that a JSON pointer names. */
export function whereIn(file: JsonFile, pointer: string): string {
  return `${file.path}:${file.lineAt(pointer)}`
}

/** A value somewhere in a file, and what the findings call it. */
export interface Spot {
  file: JsonFile
  pointer: string
  value: unknown
  subject: string
}

/** The spot's value where it has the shape; otherwise each fault becomes a problem. */
export function takeShape<T>(check: ShapeCheck<T>, spot: Spot, findings: Findings): T | undefined {
  if (check.Check(spot.value)) return spot.value
  for (const { path, reason } of namedFaults(check, spot.value)) {
    const where = whereIn(spot.file, spot.pointer + path)
    findings.problems.push({ where, subject: spot.subject, reason })
  }
  return undefined
}
