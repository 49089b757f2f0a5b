import { readFileSync } from 'node:fs'
import { dateInZone } from '../../core/calendar-date.ts'
import { systemClock } from '../../core/clock.ts'
import { sampleSource } from '../../core/sample.ts'
import { packageFile } from '../../package-file.ts'
import { readWards } from '../kit/ward-boundaries.ts'
import { type ImportSource, type OpenedSource, SourceError, type SourceItem } from '../source.ts'
import { type SampleTemplate, templateFiller } from './template.ts'

const town = 'lowmere'

/** The sample data that comes with Reeve. */
export const sample: ImportSource = {
  name: 'sample',
  describe: `\`${town}\`: an invented town, with dates around the day of the import`,
  async open(location, { clock = systemClock } = {}) {
    if (location !== town)
      throw new SourceError(`"${location}" is not a sample; the only one is ${town}`)
    const template: SampleTemplate = JSON.parse(
      readFileSync(packageFile('dist/sample.json'), 'utf8'),
    )
    return openSample(template, dateInZone(clock.now(), template.municipality.time_zone))
  },
}

/** The record of an invented town, from about eighteen months before `today` (YYYY-MM-DD) to six weeks after it. */
export function openSample(
  { municipality, records, wards }: SampleTemplate,
  today: string,
): OpenedSource {
  const fillIn = templateFiller(today)
  return {
    name: sampleSource,
    url: null,
    licence: 'CC0-1.0',
    municipality,
    expected: records.length,
    items: records.map((record) => itemOf(JSON.parse(fillIn(record)))),
    asOf: () => today,
    wards: readWards(JSON.stringify(wards), { name: 'name', seats: [] }),
  }
}

function itemOf(record: { key?: string }): SourceItem {
  return { type: 'record', record, location: record.key ?? '' }
}
