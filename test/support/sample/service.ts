import { compileSample } from '../../../data/sample/compiler/compile.ts'
import { readSample } from '../../../data/sample/compiler/read.ts'
import { dateInZone } from '../../../src/core/calendar-date.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { sampleSource } from '../../../src/core/sample.ts'
import { openSample } from '../../../src/importers/sample/index.ts'
import type { ImportRecord } from '../../../src/record/kinds.ts'
import { writeBundle } from '../imports/bundle-folder.ts'
import { type Service, startService } from '../service/service.ts'

export const sample = readSample()
const template = compileSample(sample)

export const lowmere = {
  slug: 'lowmere',
  name: sample.town.name,
  divisionId: sample.town.division_id,
  timeZone: sample.town.time_zone,
  url: null,
}

/** The day whose dates the examples of the documentation and of OpenAPI show. */
export const dayOfExamples: Clock = { ...systemClock, now: () => Date.UTC(2026, 10, 26, 17) }

/** The sample as of the clock's day. */
export const openLowmere = (clock: Clock = systemClock) =>
  openSample(template, dateInZone(clock.now(), sample.town.time_zone))

/** The records of the sample as of a day (YYYY-MM-DD). */
export function lowmereRecords(today: string): ImportRecord[] {
  const items = openSample(template, today).items as Iterable<{ record: ImportRecord }>
  return [...items].map(({ record }) => record)
}

/** Writes the sample as a bundle, which commands can import. */
export function writeLowmere(folder: string, clock: Clock = systemClock): void {
  const records = lowmereRecords(dateInZone(clock.now(), lowmere.timeZone))
  writeBundle(folder, records, { municipality: lowmere, name: sampleSource })
}

/** A service with the sample, as `serve --demo` has it. */
export async function startLowmere(clock?: Clock): Promise<Service> {
  return startService({
    municipality: lowmere,
    source: async () => openLowmere(clock),
    ...(clock === undefined ? {} : { clock }),
  })
}
