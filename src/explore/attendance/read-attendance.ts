import type { ReadDatabase } from '../../store/open.ts'
import { type Body, bodyOfSlug, findRollCalls, findYear, type RollCalls } from './queries.ts'
import { type Table, toTable } from './table.ts'

export interface AttendanceFilters {
  organization?: string
  year?: number
}

export interface AttendanceOfYear extends RollCalls {
  /** Undefined if no roll call of the body is on record, or there is no council. */
  body: Body | undefined
  /** Undefined if no roll call of the body is on record, and none is asked for. */
  year: number | undefined
  table: Table | undefined
}

interface Scope {
  municipalityId: number
  today: string
  /** Language in which names are sorted. */
  language: string
}

/** The attendance of the members of a body in a year: of the council, and the latest with several roll calls, unless others are asked for. Two statements. */
export async function readAttendance(
  db: ReadDatabase,
  { municipalityId, today, language }: Scope,
  { organization, year: chosen }: AttendanceFilters,
): Promise<AttendanceOfYear> {
  const found = await findRollCalls(db, { municipalityId, today })
  const [council] = found.bodies
  const body = organization === undefined ? council : bodyOfSlug(found.bodies, organization)
  const year = chosen ?? lastYearOf(body)
  if (body === undefined || year === undefined) return { ...found, body, year, table: undefined }
  const rows = await findYear(db, { bodyId: body.id, year, today })
  return { ...found, body, year, table: toTable(rows, language) }
}

/** The latest year with several meetings, as one that has just begun says little; else that of the latest roll call. */
function lastYearOf(body: Body | undefined): number | undefined {
  const year = body?.full_year ?? body?.last?.slice(0, 4)
  return year === undefined ? undefined : Number(year)
}
