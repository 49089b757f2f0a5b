import { readFileSync } from 'node:fs'
import { dateInZone } from '../../core/calendar-date.ts'
import { systemClock } from '../../core/clock.ts'
import { packageFile } from '../../package-file.ts'
import { type ImportSource, type OpenedSource, SourceError, type SourceItem } from '../source.ts'
import { sampleRecords } from './records.ts'
import type { Sample } from './schema.ts'

const town = 'lowmere'

/** The sample data that comes with Reeve. */
export const sample: ImportSource = {
  name: 'sample',
  describe: `\`${town}\`: an invented town, with dates around the day of the import`,
  async open(location, { clock = systemClock } = {}) {
    if (location !== town)
      throw new SourceError(`"${location}" is not a sample; the only one is ${town}`)
    const written: Sample = JSON.parse(readFileSync(packageFile('dist/sample.json'), 'utf8'))
    return openSample(written, dateInZone(clock.now(), written.town.time_zone))
  },
}

/** The record of an invented town, from about eighteen months before `today` (YYYY-MM-DD) to six weeks after it. */
export function openSample(sample: Sample, today: string): OpenedSource {
  const { name, division_id, time_zone, url } = sample.town
  const records = sampleRecords(sample, today)
  return {
    name: 'invented-sample',
    url,
    licence: 'CC0-1.0',
    municipality: { name, division_id, time_zone, url },
    expected: records.length,
    items: records.map(itemOf),
    asOf: () => today,
  }
}

/** An undefined field is one that the record does not have. */
function itemOf(record: { key?: string | undefined }): SourceItem {
  return { type: 'record', record: JSON.parse(JSON.stringify(record)), location: record.key ?? '' }
}
