import { dayMs } from '../../core/calendar-date.ts'
import { type AlertCounts, countAlerts } from '../../store/alert-counts.ts'
import { databaseSize, type ReadDatabase } from '../../store/open.ts'

/** The mail server may be down for a night. */
const mailLateMs = dayMs
/** Less fails imports and backups soon. */
const freeBytesMin = 1024 ** 3

/** How the service itself is, without addresses. */
export interface ServiceState {
  database: { bytes: number; freeBytes: number | null; isLow: boolean }
  alerts: AlertCounts & { sends: boolean; isLate: boolean }
}

interface Options {
  databaseUrl: string
  /** Whether e-mails are sent. */
  sends: boolean
  now: number
}

/** In one statement, besides the size of the database. */
export async function readServiceState(
  db: ReadDatabase,
  { databaseUrl, sends, now }: Options,
): Promise<ServiceState> {
  const size = await databaseSize(databaseUrl)
  const alerts = await countAlerts(db)
  const { oldestWaiting: oldest } = alerts
  return {
    database: { ...size, isLow: size.freeBytes !== null && size.freeBytes < freeBytesMin },
    alerts: {
      ...{ ...alerts, sends },
      isLate: oldest !== null && Date.parse(oldest) < now - mailLateMs,
    },
  }
}

/** A size in GiB, and below one in MiB, as `df --human-readable` has them. */
export function inUnits(bytes: number): { value: number; unit: 'MiB' | 'GiB' } {
  const mebibytes = bytes / 1024 ** 2
  return mebibytes < 1024
    ? { value: Math.ceil(mebibytes), unit: 'MiB' }
    : { value: Math.round((mebibytes / 1024) * 10) / 10, unit: 'GiB' }
}
