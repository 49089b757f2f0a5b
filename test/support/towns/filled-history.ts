import { changed } from '../imports/municipality.ts'
import { importRecords } from '../service/import-records.ts'
import type { Service } from '../service/service.ts'
import { townRecords } from './town.ts'

/** Fills the history of the fixture town, whose record is then as before: PostgreSQL scans a table without pages. */
export async function fillHistory(service: Service): Promise<void> {
  const records = townRecords()
  await importRecords(service, changed(records, 'motion', 'v-4', { result: 'Tabled' }))
  await importRecords(service, records)
}
